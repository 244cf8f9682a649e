/** Rows of a spreadsheet as CSV. What a spreadsheet would compute is text in it. */
import { stringify } from 'csv-stringify/sync'

/** Spreadsheets take what begins with one of these for a formula; the last four are their wide forms. */
const SIGNS = '=+\\-@＝＋－＠'
/** At the start of a cell also what they drop before one. */
const START = `'*[${SIGNS}\\t\\r\\n]`
/**
 * Spreadsheets that part cells by semicolons or tabs, as Excel does in German and French, see the next cell behind one. To them our quotes are letters
 * unless a cell begins with them, so that each line of a text begins a cell, too.
 */
const BEHIND = '(?<=[;\\t\\r\\n])'
const NEXT = `["']*[${SIGNS}]`
const FORMULA = new RegExp(`^(?=${START})|${BEHIND}(?=${NEXT})`, 'gu')
const DEFUSED = new RegExp(`^'(?=${START})|${BEHIND}'(?=${NEXT})`, 'gu')

/** An apostrophe before it makes a formula text. Where there are apostrophes already there is one more, so that undefused() knows them. */
export const defused = (text: string): string => text.replace(FORMULA, "'")

/** What was written by defused(). */
export const undefused = (text: string): string => text.replace(DEFUSED, '')

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
