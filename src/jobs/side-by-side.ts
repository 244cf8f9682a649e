/** Work on many accounts in one tick. */

const AT_ONCE = 8
/** Real time. What is left over comes in the next tick. */
const BUDGET_MS = 30_000

/**
 * Several side by side, none begun once the time is up.
 * @param work does not throw: one that fails is to stop no other; `goesOn` false: the time is up
 */
export async function sideBySide<T>(waiting: T[], work: (one: T, goesOn: () => boolean) => Promise<void>): Promise<void> {
  const endsAt = performance.now() + BUDGET_MS
  const goesOn = () => performance.now() < endsAt
  const left = [...waiting]
  const workOn = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined && goesOn(); one = left.shift()) await work(one, goesOn)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workOn))
}
