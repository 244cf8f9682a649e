/** Recognizes typing errors. Pure. */

/** A changed letter makes another word of a shorter one: "boots" and "books", "horse" and "house". */
const LONG_ENOUGH_TO_CHANGE = 7

/**
 * Returns the likeness of two words, 0 to 1: letters swapped, missing or added, in words of seven letters and more also changed.
 * One error is allowed from five letters, two from nine, never in the first letter; one error in five letters gives 0.6, in ten
 * 0.8; 0 is another word.
 */
export function nearness(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < 5 || short.charCodeAt(0) !== long.charCodeAt(0)) return 0
  const most = short.length >= 9 ? 2 : 1
  if (long.length - short.length > most) return 0
  const slips = slipsBetween(short, long, most)
  if (slips > most) return 0
  const isChanged = short.length === long.length && !isSwapped(short, long)
  return isChanged && short.length < LONG_ENOUGH_TO_CHANGE ? 0 : 1 - (2 * slips) / long.length
}

function isSwapped(a: string, b: string): boolean {
  const at = sameStart(a, b)
  return a[at] === b[at + 1] && a[at + 1] === b[at]
}

function sameStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

/** Counts errors, trying alternatives only at the first difference, so that a pair costs a walk instead of a table. */
function slipsBetween(a: string, b: string, most: number): number {
  const at = sameStart(a, b)
  const [restA, restB] = [a.slice(at), b.slice(at)]
  if (restA === '' || restB === '') return restA.length + restB.length
  if (most === 0) return 1
  const on = (fromA: number, fromB: number) => 1 + slipsBetween(restA.slice(fromA), restB.slice(fromB), most - 1)
  const isSwap = restA.length > 1 && restB.length > 1 && restA[0] === restB[1] && restA[1] === restB[0]
  return Math.min(on(1, 1), on(1, 0), on(0, 1), isSwap ? on(2, 2) : most + 1)
}
