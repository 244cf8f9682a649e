/** How much is done at once. Fairness between organizations is in fair-semaphore.ts. */
import pLimit from 'p-limit'

/** Runs work in the order of its calls; what must wait, waits. Its caller alone gets an error. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>

/** At most `atOnce` pieces of work at a time. */
export const limitConcurrency = (atOnce: number): Limit => pLimit(atOnce)

/** One piece of work at a time. */
export const oneAtATime = (): Limit => limitConcurrency(1)

/**
 * `work` on each item, at most `atOnce` at a time, begun in the order of the items.
 * @returns the results, in the order of the items
 * @throws what the first piece of work that fails throws; the others are begun all the same
 */
export function mapConcurrently<T, R>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const limit = limitConcurrency(atOnce)
  return Promise.all(Array.from(items, (item, index) => limit(() => work(item, index))))
}

/** `step` over and over, `atOnce` side by side, each until it resolves with false. @throws what the first step that fails throws */
export async function repeatConcurrently(atOnce: number, step: () => Promise<boolean>): Promise<void> {
  const repeat = async () => {
    let goesOn = true
    while (goesOn) goesOn = await step()
  }
  await Promise.all(Array.from({ length: atOnce }, repeat))
}
