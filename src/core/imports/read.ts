/** A whole file as new posts, each line with what is wrong with it. Media are not read. */
import type { Account } from '../accounts/account.js'
import type { Actor } from '../lib/actor.js'
import { badRequest } from '../lib/errors.js'
import type { Deps } from '../ports/deps.js'
import { whenOf } from '../posts/batch/check.js'
import { type BatchMode, MOST_POSTS } from '../posts/batch/model.js'
import { type Columns, findColumns, readColumns } from './columns.js'
import { MOST_ERRORS, type Import, type ImportField, type Mapping, type ReadRow } from './model.js'
import { readLines, requireText } from './parse.js'
import { makePlaces } from './places.js'
import { readRow } from './row.js'

/** Shown of a preview, where nothing else is asked for. */
const SAMPLE = 5

export type ReadFile = Pick<Import, 'rows' | 'columns' | 'unknownColumns' | 'errors' | 'failed'> & {
  /** What can be written, in the order of the file: a hundred lines each, as JSON, so that memory holds no objects of them. */
  chunks: string[]
  /** The first of it. */
  sample: ReadRow[]
  /** Lines that would be on the schedule, or asked for. */
  timed: number[]
}

export type FileToRead = { bytes: Uint8Array; field: string; mapping: Mapping; mode: BatchMode; sample?: number | undefined }

/** @throws BAD_REQUEST `field` (no text, no CSV, no pins, no column of a picture), mapping */
export async function readFile(
  deps: Deps,
  actor: Actor,
  account: Account,
  { bytes, field, mapping, mode, sample = SAMPLE }: FileToRead,
  now: Date,
): Promise<ReadFile> {
  requireText(bytes, field)
  const places = makePlaces(deps, actor, account)
  const read: ReadFile = {
    rows: 0,
    columns: [],
    unknownColumns: [],
    errors: [],
    failed: 0,
    chunks: [],
    sample: [],
    timed: [],
  }
  let chunk: ReadRow[] = []
  const closeChunk = () => {
    if (chunk.length > 0) read.chunks.push(JSON.stringify(chunk))
    chunk = []
  }
  let columns: Columns | undefined
  for await (const { line, cells } of readLines(bytes, field)) {
    if (!columns) {
      columns = readColumns(cells, mapping, field)
      Object.assign(read, { columns: columns.known, unknownColumns: columns.unknown })
      continue
    }
    read.rows++
    const row = await readRow({ account, columns, places, mode, cells }, now)
    if ('errors' in row) {
      read.failed++
      for (const error of row.errors) if (read.errors.length < MOST_ERRORS) read.errors.push({ line, ...error })
      continue
    }
    const good = { line, post: row.post }
    if (read.sample.length < sample) read.sample.push(good)
    if (whenOf(row.post, mode).kind !== 'draft') read.timed.push(line)
    if (chunk.push(good) === MOST_POSTS) closeChunk()
  }
  closeChunk()
  if (read.rows === 0)
    throw badRequest(
      field,
      (of) => `${of(field)} has no lines with pins. The first line names the columns; each line after it is a pin.`,
    )
  return read
}

/**
 * What the columns of a file are called, and which of them are known: for a form that asks for the others. Never refused for what they are.
 * @throws BAD_REQUEST `field`: no text, no CSV
 */
export async function readHeader(
  bytes: Uint8Array,
  { field, mapping = {} }: { field: string; mapping?: Mapping },
): Promise<{ columns: { name: string; field: ImportField | null }[] }> {
  requireText(bytes, field)
  for await (const { cells } of readLines(bytes, field)) {
    const { fieldAt } = findColumns(cells, mapping)
    return { columns: cells.map((name, index) => ({ name: name.trim(), field: fieldAt[index] ?? null })) }
  }
  return { columns: [] }
}
