/** Moves a whole series: all of its posts that still wait, or none. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest, RefusedBecause } from '../../lib/errors.js'
import { addDays, addYears, asFarAs } from '../../lib/time.js'
import type { BeforeCommit, Deps } from '../../ports/deps.js'
import { lockSchedule, RESOLUTION_BUDGET_MS, turnOfSchedule } from '../../slots/next-open-slot.js'
import { HORIZON_YEARS } from '../../slots/occurrences.js'
import { requireAsShown } from '../seen.js'
import { changed } from '../changed.js'
import { requireMaySchedule } from '../permissions.js'
import type { Placed } from '../post.js'
import { requireSendTime } from '../rules.js'
import { withWarnings } from '../state/warnings.js'
import { lockSeries, postStatusChanged } from '../store.js'
import { isSameSecond, placeTogether } from './together.js'

/**
 * `days`: so many calendar days later, earlier when negative. `to`: the time of the next post; the others keep their distance to
 * it.
 */
export type SeriesMove = { kind: 'days'; days: number } | { kind: 'to'; at: Date }
export type MoveSeries = {
  accountId: string
  intervalGroupId: string
  move: SeriesMove
  /** The time of the next post that the caller saw, compared by the second: a series that was moved since is refused. */
  seenAt?: Date
  /** The posts as they were shown, as fingerprintOf() names them. */
  shown?: string | undefined
}

export const MOST_DAYS = 3650

/**
 * Moves every queued post of the series by the local time of the account's zone (UTC where it has none), as one change and free.
 * Posts that are published, in flight or drafts stay unchanged; a time at an open slot fills it, as any explicit time.
 * @returns the moved posts with the warnings about their times, soonest first; none when none is queued any more
 * @throws FORBIDDEN · NOT_FOUND · BAD_REQUEST days, sendAt: one of them would be past or beyond ten years · CONFLICT
 * post_status_changed
 * @throws SERVICE_UNAVAILABLE slot_resolution_timeout
 * @see docs/contract.md#move-a-series
 */
export async function moveSeries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, intervalGroupId, move, seenAt, shown }: MoveSeries,
  beforeCommit?: BeforeCommit<Placed[]>,
): Promise<Placed[]> {
  requireMove(move, clock())
  requireMaySchedule(actor, accountId, 'series')
  const account = await requireAccount(db.sql, actor, accountId)
  return db.tx(
    async (sql) => {
      await lockSchedule(sql, account)
      const now = clock()
      const posts = await lockSeries(sql, account, intervalGroupId)
      requireAsShown(sql, shown)
      const waiting = posts
        .flatMap((post) => (post.status === 'queued' && post.sendAt ? [{ post, at: post.sendAt }] : []))
        .sort((a, b) => a.at.getTime() - b.at.getTime())
      const [first] = waiting
      if (!first) {
        await beforeCommit?.(sql, [])
        return []
      }
      if (seenAt && !isSameSecond(seenAt, first.at)) throw postStatusChanged()
      const zone = account.timezone ?? 'UTC'
      const moves = waiting.map(({ post, at }) => ({
        post,
        at: requireAhead(newTime(move, { at, first: first.at }, zone), move, now),
      }))
      const placed = await placeTogether(sql, account, moves, now)
      await changed(sql, actor, { account, action: 'reschedule', before: waiting.map(({ post }) => post) }, now)
      const moved: Placed[] = []
      for (const post of placed) moved.push(await withWarnings<Placed>(sql, account, post, now))
      await beforeCommit?.(sql, moved)
      return moved
    },
    {
      budgetMs: RESOLUTION_BUDGET_MS,
      onTimeout: () => new RefusedBecause('slot_resolution_timeout'),
      turn: turnOfSchedule(account.organizationId, account.id),
    },
  )
}

function requireMove(move: SeriesMove, now: Date): void {
  if (move.kind === 'to') return void requireSendTime(move.at, now)
  const { days } = move
  if (!Number.isInteger(days) || days === 0 || Math.abs(days) > MOST_DAYS)
    throw badRequest('days', (of) => `${of('days')} must be a whole number from -${MOST_DAYS} to ${MOST_DAYS}, and not 0.`)
}

function newTime(move: SeriesMove, { at, first }: { at: Date; first: Date }, zone: string): Date {
  if (move.kind === 'days') return addDays(at, move.days, zone)
  const to = new Date(Math.floor(move.at.getTime() / 1000) * 1000)
  return asFarAs({ at, from: first, to }, zone)
}

function requireAhead(at: Date, { kind }: SeriesMove, now: Date): Date {
  const field = kind === 'days' ? 'days' : 'sendAt'
  if (!(at > now))
    throw badRequest(field, (of) => `${of(field)} would move a ${of('post')} of the series into the past. Nothing was moved.`)
  if (at > addYears(now, HORIZON_YEARS))
    throw badRequest(
      field,
      (of) => `${of(field)} would move a ${of('post')} of the series more than ${HORIZON_YEARS} years ahead. Nothing was moved.`,
    )
  return at
}
