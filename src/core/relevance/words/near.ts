/** Typing slips. Pure. */

/**
 * Likeness from 0 to 1 of two words that may be one: letters swapped, missing, added or changed, one in words of five letters and more,
 * two from nine on, the first letter always right. One slip in five letters makes 0.6, in ten 0.8; 0 is another word.
 */
export function nearness(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  if (shorter < 5 || a.charCodeAt(0) !== b.charCodeAt(0)) return 0
  const most = shorter >= 9 ? 2 : 1
  if (Math.abs(a.length - b.length) > most) return 0
  const slips = distance(a, b, most)
  return slips > most ? 0 : 1 - (2 * slips) / Math.max(a.length, b.length)
}

/** Optimal string alignment; gives up above `most`. */
function distance(a: string, b: string, most: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const now = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1
      let cost = Math.min(last[column]! + 1, now[column - 1]! + 1, last[column - 1]! + change)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, before[column - 2]! + 1)
      now.push(cost)
    }
    if (Math.min(...now) > most) return most + 1
    before = last
    last = now
  }
  return last[b.length]!
}
