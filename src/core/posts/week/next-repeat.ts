/** When evergreen publishes a pin of the account again next, and which. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'
import { nextRepeat, readRepeatingSlots } from '../../slots/repeats.js'
import { predictRepeat } from '../evergreen/coming.js'
import type { NothingBecause } from '../evergreen/evergreen.js'
import type { Post } from '../post.js'

export type NextRepeat = { at: Date; post: Post | null; because: NothingBecause | null }

/** undefined: as things are, never. @throws NOT_FOUND the account */
export async function readNextRepeat(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<NextRepeat | undefined> {
  const now = clock()
  const account = await requireAccount(sql, actor, accountId)
  const next = nextRepeat(await readRepeatingSlots(sql, account, now))
  return next ? { at: next.at, ...(await predictRepeat(sql, account, next.at, now)) } : undefined
}
