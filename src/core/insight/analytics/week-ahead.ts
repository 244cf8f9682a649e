/** The next seven days of an account: pins that go out, and open slots. */
import type { Account } from '../../accounts/account.js'
import type { Sql } from '../../ports/deps.js'
import { placesWithin, readGuard } from '../../slots/guard.js'
import { keptFromOthers, readKept, withKept } from '../../slots/kept.js'
import { countLivePosts, readSmartSlots } from '../../slots/occupancy.js'
import { slotInstants } from '../../slots/occurrences.js'
import { listRepeats, type Repeat } from '../../slots/repeats.js'
import { predictRepeat } from '../../posts/evergreen/coming.js'
import { addDays } from '../../lib/time.js'
import { hasStatus } from '../../lib/rows/of-status.js'
import { zoneOf } from '../../accounts/digest-times.js'

const DAYS = 7
/** Days for which people have to act now if a pin is to go out. */
const SOON_DAYS = 3
const FIRST_PINS = 3
/** A single further pin takes the line that would otherwise announce it. */
const MOST_PINS = FIRST_PINS + 1
const FIRST_ON_BOARD = MOST_PINS
const MOST_BOARDS = 4

/**
 * `sendAt` may be in the past: a waiting pin goes out as soon as possible. `isRepeat`: an evergreen repeat; only for the next one
 * it is known which pin it repeats.
 */
export type ComingPin = { title: string | null; boardName: string | null; sendAt: Date; isRepeat: boolean }
/** `name` null: the board is gone. `first`: the next ones on it, at most four. */
export type ComingOnBoard = { name: string | null; count: number; first: ComingPin[] }
export type WeekAhead = {
  /**
   * Scheduled pins, those being sent, and evergreen repeats to come; `first` has three, or all if there are four. `boards`: the
   * boards of those that have a post already, with most pins first, at most four.
   */
  pins: { count: number; first: ComingPin[]; boards: ComingOnBoard[] }
  /** Smart occurrences: the total, those that pins can take, the first of these, and those that are empty but closed by the guard. */
  slots: { count: number; open: number; firstOpen: Date | null; closed: number }
  /** The next three days. */
  soon: { pins: number; open: number }
}

/** Counts days in the account's zone from now on: an hour more or less where the clocks change. */
export async function readWeekAhead(sql: Sql, account: Account, now: Date): Promise<WeekAhead> {
  const zone = zoneOf(account)
  const [until, soonUntil] = [addDays(now, DAYS, zone), addDays(now, SOON_DAYS, zone)]
  const [onBoards, counted, repeats, slots] = await Promise.all([
    listComing(sql, account, until),
    countComing(sql, account, { until, soonUntil }),
    listRepeats(sql, account, { after: now, until }, now),
    countSlots(sql, account, { after: now, until, soonUntil }),
  ])
  const repeatsSoon = repeats.filter(({ at }) => at <= soonUntil).length
  const count = counted.pins + repeats.length
  const posts = onBoards.flatMap(({ first: some }) => some) // each board has its first ones
  const first = [...posts, ...(await nameFirst(sql, account, repeats, now))]
    .sort(byTime)
    .slice(0, count === MOST_PINS ? MOST_PINS : FIRST_PINS)
  return {
    pins: { count, first, boards: onBoards.slice(0, MOST_BOARDS) },
    slots: { count: slots.count, open: slots.open, firstOpen: slots.firstOpen, closed: slots.closed },
    soon: { pins: counted.soon + repeatsSoon, open: slots.soon },
  }
}

/** Returns the first repeats. Only for the next one the pin can be predicted. */
async function nameFirst(sql: Sql, account: Account, repeats: readonly Repeat[], now: Date): Promise<ComingPin[]> {
  const [next] = repeats
  if (!next) return []
  const { post } = await predictRepeat(sql, account, next.at, now)
  return repeats.slice(0, MOST_PINS).map(({ at }, index) => ({
    title: (index === 0 && post?.title) || null,
    boardName: (index === 0 && post?.boardName) || null,
    sendAt: at,
    isRepeat: true,
  }))
}

async function countSlots(
  sql: Sql,
  account: Account,
  { after, until, soonUntil }: { after: Date; until: Date; soonUntil: Date },
): Promise<WeekAhead['slots'] & { soon: number }> {
  const found = { count: 0, open: 0, soon: 0, closed: 0, firstOpen: null as Date | null }
  const weekly = await readSmartSlots(sql, account)
  if (weekly.length === 0) return found
  const kept = keptFromOthers(await readKept(sql, account, after, { after, until }), null)
  const live = withKept(await countLivePosts(sql, account, { after, until }), kept)
  const within = placesWithin(await readGuard(sql, account, { postId: null }, after))
  for (const { at, timeslotIds } of slotInstants(weekly, { after, until })) {
    const empty = Math.max(0, timeslotIds.length - (live.get(at.getTime()) ?? 0))
    const open = within(at, empty)
    found.count += timeslotIds.length
    found.closed += empty - open
    found.open += open
    if (at <= soonUntil) found.soon += open
    if (open > 0) found.firstOpen ??= at
  }
  return found
}

/** Queried separately, so that each query reads in order of time, however much the account has published. */
const COMING = ['queued', 'uploading'] as const

async function countComing(
  sql: Sql,
  { organizationId, id }: Account,
  { until, soonUntil }: { until: Date; soonUntil: Date },
): Promise<{ pins: number; soon: number }> {
  const counted = await Promise.all(
    COMING.map(
      (status) => sql<[{ pins: number; soon: number }]>`
    select count(*)::int as pins, count(*) filter (where p.send_at <= ${soonUntil})::int as soon
      from posts p
     where p.organization_id = ${organizationId} and p.account_id = ${id}
       and ${hasStatus(sql, status)}
       and p.send_at <= ${until}`,
    ),
  )
  const rows = counted.map(([row]) => row)
  return { pins: rows.reduce((sum, { pins }) => sum + pins, 0), soon: rows.reduce((sum, { soon }) => sum + soon, 0) }
}

const byTime = (a: ComingPin, b: ComingPin) => a.sendAt.getTime() - b.sendAt.getTime()

/** Lists the next pins of every board, the boards with most pins first. */
async function listComing(sql: Sql, { organizationId, id }: Account, until: Date): Promise<ComingOnBoard[]> {
  const listed = await Promise.all(
    COMING.map(
      (status) => sql<(ComingPin & { boardId: string | null; onBoard: number })[]>`
    select c.title, c.send_at as "sendAt", c.source_post_id is not null as "isRepeat", c.board_id as "boardId", c.on_board as "onBoard",
           (select b.name
              from boards b
             where b.organization_id = ${organizationId} and b.account_id = ${id} and b.id = c.board_id) as "boardName"
      from (select p.title, p.send_at, p.source_post_id, p.board_id, p.id,
                   count(*) over (partition by p.board_id)::int as on_board,
                   row_number() over (partition by p.board_id order by p.send_at, p.id) as place
              from posts p
             where p.organization_id = ${organizationId} and p.account_id = ${id}
               and ${hasStatus(sql, status)}
               and p.send_at <= ${until}) c
     where c.place <= ${FIRST_ON_BOARD}
     order by c.send_at, c.id`,
    ),
  )
  const boards = new Map<string | null, ComingOnBoard>()
  for (const rows of listed) {
    const counted = new Set<string | null>()
    for (const { boardId, onBoard, ...pin } of rows) {
      const board = boards.get(boardId) ?? { name: pin.boardName, count: 0, first: [] }
      boards.set(boardId, board)
      board.first.push(pin)
      if (!counted.has(boardId)) board.count += onBoard
      counted.add(boardId)
    }
  }
  for (const board of boards.values()) board.first = board.first.sort(byTime).slice(0, FIRST_ON_BOARD)
  return [...boards.values()].sort((a, b) => b.count - a.count)
}
