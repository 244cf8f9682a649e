/** "Review requests" on Home: all requests that this person can decide, shown again after each decision. */
import { REQUESTS_SHOWN, requestsMessage } from '../../../../../blocks/approval/requests.js'
import type { Message } from '../../../../../blocks/kit/kit.js'
import { inList } from '../../../../../blocks/pin/lists/list-ref.js'
import { listView } from '../../../../../blocks/pin/lists/list-view.js'
import type { ListRef } from '../../../../../blocks/pin/memory.js'
import type { Member } from '../../../../core/accounts/people/members.js'
import { listOpenApprovals } from '../../../../core/posts/approval/approval.js'
import { findPost } from '../../../../core/posts/store.js'
import { readFindings } from '../../../../core/preflight/store.js'
import { openInTime } from '../../../forms/open.js'
import type { ActionArgs, SlackDeps } from '../../../listener.js'
import { cardsOf } from '../../cards/cards.js'

type RequestsRef = Extract<ListRef, { kind: 'requests' }>

export async function showRequests(deps: SlackDeps, { action, body, client, context }: ActionArgs): Promise<void> {
  const accountId = action.type === 'button' ? (action.value ?? '') : ''
  const opening = { client, triggerId: body.trigger_id, how: 'open', title: 'Requests' } as const
  await openInTime(deps, opening, async () =>
    listView('requests', await requestsAgain(deps, context.member, { kind: 'requests', accountId }), {}),
  )
}

/** @throws NOT_FOUND its account is gone */
export async function requestsAgain(deps: SlackDeps, { actor }: Member, ref: RequestsRef): Promise<Message> {
  const open = await listOpenApprovals(deps, actor, { accountId: ref.accountId, limit: REQUESTS_SHOWN + 1 })
  const shown = open.slice(0, REQUESTS_SHOWN)
  const found = await Promise.all(shown.map((approval) => findPost(deps.db.sql, approval))) // a pin may have been deleted since
  const posts = found.flatMap((post) => post ?? [])
  const [cards, findings] = await Promise.all([cardsOf(deps, actor, posts), readFindings(deps.db.sql, posts)])
  const cardOf = new Map(cards.map((card) => [card.post.id, card]))
  const waiting = shown.flatMap((approval) => {
    const card = cardOf.get(approval.postId)
    return card ? [{ approval, card: { ...card, findings: findings.get(approval.postId)?.findings } }] : []
  })
  return inList(requestsMessage({ waiting, isMore: open.length > REQUESTS_SHOWN }), ref)
}
