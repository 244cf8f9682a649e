/** Lines of at most 75 octets, as RFC 5545 section 3.1 requires. */
const MOST_OCTETS = 75

/** Breaks longer lines before a character, never within one: the rest follows a line end and a space. */
export const foldLines = (text: string): string => text.split('\r\n').map(foldLine).join('\r\n')

function foldLine(line: string): string {
  if (line.length * 3 <= MOST_OCTETS || Buffer.byteLength(line) <= MOST_OCTETS) return line
  const bytes = Buffer.from(line)
  const pieces: string[] = []
  let start = 0
  for (let room = MOST_OCTETS; bytes.length - start > room; room = MOST_OCTETS - 1) {
    let end = start + room
    while (isWithinCharacter(bytes[end])) end--
    pieces.push(bytes.toString('utf8', start, end))
    start = end
  }
  return [...pieces, bytes.toString('utf8', start)].join('\r\n ')
}

/** True for every byte of a UTF-8 character but its first. */
const isWithinCharacter = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
