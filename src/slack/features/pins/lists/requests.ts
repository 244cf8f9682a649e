/** `/pin approvals`, "Review requests" on Home and "Review" in a reminder: open requests by what they wait for, shown again after each decision. */
import { action as reminderAction } from '../../../../../blocks/approval/waiting.js'
import { action as homeAction } from '../../../../../blocks/home/view.js'
import {
  action,
  NONE,
  REQUESTS_SHOWN,
  type RequestReading,
  requestsMessage,
  type RequestsRef,
} from '../../../../../blocks/approval/requests.js'
import type { Message } from '../../../../../blocks/kit/kit.js'
import { noticeMessage } from '../../../../../blocks/kit/sentence.js'
import { inList, listView } from '../../../../../blocks/pin/lists.js'
import { listMemory, type ListRef } from '../../../../../blocks/pin/memory.js'
import type { Member } from '../../../../core/accounts/people/members.js'
import { isSamePerson } from '../../../../core/lib/actor.js'
import { notFound } from '../../../../core/lib/errors.js'
import { readLines } from '../../../../core/many/approvals-together.js'
import { mayDecide as isTurnOf } from '../../../../core/posts/approval/decidable.js'
import { listOpenRequests, listRequestAccounts } from '../../../../core/posts/approval/requests.js'
import { openInTime } from '../../../forms/open.js'
import { onAction, type CommandArgs, type SlackDeps } from '../../../listener.js'
import { chosenAccount, isOnlyAsked, readerZone } from '../../../accounts.js'
import { valueOf } from '../../cards/pressed.js'
import { requestLinesOf } from '../../cards/request-lines.js'

export async function showRequests(deps: SlackDeps, { context, respond }: CommandArgs): Promise<void> {
  const { member } = context
  const accounts = await listRequestAccounts(deps, member.actor)
  if (accounts.length === 0 && isOnlyAsked(member.actor)) return void (await respond(noticeMessage(NONE.forMe)))
  const { account } = await chosenAccount(deps, member, accounts)
  const message = await readRequests(deps, member, { accountId: account.id })
  await respond({ response_type: 'ephemeral', ...message })
}

onAction([homeAction.homeRequests, reminderAction.reviewRequests], async (deps, { action, body, client, context }) => {
  const accountId = action.type === 'button' ? (action.value ?? '') : ''
  const opening = { client, triggerId: body.trigger_id, how: 'open', title: 'Requests' } as const
  await openInTime(deps, opening, async () =>
    listView('requests', await readRequests(deps, context.member, { accountId, of: 'forMe' }), {}),
  )
})

/** Shows other requests, another page or another account in the same place. */
onAction([action.requestsOf, action.requestsAccount, action.requestsMore, action.requestsFirst], async (deps, args) => {
  const { body, client, context, respond } = args
  const message = await readRequests(deps, context.member, valueOf<RequestsRef>(args))
  if (body.view?.type !== 'modal') return void (await respond({ response_type: 'ephemeral', replace_original: true, ...message }))
  await client.views.update({ view_id: body.view.id, view: listView('requests', message, listMemory.read(body.view)) })
})

export const requestsAgain = (
  deps: SlackDeps,
  member: Member,
  { kind: _, ...ref }: Extract<ListRef, { kind: 'requests' }>,
): Promise<Message> => readRequests(deps, member, ref)

/** @throws NOT_FOUND its account is gone */
async function readRequests(deps: SlackDeps, member: Member, { accountId, ...ref }: RequestsRef): Promise<Message> {
  const { actor } = member
  const accounts = await listRequestAccounts(deps, actor, accountId)
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) throw notFound('Account')
  const timezone = readerZone(member, account)
  const page = { accountId, of: ref.of, at: ref.at ?? 0, limit: REQUESTS_SHOWN, timezone }
  const { of, at, approvals, counts, mayDecide, reader } = await listOpenRequests(deps, actor, page)
  const lines = await requestLinesOf(deps, reader, { accountId, lines: await readLines(deps, reader, account, approvals) })
  const message = requestsMessage({
    accountId,
    account: account.username,
    accounts,
    of,
    at,
    counts,
    mayDecide,
    lines: lines.map((line): RequestReading => {
      const isOwn = isSamePerson(line.approval.askedBy, actor.userId)
      return { ...line, reader: isOwn ? 'takesBack' : isTurnOf(actor, line.approval) ? 'decides' : 'reads' }
    }),
  })
  return inList(message, { kind: 'requests', accountId, of, ...(at > 0 && { at }) })
}
