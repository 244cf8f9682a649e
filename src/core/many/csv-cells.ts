/** Writes rows as CSV. Text that a spreadsheet would compute stays text. */
import { stringify } from 'csv-stringify/sync'

/** Spreadsheets treat text that begins with one of these as a formula; the last four are full-width forms. */
const SIGNS = '=+\\-@＝＋－＠'
/** Matches the start of a formula, also after characters that spreadsheets drop at the start of a cell. */
const START = `'*[${SIGNS}\\t\\r\\n]`
/**
 * Spreadsheets that separate cells by semicolons or tabs, such as Excel in German and French, see the next cell after one. For
 * them our quotes are text unless a cell begins with them, so each line of a text begins a cell, too.
 */
const BEHIND = '(?<=[;\\t\\r\\n])'
const NEXT = `["']*[${SIGNS}]`
const FORMULA = new RegExp(`^(?=${START})|${BEHIND}(?=${NEXT})`, 'gu')
const DEFUSED = new RegExp(`^'(?=${START})|${BEHIND}'(?=${NEXT})`, 'gu')

/** Adds an apostrophe to make a formula text. Existing apostrophes get one more, so that undefused() recognizes them. */
export const defused = (text: string): string => text.replace(FORMULA, "'")

/** Reverts defused(). */
export const undefused = (text: string): string => text.replace(DEFUSED, '')

export type Cell = string | number | null

/** Writes lines of CSV by RFC 4180, ended by CRLF; null is an empty cell. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? defused(cell) : cell))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ }, // a line break alone would be left bare
  )

/** The mark without which spreadsheets on Windows read a file in their own code page. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Prefixes a platform's id with letters: spreadsheets round numbers of eighteen digits. */
export const boardCell = (boardId: string | null): string | null => boardId && `b_${boardId}`
export const sectionCell = (sectionId: string | null): string | null => sectionId && `s_${sectionId}`
