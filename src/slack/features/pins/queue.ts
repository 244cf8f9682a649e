/** /pin queue and /pin next: what is planned, and the open slots. */
import { type QueueMore, queueMessage, slotsMessage, wrongWeekMessage } from '../../../../blocks/pins/queue.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRole } from '../../../core/accounts/people/roles.js'
import { listPosts } from '../../../core/posts/list.js'
import { listUnresolved } from '../../../core/posts/publish/diagnostics/attention.js'
import { listOpenSlots } from '../../../core/slots/next-open-slot.js'
import { chosenAccount } from '../../people/accounts.js'
import { cardsOf } from './cards.js'
import type { ActionArgs, CommandArgs, SlackDeps } from '../../listener.js'
import { valueOf } from './click.js'
import { windowIn } from '../../input/queue-window.js'
import { mayRequest } from '../../people/rights.js'
import { sendToPerson } from '../../reply/send-to-person.js'

/** With a heading for each day and a row of buttons for each pin this stays below a message's 50 blocks. */
const PINS_SHOWN = 10
const SLOTS_SHOWN = 5
const UNRESOLVED_SHOWN = 3

export async function showQueue(deps: SlackDeps, { context, respond }: CommandArgs, words: string): Promise<void> {
  await respond({ response_type: 'ephemeral', ...(await readQueue(deps, context.member, { words })) })
}

/** Instead of words that are no week. */
export const showWeek =
  (words: string) =>
  async (deps: SlackDeps, { context, respond }: ActionArgs): Promise<void> => {
    const message = await readQueue(deps, context.member, { words })
    await respond({ response_type: 'ephemeral', replace_original: false, ...message })
  }

export async function showMoreOfQueue(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { context, respond } = args
  const { accountId, ...from } = valueOf<QueueMore>(args)
  const message = await readQueue(deps, { ...context.member, currentAccountId: accountId }, from)
  await respond({ response_type: 'ephemeral', replace_original: false, ...message })
}

/** From Home it comes as a message: there every pin has its buttons. */
export async function showQueueFromHome(deps: SlackDeps, { client, context }: ActionArgs): Promise<void> {
  const { member, slackUserId } = context
  await sendToPerson(deps, { client, slackUserId }, await readQueue(deps, member, {}))
}

/** `at`: when the words were typed, as Unix milliseconds: "tomorrow" stays what it was on the pages that follow. */
type Asked = { words?: string; at?: number; cursor?: string }

async function readQueue(deps: SlackDeps, member: Member, { words = '', at, cursor }: Asked): Promise<Message> {
  const { account, timezone } = await chosenAccount(deps, member)
  const accountId = account.id
  const now = deps.clock()
  const typedAt = at === undefined ? now : new Date(at)
  const window = windowIn(words, { now: typedAt, timezone })
  if (window === undefined) return wrongWeekMessage(words)
  const bounds = { startDate: window?.start ?? null, endDate: window?.end ?? null }
  const page = { accountId, status: 'queued', limit: PINS_SHOWN, cursor: cursor ?? null, ...bounds } as const
  const isWhole = cursor === undefined && window === null
  const [{ posts, cursor: next }, unresolved] = await Promise.all([
    listPosts(deps, member.actor, page),
    isWhole ? listUnresolved(deps, member.actor, { accountId, limit: UNRESOLVED_SHOWN }) : [],
  ])
  const cards = await cardsOf(deps, member.actor, [...unresolved, ...posts])
  return queueMessage({
    account: account.username,
    unresolved: cards.slice(0, unresolved.length),
    cards: cards.slice(unresolved.length),
    timezone,
    now,
    window: window?.name ?? null,
    more: next === null ? null : { accountId, cursor: next, ...(window && { words, at: typedAt.getTime() }) },
    isContinued: cursor !== undefined,
    canMake: hasRole(member.actor, 'contributor'),
  })
}

export async function showOpenSlots(deps: SlackDeps, { context, respond }: CommandArgs): Promise<void> {
  const { account } = await chosenAccount(deps, context.member)
  const slots = await listOpenSlots(deps, context.member.actor, { accountId: account.id, limit: SLOTS_SHOWN })
  const { actor } = context.member
  const rights = { canMake: hasRole(actor, 'contributor'), canUse: mayRequest(actor, account) }
  const message = slotsMessage({ account: account.username, slots: slots.map(({ at }) => at), ...rights })
  await respond({ response_type: 'ephemeral', ...message })
}
