/** Lines of a file as cells, read piece by piece. */
import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { undefused } from '../csv/cells.js'
import { badRequest } from '../lib/errors.js'
import { makeSlices } from '../lib/event-loop/slices.js'
import { MOST_BYTES, MOST_BYTES_TEXT, MOST_ROWS } from './model.js'

/** Parsed in one go: one of nothing but commas takes longest, some milliseconds. */
const PIECE = 16 * 1024
const LONGEST_LINE = 64 * 1024
const MOST_COLUMNS = 200

/** @param line where it begins, from 1 */
export type Line = { line: number; cells: string[] }

const SAVE_AS = 'In Excel, save it as “CSV UTF-8”; in Google Sheets, download it as CSV.'

/** @throws BAD_REQUEST too large, or no text in UTF-8 */
export function requireText(bytes: Uint8Array, field: string): void {
  if (bytes.length > MOST_BYTES)
    throw badRequest(field, (of) => `${of(field)} is larger than ${MOST_BYTES_TEXT}. Split the file.`)
  const [first, second] = bytes
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isMarked || bytes.includes(0))
    throw badRequest(field, (of) => `${of(field)} is UTF-16 or not text at all. Save it as UTF-8. ${SAVE_AS}`)
  if (!isUtf8(bytes)) throw badRequest(field, (of) => `${of(field)} is not UTF-8: it may be Latin-1 or Windows-1252. ${SAVE_AS}`)
}

/**
 * The first line, then the others, empty ones left out. Between pieces, and between lines that take their reader long, others get their turn.
 * @throws BAD_REQUEST too many lines or columns, a quote that never ends
 */
export async function* readLines(bytes: Uint8Array, field: string): AsyncGenerator<Line, void> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    delimiter: delimiterOf(bytes),
    max_record_size: LONGEST_LINE,
  })
  Readable.from(pieces(bytes), { objectMode: false })
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  const betweenLines = makeSlices()
  let count = -1
  let tooMany = 0 // within quotes the parser takes CR LF for two lines
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.length > MOST_COLUMNS) throw badRequest(field, (of) => `${of(field)} has more than ${MOST_COLUMNS} columns.`)
      if (++count > MOST_ROWS)
        throw badRequest(field, (of) => `${of(field)} has more than ${MOST_ROWS} lines with a pin. Split the file.`)
      yield { line: Math.max(1, info.lines - countOf(record, /[\r\n]/g) - tooMany), cells: record.map(undefused) }
      tooMany += countOf(record, /\r\n/g)
      await betweenLines()
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const reason = plainReason(error)
    throw badRequest(field, (of) => `${of(field)} cannot be read: ${reason}.`)
  } finally {
    parser.destroy()
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    yield bytes.subarray(from, from + PIECE)
    await setImmediate()
  }
}

/** That of the header: a comma, a semicolon where the comma is in numbers, a tab. */
function delimiterOf(bytes: Uint8Array): string {
  const [head = ''] = Buffer.from(bytes.subarray(0, LONGEST_LINE))
    .toString('utf8')
    .split(/\r?\n|\r/, 1)
  const bare = head.replace(/"[^"]*"/g, '')
  const count = (sign: string) => bare.split(sign).length
  return [',', ';', '\t'].sort((a, b) => count(b) - count(a))[0] ?? ','
}

const countOf = (record: readonly string[], what: RegExp) =>
  record.reduce((sum, cell) => sum + (cell.match(what)?.length ?? 0), 0)

function plainReason({ code, lines }: CsvError & { lines?: number }): string {
  const where = lines === undefined ? '' : ` near line ${lines}`
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `a quotation mark is not closed${where}`
  if (code === 'CSV_MAX_RECORD_SIZE') return `a line is too long${where}, or a quotation mark is not closed`
  return `a quotation mark is in the middle of a cell${where}. Double it, and put the cell in quotation marks`
}
