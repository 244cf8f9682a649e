/**
 * Posts are claimed, and `sending` is committed, a moment before their time: at their time only the request is left to do, and no wait for
 * the disk makes a pin late.
 *
 * What this changes: for that moment the post is `uploading` already, and an edit is refused with 409 as it is from then on; the claim
 * holds all of the edits before it (promise 7 of docs/promises.md). Nothing is sent before its time on our clock, also where that clock is moved or stands
 * still. A process that dies in that moment leaves an attempt that may have been sent, as one that dies during the request does, which
 * takes ten times as long: its board is read back. The second after which a commit is stale begins with the commit, so a process that
 * stands still here sends nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, DatabaseClock } from '../../ports/deps.js'

/** Longer than scan, claim and commit take, and than the idle delay of a loop that lost what is due to another process. */
export const AHEAD_MS = 25

/** Longer than two clocks that were compared are apart; what is due later by the database's clock is not waited for. */
const WAITED_FOR_MS = 250

/**
 * Waits for the time by our clock, and then by the database's, as read at the commit: a machine's clock may have been set
 * forward since the two were compared. Assumes the latest that it can be by now, so that nothing waits for the round trip.
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
