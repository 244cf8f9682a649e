/**
 * The valid lines of a file, collected until all of it is read, because a day without a time takes a slot that no other line has.
 */
import type { Account } from '../../accounts/account.js'
import { DAY_MS } from '../../lib/duration.js'
import { instantOfDay, wallDayOf } from '../../lib/time.js'
import type { Sql } from '../../ports/deps.js'
import { whenOf } from '../../many/batch/check.js'
import { type BatchMode, MOST_POSTS } from '../../many/batch/model.js'
import { type DayClosed, type DayWindow, openOnDay } from '../../slots/next-open-slot.js'
import type { Day } from './days.js'
import type { ReadRow } from './model.js'

/** `column`: the one that names the day. */
export type DayAlone = Day & { column?: string }

/** A valid line, as JSON, so that memory holds no objects of the lines. `at`: the time that it names. */
export type GoodLine = { line: number; json: string; isTimed: boolean; at: number | null; day: DayAlone | undefined }

export const goodLine = (row: ReadRow, mode: BatchMode, day: DayAlone | undefined): GoodLine => {
  const { line, post } = row
  const isTimed = whenOf(post, mode).kind !== 'draft'
  return { line, json: JSON.stringify(row), isTimed, at: post.when.kind === 'at' ? post.when.at.getTime() : null, day }
}

export type DaysPlaced = {
  /** The lines in the order of the file. */
  lines: GoodLine[]
  /** Lines with a day but no time, each with the slot that it takes. */
  slots: { line: number; at: Date }[]
  /** Lines whose day has no open slot. */
  full: { line: number; day: DayAlone; because: DayClosed }[]
}

type Search = { window: DayWindow; open: ReturnType<typeof openOnDay>; closed?: { because: DayClosed } }

/**
 * Gives each day without a time its first open slot, in the zone of the account. Lines that name a time count for the limit of
 * its day, wherever they are in the file.
 */
export async function placeDays(sql: Sql, account: Account, lines: readonly GoodLine[], now: Date): Promise<DaysPlaced> {
  const zone = account.timezone ?? 'UTC'
  const taken = new Map<number, number[]>()
  for (const { at } of lines) {
    if (at === null) continue
    const day = wallDayOf(new Date(at), zone)
    const times = taken.get(day)
    if (times) times.push(at)
    else taken.set(day, [at])
  }
  const searches = new Map<number, Search>()
  const placed: DaysPlaced = { lines: [], slots: [], full: [] }
  for (const one of lines) {
    if (!one.day) {
      placed.lines.push(one)
      continue
    }
    const search = searchOf(one.day)
    const at = search.closed ? undefined : await nextOf(search)
    if (!at) {
      placed.full.push({ line: one.line, day: one.day, because: search.closed?.because })
      continue
    }
    placed.slots.push({ line: one.line, at })
    const row = JSON.parse(one.json) as { post: { when: unknown } }
    row.post.when = { kind: 'at', at, day: search.window }
    placed.lines.push({ ...one, json: JSON.stringify(row) })
  }
  return placed

  function searchOf({ year, month, day }: Day) {
    const number = Date.UTC(year, month - 1, day) / DAY_MS
    const window = { from: instantOfDay(number, 0, zone), until: instantOfDay(number + 1, 0, zone) }
    const others = taken.get(number) ?? []
    const search: Search = searches.get(number) ?? { window, open: openOnDay(sql, account, { ...window, others }, now) }
    searches.set(number, search)
    return search
  }

  async function nextOf(search: Search): Promise<Date | undefined> {
    const found = await search.open.next()
    if (!found.done) return found.value.at
    search.closed = { because: found.value }
    return undefined
  }
}

/**
 * Splits the lines into the chunks that are written, a hundred in each. In a longer file lines with a time come first, so that no
 * other takes their slot.
 */
export function inParts(lines: readonly GoodLine[]): { chunks: string[]; timed: number[] } {
  const hasTime = ({ at, day }: GoodLine) => at !== null || day !== undefined
  const ordered = lines.length > MOST_POSTS ? [...lines.filter(hasTime), ...lines.filter((one) => !hasTime(one))] : lines
  const chunks: string[] = []
  for (let from = 0; from < ordered.length; from += MOST_POSTS) {
    const part = ordered.slice(from, from + MOST_POSTS)
    chunks.push(`[${part.map(({ json }) => json).join(',')}]`)
  }
  return { chunks, timed: ordered.flatMap(({ line, isTimed }) => (isTimed ? line : [])) }
}
