/** Reads a whole file as new posts, each line with its errors. Media are not read. */
import type { Account } from '../../accounts/account.js'
import type { Actor } from '../../lib/actor.js'
import { say } from '../../lib/codes.js'
import { badRequest } from '../../lib/errors.js'
import type { Deps } from '../../ports/deps.js'
import type { BatchMode } from '../../many/batch/model.js'
import { dayIsFull } from '../../slots/next-open-slot.js'
import { type Columns, findColumns, readColumns, refuseUnreadTimes, unreadTimesNote } from './columns.js'
import type { DateOrder } from './days.js'
import { type GoodLine, goodLine, inParts, placeDays } from './good-lines.js'
import {
  type Import,
  type ImportError,
  type ImportField,
  type ImportPreview,
  type Mapping,
  MOST_ERRORS,
  revived,
  type StoredRow,
} from './model.js'
import { type Line, readLines } from './parse.js'
import { makePlaces } from './places.js'
import { IN_A_FILE, readRow } from './row.js'
import { isTimeAlone } from './times.js'

/** The default size of a preview's sample. */
const SAMPLE = 5

type Said = Pick<Import, 'rows' | 'template' | 'columns' | 'unknownColumns' | 'notes' | 'errors' | 'failed'>
export type ReadFile = Said &
  Pick<ImportPreview, 'sample' | 'slots' | 'unknownBoards'> & {
    /**
     * The lines to be written, in the order of the file: a hundred lines each, as JSON, so that memory holds no objects of them.
     */
    chunks: string[]
    /** Lines that would be scheduled, or get a request, in the order in which they are written. */
    timed: number[]
  }

export type FileToRead = {
  bytes: Uint8Array
  field: string
  mapping: Mapping
  dateOrder?: DateOrder | undefined
  mode: BatchMode
  sample?: number | undefined
}

/**
 * Reads a file for a preview and for an import alike, so that the preview of a line is what the import does with it.
 * @throws BAD_REQUEST `field` (no text, no CSV, no pins, no column of a picture), mapping (among others: a column that may be the
 * time of lines that would be scheduled without one)
 */
export async function readFile(
  deps: Deps,
  actor: Actor,
  account: Account,
  { bytes, field, mapping, dateOrder = undefined, mode, sample = SAMPLE }: FileToRead,
  now: Date,
): Promise<ReadFile> {
  const places = makePlaces(deps, actor, account)
  const read: Said = {
    rows: 0,
    template: null,
    columns: [],
    unknownColumns: [],
    notes: [],
    errors: [],
    failed: 0,
  }
  const good: GoodLine[] = []
  let columns: Columns | undefined
  let times: UnreadTimes | undefined
  let hasUnsureDay = false
  for await (const line of readLines(bytes, field)) {
    if (!columns || !times) {
      requireHeader(line, field)
      columns = readColumns(line.cells, mapping, field)
      times = watchUnreadTimes(columns)
      const { known, unknown, template } = columns
      const notes = [...(template?.notes ?? []), ...zonesNotes(columns)]
      Object.assign(read, { columns: known, unknownColumns: unknown, template: template?.name ?? null, notes })
      if (!columns.isHeaderless) continue
    }
    read.rows++
    times.watch(line.cells)
    const row = await readRow({ account, columns, places, mode, dateOrder: dateOrder ?? null, read: line }, now)
    if ('errors' in row) {
      read.failed++
      hasUnsureDay ||= row.isUnsureDay === true
      for (const error of row.errors) if (read.errors.length < MOST_ERRORS) read.errors.push({ line: line.line, ...error })
      continue
    }
    good.push(goodLine({ line: line.line, post: row.post }, mode, row.day))
  }
  if (read.rows === 0)
    throw badRequest(
      field,
      (of) => `${of(field)} has no lines with pins. The first line names the columns; each line after it is a pin.`,
    )
  const { names: unread = [], nameless } = times?.found() ?? {}
  if (nameless !== undefined && mode !== 'draft') throw badRequest(field, namelessTimes(nameless))
  if (nameless !== undefined) read.notes.push(namelessTimes(nameless))
  if (unread.length > 0 && mode !== 'draft') refuseUnreadTimes(unread)
  if (unread.length > 0) read.notes.push(unreadTimesNote(unread))
  if (hasUnsureDay) read.notes.push(UNSURE_DAYS)
  const { lines, slots, full } = await placeDays(deps.db.sql, account, good, now)
  if (slots.length > 0) read.notes.push(slotsNote(slots.length))
  const isFull = full.map(({ line, day, because }): ImportError => {
    const message = say(dayIsFull(because).sentence, IN_A_FILE)
    return { line, ...(day.column !== undefined && { column: day.column }), message }
  })
  return {
    ...read,
    ...inParts(lines),
    failed: read.failed + full.length,
    errors: [...read.errors, ...isFull].sort((a, b) => a.line - b.line).slice(0, MOST_ERRORS),
    sample: lines.slice(0, sample).map(({ json }) => revived(JSON.parse(json) as StoredRow)),
    slots: slots.slice(0, MOST_ERRORS),
    unknownBoards: places.unknown(),
  }
}

const zonesNotes = ({ zones }: Columns): string[] =>
  [...new Set(Object.values(zones))].map((zone) => `Times are in the zone ${zone}, which a column names.`)

const slotsNote = (count: number): string =>
  count === 1
    ? '1 line has a date without a time. It takes the first open slot of that day.'
    : `${count.toLocaleString('en-US')} lines have a date without a time. Each takes the first open slot of its day.`

const UNSURE_DAYS = 'Some dates could be two days, such as 3/4/2027. Say whether the day or the month comes first in them.'

/** Checks the first line. @throws BAD_REQUEST `field`: without its columns no other line can be read */
function requireHeader({ problem }: Line, field: string): void {
  if (problem !== undefined)
    throw badRequest(field, (of) => `${of(field)} cannot be read, for its first line must name the columns. ${problem}`)
}

const namelessTimes = (index: number): string =>
  `Column ${index + 1} has no name, and its times are not read. Name it “Publish at”, or remove it.`

/** `nameless`: the first such column without a name, which no mapping can name. */
type UnreadTimes = { watch(cells: readonly string[]): void; found(): { names: string[]; nameless: number | undefined } }

/** Finds columns that are not read but have the time of lines without another one: by their names, or by most of their cells. */
function watchUnreadTimes({ at, maybeTimes, names }: Columns): UnreadTimes {
  const seen = new Map<number, { filled: number; times: number }>()
  const read = [...(at.get('sendAt') ?? []), ...(at.get('date') ?? [])]
  const called = new Set<number>()
  return {
    watch(cells) {
      if (read.some((index) => cells[index]?.trim())) return
      for (const index of maybeTimes.byName) if (/\d/.test(cells[index] ?? '')) called.add(index)
      for (const index of maybeTimes.others) {
        const cell = cells[index]?.trim() ?? ''
        if (cell === '') continue
        const { filled, times } = seen.get(index) ?? { filled: 0, times: 0 }
        seen.set(index, { filled: filled + 1, times: times + (isTimeAlone(cell) ? 1 : 0) })
      }
    },
    found() {
      const byCells = [...seen].flatMap(([index, { filled, times }]) => (times * 2 > filled ? index : []))
      const all = [...called, ...byCells].toSorted((a, b) => a - b)
      return { names: all.flatMap((index) => names[index] || []), nameless: all.find((index) => !names[index]) }
    },
  }
}

/**
 * Returns the columns of a file and their known fields, for a form in which the others are chosen. It refuses no columns.
 * @throws BAD_REQUEST `field`: no text, no CSV
 */
export async function readHeader(
  bytes: Uint8Array,
  { field, mapping = {} }: { field: string; mapping?: Mapping },
): Promise<{ columns: { name: string; field: ImportField | null }[] }> {
  for await (const line of readLines(bytes, field)) {
    requireHeader(line, field)
    const { names, fieldAt } = findColumns(line.cells, mapping)
    return { columns: names.map((name, index) => ({ name, field: fieldAt[index] ?? null })) }
  }
  return { columns: [] }
}
