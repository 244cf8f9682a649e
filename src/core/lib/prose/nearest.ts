/** Returns the word that a mistyped one probably meant. */
export function nearest(typed: string, words: readonly [string, ...string[]]): string {
  const wanted = typed.toLowerCase()
  const [first] = words
  return words.reduce((best, word) => (distance(wanted, word) < distance(wanted, best) ? word : best), first)
}

/**
 * Counts the letters to insert, delete, replace, or swap with their neighbour (optimal string alignment).
 * @param most the limit: a greater distance returns some number above it
 */
export function distance(from: string, to: string, most = Infinity): number {
  if (Math.abs(from.length - to.length) > most) return most + 1
  let before = new Uint16Array(to.length + 1)
  let above = Uint16Array.from(before, (_, column) => column)
  let line = new Uint16Array(to.length + 1)
  for (let row = 1; row <= from.length; row++) {
    line[0] = row
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const least = Math.min(above[column - 1]! + (isSame ? 0 : 1), above[column]! + 1, line[column - 1]! + 1) // within the lines
      line[column] = isSwapped ? Math.min(least, before[column - 2]! + 1) : least
    }
    if (most !== Infinity && Math.min(...above, ...line) > most)
      return (
        most + 1 // a swap reaches back two rows, no further
      )
    ;[before, above, line] = [above, line, before]
  }
  return above.at(-1) ?? 0
}
