/** Calls to the platform about one board. */
import type { Account } from '../accounts/account.js'
import { callPlatform, type CallDeps } from '../connections/call-platform.js'
import type { Question } from '../connections/platform-refusals.js'
import { DomainError } from '../lib/errors.js'
import type { PlatformAccess } from '../ports/platform.js'
import { forgetBoard } from './cache-writes.js'

/** The call options of a read of boards. */
export const READS = { thing: 'Board', forbids: 'board' } as const

/**
 * Calls the platform; a board that it no longer has is removed from the cache at once. @throws NOT_FOUND board · and as
 * callPlatform()
 */
export async function callForBoard<T>(
  deps: CallDeps,
  account: Account,
  boardId: string,
  question: Question,
  ask: (access: PlatformAccess) => Promise<T>,
): Promise<T> {
  const askedAt = deps.clock()
  try {
    return await callPlatform(deps, account, question, ask)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') await forgetBoard(deps.db.sql, account, boardId, askedAt)
    throw error
  }
}
