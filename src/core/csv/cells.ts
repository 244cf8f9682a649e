/** Rows of a spreadsheet as CSV. What a spreadsheet would compute is text in it. */
import { stringify } from 'csv-stringify/sync'

/** Spreadsheets take what begins with one of these for a formula; the last four are their wide forms. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u
const DEFUSED = /^'+[=+\-@\t\r\n＝＋－＠]/u

/** An apostrophe before it makes a formula text. What begins with apostrophes before one gets another, so that undefused() knows them. */
export const defused = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** What was written by defused(). */
export const undefused = (text: string): string => (DEFUSED.test(text) ? text.slice(1) : text)

export type Cell = string | number | null

/** Lines of CSV as RFC 4180 has them, ended by CRLF; null is an empty cell. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? defused(cell) : cell))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ }, // a line break alone would be left bare
  )

/** Spreadsheets on Windows take a file without it for one of their own code page. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A platform's id with letters before it: of eighteen digits alone spreadsheets make a rounded number. */
export const boardCell = (boardId: string | null): string | null => boardId && `b_${boardId}`
export const sectionCell = (sectionId: string | null): string | null => sectionId && `s_${sectionId}`
