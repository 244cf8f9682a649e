/**
 * Claims posts and commits `sending` a moment before their time, so that at their time only the request is left to do. For that
 * moment the post is already `uploading`: edits are refused with 409, and the claim has all edits before it (promise 7 of
 * docs/promises.md).
 * Nothing is sent before its time on our clock, even where that clock is moved or stands still, and a commit is stale after a
 * second, so a stopped process sends nothing. A process that dies in that moment leaves an attempt that may have been sent, and
 * its board is read back.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, DatabaseClock } from '../../ports/deps.js'

/** Longer than scan, claim and commit take, and than the idle delay of a loop that lost its due posts to another process. */
export const AHEAD_MS = 25

/** The longest wait for the database's clock, more than two compared clocks differ by. */
const WAITED_FOR_MS = 250

/**
 * Waits for the time by our clock, and then by the database's, as read at the commit: a machine's clock may have been set forward
 * since the two were compared. It assumes the latest time that the database's clock can have, so that nothing waits for the round
 * trip.
 * @returns false: it is not due for longer by the database's clock
 */
export async function isDue(
  deps: { clock: Clock; databaseClock: Pick<DatabaseClock, 'toOurs'> },
  { dueAt }: { dueAt: Date },
  { beganAt, databaseAt }: { beganAt: number; databaseAt: Date },
): Promise<boolean> {
  await untilDue(deps, { dueAt })
  const missingMs = () => dueAt.getTime() - deps.databaseClock.toOurs(databaseAt).getTime() - (performance.now() - beganAt)
  if (missingMs() > WAITED_FOR_MS) return false
  for (let ms = missingMs(); ms > 0; ms = missingMs()) await sleep(ms)
  return true
}

export async function untilDue({ clock }: { clock: Clock }, { dueAt }: { dueAt: Date }): Promise<void> {
  for (;;) {
    const ms = dueAt.getTime() - clock().getTime()
    if (ms <= 0) return
    await sleep(Math.min(ms, AHEAD_MS)) // checked again: the clock may have been moved
  }
}
