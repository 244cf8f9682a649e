/** Feeds a page to a parser piece by piece, within limits that no ordinary page reaches. */
import type { Parser } from 'htmlparser2'

const PIECE = 4_096
/** Content that people read is never nested this deep. */
const MOST_OPEN = 2_000
/**
 * The parser compares each end tag with all open elements, so many of both take minutes; this many comparisons take a tenth of a
 * second.
 */
const MOST_WORK = 50_000_000

/**
 * Leaves out what follows a limit.
 * @param open returns how many elements are open
 */
export function writeInPieces(parser: Parser, page: string, open: () => number): void {
  let work = 0
  for (let at = 0; at < page.length && open() < MOST_OPEN && work < MOST_WORK; at += PIECE) {
    const piece = page.slice(at, at + PIECE)
    const before = open()
    parser.write(piece)
    work += (piece.split('</').length - 1) * Math.max(before, open())
  }
}
