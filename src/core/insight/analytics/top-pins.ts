/** The best pins with their pictures: one read for each of them. */
import type { Account } from '../../accounts/account.js'
import { callPlatform, type CallDeps } from '../../connections/call-platform.js'
import { mapConcurrently } from '../../lib/work/concurrency.js'
import type { Actor } from '../../lib/actor.js'
import { isReadDenied } from '../../connections/platform-refusals.js'
import type { Sql } from '../../ports/deps.js'
import { PlatformError, type Metrics, type PlatformAccess, type PlatformPin, type TopPinSort } from '../../ports/platform.js'
import { beginReading } from './begin-reading.js'
import { answerOnce, KEPT_MS, PARTIAL_KEPT_MS } from './cache.js'
import { daysOf, type RequestedWindow, type Window } from './windows.js'

/** A pin that could not be read has only the first two fields and its metrics. `createdAt`: ISO 8601. */
export type TopPin = {
  pinId: string
  pinUrl: string
  title?: string
  description?: string
  destinationUrl?: string
  imageUrl?: string
  createdAt?: string
  metrics: Metrics
}
export type TopPins = Window & {
  accountId: string
  sortBy: TopPinSort
  pins: TopPin[]
  /** True when some pins have only numbers, because the platform limited our reads or did not answer. */
  isPartial: boolean
}

const READS_AT_ONCE = 4

/** Returns at most 10, in the platform's order. @throws as beginReading() @see docs/contract.md#top-pins */
export async function readTopPins(
  deps: CallDeps,
  actor: Actor,
  { sortBy = 'ENGAGEMENT', ...input }: { accountId: string; sortBy?: TopPinSort | undefined } & RequestedWindow,
): Promise<TopPins> {
  const { account, window } = await beginReading(deps, actor, input)
  return answerOnce(deps, account, `top ${sortBy} ${window.startDate} ${window.endDate}`, async () => {
    const { pins: ranking } = await callPlatform(deps, account, { thing: 'Account', forbids: 'analytics' }, (access) =>
      deps.platform.readTopPins(access, daysOf(window), sortBy),
    )
    const { found, isPartial } = await readDetails(deps, account, ranking)
    const pins = ranking.map(({ pinId, metrics }) =>
      toTopPin({ pinId, metrics, pinUrl: deps.platform.pages.pin(pinId) }, found.get(pinId) ?? null),
    )
    const answer: TopPins = { accountId: account.id, ...window, sortBy, pins, isPartial }
    return { answer, keptMs: isPartial ? PARTIAL_KEPT_MS : KEPT_MS }
  })
}

/** Returns by pin the posts that published them here first, which excludes repeats and saved pins. */
export async function findOwnPosts(
  sql: Sql,
  { organizationId }: Actor,
  { accountId, pinIds }: { accountId: string; pinIds: string[] },
): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; pinId: string }[]>`
    select id, pin_id as "pinId"
      from posts
     where organization_id = ${organizationId}
       and account_id = ${accountId}
       and pin_id = any(${pinIds})
       and source_post_id is null
       and saved_pin_id is null`
  return new Map(rows.map(({ id, pinId }) => [pinId, id]))
}

/** Details by pin; null: it cannot be read, such as another user's pin. Pins that were not requested are absent. */
type Details = Map<string, PlatformPin | null>

/** @throws as callPlatform(): tokens that no longer work make no partial answer */
async function readDetails(
  deps: CallDeps,
  account: Account,
  ranking: { pinId: string }[],
): Promise<{ found: Details; isPartial: boolean }> {
  const found: Details = new Map()
  let isStopped = false
  await callPlatform(deps, account, { thing: 'Pin', forbids: 'analytics' }, async (access) => {
    const left = ranking.map(({ pinId }) => pinId).filter((pinId) => !found.has(pinId)) // with renewed tokens it goes on
    const refused: unknown[] = []
    await mapConcurrently(left, READS_AT_ONCE, async (pinId) => {
      if (isStopped || refused.length > 0) return
      try {
        found.set(pinId, await readPin(deps, access, pinId))
      } catch (error) {
        if (isUnanswered(error)) isStopped = true
        else refused.push(error)
      }
    })
    if (refused.length > 0) throw refused[0]
  })
  return { found, isPartial: isStopped }
}

async function readPin({ platform }: CallDeps, access: PlatformAccess, pinId: string): Promise<PlatformPin | null> {
  try {
    return await platform.readPin(access, pinId)
  } catch (error) {
    if (isReadDenied(error) || isKind(error, 'not_found', 'invalid')) return null
    throw error
  }
}

/** True for errors after which further requests would only make it worse. */
const isUnanswered = (error: unknown) => isKind(error, 'rate_limited', 'spam', 'timeout', 'unavailable')

const isKind = (error: unknown, ...kinds: PlatformError['kind'][]) => error instanceof PlatformError && kinds.includes(error.kind)

function toTopPin({ metrics, ...addressed }: Pick<TopPin, 'pinId' | 'pinUrl' | 'metrics'>, pin: PlatformPin | null): TopPin {
  return {
    ...addressed,
    ...textOf('title', pin?.title),
    ...textOf('description', pin?.description),
    ...textOf('destinationUrl', pin?.link),
    ...textOf('imageUrl', pin?.imageUrl),
    ...textOf('createdAt', pin?.createdAt?.toISOString()),
    metrics,
  }
}

/**
 * Returns no field where the pin has none. Removes NUL and half characters (the end of a cut text), which the database refuses.
 */
function textOf<Name extends string>(name: Name, text: string | null | undefined): { [name in Name]?: string } {
  if (!text) return {}
  // one field of this name, which a computed key does not express
  return { [name]: text.replaceAll('\0', '').toWellFormed() } as { [name in Name]?: string }
}
