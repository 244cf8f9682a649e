/** Reads a week, or any other window of days: published and coming pins, evergreen occurrences, open and kept slots. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { before, DAY_MS } from '../../lib/duration.js'
import { badRequest, RefusedBecause } from '../../lib/errors.js'
import { addYears } from '../../lib/time.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { placesWithin, readGuard } from '../../slots/guard.js'
import { keptFromOthers, readKept, withKept, type Kept } from '../../slots/kept.js'
import { countLivePosts, readSmartSlots } from '../../slots/occupancy.js'
import { HORIZON_YEARS, slotInstants, type Window } from '../../slots/occurrences.js'
import { nextRepeat, readRepeatingSlots, repeatsIn } from '../../slots/repeats.js'
import { predictRepeat } from '../evergreen/coming.js'
import type { NothingBecause } from '../evergreen/evergreen.js'
import type { Post } from '../post.js'
import { postColumns, type PostRow, toPost } from '../row.js'
import { hasLabel } from '../search.js'
import { z } from 'zod'
import { isRowId } from '../../lib/rows/row-id.js'
import { isLive } from '../../lib/rows/live.js'

const LONGEST_DAYS = 62
/** Each account costs a few statements. */
export const MOST_ACCOUNTS = 20
const BUDGET_MS = 5000

/** `at`: the scheduled time of the pin, however late it was published. */
export type WeekPin = { kind: 'pin'; at: Date; post: Post }
/**
 * A published pin is published again. `post`: which one, as currently predicted, and `because`: why none is; both only for the
 * account's next occurrence.
 */
export type WeekRepeat = { kind: 'repeat'; at: Date; accountId: string; post: Post | null; because: NothingBecause | null }
/** `places`: how many pins the slot still takes. */
export type WeekSlot = { kind: 'open'; at: Date; accountId: string; places: number }
/** A draft that waits for approval: the slot at this time is kept for it. */
export type WeekWaiting = { kind: 'waiting'; at: Date; accountId: string; post: Post }
export type WeekEntry = WeekPin | WeekRepeat | WeekSlot | WeekWaiting

/** Totals of the whole window. `coming`: queued or being published; `open`: pins that open slots take. */
export type WeekTotals = { published: number; coming: number; repeats: number; open: number }

/** `whole`: the entries for a picture of the whole window, where requested. */
export type Week = { entries: WeekEntry[]; whole: WeekEntry[]; totals: WeekTotals; cursor: string | null }

export type WeekQuery = {
  /** The accounts, at most 20, in any order. */
  accountIds: readonly string[]
  /** Inclusive; at most 62 days apart. */
  start: Date
  end: Date
  limit: number
  cursor: string | null
  /** How many entries from the cursor on a picture needs, besides the page. */
  most?: number
  /** Only the pins with this label, ignoring case: then there are no slots and repeats. */
  label?: string | undefined
}

/**
 * Reads the week in time order, page by page. The past has live and published pins; the future also evergreen occurrences and
 * open slots.
 * @throws BAD_REQUEST end, cursor · NOT_FOUND · GATEWAY_TIMEOUT schedule_timeout
 */
export async function readWeek(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, query: WeekQuery): Promise<Week> {
  const { accountIds, start, end, limit, cursor, most = 0, label } = query
  if (end < start || end.getTime() - start.getTime() > LONGEST_DAYS * DAY_MS) {
    throw badRequest('end', (of) => `${of('end')} must not be before start or more than ${LONGEST_DAYS} days after it.`)
  }
  const now = deps.clock()
  const asked = {
    window: { after: before(start, 1), until: end },
    limit: Math.max(limit, most),
    after: cursor === null ? null : readPlace(cursor),
    now,
    label,
  }
  const accounts = await Promise.all(accountIds.slice(0, MOST_ACCOUNTS).map((id) => requireAccount(deps.db.sql, actor, id)))
  const read = async (sql: Sql) => {
    const parts: AccountWeek[] = []
    for (const account of accounts) parts.push(await readAccountWeek(sql, account, asked))
    return pageOf(parts, limit, most)
  }
  return deps.db.tx(read, { budgetMs: BUDGET_MS, onTimeout: () => new RefusedBecause('schedule_timeout') })
}

type Asked = { window: Window; limit: number; after: Place | null; now: Date; label: string | undefined }
type Placed = { place: Place; entry: WeekEntry }
/** `placed`: the first entries after the cursor, at least a page and one more. */
type AccountWeek = { placed: Placed[]; totals: WeekTotals }

function pageOf(parts: readonly AccountWeek[], limit: number, most: number): Week {
  const placed = parts.flatMap((part) => part.placed).sort((a, b) => comparePlaces(a.place, b.place))
  const page = placed.slice(0, limit)
  const last = page.at(-1)
  const totals = { published: 0, coming: 0, repeats: 0, open: 0 }
  for (const part of parts) {
    totals.published += part.totals.published
    totals.coming += part.totals.coming
    totals.repeats += part.totals.repeats
    totals.open += part.totals.open
  }
  return {
    entries: page.map(({ entry }) => entry),
    whole: placed.slice(0, most).map(({ entry }) => entry),
    totals,
    cursor: last && placed.length > limit ? writePlace(last.place) : null,
  }
}

async function readAccountWeek(sql: Sql, account: Account, asked: Asked): Promise<AccountWeek> {
  const { window, limit, after, now, label } = asked
  const kept = keptFromOthers(await readKept(sql, account, now, window), null)
  const [pins, counts, open, repeats] = await Promise.all([
    listPins(sql, account, asked),
    countPins(sql, account, asked),
    label === undefined ? listOpen(sql, account, asked, kept) : [],
    label === undefined ? listComing(sql, account, asked) : NONE_COMING,
  ])
  const waiting = await listWaiting(sql, account, kept, label)
  const others = [...open, ...waiting, ...repeats.placed].filter(({ place }) => after === null || comparePlaces(place, after) > 0)
  const placed = [...pins, ...others].sort((a, b) => comparePlaces(a.place, b.place)).slice(0, limit + 1)
  await repeats.name(placed)
  const places = open.reduce((sum, { entry }) => sum + (entry.kind === 'open' ? entry.places : 0), 0)
  return { placed, totals: { ...counts, repeats: repeats.placed.length, open: places } }
}

/** Returns the id up to which the pins of the cursor's exact instant were listed already. */
function listedUpTo({ id }: Account, after: Place): string {
  if (after.rank > 0 || compareIds(id, after.accountId) < 0) return '9223372036854775807'
  return id === after.accountId ? after.id : '0'
}

async function listPins(sql: Sql, account: Account, { window, limit, after, label }: Asked): Promise<Placed[]> {
  const { organizationId, id: accountId } = account
  const beyond = after
    ? sql`and (p.send_at, p.id) > (timestamptz 'epoch' + ${after.atMicros}::double precision * interval '1 microsecond', ${listedUpTo(account, after)}::bigint)`
    : sql``
  const rows = await sql<(PostRow & { atMicros: string })[]>`
    select ${postColumns(sql)}, (extract(epoch from p.send_at) * 1000000)::bigint as "atMicros"
      from posts p
     where p.organization_id = ${organizationId} and p.account_id = ${accountId}
       and ${isLive(sql, 'p')}
       and p.send_at > ${window.after} and p.send_at <= ${window.until} ${hasLabel(sql, label)}
       ${beyond}
     order by p.send_at, p.id
     limit ${limit + 1}`
  return rows.map(({ atMicros, ...row }) => {
    const post = toPost(row)
    const place: Place = { atMicros: Number(atMicros), rank: 0, accountId, id: post.id }
    return { place, entry: { kind: 'pin', at: post.sendAt ?? window.until, post } } // a live post has a time
  })
}

async function countPins(
  sql: Sql,
  { organizationId, id }: Account,
  { window: { after, until }, label }: Asked,
): Promise<Pick<WeekTotals, 'published' | 'coming'>> {
  const [row] = await sql<[{ published: number; coming: number }]>`
    select count(*) filter (where p.status = 'sent')::int as published, count(*) filter (where p.status <> 'sent')::int as coming
      from posts p
     where p.organization_id = ${organizationId} and p.account_id = ${id}
       and ${isLive(sql, 'p')}
       and p.send_at > ${after} and p.send_at <= ${until} ${hasLabel(sql, label)}`
  return row
}

const microsOf = (at: Date) => at.getTime() * 1000

/** Reads the drafts for which slots are kept. */
async function listWaiting(
  sql: Sql,
  { organizationId, id: accountId }: Account,
  kept: readonly Kept[],
  label: string | undefined,
): Promise<Placed[]> {
  if (kept.length === 0) return []
  const rows = await sql<PostRow[]>`
    select ${postColumns(sql)}
      from posts p
     where p.organization_id = ${organizationId} and p.account_id = ${accountId}
       and p.id = any (${kept.map(({ postId }) => postId)}::bigint[]) ${hasLabel(sql, label)}`
  const posts = new Map(rows.map((row) => [row.id, toPost(row)]))
  return kept.flatMap(({ postId, at }): Placed[] => {
    const post = posts.get(postId)
    const place: Place = { atMicros: microsOf(at), rank: 3, accountId, id: postId }
    return post ? [{ place, entry: { kind: 'waiting', at, accountId, post } }] : []
  })
}

async function listOpen(sql: Sql, account: Account, { window, now }: Asked, kept: readonly Kept[]): Promise<Placed[]> {
  const lastOpen = addYears(now, HORIZON_YEARS)
  const ahead = { after: window.after > now ? window.after : now, until: window.until < lastOpen ? window.until : lastOpen }
  if (ahead.until <= ahead.after) return []
  const [slots, filled, guard] = await Promise.all([
    readSmartSlots(sql, account),
    countLivePosts(sql, account, ahead),
    readGuard(sql, account, { postId: null }, now),
  ])
  const live = withKept(filled, kept)
  const within = placesWithin(guard)
  const found: Placed[] = []
  for (const { at, timeslotIds } of slotInstants(slots, ahead)) {
    const places = within(at, timeslotIds.length - (live.get(at.getTime()) ?? 0))
    const [id] = timeslotIds
    if (places === 0 || id === undefined) continue
    const place: Place = { atMicros: microsOf(at), rank: 2, accountId: account.id, id }
    found.push({ place, entry: { kind: 'open', at, accountId: account.id, places } })
  }
  return found
}

type Coming = { placed: Placed[]; name: (shown: readonly Placed[]) => Promise<void> }
const NONE_COMING: Coming = { placed: [], name: () => Promise.resolve() }

/** `name`: finds which pin the account's next occurrence publishes, if that is shown. */
async function listComing(sql: Sql, account: Account, { window, now }: Asked): Promise<Coming> {
  const slots = await readRepeatingSlots(sql, account, now)
  const placed = repeatsIn(slots, window).map(({ at, timeslotId }): Placed => {
    const place: Place = { atMicros: microsOf(at), rank: 1, accountId: account.id, id: timeslotId }
    return { place, entry: { kind: 'repeat', at, accountId: account.id, post: null, because: null } }
  })
  const next = nextRepeat(slots)
  const name = async (shown: readonly Placed[]) => {
    const found = shown.find(
      ({ place, entry }) => entry.kind === 'repeat' && place.id === next?.timeslotId && entry.at.getTime() === next.at.getTime(),
    )
    if (found) Object.assign(found.entry, await predictRepeat(sql, account, found.entry.at, now))
  }
  return { placed, name }
}

// The end of a page of a week, and the order of its entries.

/**
 * A position in time order; within one instant pins come before repeats, then open slots and those that are kept. `atMicros`: since 1970, as fine as
 * the database keeps an instant. `id`: of the post, or of the slot.
 */
type Place = { atMicros: number; rank: 0 | 1 | 2 | 3; accountId: string; id: string }

function comparePlaces(a: Place, b: Place): number {
  return a.atMicros - b.atMicros || a.rank - b.rank || compareIds(a.accountId, b.accountId) || compareIds(a.id, b.id)
}

/** Compares ids as numbers, which may be longer than a double is exact. */
const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

const shape = z.strictObject({
  atMicros: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  rank: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  accountId: z.string().refine(isRowId),
  id: z.string().refine(isRowId),
})

/** Writes an opaque cursor that is valid for any window: a page begins after its position. */
const writePlace = ({ atMicros, rank, accountId, id }: Place): string =>
  Buffer.from(JSON.stringify({ atMicros, rank, accountId, id })).toString('base64url')

/** Reads a cursor. @throws BAD_REQUEST cursor: not one of ours */
function readPlace(cursor: string): Place {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw badRequest('cursor', (of) => `${of('cursor')} is not valid. Pass the cursor from an earlier response, or none.`)
  }
}
