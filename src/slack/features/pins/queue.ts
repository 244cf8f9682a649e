/** /pin queue and /pin next: the scheduled days, and the open slots. */
import { shared } from '../../../../blocks/ids.js'
import { timeIn } from '../../../../blocks/kit/times.js'
import { action as queueAction, slotsMessage, wrongWeekMessage } from '../../../../blocks/pins/queue.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { inList, listView } from '../../../../blocks/pin/lists.js'
import { listMemory, type ListRef } from '../../../../blocks/pin/memory.js'
import { action as weekAction, ALL_ACCOUNTS, weekMessage, type WeekRef } from '../../../../blocks/pins/week.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { listOpenSlots } from '../../../core/slots/next-open-slot.js'
import { openedBothWays } from '../../forms/open.js'
import { onAction, type ActionArgs, type CommandArgs, type SlackDeps } from '../../listener.js'
import { namesAll, withoutAll } from '../../input/named-account.js'
import { type Chosen, chosenAccount } from '../../accounts.js'
import { mayRequest } from '../../people/rights.js'
import { listPressed, valueOf } from '../cards/pressed.js'
import { weekOf } from '../cards/read-week.js'

const SLOTS_SHOWN = 5

export async function showQueue(deps: SlackDeps, { context, respond }: CommandArgs, words: string): Promise<void> {
  const chosen = await chosenAccount(deps, context.member)
  const accountId = namesAll(words) ? ALL_ACCOUNTS : chosen.account.id
  const message = await readQueue(deps, context.member, { accountId, words: withoutAll(words) }, chosen)
  await respond({ response_type: 'ephemeral', ...message })
}

/** Shows a week after words that name none. */
export const showWeek =
  (words: string) =>
  async (deps: SlackDeps, { context, respond }: ActionArgs): Promise<void> => {
    const { account } = await chosenAccount(deps, context.member)
    const message = await readQueue(deps, context.member, { accountId: account.id, words })
    await respond({ response_type: 'ephemeral', replace_original: false, ...message })
  }

/** Replaces the shown days with other ones. */
onAction([weekAction.queueMore, weekAction.weekBefore, weekAction.weekAfter, weekAction.weekFirst], (deps, args) =>
  showInPlace(deps, args, valueOf<WeekRef>(args)),
)

/** Shows the same days of another account, or of all. */
onAction(weekAction.weekAccount, async (deps, args) => {
  const { action } = args
  if (action.type !== 'static_select') return
  const accountId = action.selected_option.value
  const list = listPressed(args)
  const { words, at } = list?.kind === 'queue' ? list : {}
  await showInPlace(deps, args, { accountId, ...(words !== undefined && { words }), ...(at !== undefined && { at }) })
})

async function showInPlace(deps: SlackDeps, { body, client, context, respond }: ActionArgs, ref: WeekRef): Promise<void> {
  const message = await readQueue(deps, context.member, ref)
  const isOwnList = body.container['is_ephemeral'] === true // a digest has this button, too, and stays
  if (!body.view) return void (await respond({ response_type: 'ephemeral', replace_original: isOwnList, ...message }))
  await client.views.update({
    view_id: body.view.id,
    view: listView('queue', message, body.view.type === 'modal' ? listMemory.read(body.view) : {}),
  })
}

/** Opens the queue over Home. */
export const { byButton: showQueueFromHome } = openedBothWays('Queue', async (deps, member) => {
  const { account } = await chosenAccount(deps, member)
  return listView('queue', await readQueue(deps, member, { accountId: account.id }), {})
})
onAction(shared.homeQueue, showQueueFromHome)

/** Reads the queue of the original request again. @throws NOT_FOUND its account is gone */
export const queueAgain = (
  deps: SlackDeps,
  member: Member,
  { kind: _, ...ref }: Extract<ListRef, { kind: 'queue' }>,
): Promise<Message> => readQueue(deps, member, ref)

async function readQueue(deps: SlackDeps, member: Member, ref: WeekRef, chosen?: Chosen): Promise<Message> {
  const week = await weekOf(deps, member, ref, chosen)
  return week ? inList(weekMessage(week), { kind: 'queue', ...week.ref }) : wrongWeekMessage(ref.words ?? '')
}

export async function showOpenSlots(deps: SlackDeps, { context, respond }: CommandArgs): Promise<void> {
  await respond({ response_type: 'ephemeral', ...(await readOpenSlots(deps, context.member)) })
}

/** Shows the open slots of another account in the same message. */
onAction(queueAction.openSlotsAccount, async (deps, { action, context, respond }) => {
  if (action.type !== 'static_select') return
  const member = { ...context.member, currentAccountId: action.selected_option.value }
  await respond({ response_type: 'ephemeral', replace_original: true, ...(await readOpenSlots(deps, member)) })
})

async function readOpenSlots(deps: SlackDeps, member: Member): Promise<Message> {
  const { accounts, account, timezone } = await chosenAccount(deps, member)
  const { actor } = member
  const slots = await listOpenSlots(deps, actor, { accountId: account.id, limit: SLOTS_SHOWN })
  const rights = { canMake: hasRoleOn(actor, account.id, 'contributor'), canUse: mayRequest(actor, account) }
  const timeOf = (at: Date) => timeIn(at, timezone, deps.clock(), member.locale)
  return slotsMessage({ account, accounts, slots: slots.map(({ at }) => at), ...rights, timeOf })
}

onAction(queueAction.queueThisWeek, showWeek('week'))
onAction(queueAction.queueNextWeek, showWeek('next week'))
