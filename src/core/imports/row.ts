/** One line of a file as a new post, or all that is wrong with it. */
import type { Account } from '../accounts/account.js'
import { BOARD_ID } from '../boards/board.js'
import { DomainError, say, type Called, type Sentence } from '../lib/errors.js'
import { isTimezone } from '../lib/time.js'
import { issuesOf } from '../lib/read-all.js'
import type { MediaSource } from '../media/post-media.js'
import { whenOf } from '../posts/batch/check.js'
import type { BatchMode, NewBatchPost } from '../posts/batch/model.js'
import { readForm, requireForm } from '../posts/create-form.js'
import type { When } from '../posts/when.js'
import type { Columns } from './columns.js'
import type { ImportColumn, ImportError, ImportField } from './model.js'
import type { Places } from './places.js'
import { isTimeOf, readTime } from './times.js'

export type Problem = Omit<ImportError, 'line'>
export type RowOf = { account: Account; columns: Columns; places: Places; mode: BatchMode; cells: readonly string[] }

type Value = (field: ImportField) => string
type Report = (field: ImportField, message: string) => void

/** @returns the post, or why it cannot be one: each of several reasons */
export async function readRow(
  { account, columns, places, mode, cells }: RowOf,
  now: Date,
): Promise<{ post: NewBatchPost } | { errors: Problem[] }> {
  const split = splitText(columns, cells)
  if (split) return { errors: [{ message: split }] } // no cell is sure to be in its column: nothing else is said of them
  const value = (field: ImportField) => cells[columns.fieldAt.indexOf(field)]?.trim() ?? ''
  const errors: Problem[] = []
  const report: Report = (field, message) => void errors.push({ ...named(columns.known, field), message })
  const zones = { own: account.timezone ?? 'UTC', ofFile: cells[columns.zoneAt]?.trim() ?? '' }
  const when = readWhen(value, zones, columns, report)
  const board = await readBoard(value, places, report)
  const [media, ...carouselItems] = readMedia(value, report)
  const post = {
    board,
    title: value('title') || null,
    description: value('description') || null,
    url: value('url') || null,
    altText: value('altText') || null,
    isSimplified: true,
    productTagPinIds: [],
  }
  const isRefused = new Set(errors.map(({ column }) => column))
  const judged = media && { ...post, media, carouselItems, when }
  for (const { field, sentence } of refusalsOf(post, judged, { account, when, mode }, now)) {
    const column = columnOf(columns.known, field)
    if (isRefused.has(column?.name)) continue // what could not be read is said already
    errors.push({ ...(column && { column: column.name }), message: say(sentence, IN_A_FILE) })
  }
  return errors.length > 0 || !judged ? { errors } : { post: judged }
}

/**
 * A comma within a text that is not quoted makes two cells of it, and moves those behind it by one. Some programs end a line with empty
 * cells too many: those are let pass, unless a cell begins with a space, as the rest of a text does behind its comma.
 */
function splitText({ width }: Columns, cells: readonly string[]): string | undefined {
  const surplus = cells.slice(width)
  const isOverfull = surplus.some((cell) => cell.trim() !== '')
  if (!isOverfull && !(surplus.length > 0 && cells.some((cell) => /^\s+\S/.test(cell)))) return undefined
  return (
    `This line has ${cells.length} cells, but the first line names ${width} columns. ` +
    'Put quotation marks around text that contains the separator, such as a comma, or name all columns.'
  )
}

type Judging = { account: Account; when: When; mode: BatchMode }

/** As a batch would refuse it, by the line alone. */
function refusalsOf(
  post: Omit<NewBatchPost, 'media' | 'carouselItems' | 'when'>,
  whole: NewBatchPost | undefined,
  { account, when, mode }: Judging,
  now: Date,
): { field: string; sentence: Sentence }[] {
  const timed = { accountId: account.id, series: null, when: whenOf({ when }, mode) }
  return [
    ...refusedBy(() => requireForm({ ...post, ...timed }, { hasMedia: true }, now)),
    ...(whole ? refusedBy(() => readForm({ ...whole, ...timed }, now)) : []).filter(({ field }) => isOfMedia(field)),
  ]
}

function refusedBy(judge: () => unknown): { field: string; sentence: Sentence }[] {
  try {
    judge()
    return []
  } catch (error) {
    if (error instanceof DomainError && error.code === 'BAD_REQUEST') return issuesOf(error)
    throw error
  }
}

const isOfMedia = (field: string) => /mediaUrl$|^carouselItems|^mediaType$/.test(field)

const WORDS: Record<string, string> = {
  title: 'The title',
  description: 'The description',
  url: 'The link',
  altText: 'The alt text',
  sendAt: 'The time',
  boardId: 'A board',
  boardSectionId: 'The section',
  mediaType: 'The media type',
  carouselItems: 'The other media URLs',
  post: 'pin',
}
/** How a file calls what the contract calls otherwise. */
export const IN_A_FILE: Called = (name) => (/mediaUrl$/.test(name) ? 'The media URL' : (WORDS[name] ?? name))

const named = (known: readonly ImportColumn[], field: ImportField) => {
  const column = known.find((one) => one.field === field)?.name
  return column === undefined ? {} : { column }
}

/** Where a field of the contract is in the file; undefined: in no column of it. */
export function columnOf(known: readonly ImportColumn[], field: string | undefined): ImportColumn | undefined {
  const among: readonly ImportField[] =
    field === undefined || isOfMedia(field)
      ? ['mediaUrl']
      : field === 'sendAt'
        ? ['sendAt', 'date']
        : field === 'boardSectionId'
          ? ['section']
          : field === 'boardId'
            ? ['boardId', 'board']
            : [field as ImportField] // or none of them
  return among.flatMap((one) => known.find((column) => column.field === one) ?? [])[0]
}

/** `own`: of the account. `ofFile`: in which a file of ours shows its dates, also one of another account; '' or anything in other files. */
type Zones = { own: string; ofFile: string }

/** A file of ours has a date and the exact time: where somebody has changed one of them, nobody knows which one is meant. */
function readWhen(value: Value, { own, ofFile }: Zones, { known }: Columns, report: Report): When {
  const [exact, date, time] = [value('sendAt'), value('date'), value('time')]
  if (exact === '' && date === '') {
    if (time !== '') report('time', `“${time}” has no date. Add one to this line.`)
    return { kind: 'draft' }
  }
  const read = exact === '' ? readTime(date, time, own) : readTime(exact, '', own)
  if ('at' in read) {
    const { at } = read
    const isShown = (zone: string) => isTimeOf(at, date, time, zone)
    if (exact !== '' && date !== '' && !isShown(own) && !(isTimezone(ofFile) && isShown(ofFile))) {
      const [one, other] = [named(known, 'date').column ?? '', named(known, 'sendAt').column ?? '']
      report('date', `“${one}” and “${other}” give different times. Clear one of them.`)
    }
    return { kind: 'at', at }
  }
  report(exact === '' ? 'date' : 'sendAt', read.problem)
  return { kind: 'nextOpenSlot' } // it is refused: what else it lacks to be scheduled is said with it
}

async function readBoard(value: Value, places: Places, report: Report): Promise<NewBatchPost['board']> {
  const [id, name, section] = [value('boardId'), value('board'), value('section')]
  const byId = BOARD_ID.test(id)
    ? { boardId: id.replace(/^b_/, '') }
    : { problem: `“${id}” is not a board id: board ids are numbers.` }
  const found = id === '' ? await places.board(name) : byId
  if (!found) {
    if (section !== '') report('section', 'A section needs a board in the same line.')
    return null
  }
  if ('problem' in found) {
    report(id === '' ? 'board' : 'boardId', found.problem)
    return null
  }
  const place = section === '' ? { boardSectionId: null } : await places.section(found.boardId, section)
  if ('problem' in place) {
    report('section', place.problem)
    return null
  }
  return { ...found, ...place }
}

const VIDEO = /\.(?:mp4|mov|m4v)(?:$|[?#])/i

/** Several addresses with a space, a line break or a bar between them are a carousel. */
function readMedia(value: Value, report: Report): MediaSource[] {
  const type = value('mediaType').toLowerCase()
  if (type !== '' && type !== 'image' && type !== 'video')
    report('mediaType', `“${type}” is not a media type. Write image or video, or leave the cell empty.`)
  const urls = value('mediaUrl')
    .split(/[\s|]+/)
    .filter((url) => url !== '')
  if (urls.length === 0) report('mediaUrl', 'The image or video URL is missing.')
  return urls.map((url) => ({
    kind: 'url',
    url,
    mediaType: type === 'image' || type === 'video' ? type : VIDEO.test(url) ? 'video' : 'image',
  }))
}
