/** Limits how much runs at once. Fairness between organizations is in fair-semaphore.ts. */
import pLimit from 'p-limit'

/** Runs work in the order of its calls and lets the rest wait. An error reaches only its own caller. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `atOnce` pieces of work at a time. */
export const limitConcurrency = (atOnce: number): Limit => pLimit(atOnce)

/** Runs one piece of work at a time. */
export const oneAtATime = (): Limit => limitConcurrency(1)

/**
 * Runs `work` on each item, at most `atOnce` at a time, started in the order of the items.
 * @returns the results, in the order of the items
 * @throws what the first failing piece of work throws; the others still run
 */
export function mapConcurrently<T, R>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const limit = limitConcurrency(atOnce)
  return Promise.all(Array.from(items, (item, index) => limit(() => work(item, index))))
}

/** Repeats `step` in `atOnce` parallel loops, each until it resolves with false. @throws what the first failing step throws */
export async function repeatConcurrently(atOnce: number, step: () => Promise<boolean>): Promise<void> {
  const repeat = async () => {
    let goesOn = true
    while (goesOn) goesOn = await step()
  }
  await Promise.all(Array.from({ length: atOnce }, repeat))
}
