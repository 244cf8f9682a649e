/** Reads one line of a file as a new post, or all its errors. */
import { withScheme } from '../../lib/http/url.js'
import { decodeHTML } from 'entities'
import type { Account } from '../../accounts/account.js'
import { say, type Called, type Sentence } from '../../lib/codes.js'
import { DomainError } from '../../lib/errors.js'
import { isHtml, textOfHtml } from '../../lib/prose/text-of-html.js'
import { issuesOf } from '../../lib/rows/read-all.js'
import { quoted } from '../../lib/prose/text.js'
import { isTimezone } from '../../lib/time.js'
import type { MediaSource } from '../../media/post-media.js'
import { whenOf } from '../../many/batch/check.js'
import type { BatchMode, NewBatchPost } from '../../many/batch/model.js'
import { EMPTY_CONTENT } from '../../posts/content.js'
import { readForm, requireForm } from '../../posts/create/form.js'
import type { When } from '../../posts/when.js'
import type { Columns } from './columns.js'
import { loadDateNames } from './date-names.js'
import type { DateOrder } from './days.js'
import type { DayAlone } from './good-lines.js'
import type { ImportColumn, ImportError, ImportField } from './model.js'
import type { Line } from './parse.js'
import type { Places } from './places.js'
import { isTimeOf, noTimeOfDay, readTime } from './times.js'

/** Matches character references that no person types. */
const REFERENCE = /&(?:amp|lt|gt|quot|apos|nbsp|hellip|[lr][sd]quo|[mn]dash|#\d{2,6}|#x[\da-f]{2,5});/i

/**
 * Reads a cell as a person sees it: HTML of a shop becomes lines, and a reference its character. Any other text is returned
 * unchanged.
 */
const textOfCell = (text: string): string =>
  isHtml(text) ? textOfHtml(text).replace(/\n{2,}/g, '\n') : REFERENCE.test(text) ? decodeHTML(text) : text

export type Problem = Omit<ImportError, 'line'>
export type RowOf = {
  account: Account
  columns: Columns
  places: Places
  mode: BatchMode
  dateOrder: DateOrder | null
  read: Pick<Line, 'cells' | 'problem'>
}

type Value = (field: ImportField) => string
type Report = (field: ImportField, message: string) => void

/**
 * Reads a line. @returns the post, with its day where that has no time of day, or why it cannot be one: each of several reasons
 */
export async function readRow(
  { account, columns, places, mode, dateOrder, read }: RowOf,
  now: Date,
): Promise<{ post: NewBatchPost; day?: DayAlone } | { errors: Problem[]; isUnsureDay?: boolean }> {
  const { cells } = read
  const spoiled = read.problem ?? splitText(columns, read) ?? unwanted(columns, cells, mode)
  if (spoiled !== undefined) return { errors: [{ message: spoiled }] } // cells may be in wrong columns, so nothing else is reported
  const value = valuesOf(columns, cells)
  const errors: Problem[] = []
  const report: Report = (field, message) => void errors.push({ ...named(columns.known, field), message })
  const zones = { own: columns.template?.zone ?? account.timezone ?? 'UTC', ofFile: cells[columns.zoneAt]?.trim() ?? '' }
  if (/\p{L}{3}/u.test(value('date') + value('sendAt'))) await loadDateNames()
  const { day, isUnsureDay, ...when }: ReadWhen = isDraft(columns, cells)
    ? { kind: 'draft' }
    : readWhen(value, { zones, columns, dateOrder }, report)
  const board = await readBoard(value, places, report)
  const [media, ...carouselItems] = readMedia(value, report)
  const { coverPicture, ...cover } = media ? readCover(value, media) : {}
  const text = columns.template?.name === 'Pinslot' ? value : (field: ImportField) => textOfCell(value(field))
  const post = {
    ...EMPTY_CONTENT,
    board,
    title: oneLineIfChanged(value('title'), text('title')) || null,
    description: text('description') || null,
    url: withScheme(value('url')) || null,
    altText: text('altText') || null,
    labels: listOf(value('labels')),
    aiDisclosures: listOf(value('aiDisclosures')).map((one) => one.toUpperCase().replaceAll(' ', '_')),
    ...cover,
  }
  const isRefused = new Set(errors.map(({ column }) => column))
  const judged = media && { ...post, media, carouselItems, when, ...(coverPicture && { coverPicture }) }
  for (const { field, sentence } of refusalsOf(post, judged, { account, when, mode }, now)) {
    const column = columnOf(columns.known, field)
    if (isRefused.has(column?.name)) continue // reported already
    errors.push({ ...(column && { column: column.name }), message: say(sentence, IN_A_FILE) })
  }
  if (errors.length > 0 || !judged) return { errors, isUnsureDay: isUnsureDay === true }
  return { post: judged, ...(day && { day }) }
}

/** Returns the cells of a field as one text: addresses of several columns, the first text of several, the parts of a date. */
export function valuesOf({ at, template }: Columns, cells: readonly string[]): Value {
  return (field) => {
    const [first = '', ...others] = (at.get(field) ?? []).map((index) => cells[index]?.trim() ?? '')
    if (others.length === 0) return first
    const all = [first, ...others]
    if (field === 'mediaUrl') return all.join('\n').trim()
    const isOfParts = template?.parts?.[field as 'date' | 'time'] !== undefined
    if (!isOfParts || all.every((cell) => cell === '')) return all.find((cell) => cell !== '') ?? ''
    return all.map((cell) => cell.padStart(2, '0')).join(field === 'date' ? '-' : ':')
  }
}

/** Joins the lines of a title that was HTML, because each element became a line. */
const oneLineIfChanged = (before: string, after: string) => (before === after ? after : after.replaceAll('\n', ' '))

const listOf = (cell: string) =>
  cell
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

const isYes = (cell = '') => /^(?:true|yes|1|x)$/i.test(cell.trim())
const isNo = (cell = '') => /^(?:false|no|0)$/i.test(cell.trim())
const isDraft = ({ draftsAt }: Columns, cells: readonly string[]) => isYes(cells[draftsAt])

const OTHER_NETWORKS =
  /^(?:facebook|fb|instagram|ig|twitter|x|linkedin|tiktok|threads|bluesky|mastodon|youtube|reddit|telegram|snapchat|google|gmb|gbp)(?:[ _](?:page|group|profile|account|company|business|my business|reels?|story|stories|shorts))?$/
/** True for a cell with the names of networks, Pinterest not among them. Other words may be of an account. */
const isForOthers = (cell = ''): boolean => {
  const named = cell
    .toLowerCase()
    .split(/[^\p{L}\p{N}_ ]+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return named.length > 0 && named.every((one) => OTHER_NETWORKS.test(one))
}

/** Returns why the file itself excludes a line: it is for other networks, or a draft where all lines are scheduled. */
function unwanted(columns: Columns, cells: readonly string[], mode: BatchMode): string | undefined {
  const { onlyAt, networksAt, names } = columns
  const at = isNo(cells[onlyAt]) ? onlyAt : isForOthers(cells[networksAt]) ? networksAt : -1
  if (at >= 0) return `“${names[at]}” says that this line is not for Pinterest.`
  if (mode === 'draft' || !isDraft(columns, cells)) return undefined
  return `“${names[columns.draftsAt]}” says that this line is a draft. Import drafts from a file of their own, as drafts.`
}

/**
 * Finds a text that an unquoted comma has split, which moves the cells behind it by one. Surplus empty cells, which some programs
 * write, are allowed unless a cell begins with a space, as the rest of a split text does.
 */
function splitText({ width }: Columns, { cells }: RowOf['read']): string | undefined {
  const surplus = cells.slice(width)
  const isOverfull = surplus.some((cell) => cell.trim() !== '')
  if (!isOverfull && !(surplus.length > 0 && cells.some((cell) => /^\s+\S/.test(cell)))) return undefined
  return (
    `This line has ${cells.length} cells, but the first line names ${width} columns. ` +
    'Put quotation marks around text that contains the separator, such as a comma, or name all columns.'
  )
}

type Judging = { account: Account; when: When; mode: BatchMode }

/** Returns the refusals that a batch would give for the line alone. */
function refusalsOf(
  post: Omit<NewBatchPost, 'media' | 'carouselItems' | 'when'>,
  whole: NewBatchPost | undefined,
  { account, when, mode }: Judging,
  now: Date,
): { field: string; sentence: Sentence }[] {
  const timed = { accountId: account.id, series: null, when: whenOf({ when }, mode) }
  return [
    ...refusedBy(() => requireForm({ ...post, ...timed }, { hasMedia: true }, now)),
    ...(whole ? refusedBy(() => readForm({ ...whole, ...timed }, now)) : []).filter(
      ({ field }) => isOfMedia(field) || isOfCover(field),
    ),
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

const isOfMedia = (field: string) => /mediaUrl$|^carouselItems|^mediaType$/.test(field) && !isOfCover(field)
const isOfCover = (field: string) => /^cover\b/.test(field)

const WORDS: Record<string, string> = {
  title: 'The title',
  description: 'The description',
  url: 'The link',
  altText: 'The alt text',
  labels: 'Labels',
  aiDisclosures: 'AI disclosures',
  sendAt: 'The time',
  boardId: 'A board',
  boardSectionId: 'The section',
  mediaType: 'The media type',
  cover: 'The cover',
  carouselItems: 'The other media URLs',
  post: 'pin',
}
/** The names of contract fields in a file. */
export const IN_A_FILE: Called = (name) =>
  /^cover\b/.test(name) ? 'The cover' : /mediaUrl$/.test(name) ? 'The media URL' : (WORDS[name] ?? name)

const named = (known: readonly ImportColumn[], field: ImportField) => {
  const column = known.find((one) => one.field === field)?.name
  return column === undefined ? {} : { column }
}

/** Returns the column of a field of the contract; undefined: no column has it. */
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
            : isOfCover(field)
              ? ['cover', 'thumbnail']
              : [field as ImportField] // or none of them
  return among.flatMap((one) => known.find((column) => column.field === one) ?? [])[0]
}

/** `own`: of the account, or the template. `ofFile`: what the line names as the zone of its date, which may be any text. */
type Zones = { own: string; ofFile: string }
type Reading = { zones: Zones; columns: Columns; dateOrder: DateOrder | null }

type ReadWhen = (Exclude<When, { kind: 'at' }> | { kind: 'at'; at: Date }) & { isUnsureDay?: true; day?: DayAlone }

/** True for the name of a place or UTC: `EST` is two zones to those who write it. */
const isZone = (name: string) => isTimezone(name) && /\/|^(?:UTC|GMT)$/.test(name)

/**
 * Reads the time of a line. Our own files have a date and the exact time: when an edit makes them differ, it is not known which
 * one is meant.
 */
function readWhen(value: Value, { zones, columns, dateOrder }: Reading, report: Report): ReadWhen {
  const { own, ofFile } = zones
  const { known, template, zones: called } = columns
  const reading = { order: dateOrder ?? template?.order ?? null, dayAloneAt: template?.dayAloneAt ?? null }
  const [exact, date, time] = [value('sendAt'), value('date'), value('time')]
  if (exact === '' && date === '') {
    if (time !== '') report('time', `${quoted(time)} has no date. Add one to this line.`)
    return { kind: 'draft' }
  }
  const given = ofFile || own
  const zone = called.date ?? called.time ?? given
  if (!isZone(given) && given !== own) {
    report(
      date === '' ? 'sendAt' : 'date',
      `${quoted(given)} is not a time zone. Write its name, such as Europe/Berlin, or clear it.`,
    )
    return { kind: 'nextOpenSlot' }
  }
  const read = exact === '' ? readTime(date, time, zone, reading) : readTime(exact, '', called.sendAt ?? given, reading)
  if ('at' in read) {
    const { at } = read
    const isShown = (one: string) => isTimeOf(at, date, time, one, reading)
    if (exact !== '' && date !== '' && !isShown(own) && !isShown(zone)) {
      const [one, other] = [named(known, 'date').column ?? '', named(known, 'sendAt').column ?? '']
      report('date', `“${one}” and “${other}” give different times. Clear one of them.`)
    }
    return { kind: 'at', at }
  }
  const isAlone = exact === '' || date === ''
  if ('day' in read && isAlone)
    return { kind: 'nextOpenSlot', day: { ...read.day, ...named(known, exact === '' ? 'date' : 'sendAt') } }
  report(exact === '' ? 'date' : 'sendAt', 'day' in read ? noTimeOfDay(exact) : read.problem)
  return { kind: 'nextOpenSlot', ...('isUnsureDay' in read && { isUnsureDay: true }) } // it is refused, together with what else it lacks to be scheduled
}

async function readBoard(value: Value, places: Places, report: Report): Promise<NewBatchPost['board']> {
  const [id, name] = [value('boardId'), value('board')]
  let section = value('section')
  let found = id === '' ? await places.board(name) : await places.boardById(id)
  if (id === '' && section === '' && found && 'problem' in found) {
    const both = await places.boardAndSection(name)
    if (both) {
      found = both
      section = both.section
    }
  }
  if (!found) {
    if (section !== '') report('section', 'A section needs a board in the same line.')
    return null
  }
  if ('problem' in found) {
    if (found.isUnknown) places.countUnknown(name)
    report(id === '' ? 'board' : 'boardId', found.problem)
    return null
  }
  const { boardId } = found
  const place = section === '' ? { boardSectionId: null } : await places.section(boardId, section)
  if ('problem' in place) {
    report(value('section') === '' ? 'board' : 'section', place.problem)
    return null
  }
  return { boardId, ...place }
}

const VIDEO = /\.(?:mp4|mov|m4v)(?:$|[?#])/i

function readMedia(value: Value, report: Report): Extract<MediaSource, { kind: 'url' }>[] {
  const type = value('mediaType').toLowerCase()
  if (type !== '' && type !== 'image' && type !== 'video')
    report('mediaType', `${quoted(type)} is not a media type. Write image or video, or leave the cell empty.`)
  const urls = addressesIn(value('mediaUrl'))
  if (urls.length === 0) report('mediaUrl', 'The image or video URL is missing.')
  return urls.map((url) => ({
    kind: 'url',
    url,
    mediaType: type === 'image' || type === 'video' ? type : VIDEO.test(url) ? 'video' : 'image',
  }))
}

const CLOCK = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,5})$/

/** Reads the cover: a second, or of a video a thumbnail, which is an address or a time in it such as `0:04`. */
function readCover(value: Value, { mediaType }: { mediaType?: string }): Partial<Pick<NewBatchPost, 'cover' | 'coverPicture'>> {
  const second = value('cover')
  const thumbnail = mediaType === 'video' ? value('thumbnail') : '' // other programs give one to pictures, too
  const [, hours = 0, minutes = 0, seconds] = CLOCK.exec(thumbnail) ?? []
  return {
    ...(second !== '' && { cover: Number(second) }),
    ...(seconds !== undefined && second === '' && { cover: (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) }),
    ...(thumbnail !== '' && seconds === undefined && { coverPicture: { kind: 'url', url: thumbnail, mediaType: 'image' } }),
  }
}

/**
 * Splits a cell into addresses, several of which are a carousel: at spaces, line breaks or bars, or at a comma or a semicolon
 * before the next address. A comma anywhere else belongs to its address, as in `w_800,h_1200`.
 */
export const addressesIn = (cell: string): string[] =>
  cell
    .split(/[\s|]+|[,;](?=https?:\/\/)/i)
    .map(withoutSeparators)
    .filter((address) => address !== '')

function withoutSeparators(address: string): string {
  const isSeparator = (sign = '') => sign === ',' || sign === ';'
  let [from, to] = [0, address.length]
  while (from < to && isSeparator(address[from])) from++
  while (to > from && isSeparator(address[to - 1])) to--
  return address.slice(from, to)
}
