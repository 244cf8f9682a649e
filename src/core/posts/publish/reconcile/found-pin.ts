/**
 * Which pin of the platform a person means, and whether it may be the pin of a post: it is read before their answer is
 * accepted.
 */
import type { Account } from '../../../accounts/account.js'
import { callPlatform, type CallDeps } from '../../../accounts/connect/call-platform.js'
import { badRequest, type DomainError } from '../../../lib/errors.js'
import { parseUrl } from '../../../lib/parse-url.js'
import { PlatformError, type PlatformPin } from '../../../ports/platform.js'
import type { Sql } from '../../../ports/deps.js'
import { findClaimedPins } from './claimed-pins.js'
import { violated } from '../../../lib/rows/violates.js'

const PIN_ID = /^[0-9]{1,40}$/
/** `…/pin/123/`, and with the slug that the platform sometimes puts before the number: `…/pin/a-blue-shelf--123/`. */
const PIN_PAGE = /^(?:https?:\/\/)?[^\s/?#]+\/(?:[^\s?#]*\/)?pins?\/(?:[^\s/?#]*--)?([0-9]{1,40})\/?(?:[?#].*)?$/i

/** Whether an address is that of a pin on Pinterest. */
export const isPinPage = (url: string): boolean => PIN_PAGE.test(url) && OF_PINTEREST.test(parseUrl(url)?.hostname ?? '')
const OF_PINTEREST = /(?:^|\.)pinterest\.[a-z.]{2,6}$/i

/** @param text the number of a pin, or the address of its page @throws BAD_REQUEST `field` */
export function readPinId(text: string, field: 'pinId' | 'savePinId' = 'pinId'): string {
  const given = text.trim()
  const pinId = PIN_ID.test(given) ? given : PIN_PAGE.exec(given)?.[1]
  if (pinId !== undefined) return pinId
  throw badRequest(
    field,
    (of) =>
      `${of(field)} must be the number of a pin or the address of its page, such as https://www.pinterest.com/pin/123/. Open the pin on Pinterest and copy its address.`,
  )
}

/**
 * The pin as the platform shows it to the account. Outside any transaction.
 * @throws BAD_REQUEST pinId: there is none, or it is somebody else's, or another post's · and as callPlatform()
 */
export async function requireOwnPin(
  deps: CallDeps,
  account: Account,
  { pinId, postId }: { pinId: string; postId: string },
): Promise<PlatformPin> {
  await requireUnclaimed(deps.db.sql, account, { pinId, postId })
  const pin = await callPlatform(deps, account, { thing: 'Pin', forbids: 'board' }, (access) =>
    deps.platform.readPin(access, pinId).catch((error: unknown): null => {
      if (error instanceof PlatformError && HIDDEN.includes(error.kind)) return null
      throw error
    }),
  )
  if (pin && pin.isOwner !== false) return pin
  throw badRequest(
    'pinId',
    (of) => `${of('pinId')}: Pinterest shows no pin ${pinId} of this account. Open the pin there and copy its address.`,
  )
}

/** What the platform answers of a pin that is gone, never was, or is not the account's. */
const HIDDEN: PlatformError['kind'][] = ['not_found', 'forbidden', 'invalid']

/** @throws BAD_REQUEST pinId */
export async function requireUnclaimed(
  sql: Sql,
  account: Account,
  { pinId, postId }: { pinId: string; postId: string },
): Promise<void> {
  const { organizationId, id } = account
  const [other] = await sql<{ id: string }[]>`
    select id
      from posts
     where organization_id = ${organizationId}
       and account_id = ${id}
       and pin_id = ${pinId}
       and id <> ${postId}`
  if (other) throw pinClaimed(pinId, other.id)
  if ((await findClaimedPins(sql, account, { postId, pins: [{ id: pinId }] })).size > 0) throw pinClaimed(pinId)
}

export const pinClaimed = (pinId: string, otherId?: string): DomainError =>
  badRequest(
    'pinId',
    (of) =>
      `${of('pinId')}: ${pinId} already belongs to another post${otherId === undefined ? '' : `, number ${otherId} here`}. Find the right pin, or say that it is not there.`,
  )

/** Unique violation of posts_pin: "a pin belongs to one post". */
export const isPinClaimed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505' && violated(error) === 'posts_pin'
