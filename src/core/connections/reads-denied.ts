/**
 * Checks once, when connecting, whether the platform hides an account's content from our app, because a person can then react.
 */
import type { Deps } from '../ports/deps.js'
import type { PlatformAccess } from '../ports/platform.js'
import { PlatformError } from '../ports/platform.js'
import { settlesWithin } from '../lib/timeout.js'
import { isReadDenied } from './platform-refusals.js'

/** Short, because a person waits. */
const TIMEOUT_MS = 3_000

/**
 * Returns the refusal; null: its boards may be read, it has none, or the platform does not answer within three seconds (real
 * time).
 * @see docs/operating.md#access-at-pinterest
 */
export async function findDenial({ platform }: Pick<Deps, 'platform'>, access: PlatformAccess): Promise<PlatformError | null> {
  const reading = readOneBoard(platform, access)
  return (await settlesWithin(reading, TIMEOUT_MS)) ? reading : null
}

async function readOneBoard(platform: Deps['platform'], access: PlatformAccess): Promise<PlatformError | null> {
  try {
    const { items } = await platform.listBoards(access)
    if (items[0]) await platform.readBoard(access, items[0].id)
    return null
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return isReadDenied(error) ? error : null
  }
}
