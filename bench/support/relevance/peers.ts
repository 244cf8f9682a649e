/** What else ranks texts: MiniSearch, BM25 and ts_rank of Postgres, each over the pool of one request. */
import { createRequire } from 'node:module'
import path from 'node:path'
import { stemmer } from '@orama/stemmers/english'
import type { PinText } from '../../../src/core/insight/relevance/score.js'
import type { Pool } from '../../../src/db/pool.js'
import { root } from '../../../src/root.js'

/** Unbounded scores, in the order of the pins. */
export type Ranker = (keyword: string, pins: readonly PinText[]) => number[] | Promise<number[]>

/** The parts of its interface that are used here. */
type MiniSearch = {
  addAll(documents: readonly object[]): void
  search(query: string, options: object): { id: number; score: number }[]
}

/** Indexes and searches. undefined: `npm install --prefix bench` was not run. */
export function findMiniSearch(): ((keyword: string, pins: readonly PinText[]) => number[]) | undefined {
  const load = createRequire(path.join(root, 'bench', 'package.json'))
  let MiniSearch: new (options: object) => MiniSearch
  try {
    MiniSearch = load('minisearch') as typeof MiniSearch
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
  return (keyword, pins) => {
    const index = new MiniSearch({ fields: ['title', 'description'] })
    index.addAll(pins.map(({ title, description }, id) => ({ id, title, description })))
    const scores = pins.map(() => 0)
    for (const { id, score } of index.search(keyword, { boost: { title: 2 }, fuzzy: 0.2, prefix: true })) scores[id] = score
    return scores
  }
}

const termsOf = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stemmer(word))
/** The usual constants. */
const [K1, B] = [1.2, 0.75]

/** The title counts twice; document frequencies are of the pool. */
export const bm25: Ranker = (keyword, pins) => {
  const texts = pins.map(({ title, description }) => termsOf(`${title} ${title} ${description}`))
  const average = texts.reduce((sum, text) => sum + text.length, 0) / texts.length
  const frequency = new Map<string, number>()
  for (const text of texts) for (const term of new Set(text)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const wanted = [...new Set(termsOf(keyword))]
  return texts.map((text) =>
    wanted.reduce((sum, term) => {
      const count = text.filter((other) => other === term).length
      const seen = frequency.get(term) ?? 0
      const rarity = Math.log(1 + (texts.length - seen + 0.5) / (seen + 0.5))
      return sum + (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * text.length) / average))
    }, 0),
  )
}

/** Any of the words counts; the title weighs more (A against C). */
export const tsRank =
  (db: Pool): Ranker =>
  async (keyword, pins) => {
    const words = keyword.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    const rows = await db.sql<{ rank: number }[]>`
      with wanted as (select to_tsquery('english', ${words.join(' | ')}) as query)
      select ts_rank(
               setweight(to_tsvector('english', pin.title), 'A') || setweight(to_tsvector('english', pin.description), 'C'),
               wanted.query,
               1
             )::float8 as rank
        from unnest(${pins.map(({ title }) => title)}::text[], ${pins.map(({ description }) => description)}::text[])
             with ordinality as pin (title, description, at),
             wanted
       order by pin.at`
    return rows.map(({ rank }) => rank)
  }
