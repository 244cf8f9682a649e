/** The word that a mistyped one was probably meant to be. */
export function nearest(typed: string, words: readonly [string, ...string[]]): string {
  const wanted = typed.toLowerCase()
  const [first] = words
  return words.reduce((best, word) => (distance(wanted, word) < distance(wanted, best) ? word : best), first)
}

/** How many letters to insert, take out, exchange, or swap with their neighbour (optimal string alignment). */
function distance(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    for (let column = 1; column <= to.length; column++) {
      const at = (cells: number[], index: number) => cells[index] ?? Infinity
      const exchanged = at(above, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwapped ? at(before, column - 2) + 1 : Infinity
      line.push(Math.min(exchanged, swapped, at(above, column) + 1, at(line, column - 1) + 1))
    }
    before = above
    above = line
  }
  return above.at(-1) ?? 0
}
