/** Reads the lines of a file as cells, piece by piece. Invalid quotation marks in one line affect no other line. */
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { undefused } from '../../many/csv-cells.js'
import { badRequest } from '../../lib/errors.js'
import { makeSlices } from '../../lib/work/slices.js'
import { decodeFile } from './decode.js'
import { MOST_ROWS } from './model.js'

const LONGEST_LINE = 64 * 1024
const MOST_COLUMNS = 200
/** The most broken lines: finding where the next line begins takes a millisecond each. */
const MOST_BROKEN = 1000
const DELIMITERS = [',', ';', '\t', '|'] as const

/** @param line where it begins, from 1 */
export type Line = {
  line: number
  cells: string[]
  /** Why its cells cannot be read. */
  problem?: string
}

const UNCLOSED = 'A quotation mark in this line is not closed. Remove it, or put the whole cell in quotation marks and double it.'
const MIDDLE =
  'Quotation marks in this line are in the middle of cells, and it has not one cell for each column. ' +
  'Double each of them, and put the cell in quotation marks.'
const TOO_LONG = 'This line is longer than 64 KiB. Shorten it, or close its quotation marks.'

/** The characters parsed at once, which takes about a millisecond. */
const BATCH = 16 * 1024

/**
 * Yields the first line, then the others without empty ones. It yields to other work between pieces, and between lines that take
 * the caller long.
 * @throws BAD_REQUEST too many lines or columns, no text in UTF-8 or UTF-16
 */
export async function* readLines(bytes: Uint8Array, field: string): AsyncGenerator<Line, void> {
  const text = decodeFile(bytes, field)
  const [marked] = /^"?sep=.?"?[ \t]*(?:\r\n|\n|\r|$)/i.exec(text) ?? ['']
  const head = text.slice(marked.length, marked.length + LONGEST_LINE)
  const form = { delimiter: /sep=([^"\r\n])/i.exec(marked)?.[1] ?? delimiterOf(head), lineBreak: lineBreakOf(head), width: 0 }
  const betweenLines = makeSlices()
  let line = marked === '' ? 1 : 2
  let at = marked.length
  let count = -1
  let broken = 0
  while (at < text.length) {
    for (const { cells, next, ...read } of readBatch(text, at, form)) {
      if (cells.length > MOST_COLUMNS) throw badRequest(field, (of) => `${of(field)} has more than ${MOST_COLUMNS} columns.`)
      if (read.problem !== undefined || cells.some((cell) => cell.trim() !== '')) {
        if (++count > MOST_ROWS)
          throw badRequest(field, (of) => `${of(field)} has more than ${MOST_ROWS} lines with a pin. Split the file.`)
        if (read.problem !== undefined && ++broken > MOST_BROKEN)
          throw badRequest(field, (of) => `${of(field)} has more than ${MOST_BROKEN} lines that cannot be read. ${read.problem}`)
        if (count === 0) form.width = cells.findLastIndex((cell) => cell.trim() !== '') + 1
        yield { ...read, line, cells: cells.map(undefused) }
        await betweenLines()
      }
      line += linesIn(text.slice(at, next))
      at = next
    }
    await betweenLines()
  }
}

const linesIn = (text: string): number => text.match(/\r\n|[\r\n]/g)?.length ?? 0

/** The end of a line, as in the first line. Programs on a Mac write CR, and LF within a cell. */
type LineBreak = '\n' | '\r'

const lineBreakOf = (head: string): LineBreak => (/\r\n|[\r\n]/.exec(withoutQuoted(head))?.[0] === '\r' ? '\r' : '\n')

/** Replaces each cell in quotation marks by a letter. */
const withoutQuoted = (text: string): string => text.replace(/"[^"]*"/g, 'x')

/** Returns the delimiter of the first line that is not blank: the character that separates most cells. */
function delimiterOf(head: string): string {
  const first =
    withoutQuoted(head)
      .split(/[\r\n]/)
      .find((line) => line.trim() !== '') ?? ''
  const count = (sign: string) => first.split(sign).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

type EndOfRecord = { first: number; whole: number | undefined }

/**
 * Returns the end of the first line, and of the lines that close its quotation marks; `whole` undefined: nothing near closes
 * them.
 */
function endOfRecord(text: string, from: number, lineBreak: LineBreak): EndOfRecord {
  let first: number | undefined
  let isQuoted = false
  const last = Math.min(text.length, from + LONGEST_LINE)
  for (let at = from; at < last; at++) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === lineBreak) {
      first ??= at
      if (!isQuoted) return { first, whole: at }
    }
  }
  const end = text.indexOf(lineBreak, last)
  first ??= end === -1 ? text.length : end
  return { first, whole: last === text.length && !isQuoted ? text.length : undefined }
}

/** `width`: the number of columns with a name; 0: not read yet. */
type Form = { delimiter: string; lineBreak: LineBreak; width: number }
type ReadRecord = Omit<Line, 'line'> & { next: number }
type Found = { from: number; end: EndOfRecord }

/** Reads some lines, up to the first one that is not valid. */
function readBatch(text: string, from: number, form: Form): ReadRecord[] {
  if (form.width === 0) return [readAlone(text, from, form)]
  const found: Found[] = []
  for (let at = from; at < text.length && at < from + BATCH; at = (found.at(-1)?.end.whole ?? text.length) + 1) {
    const end = endOfRecord(text, at, form.lineBreak)
    if (end.whole === undefined) break
    found.push({ from: at, end })
  }
  const records = found.map(({ from: start, end }) => between(text, start, end.whole ?? start, form))
  const cells = cellsOf(records, form.delimiter)
  if (cells && found.length > 0) return found.map(({ end }, index) => ({ cells: cells[index] ?? [], next: (end.whole ?? 0) + 1 }))
  const read: ReadRecord[] = []
  for (const { from: start, end } of found) {
    const one = readAlone(text, start, form)
    read.push(one)
    if (one.next !== (end.whole ?? 0) + 1) return read // the next one begins elsewhere
  }
  return read.length > 0 ? read : [readAlone(text, from, form)]
}

/**
 * Reads a record as well as possible: quotation marks that are not doubled count as letters, if that gives a cell for each
 * column.
 */
function readAlone(text: string, from: number, form: Form): ReadRecord {
  const sound = readSound(text, from, form)
  if (sound) return sound
  const { first } = endOfRecord(text, from, form.lineBreak)
  if (first - from > LONGEST_LINE) return { cells: [], problem: TOO_LONG, next: first + 1 }
  const cells = readLoosely(text, from, form)
  if (cells && (form.width === 0 || cells.length === form.width)) return { cells, next: first + 1 }
  const next = endOfBroken(text, { from, next: first + 1 }, form)
  const after = linesIn(text.slice(first + 1, next).trimEnd()) + (next > first + 1 ? 1 : 0)
  const lost = after === 0 ? '' : ` ${after === 1 ? 'The line after it was' : `The ${after} lines after it were`} left out, too.`
  return { cells: [], problem: (cells ? MIDDLE : UNCLOSED) + lost, next }
}

function readSound(text: string, from: number, form: Form): ReadRecord | undefined {
  const { whole } = endOfRecord(text, from, form.lineBreak)
  if (whole === undefined) return undefined
  const record = [between(text, from, whole, form)]
  const [cells] = cellsOf(record, form.delimiter) ?? cellsOf(record, form.delimiter, { trim: form.delimiter !== '\t' }) ?? []
  return cells && { cells, next: whole + 1 }
}

/**
 * Reads a line with stray quotation marks. @returns undefined: what is within its quotation marks may be two cells, or half of
 * one
 */
function readLoosely(text: string, from: number, form: Form): string[] | undefined {
  const { first } = endOfRecord(text, from, form.lineBreak)
  const [cells] = cellsOf([between(text, from, first, form)], form.delimiter, { relax_quotes: true }) ?? []
  const isMixed = (cell: string) => /^\s*"/.test(cell) && (/^\s/.test(cell) || cell.includes(form.delimiter))
  return cells?.some(isMixed) ? undefined : cells
}

/**
 * Returns where the next record begins after an unreadable one: at a line with a cell for each column that is too long to be part
 * of what comes before. The rest of a cell with several lines must not become a pin.
 */
function endOfBroken(text: string, { from, next }: { from: number; next: number }, form: Form): number {
  const countIn = (line: string, sign: string) => line.split(sign).length - 1
  let parts = countIn(text.slice(from, next), form.delimiter)
  let at = next
  while (at < text.length && at < from + LONGEST_LINE) {
    const { first } = endOfRecord(text, at, form.lineBreak)
    const line = text.slice(at, first)
    parts += countIn(line, form.delimiter)
    const isWhole = (readSound(text, at, form)?.cells.length ?? 0) >= form.width
    const isLoose = !isWhole && readLoosely(text, at, form)?.length === form.width
    const isEnd = isLoose && countIn(line, '"') % 2 === 1 // it closes what was open
    if (isEnd) return first + 1
    const isBrokenToo = countIn(line, form.delimiter) === form.width - 1
    if ((isWhole || isLoose || isBrokenToo) && parts >= form.width) return at
    at = first + 1
  }
  return Math.min(at, text.length)
}

const between = (text: string, from: number, to: number, { lineBreak }: Form) =>
  lineBreak === '\n' ? text.slice(from, to).replace(/\r$/, '') : text.slice(from, to)

/** Ends a record for the parser, because no text contains it and line breaks are parts of cells. */
const END = '\0'

/** Parses records. @returns undefined: one of them has invalid quotation marks */
function cellsOf(records: readonly string[], delimiter: string, options: Options = {}): string[][] | undefined {
  try {
    const quoted = records.filter((record) => record.includes('"'))
    const parsed = quoted.length === 0 ? [] : parse(quoted.join(END), { ...PARSER, delimiter, ...options })
    if (parsed.length !== quoted.length) return undefined
    const parts = parsed.values()
    return records.map((record) => (record.includes('"') ? (parts.next().value ?? []) : record.split(delimiter)))
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

const PARSER = { record_delimiter: END, relax_column_count: true } as const
