/** A fast pre-check before a table look-up: most words of a pin begin like no word of the keyword. Pure. */

const SLOTS = 4096

/** Makes a filter that is true for every word that shares its first letters with a given word, and for few others. */
export function startFilter(words: Iterable<string>, letters: 1 | 2 | 3): (word: string) => boolean {
  const starts = new Uint8Array(SLOTS)
  const slotOf = (word: string) => {
    let slot = word.charCodeAt(0)
    if (letters > 1 && word.length > 1) slot = slot * 37 + word.charCodeAt(1)
    if (letters > 2 && word.length > 2) slot = slot * 37 + word.charCodeAt(2)
    return slot & (SLOTS - 1)
  }
  for (const word of words) starts[slotOf(word)] = 1
  return (word) => starts[slotOf(word)] === 1
}
