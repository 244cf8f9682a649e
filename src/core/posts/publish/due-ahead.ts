/**
 * Posts are claimed, and `sending` is committed, a moment before their time: at their time only the request is left to do, and no wait for
 * the disk makes a pin late.
 *
 * What this changes: for that moment the post is `uploading` already, and an edit is refused with 409 as it is from then on; the claim
 * holds all of the edits before it (promise 7). Nothing is sent before its time on our clock, also where that clock is moved or stands
 * still. A process that dies in that moment leaves an attempt that may have been sent, as one that dies during the request does, which
 * takes ten times as long: its board is read back. The second after which a commit is stale begins with the commit, so a process that
 * stands still here sends nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../ports.js'

/** Longer than look, claim and commit take, and than the nap of a loop that has lost what is due to another process. */
export const AHEAD_MS = 25

export async function untilDue({ clock }: { clock: Clock }, { dueAt }: { dueAt: Date }): Promise<void> {
  for (;;) {
    const ms = dueAt.getTime() - clock().getTime()
    if (ms <= 0) return
    await sleep(Math.min(ms, AHEAD_MS)) // looked at again: the clock may have been moved
  }
}
