/** Things that people call by their names, boards first of all: what was typed is rarely the whole of it. */
import { distance } from '../../core/lib/prose/nearest.js'

export type Named = { id: string; name: string }

/** Those called so, or with this id, then those that begin with the words, then those that contain them. */
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

/** Letters: nobody mistypes more than the beginning of a name, and two thousand names are compared with it while others wait. */
const COMPARED = 40
const WORDS_COMPARED = 3

/** Letters: further than the nearest name by more, another one is no help. */
const NEAR = 1

/** The few whose names, or some words of them, come nearest to what was typed; nearest first. There is one where there is any name. */
export function nearestByName<T extends Named>(items: readonly T[], words: string, most: number): T[] {
  const wanted = plain(words).slice(0, COMPARED)
  const compared = items.map((item) => ({ item, far: farFrom(wanted, partsOf(item.name, wanted)) })).sort((a, b) => a.far - b.far) // stable: equally near ones stay in their order
  const nearest = compared[0]?.far ?? 0
  return compared
    .filter(({ far }) => far <= nearest + NEAR)
    .slice(0, most)
    .map(({ item }) => item)
}

/** What is longer or shorter by more letters than another part is far is no nearer. */
const farFrom = (wanted: string, parts: string[]): number =>
  parts.reduce(
    (least, part) => (Math.abs(part.length - wanted.length) >= least ? least : Math.min(least, distance(wanted, part))),
    Infinity,
  )

/** The name, and every run of as many of its words as were typed: "kichen" is near to "Our kitchen shelves". */
function partsOf(name: string, wanted: string): string[] {
  const whole = plain(name.slice(0, 2 * COMPARED)).slice(0, COMPARED)
  const length = wanted.split(' ').length
  if (length > WORDS_COMPARED) return [whole]
  const own = whole.split(' ')
  return [whole, ...own.slice(0, own.length - length + 1).map((_, at) => own.slice(at, at + length).join(' '))]
}

const plain = (words: string): string => words.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
