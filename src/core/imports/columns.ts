/** Which column of a file is which field: by its name, as we and other schedulers call it, case and spacing aside. */
import { badRequest } from '../lib/errors.js'
import { IMPORT_FIELDS, type ImportColumn, type ImportField, type Mapping } from './model.js'

/** Without case, spaces and signs. Names of Pinterest's own template, Tailwind, Buffer, Later and Hootsuite are among them. */
const NAMES: Record<ImportField, readonly string[]> = {
  title: ['title', 'pintitle', 'name', 'headline'],
  description: ['description', 'pindescription', 'text', 'caption', 'message', 'content', 'posttext', 'body'],
  url: [
    'link',
    'url',
    'destination',
    'destinationlink',
    'destinationurl',
    'sourceurl',
    'website',
    'websiteurl',
    'pinlink',
    'linkurl',
  ],
  mediaUrl: [
    ...[
      'mediaurl',
      'media',
      'image',
      'imageurl',
      'images',
      'imageurls',
      'imagelink',
      'picture',
      'pictureurl',
      'photo',
      'photourl',
    ],
    ...['mediaurls', 'video', 'videourl'],
  ],
  mediaType: ['mediatype'],
  board: ['board', 'boardname', 'pinterestboard', 'boards', 'pinterestboardname'],
  boardId: ['boardid', 'pinterestboardid'],
  section: ['section', 'boardsection', 'sectionid', 'boardsectionid', 'sectionname'],
  altText: ['alttext', 'alt', 'imagealttext', 'alternativetext', 'imagealt'],
  sendAt: ['publishat', 'sendat', 'scheduledat', 'postatspecifictime'],
  date: [
    ...['date', 'publishdate', 'postingdate', 'scheduleddate', 'scheduledate', 'datetime', 'dateandtime', 'scheduledtime'],
    ...['publishdatetime', 'publishtimestamp', 'postingtime', 'postdate', 'dateandtimeofpost'],
  ],
  time: ['time', 'publishtime', 'scheduletime', 'posttime'],
}
const FIELD_OF = new Map(Object.entries(NAMES).flatMap(([field, names]) => names.map((name) => [name, field as ImportField])))

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

export type Columns = {
  known: ImportColumn[]
  /** Names of those that are not read. */
  unknown: string[]
  /** By the place of the column. */
  fieldAt: (ImportField | undefined)[]
  /** Up to the last one that has a name. */
  width: number
  /** Of our own files: where a line names the zone of its date; -1: there is none. */
  zoneAt: number
}

/** The columns by their names, without a judgement whether they are enough. */
export function findColumns(header: readonly string[], mapping: Mapping = {}): Columns {
  const names = header.map((name) => name.trim())
  const fieldAt = names.map((name) => {
    const mapped = Object.hasOwn(mapping, name) ? mapping[name] : FIELD_OF.get(plain(name))
    return mapped ?? undefined
  })
  return {
    known: names.flatMap((name, index) => {
      const field = fieldAt[index]
      return field ? [{ name, field }] : []
    }),
    unknown: names.filter((name, index) => fieldAt[index] === undefined && name !== ''),
    fieldAt,
    width: names.findLastIndex((name) => name !== '') + 1,
    zoneAt: names.findIndex((name) => plain(name) === 'timezone'),
  }
}

/**
 * @param field how the file is called in a refusal
 * @throws BAD_REQUEST `field` (no column of a picture, two of one field), mapping (a column that is not there)
 */
export function readColumns(header: readonly string[], mapping: Mapping, field: string): Columns {
  const columns = findColumns(header, mapping)
  const names = new Set(header.map((name) => name.trim()))
  for (const name of Object.keys(mapping))
    if (!names.has(name))
      throw badRequest('mapping', (of) => `${of('mapping')} names the column “${short(name)}”, which is not in the file.`)
  requireOneEach(columns, field)
  if (!columns.known.some((one) => one.field === 'mediaUrl')) throw unreadable([...names], columns, field)
  return columns
}

function requireOneEach({ known }: Columns, field: string): void {
  const seen = new Map<ImportField, string>()
  for (const { name, field: own } of known) {
    const other = seen.get(own)
    if (other !== undefined)
      throw badRequest(
        field,
        (of) =>
          `The columns “${short(other)}” and “${short(name)}” are both read as ${of(own)}. Rename one, or leave one out in ${of('mapping')}.`,
      )
    seen.set(own, name)
  }
}

const NAMES_SHOWN = 8
const NAME_SHOWN = 40
const short = (name: string) => (name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name)

/** Nothing of it can be imported: says what is missing, what is there, and the way on. */
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
