/** A page on its way to a parser: piece by piece, and no further than any page needs. */
import type { Parser } from 'htmlparser2'

const PIECE = 4_096
/** So deep is nothing that people read. */
const MOST_OPEN = 2_000
/** The parser compares each end tag with what is open, so that many of both take minutes: so many comparisons are a tenth of a second. */
const MOST_WORK = 50_000_000

/** What comes after a limit is left out. @param open how many elements are open now */
export function writeInPieces(parser: Parser, page: string, open: () => number): void {
  let work = 0
  for (let at = 0; at < page.length && open() < MOST_OPEN && work < MOST_WORK; at += PIECE) {
    const piece = page.slice(at, at + PIECE)
    const before = open()
    parser.write(piece)
    work += (piece.split('</').length - 1) * Math.max(before, open())
  }
}
