/** Finds things by their names, above all boards: people rarely type the whole name. */
import { distance } from '../../core/lib/prose/nearest.js'

export type Named = { id: string; name: string }

/** Returns exact matches of the name or id, then names that begin with the words, then names that contain them. */
export function findByName<T extends Named>(items: readonly T[], words: string): T[] {
  const wanted = plain(words)
  const id = wanted.replace(/^b_/, '') // as our CSV export writes ids
  const ranked: [T[], T[], T[]] = [[], [], []]
  for (const item of items) {
    const name = plain(item.name)
    if (name === wanted || item.id === id) ranked[0].push(item)
    else if (name.startsWith(wanted)) ranked[1].push(item)
    else if (name.includes(wanted)) ranked[2].push(item)
  }
  return ranked.flat()
}

/** Letters that are compared: two thousand names are compared while other requests wait, and a name's beginning is enough. */
const COMPARED = 40
const WORDS_COMPARED = 3

/** Letters by which another name may be farther than the nearest one. */
const NEAR = 1

/**
 * Returns the few things whose names, or some of their words, are nearest to the typed words, nearest first; at least one if any
 * has a name.
 */
export function nearestByName<T extends Named>(items: readonly T[], words: string, most: number): T[] {
  const wanted = plain(words).slice(0, COMPARED)
  const compared = items.map((item) => ({ item, far: farFrom(wanted, partsOf(item.name, wanted)) })).sort((a, b) => a.far - b.far) // stable: equally near ones stay in their order
  const nearest = compared[0]?.far ?? 0
  return compared
    .filter(({ far }) => far <= nearest + NEAR)
    .slice(0, most)
    .map(({ item }) => item)
}

/** Returns the smallest distance to a part; skips parts whose length alone makes them farther. */
const farFrom = (wanted: string, parts: string[]): number =>
  parts.reduce(
    (least, part) => (Math.abs(part.length - wanted.length) >= least ? least : Math.min(least, distance(wanted, part))),
    Infinity,
  )

/** Returns the name and each run of as many of its words as were typed: "kichen" is near "Our kitchen shelves". */
function partsOf(name: string, wanted: string): string[] {
  const whole = plain(name.slice(0, 2 * COMPARED)).slice(0, COMPARED)
  const length = wanted.split(' ').length
  if (length > WORDS_COMPARED) return [whole]
  const own = whole.split(' ')
  return [whole, ...own.slice(0, own.length - length + 1).map((_, at) => own.slice(at, at + length).join(' '))]
}

const plain = (words: string): string => words.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
