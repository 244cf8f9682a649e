/** /pin queue and /pin next: what is planned, and where there is room. */
import { queueMessage, slotsMessage } from '../../../blocks/queue.js'
import type { Message } from '../../../blocks/kit.js'
import type { Member } from '../../core/accounts/members.js'
import { listPosts } from '../../core/posts/list.js'
import { listOpenSlots } from '../../core/slots/next-open-slot.js'
import { chosenAccount } from '../accounts.js'
import { cardsOf } from '../cards.js'
import type { ActionArgs, CommandArgs, SlackDeps } from '../listener.js'
import { tellPerson } from '../say.js'

/** With a heading for each day and a row of buttons for each pin this stays below a message's 50 blocks. */
const PINS_SHOWN = 10
const SLOTS_SHOWN = 5

export async function showQueue(deps: SlackDeps, { context, ack, respond }: CommandArgs): Promise<void> {
  await ack()
  await respond({ response_type: 'ephemeral', ...(await readQueue(deps, context.member, null)) })
}

export async function showMoreOfQueue(deps: SlackDeps, { action, context, ack, respond }: ActionArgs): Promise<void> {
  await ack()
  const value = action.type === 'button' ? (action.value ?? '') : ''
  const from = JSON.parse(value) as { accountId: string; cursor: string } // written by queueMessage, signed by Slack
  const message = await readQueue(deps, { ...context.member, currentAccountId: from.accountId }, from.cursor)
  await respond({ response_type: 'ephemeral', replace_original: false, ...message })
}

/** From Home it comes as a message: there every pin has its buttons. */
export async function showQueueFromHome(deps: SlackDeps, { client, context, ack }: ActionArgs): Promise<void> {
  await ack()
  const { member, slackUserId } = context
  await tellPerson(deps, { client, slackUserId }, await readQueue(deps, member, null))
}

async function readQueue(deps: SlackDeps, member: Member, cursor: string | null): Promise<Message> {
  const { account, timezone } = await chosenAccount(deps, member)
  const accountId = account.id
  const page = { accountId, status: 'queued', limit: PINS_SHOWN, cursor, startDate: null, endDate: null } as const
  const { posts, cursor: next } = await listPosts(deps, member.actor, page)
  return queueMessage({
    account: account.username,
    cards: await cardsOf(deps, member.actor, posts),
    timezone,
    now: deps.clock(),
    more: next === null ? null : { accountId, cursor: next },
    isContinued: cursor !== null,
  })
}

export async function showOpenSlots(deps: SlackDeps, { context, ack, respond }: CommandArgs): Promise<void> {
  await ack()
  const { account } = await chosenAccount(deps, context.member)
  const slots = await listOpenSlots(deps, context.member.actor, { accountId: account.id, limit: SLOTS_SHOWN })
  const message = slotsMessage({ account: account.username, slots: slots.map(({ at }) => at) })
  await respond({ response_type: 'ephemeral', ...message })
}
