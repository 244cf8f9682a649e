/** The time to which "Later" moves a pin, shown on the button. */
import { timeIn } from '../../../../blocks/kit/times.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import type { Post } from '../../../core/posts/post.js'
import { listLaterSlots } from '../../../core/slots/next-open-slot.js'
import type { SlackDeps } from '../../listener.js'

/** Returns the next later open slot, in words, for each pin that the reader may move. Searches once per account. */
export async function laterOf(
  deps: Pick<SlackDeps, 'db' | 'clock'>,
  { actor, locale }: Pick<Member, 'actor' | 'locale'>,
  posts: readonly Post[],
  timezone: string,
): Promise<ReadonlyMap<string, string>> {
  const now = deps.clock()
  const movable = posts.filter(
    ({ status, sendAt, accountId }) => status === 'queued' && sendAt && hasRoleOn(actor, accountId, 'scheduler'),
  )
  const accountIds = [...new Set(movable.map(({ accountId }) => accountId))]
  const found = await Promise.all(
    accountIds.map(async (accountId) => {
      const own = movable.filter((post) => post.accountId === accountId)
      const slots = await listLaterSlots(deps, actor, { accountId, times: own.map(({ sendAt }) => sendAt ?? now) })
      return own.flatMap(({ id }, index): [string, string][] => {
        const at = slots[index]
        return at ? [[id, timeIn(at, timezone, now, locale)]] : []
      })
    }),
  )
  return new Map(found.flat())
}
