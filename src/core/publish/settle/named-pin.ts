/** Finds the pin that a person named, and checks that it may be the pin of a post, before their answer is accepted. */
import type { Account } from '../../accounts/account.js'
import { callPlatform, noteRefusal, type CallDeps } from '../../connections/call-platform.js'
import { isReadDenied } from '../../connections/platform-refusals.js'
import { badRequest, type DomainError } from '../../lib/errors.js'
import { type Platform, type PlatformAccess, PlatformError, type PlatformPin } from '../../ports/platform.js'
import type { Sql } from '../../ports/deps.js'
import { findClaimedPins } from '../model/claimed-pins.js'
import { violated } from '../../lib/rows/violates.js'

/** `isUnchecked`: known only from a person's answer. */
export type NamedPin = Pick<PlatformPin, 'id' | 'boardId' | 'boardSectionId' | 'createdAt' | 'parentPinId'> & {
  isUnchecked?: true
}

/**
 * Reads the pin as the platform shows it to the account, outside any transaction. Where the account's pins may not be read, the
 * person's word counts; the platform refuses the pins of others by the same answer, so the boards that were pinned to are read,
 * too.
 * @param boardIds where the pin was sent
 * @throws BAD_REQUEST pinId: there is none, or it belongs to another person or another post · and as callPlatform()
 */
export async function requireOwnPin(
  deps: CallDeps,
  account: Account,
  { pinId, postId, boardIds }: { pinId: string; postId: string; boardIds: string[] },
): Promise<NamedPin> {
  await requireUnclaimed(deps.db.sql, account, { pinId, postId })
  const { platform } = deps
  const pin = await callPlatform(deps, account, { thing: 'Pin', forbids: 'board' }, async (access): Promise<NamedPin | null> => {
    try {
      const shown = await platform.readPin(access, pinId)
      return shown.isOwner === false ? null : shown
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      if (error.details.appRefusal === 'pinner_data') {
        await noteRefusal(deps, account, error)
        return unchecked(pinId)
      }
      if (error.kind === 'forbidden' && (await areDenied(platform, access, boardIds))) return unchecked(pinId)
      if (HIDDEN.includes(error.kind)) return null
      throw error
    }
  })
  if (pin) return pin
  throw badRequest(
    'pinId',
    (of) => `${of('pinId')}: Pinterest shows no pin ${pinId} on this account. Open the pin there and copy its link.`,
  )
}

/** True when none of the boards may be read. @throws PlatformError when the platform does not answer */
async function areDenied(platform: Platform, access: PlatformAccess, boardIds: string[]): Promise<boolean> {
  for (const boardId of boardIds) if (!(await isDenied(platform, access, boardId))) return false
  return boardIds.length > 0
}

async function isDenied(platform: Platform, access: PlatformAccess, boardId: string): Promise<boolean> {
  try {
    await platform.readBoard(access, boardId)
    return false
  } catch (error) {
    if (isReadDenied(error)) return true
    if (error instanceof PlatformError && error.kind === 'not_found') return false
    throw error
  }
}

const unchecked = (id: string): NamedPin => ({
  id,
  boardId: null,
  boardSectionId: null,
  createdAt: null,
  parentPinId: null,
  isUnchecked: true,
})

/** The platform's errors for a pin that is gone, never existed, or is not the account's. */
const HIDDEN: PlatformError['kind'][] = ['not_found', 'forbidden', 'invalid']

/** Checks that the pin is no other post's. @throws BAD_REQUEST pinId */
export async function requireUnclaimed(
  sql: Sql,
  account: Account,
  { pinId, postId }: { pinId: string; postId: string },
): Promise<void> {
  const { organizationId, id } = account
  const [other] = await sql<{ id: string; accountId: string }[]>`
    select p.id, p.account_id as "accountId"
      from accounts a
      join posts p on p.organization_id = a.organization_id and p.account_id = a.id
     where a.organization_id = ${organizationId}
       and p.pin_id = ${pinId}
       and p.id <> ${postId}`
  if (other) throw pinClaimed(pinId, other.accountId === id ? other.id : undefined)
  if ((await findClaimedPins(sql, account, { postId, pins: [{ id: pinId }] })).size > 0) throw pinClaimed(pinId)
}

export const pinClaimed = (pinId: string, otherId?: string): DomainError =>
  badRequest(
    'pinId',
    (of) =>
      `${of('pinId')}: ${pinId} already belongs to another post${otherId === undefined ? '' : `, number ${otherId} here`}. Find the right pin, or record that it is not there.`,
  )

/** True for a unique violation of posts_pin: "a pin belongs to one post". */
export const isPinClaimed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505' && violated(error) === 'posts_pin'
