/** The dated schedule: which pin goes out when, and which slots are open. @see docs/contract.md#dated-schedule */
import { after, before, DAY_MS } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import { badRequest, RefusedBecause } from '../lib/errors.js'
import type { Deps, Sql } from '../ports/deps.js'
import { addYears } from '../lib/time.js'
import { readGuard, whyClosed } from './guard.js'
import { keptFromOthers, readKept } from './kept.js'
import { openSlots, readSmartSlots } from './occupancy.js'
import { HORIZON_YEARS, slotInstants, type Window } from './occurrences.js'
import { listRepeats } from './repeats.js'
import type { ScheduleEntry } from './week/timeslot.js'
import { isLive } from '../lib/rows/live.js'

const DEFAULT_DAYS = 14
const LONGEST_DAYS = 60
const BUDGET_MS = 5000

export type ScheduleWindow = { from: Date; to: Date }

/**
 * Returns everything from `from` to `to`, both included, earliest first. Defaults: now, and 14 days after the start; at most 60
 * days. `withRepeats` adds coming evergreen occurrences that have no post yet.
 * @throws BAD_REQUEST from, to · NOT_FOUND · GATEWAY_TIMEOUT schedule_timeout
 */
export async function readSchedule(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, from, to, withRepeats = false }: { accountId: string; from: Date | null; to: Date | null; withRepeats?: boolean },
): Promise<{ entries: ScheduleEntry[]; window: ScheduleWindow }> {
  const now = clock()
  const window = readWindow(from, to, now)
  const read = async (sql: Sql) => {
    const account = await requireAccount(sql, actor, accountId)
    const entries = await readEntries(sql, account, window, now)
    const repeats = withRepeats ? await readRepeats(sql, account, window, now) : []
    return { entries: inOrder([...entries, ...repeats]), window }
  }
  return db.tx(read, { budgetMs: BUDGET_MS, onTimeout: () => new RefusedBecause('schedule_timeout') })
}

function readWindow(from: Date | null, to: Date | null, now: Date): ScheduleWindow {
  const start = from ?? new Date(Math.floor(now.getTime() / 1000) * 1000) // the wire knows whole seconds
  const end = to ?? after(start, DEFAULT_DAYS * DAY_MS)
  if (end <= start) throw badRequest('to', (of) => `${of('to')} must be after from (which is now when it is left out).`)
  if (end.getTime() - start.getTime() > LONGEST_DAYS * DAY_MS) {
    throw badRequest('to', (of) => `${of('to')} must be at most ${LONGEST_DAYS} days after from. Ask for a shorter window.`)
  }
  return { from: start, to: end }
}

async function readEntries(sql: Sql, account: Account, { from, to }: ScheduleWindow, now: Date): Promise<ScheduleEntry[]> {
  const window = { after: before(from, 1), until: to }
  const slots = await readSmartSlots(sql, account)
  const postsAt = byInstant(await readLivePosts(sql, account, window))
  const kept = keptFromOthers(await readKept(sql, account, now, window), null)
  const guard = await readGuard(sql, account, { postId: null }, now)
  const lastOpen = addYears(now, HORIZON_YEARS)
  const entries: ScheduleEntry[] = []
  const seen = new Set<number>()
  for (const instant of slotInstants(slots, window)) {
    const posts = postsAt.get(instant.at.getTime()) ?? []
    seen.add(instant.at.getTime())
    entries.push(...posts.map((post) => toEntry(post, instant.timeslotIds)))
    if (instant.at <= now || instant.at > lastOpen || whyClosed(guard, instant.at)) continue
    const waiting = kept.filter(({ at }) => at.getTime() === instant.at.getTime())
    const open = openSlots(instant, [...posts, ...waiting])
    entries.push(
      ...open.map((timeslotId) => ({ sendAt: instant.at, kind: 'open', state: 'open', timeslotId, post: null }) as const),
    )
  }
  for (const [atMs, posts] of postsAt) if (!seen.has(atMs)) entries.push(...posts.map((post) => toEntry(post, [])))
  return inOrder(entries) // stable: pins of an instant come before its open slots
}

const inOrder = (entries: ScheduleEntry[]) => entries.sort((a, b) => a.sendAt.getTime() - b.sendAt.getTime())

/** Leaves `timeslotId` empty, because evergreen slots are in no operation. */
async function readRepeats(sql: Sql, account: Account, { from, to }: ScheduleWindow, now: Date): Promise<ScheduleEntry[]> {
  const repeats = await listRepeats(sql, account, { after: before(from, 1), until: to }, now)
  return repeats.map(({ at }) => ({ sendAt: at, kind: 'repeat', state: 'scheduled', timeslotId: null, post: null }) as const)
}

function byInstant(posts: readonly LivePost[]): Map<number, LivePost[]> {
  const groups = new Map<number, LivePost[]>()
  for (const post of posts) {
    const group = groups.get(post.sendAt.getTime())
    if (group) group.push(post)
    else groups.set(post.sendAt.getTime(), [post])
  }
  return groups
}

type LivePost = {
  postId: string
  status: 'queued' | 'uploading' | 'sent'
  sendAt: Date
  timeslotId: string | null
  title: string | null
  url: string | null
  boardId: string | null
  isEvergreen: boolean
}

async function readLivePosts(sql: Sql, { organizationId, id }: Account, { after, until }: Window): Promise<LivePost[]> {
  return sql<LivePost[]>`
    select id as "postId", status, send_at as "sendAt", timeslot_id as "timeslotId", title, url, board_id as "boardId",
           source_post_id is not null as "isEvergreen"
      from posts
     where organization_id = ${organizationId} and account_id = ${id}
       and ${isLive(sql)}
       and send_at > ${after} and send_at <= ${until}
     order by send_at, id`
}

const STATE = { queued: 'scheduled', uploading: 'publishing', sent: 'published' } as const

/**
 * Names the slot only while it occurs at the pin's instant, because time zone data may have moved it since. Evergreen slots are
 * never named.
 */
function toEntry(
  { postId, status, sendAt, timeslotId, title, url, boardId, isEvergreen }: LivePost,
  timeslotIds: string[],
): ScheduleEntry {
  const isOnSlot = timeslotId !== null && timeslotIds.includes(timeslotId) && !isEvergreen
  return {
    sendAt,
    kind: isEvergreen ? 'repeat' : 'pin',
    state: STATE[status],
    timeslotId: isOnSlot ? timeslotId : null,
    post: { postId, title: title ?? '', url: url ?? '', boardId: boardId ?? '' },
  }
}
