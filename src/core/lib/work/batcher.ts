/** Combines many calls into few statements: calls that arrive during one statement share the next. */
import { settlesWithin } from '../timeout.js'

export type Batcher<Item, Result> = {
  /** Runs one statement for all. undefined at an item's index: it could not be processed with the others. */
  together: (items: Item[]) => Promise<(Result | undefined)[]>
  /** Runs one statement for one item: when it could not be processed with the others, or the shared statement failed. */
  alone: (item: Item) => Promise<Result>
  /** The most items in one statement. */
  most: number
  /**
   * Items that are unanswered after this time are rejected: their worker drops them, and their lease ends the wait of the others.
   * In ms; default 10 s.
   */
  giveUpMs?: number
}

/** The longest time for which a hanging statement (behind a lock, on a half-open connection) delays those behind it. */
const TIMEOUT_MS = 200
const GIVE_UP_MS = 10_000

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/**
 * Each caller gets only the result of its own item, and a bad item does not fail the others. A lone call starts at once.
 * @returns a function that throws what `alone` throws, and an Error when the database does not answer in time
 */
export function makeBatcher<Item, Result>({
  together,
  alone,
  most,
  giveUpMs = GIVE_UP_MS,
}: Batcher<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isUnderWay = false

  const runNext = () => {
    const batch = waiting.splice(0, most)
    isUnderWay = batch.length > 0
    if (isUnderWay) void settlesWithin(run(batch), TIMEOUT_MS).then(runNext)
  }
  const askAlone = async ({ item, resolve, reject }: Waiting<Item, Result>): Promise<void> => alone(item).then(resolve, reject)
  /**
   * Resolves when the next batch may begin. Items left out of the shared statement may be waiting for a lock, so the next batch
   * does not wait for them.
   */
  const run = async (batch: Waiting<Item, Result>[]): Promise<void> => {
    const late = setTimeout(() => {
      for (const { reject } of batch) reject(new Error(`the database did not answer for ${giveUpMs} ms`))
    }, giveUpMs)
    const results = batch.length > 1 ? await together(batch.map(({ item }) => item)).catch(() => undefined) : undefined
    const leftOut = batch.filter(({ resolve }, place) => {
      const result = results?.[place]
      if (result !== undefined) resolve(result)
      return result === undefined
    })
    const ended = Promise.all(leftOut.map(askAlone)).then(() => clearTimeout(late))
    if (!results) await ended
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isUnderWay) return
      isUnderWay = true
      setImmediate(runNext) // those that are ready at the same moment go together
    })
}
