/** The numbers of one of the account's own pins, including pins published elsewhere. */
import type { Account } from '../../accounts/account.js'
import { callPlatform, type CallDeps } from '../../connections/call-platform.js'
import type { Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import { PlatformError, type MetricDay, type Metrics, type PlatformPin } from '../../ports/platform.js'
import type { Sql } from '../../ports/deps.js'
import { beginReading } from './begin-reading.js'
import { answerOnce, KEPT_MS } from './cache.js'
import { daysOf, type RequestedWindow, type Window } from './windows.js'

export type PinAnalytics = Window & {
  accountId: string
  pinId: string
  summaryMetrics: Metrics
  /** Days, earliest first. */
  dailyMetrics: MetricDay[]
  /** Totals since the pin was created: totalComments, totalReactions. */
  lifetimeMetrics: Metrics
}

const PIN_ID = /^[0-9]{1,40}$/

/**
 * @throws as beginReading() · NOT_FOUND pin: also of the wrong form, and another user's pin
 * @see docs/contract.md#pin-analytics
 */
export async function readPinAnalytics(
  deps: CallDeps,
  actor: Actor,
  { pinId, ...input }: { accountId: string; pinId: string } & RequestedWindow,
): Promise<PinAnalytics> {
  if (!PIN_ID.test(pinId)) throw notFound('Pin')
  const { account, window } = await beginReading(deps, actor, input, (refused) => requireOwnFirst(deps, refused, pinId))
  return answerOnce(deps, account, `pin ${pinId} ${window.startDate} ${window.endDate}`, async () => {
    const pin = (await findOwnPost(deps.db.sql, account, pinId)) ?? (await readOwnPin(deps, account, pinId))
    const { summary, days, lifetime } = await callPlatform(deps, account, { thing: 'Pin', forbids: 'analytics' }, (access) =>
      deps.platform.readPinAnalytics(access, pinId, { ...daysOf(window), isVideo: pin.isVideo }).catch((error: unknown) => {
        throw isForbidden(error) && !pin.isOwn ? notFound('Pin') : error
      }),
    )
    const metrics = { summaryMetrics: summary, dailyMetrics: days, lifetimeMetrics: lifetime }
    const answer: PinAnalytics = { accountId: account.id, pinId, ...window, ...metrics }
    return { answer, keptMs: KEPT_MS }
  })
}

/** Gives an account without analytics the same answer for another account's pin as any account gets. @throws NOT_FOUND */
async function requireOwnFirst(deps: CallDeps, account: Account, pinId: string): Promise<void> {
  if (await findOwnPost(deps.db.sql, account, pinId)) return
  const isOwn = await answerOnce(deps, account, `whose pin ${pinId}`, async () => {
    const pin = await readShownPin(deps, account, pinId)
    return { answer: pin?.isOwner === true, keptMs: KEPT_MS }
  })
  if (!isOwn) throw notFound('Pin')
}

/** `isOwn` false: ownership is not confirmed. */
type Pin = { isVideo: boolean; isOwn: boolean }

async function findOwnPost(sql: Sql, { organizationId, id }: Account, pinId: string): Promise<Pin | undefined> {
  const [post] = await sql<Pin[]>`
    select media_type = 'video' as "isVideo", true as "isOwn"
      from posts
     where organization_id = ${organizationId}
       and account_id = ${id}
       and pin_id = ${pinId}
       and status = 'sent'`
  return post
}

/** Reads the kind of a pin before its numbers, because a video has other metrics. @throws NOT_FOUND for another user's pin */
async function readOwnPin(deps: CallDeps, account: Account, pinId: string): Promise<Pin> {
  const pin = await readShownPin(deps, account, pinId)
  if (!pin || pin.isOwner === false) throw notFound('Pin')
  return { isVideo: pin.mediaType === 'video', isOwn: pin.isOwner === true }
}

/** Returns null when the platform does not show the pin to the account. @throws NOT_FOUND · and as callPlatform() */
const readShownPin = (deps: CallDeps, account: Account, pinId: string): Promise<PlatformPin | null> =>
  callPlatform(deps, account, { thing: 'Pin', forbids: 'analytics' }, (access) =>
    deps.platform.readPin(access, pinId).catch((error: unknown): PlatformPin | null => {
      if (isForbidden(error)) return null
      throw error
    }),
  )

const isForbidden = (error: unknown) => error instanceof PlatformError && error.kind === 'forbidden'
