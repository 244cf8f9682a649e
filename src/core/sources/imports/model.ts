/** A file of pins, and the result of each of its lines. */
import { MAX_BYTES, MAX_SIZE_TEXT } from '../../media/formats.js'
import type { BatchMode, NewBatchPost } from '../../many/batch/model.js'
import { EMPTY_CONTENT } from '../../posts/content.js'
import type { DateOrder } from './days.js'

export const MOST_ROWS = 10_000
export const MOST_BYTES = MAX_BYTES.csv
export const MOST_BYTES_TEXT = MAX_SIZE_TEXT.csv
/** The most errors that an import lists; further ones are counted. */
export const MOST_ERRORS = 1_000
/** An import with so many notes gets no more. */
export const MOST_NOTES = 100

export const IMPORT_FIELDS = [
  'title',
  'description',
  'url',
  'mediaUrl',
  'mediaType',
  'cover',
  'thumbnail',
  'board',
  'boardId',
  'section',
  'altText',
  'labels',
  'aiDisclosures',
  'sendAt',
  'date',
  'time',
] as const
/** The fields that a column can have. `sendAt` wins over `date` and `time`, `boardId` over `board`. */
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Fields by the names of the columns in the file; null: the column is left out. */
export type Mapping = Readonly<Record<string, ImportField | null>>

export type ImportColumn = { name: string; field: ImportField }
export type ImportError = { line: number; column?: string; message: string }
export const IMPORT_STATUSES = ['queued', 'processing', 'success', 'failed'] as const
/** `cancelled`: by a person or a key; `not_allowed`: its sender may no longer add pins. */
export const STOPS = ['cancelled', 'not_allowed'] as const
export type ImportStop = (typeof STOPS)[number]
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** A line of the file as a new post. */
export type ReadRow = { line: number; post: NewBatchPost }

/** A line whose times are text in JSON. */
export type StoredRow = Omit<ReadRow, 'post'> & { post: Omit<NewBatchPost, 'when'> & { when: StoredWhen } }
type StoredWhen =
  | Exclude<NewBatchPost['when'], { kind: 'at' }>
  | { kind: 'at'; at: string; day?: { from: string; until: string } }

/** Restores a line. One that was stored before a field was there lacks it. */
export function revived({ line, post: { when, ...stored } }: StoredRow): ReadRow {
  const post = { ...EMPTY_CONTENT, ...stored }
  if (when.kind !== 'at') return { line, post: { ...post, when } }
  const day = when.day && { day: { from: new Date(when.day.from), until: new Date(when.day.until) } }
  return { line, post: { ...post, when: { kind: 'at', at: new Date(when.at), ...day } } }
}

/** An import. `success`: it is over, and something was created; `failed`: nothing was. */
export type Import = {
  /** null: a preview. */
  id: string | null
  accountId: string
  status: ImportStatus
  mode: BatchMode
  /** Lines with a pin. */
  rows: number
  created: number
  /** Lines that were refused. Each may have several errors. */
  failed: number
  /** The program whose template the columns match, if known. */
  template: string | null
  columns: ImportColumn[]
  unknownColumns: string[]
  /** Sentences on how the file was read, to be checked before the import, and on what its pins lost. */
  notes: string[]
  /** The errors by line, at most MOST_ERRORS of them. */
  errors: ImportError[]
  /** Why its last lines were not written; null: it was not stopped. */
  stoppedBecause: ImportStop | null
  createdAt: Date
  /** The batches that created its pins; a preview has none. */
  batchIds?: string[]
  /** null: its pins were not deleted by an undo. */
  undoneAt?: Date | null
}

/** What an import of the file would do, as far as the file, the boards and the credit determine it. */
export type ImportPreview = Import & {
  id: null
  /** The first valid lines, as they were read. */
  sample: ReadRow[]
  /** Lines with a date but no time, each with the slot that it takes. */
  slots: { line: number; at: Date }[]
  /** Names that are no board of the account, each with its number of lines, the most frequent first; the first twenty. */
  unknownBoards: { name: string; lines: number }[]
}

/** The source of an import. */
export type ImportFile =
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'upload'; uploadId: string }

export type NewImport = {
  accountId: string
  file: ImportFile
  mapping: Mapping
  /** The order in dates such as 3/4/2027; absent: the template's, else such a date is refused. */
  dateOrder?: DateOrder | undefined
  /** The mode for lines without a time, as in a batch. */
  mode: BatchMode
  /** How many lines a preview shows. */
  sample?: number | undefined
}
