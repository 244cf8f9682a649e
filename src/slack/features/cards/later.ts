/** The time that "Later" moves a pin to, said before it is pressed. */
import { timeIn } from '../../../../blocks/kit/times.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import type { Post } from '../../../core/posts/post.js'
import { listLaterSlots } from '../../../core/slots/next-open-slot.js'
import type { SlackDeps } from '../../listener.js'

/** In words, by pin: of those that the reader may move, where a slot is open after them. One search an account. */
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
