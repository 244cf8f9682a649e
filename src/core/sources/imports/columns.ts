/** Finds which column of a file is which field: by its name, as we and other programs call it, ignoring case and spacing. */
import { badRequest, DomainError } from '../../lib/errors.js'
import { cut } from '../../lib/prose/text.js'
import { isTimezone } from '../../lib/time.js'
import { IMPORT_FIELDS, type ImportColumn, type ImportField, type Mapping } from './model.js'
import { headerlessTemplateOf, type Template, templateOf } from './templates.js'

/** The names in lower case, without spaces and signs; those of other schedulers' templates are among them. */
const NAMES: Record<ImportField, readonly string[]> = {
  title: ['title', 'pintitle', 'name', 'headline', 'producttitle', 'titel', 'titre', 'titulo', 'título', 'titolo'],
  description: [
    ...['description', 'pindescription', 'text', 'caption', 'message', 'content', 'posttext', 'body', 'postcontent', 'bodyhtml'],
    ...['beschreibung', 'descripcion', 'descripción', 'descrizione', 'descrição', 'beschrijving'],
  ],
  url: [
    ...['link', 'url', 'destination', 'destinationlink', 'destinationurl', 'sourceurl', 'website', 'websiteurl', 'pinlink'],
    ...['linkurl', 'links', 'lien', 'enlace'],
  ],
  mediaUrl: [
    ...['mediaurl', 'mediaurls', 'media', 'image', 'imageurl', 'images', 'imageurls', 'imagelink', 'imagesrc', 'picture'],
    ...['pictureurl', 'photo', 'photourl', 'bildurl', 'urlimagen', 'urldelaimagen', 'urlimmagine'],
    ...['video', 'videourl', 'videourls', 'gif', 'gifurl', 'gifurls'],
  ],
  mediaType: ['mediatype'],
  cover: ['coversecond', 'coverseconds'],
  thumbnail: ['thumbnail', 'thumbnailurl', 'coverimage', 'coverimageurl'],
  board: ['board', 'boardname', 'pinterestboard', 'boards', 'pinterestboardname', 'pinnwand', 'tablero', 'bacheca'],
  boardId: ['boardid', 'pinterestboardid'],
  section: ['section', 'boardsection', 'sectionid', 'boardsectionid', 'sectionname'],
  altText: ['alttext', 'alttexts', 'alt', 'imagealttext', 'alternativetext', 'imagealt'],
  labels: ['labels', 'label'],
  aiDisclosures: ['aidisclosures', 'aidisclosure'],
  sendAt: ['publishat', 'sendat', 'scheduledat', 'scheduleat', 'postatspecifictime', 'runat', 'postat'],
  date: [
    ...['date', 'publishdate', 'postingdate', 'scheduleddate', 'scheduledate', 'datetime', 'dateandtime', 'dateortime'],
    ...['scheduledtime', 'scheduleddatetime', 'scheduledatetime', 'scheduleddateandtime', 'scheduledfor', 'scheduledon'],
    ...['publishdatetime', 'publishtimestamp', 'publishon', 'postingtime', 'postdate', 'dateandtimeofpost', 'golivedate'],
    ...['datum', 'fecha'],
  ],
  time: ['time', 'publishtime', 'scheduletime', 'posttime', 'hour', 'uhrzeit', 'hora', 'heure'],
}
const TIMES: ReadonlySet<ImportField> = new Set(['sendAt', 'date', 'time'])
const FIELD_OF = new Map(Object.entries(NAMES).flatMap(([field, names]) => names.map((name) => [name, field as ImportField])))
/** Names of times at which a pin was published, read only when no other column can be its time. */
const MAYBE_TIMES = ['publishedat', 'published', 'postedat', 'publicationdate']

/** Names of times that are no publishing times. */
const NO_PLAN =
  /creat|updat|modif|edited|added|saved|import|expir|deadline|birth|sale|zone|duration|thumb|reminder|(?:prep|cook|total|reading|life|run)time|shipping|deliver/
const TIME_NAME =
  /date|time|schedul|publish|(?:run|send|post|go|air|live)(?:at|on|s)?$|^when|datum|zeit|fecha|hora|heure|дата|время|日時|日付|時間|时间|日期/

/** Matches a zone in the name of a column that is none of ours: `(EST)`, `[UTC+2]`. */
const OTHER_ZONE = /[([]\s*(?:(?!GMT)[A-Z]{1,4}T|MSK|(?:UTC|GMT)?\s?[+\u2212-]\d{1,2}(?::?\d{2})?)\s*[)\]]/
const UTC_NAMED = /(?<![a-z])(?:utc|gmt)(?![a-z])|(?<=[a-z])(?:utc|gmt)$/i

/** Returns the zone that a column of times names, as in `Date (UTC)`; null: it names one that is not known. */
export function zoneIn(name: string): string | null | undefined {
  if (OTHER_ZONE.test(name)) return null
  const place = /(?<![A-Za-z_])[A-Z][A-Za-z_]{1,30}(?:\/[A-Z][\w+-]{1,30}){1,2}/.exec(name)?.[0]
  if (place !== undefined && isTimezone(place)) return place
  return UTC_NAMED.test(name) ? 'UTC' : undefined
}

const NETWORKS = /^(?:social)?(?:media)?(?:network|platform|channel)s?$/

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** Returns a name with and without what is in brackets, as in `postAtSpecificTime (YYYY-MM-DD HH:mm:ss)`. */
const plainNames = (name: string): string[] => [
  ...new Set([plain(name), plain(name.replace(/\([^()]{0,200}\)|\[[^[\]]{0,200}\]/g, ''))]),
]
/** Returns a name without its number, as in `Picture Url 2`. */
const unnumbered = (name: string) => name.replace(/\d{1,2}$/, '')

/** The limit in characters: otherwise a long name would be repeated in as many errors as there are lines. */
const MOST_NAMED = 200

export type Columns = {
  known: ImportColumn[]
  /** Names of columns that are not read. */
  unknown: string[]
  /** The positions of each field: several columns of pictures, or the parts of a date. */
  at: ReadonlyMap<ImportField, readonly number[]>
  /** The field of each column, by position. */
  fieldAt: (ImportField | undefined)[]
  /** Columns that are not read but may be times: by their names, or only by their cells. */
  maybeTimes: { byName: ReadonlySet<number>; others: ReadonlySet<number> }
  names: string[]
  /** The number of columns, up to the last one that has a name. */
  width: number
  /** The column with the zone of the date; -1: there is none. */
  zoneAt: number
  /** The zones that the columns of times name. */
  zones: Partial<Record<ImportField, string>>
  template: Template | null
  /** The columns that mark a line as not for Pinterest, or as a draft. */
  onlyAt: number
  /** The column that names the networks of a line. */
  networksAt: number
  draftsAt: number
  /** True when the first line is a pin. */
  isHeaderless: boolean
}

/** Finds the columns by their names, without a check that they are enough. */
export function findColumns(header: readonly string[], mapping: Mapping = {}): Columns {
  const headerless = headerlessTemplateOf(header)
  const names = (headerless?.headerless?.names.slice(0, header.length) ?? header).map((name) => name.trim())
  const plains = names.map(plainNames)
  const template = headerless ?? templateOf(new Set(plains.flat()), names.filter(Boolean).length)
  const fieldAt = names.map((name, index) => {
    if (Object.hasOwn(mapping, name)) return mapping[name] ?? undefined
    return fieldOf(plains[index] ?? [], template)
  })
  const isTime = (index: number) => TIMES.has(fieldAt[index] ?? 'title')
  for (const [index, name] of names.entries())
    if (isTime(index) && zoneIn(name) === null && !Object.hasOwn(mapping, name)) fieldAt[index] = undefined
  settleTimes(plains, fieldAt, names, mapping)
  const isRead = (index: number) => fieldAt[index] !== undefined
  const unread = new Set(template?.unread)
  const open = names.flatMap((name, index) => {
    const isSettled = isRead(index) || Object.hasOwn(mapping, name)
    return isSettled || plains[index]?.some((one) => unread.has(one) || NO_PLAN.test(one)) ? [] : [index]
  })
  const isCalledTime = (index: number) => plains[index]?.some((one) => TIME_NAME.test(one)) === true
  const zones = Object.fromEntries(
    names.flatMap((name, index) => (isTime(index) ? [[fieldAt[index], zoneIn(name)]] : []).filter(([, zone]) => zone)),
  ) as Columns['zones']
  const placeOf = (wanted: string | undefined) => names.findIndex((name) => wanted !== undefined && plain(name) === wanted)
  const zoneAt = names.findIndex((name) => plain(name) === 'timezone' && !Object.hasOwn(mapping, name))
  return {
    known: names.flatMap((name, index) => {
      const field = fieldAt[index]
      return field ? [{ name: cut(name, MOST_NAMED), field }] : []
    }),
    unknown: names.filter((name, at) => !isRead(at) && at !== zoneAt && name !== '').map((name) => cut(name, MOST_NAMED)),
    at: placesOf(plains, fieldAt, template),
    fieldAt,
    maybeTimes: { byName: new Set(open.filter(isCalledTime)), others: new Set(open.filter((index) => !isCalledTime(index))) },
    names,
    width: names.findLastIndex((name) => name !== '') + 1,
    zoneAt,
    zones,
    template,
    onlyAt: placeOf(template?.only),
    networksAt: names.findIndex((name, at) => fieldAt[at] === undefined && plainNames(name).some((one) => NETWORKS.test(one))),
    draftsAt: placeOf(template?.drafts),
    isHeaderless: headerless !== null,
  }
}

function fieldOf(plains: readonly string[], template: Template | null): ImportField | undefined {
  const { fields = {}, unread = [] } = template ?? {}
  if (plains.some((name) => unread.includes(name))) return undefined
  const own = plains.map((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined)).find(Boolean)
  const known = own ?? plains.map((name) => FIELD_OF.get(name)).find(Boolean)
  if (known) return known
  return plains.some((name) => unnumbered(name) !== name && FIELD_OF.get(unnumbered(name)) === 'mediaUrl')
    ? 'mediaUrl'
    : undefined
}

/** Reads a lone column of times as one with the date, and a column of past times as the plan where there is no other. */
function settleTimes(plains: string[][], fieldAt: (ImportField | undefined)[], names: string[], mapping: Mapping): void {
  const isFree = (index: number) => !Object.hasOwn(mapping, names[index] ?? '')
  if (fieldAt.includes('date') || fieldAt.includes('sendAt')) return
  const clock = fieldAt.indexOf('time')
  const gone = plains.findIndex((own, index) => fieldAt[index] === undefined && own.some((name) => MAYBE_TIMES.includes(name)))
  const only = gone >= 0 ? gone : clock
  if (only >= 0 && isFree(only)) fieldAt[only] = 'date'
}

/**
 * Returns the positions of each field in the order of the file, or of the template; columns that only the template knows come
 * last.
 */
function placesOf(plains: string[][], fieldAt: readonly (ImportField | undefined)[], template: Template | null) {
  const at = new Map<ImportField, number[]>()
  for (const [index, field] of fieldAt.entries()) if (field) at.set(field, [...(at.get(field) ?? []), index])
  const isOfTemplate = (index: number) => plains[index]?.some((name) => template?.fields?.[name] !== undefined) === true
  const texts = at.get('description') ?? []
  if (texts.length > 1) at.set('description', [...texts.filter((index) => !isOfTemplate(index)), ...texts.filter(isOfTemplate)])
  for (const [field, parts] of Object.entries(template?.parts ?? {})) {
    const places = parts.map((part) => plains.findIndex((own) => own.includes(part)))
    if (places.every((place) => fieldAt[place] === field)) at.set(field as ImportField, places)
  }
  return at
}

/** True for columns of pictures that belong together: numbered, of another kind, or named by the caller. */
function areTogether(columns: readonly string[], mapping: Mapping): boolean {
  const kindOf = (name: string) => /video|gif/.exec(plain(name))?.[0] ?? ''
  const given = columns.filter((name) => !Object.hasOwn(mapping, name))
  const slots = given.map((name) => `${kindOf(name)} ${/\d{1,2}$/.exec(plain(name))?.[0] ?? ''}`)
  const stems = new Set(given.filter((name) => kindOf(name) === '').map((name) => unnumbered(plain(name))))
  return new Set(slots).size === slots.length && stems.size <= 1
}

/**
 * Reads the columns of a file. @param field the name of the file in a refusal
 * @throws BAD_REQUEST `field` (no column of a picture, two of one field), mapping (a column that is not there)
 */
export function readColumns(header: readonly string[], mapping: Mapping, field: string): Columns {
  const columns = findColumns(header, mapping)
  const names = new Set(columns.names)
  for (const name of Object.keys(mapping))
    if (!names.has(name))
      throw badRequest('mapping', (of) => `${of('mapping')} names the column “${short(name)}”, which is not in the file.`)
  requireOneEach(columns, mapping, field)
  if (!columns.at.has('mediaUrl')) throw unreadable([...names], columns, field)
  return columns
}

function requireOneEach({ known, template }: Columns, mapping: Mapping, field: string): void {
  for (const own of IMPORT_FIELDS) {
    const [one, other] = known.filter((column) => column.field === own).map(({ name }) => name)
    if (one === undefined || other === undefined) continue
    const all = known.flatMap((column) => (column.field === own ? column.name : []))
    if (own === 'mediaUrl' && areTogether(all, mapping)) continue
    if (template && all.some((name) => plainNames(name).some((plainName) => template.fields?.[plainName] === own))) continue
    throw badRequest(
      field,
      (of) =>
        `The columns “${short(one)}” and “${short(other)}” are both read as ${of(own)}. Rename one, or leave one out in ${of('mapping')}.`,
    )
  }
}

/** Returns the note about columns that seem to be times. */
export function unreadTimesNote(columns: readonly string[]): string {
  const shown = columns.slice(0, NAMES_SHOWN).map((name) => `“${short(name)}”`)
  return `${shown.join(', ')} ${columns.length > 1 ? 'look like times, and are' : 'looks like a time, and is'} not read.`
}

/**
 * Refuses columns with times that are not read. @throws BAD_REQUEST mapping: their times would be lost, and the lines published
 * at other times
 */
export function refuseUnreadTimes(columns: readonly string[]): never {
  throw new DomainError(
    'BAD_REQUEST',
    (of) =>
      `${unreadTimesNote(columns)} In ${of('mapping')}, say whether ${columns.length > 1 ? 'each' : 'it'} is ${of('sendAt')}, ${of('date')} ` +
      `or ${of('time')}, or leave it out.`,
    { field: 'mapping', unreadTimes: columns },
  )
}

const NAMES_SHOWN = 8
const short = (name: string) => cut(name, 40)

/** Returns the error for a file without pictures: what is missing, what was found, and what to do. */
function unreadable(names: readonly string[], { known }: Columns, field: string) {
  const given = names.filter((name) => name !== '')
  const more = given.length - NAMES_SHOWN
  const shown = given.slice(0, NAMES_SHOWN).map((name) => `“${short(name)}”`)
  const list = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return badRequest(
    field,
    (of) =>
      `No column of ${of(field)} has image URLs. Name one “Media URL”, or choose one in ${of('mapping')}. ` +
      `The first line must name the columns; it has ${list || 'no names'}${known.length > 0 ? `, of which ${known.length} are known` : ''}. ` +
      `A column can be ${IMPORT_FIELDS.map((name) => of(name)).join(', ')}.`,
  )
}
