/** Keywords with graded pins: those given by --data or beside the project, and else the graded set of the tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { PinText } from '../../../src/core/insight/relevance/score.js'
import { root } from '../../../src/root.js'
import { graded } from '../../../test/core/relevance/support/graded.js'

export type Query = { keyword: string; pins: { pin: PinText; grade: number }[]; unrelated: PinText[] }
/** `isKnown`: the scorer was made with these keywords. */
export type Dataset = { name: string; isKnown: boolean; grades: number; queries: Query[]; all: PinText[] }

const BESIDE = path.join(root, '..', 'shared', 'data', 'relevance', 'dev')
const UNRELATED = 20

/** A folder's files `<name>.json.gz`, or one such file. @param where of --data; @throws Error where that is missing */
export function readDatasets(where?: string): Dataset[] {
  if (where === undefined) return existsSync(BESIDE) ? readDatasets(BESIDE) : [gradedSet()]
  if (where.endsWith('.gz')) return [readOne(where)]
  return readdirSync(where)
    .filter((file) => file.endsWith('.json.gz'))
    .sort()
    .map((file) => readOne(path.join(where, file)))
}

type Stored = {
  name: string
  split: string
  grades: number
  docs: [id: string, title: string, description: string][]
  queries: { id: string; q: string; j: [doc: number, grade: number][] }[]
}

function readOne(file: string): Dataset {
  const { name, split, grades, docs, queries } = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Stored // made for this bench
  const all = docs.map(([, title, description]) => ({ title, description }))
  return {
    name,
    isKnown: split === 'dev',
    grades,
    all,
    queries: queries.map(({ id, q, j }) => ({
      keyword: q,
      pins: j.map(([doc, grade]) => ({ pin: all[doc]!, grade })),
      unrelated: unrelatedTo(q, id, all, new Set(j.map(([doc]) => doc))),
    })),
  }
}

function gradedSet(): Dataset {
  const all = graded.flatMap(({ pins }): PinText[] => pins)
  return {
    name: 'graded',
    isKnown: true,
    grades: 4,
    all,
    queries: graded.map(({ keyword, pins }, at) => ({
      keyword,
      pins: pins.map((pin) => ({ pin, grade: pin.grade })),
      unrelated: unrelatedTo(keyword, String(at), all, new Set(pins.map((pin) => all.indexOf(pin)))),
    })),
  }
}

/** Pins that nobody graded for the keyword and that share no word with it, always the same. */
function unrelatedTo(keyword: string, seed: string, all: readonly PinText[], own: ReadonlySet<number>): PinText[] {
  const starts = (keyword.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) =>
    word.slice(0, Math.max(3, word.length - 2)),
  )
  let state = 2166136261
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619) >>> 0
  const found: PinText[] = []
  for (let tries = 0; found.length < UNRELATED && tries < 20 * UNRELATED; tries++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const at = state % all.length
    const pin = all[at]!
    const text = `${pin.title} ${pin.description} ${pin.altText ?? ''}`.toLowerCase()
    if (!own.has(at) && !starts.some((start) => text.includes(start))) found.push(pin)
  }
  return found
}

/** So many pins as in a pool of a platform, none quite as another. */
export const aPool = ({ all }: Dataset, size: number): (PinText & { id: number })[] =>
  Array.from({ length: size }, (_, id) => {
    const pin = all[id % all.length]!
    return { id, title: pin.title, description: `${pin.description} v${Math.floor(id / all.length)}` }
  })
