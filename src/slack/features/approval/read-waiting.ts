/** Renders what waits for a person, as it is when their reminder is delivered. */
import { type WaitingLine, waitingMessage } from '../../../../blocks/approval/waiting.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { postponeReminder } from '../../../core/posts/approval/remind.js'
import { mayReach } from '../../../core/posts/approval/reminder-times.js'
import { readWaiting, wantsReminders } from '../../../core/posts/approval/waiting.js'
import { cardsOf } from '../cards/cards.js'
import { findPin } from '../cards/find-pin.js'

type Reading = Parameters<typeof cardsOf>[0]

/** @returns undefined: nothing waits for the person, they want no reminders, or it is their night */
export async function renderWaiting(deps: Reading, { actor, timezone }: Member): Promise<Message | undefined> {
  const now = deps.clock()
  if (!(await wantsReminders(deps, actor))) return undefined
  const { count, rows, isMore } = await readWaiting(deps, actor)
  if (rows.length === 0) return undefined
  const zone = timezone ?? rows[0]?.account.timezone ?? null
  if (!mayReach(zone, now)) {
    await postponeReminder(deps, actor, zone)
    return undefined
  }
  const alone = rows.flatMap(({ approval }) => approval ?? [])
  const posts = (await Promise.all(alone.map((approval) => findPin(deps, actor, approval)))).flatMap((post) => post ?? [])
  const cards = await cardsOf(deps, actor, posts, { firstOpen: new Map(), hasPicture: () => false })
  const cardOf = new Map(cards.map((card) => [card.post.id, card]))
  const lines = rows.map(({ approval, ...row }): WaitingLine => {
    const card = approval && cardOf.get(approval.postId)
    return { ...row, pin: approval && card ? { approval, card } : null }
  })
  return waitingMessage({ count, lines, isMore, now })
}
