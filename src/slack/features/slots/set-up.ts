/** The setup of a new account: from its form, its message and Home; “Later” keeps a line on Home. */
import { action as addTimesAction } from '../../../../blocks/slots/add-times.js'
import { field } from '../../../../blocks/ids.js'
import { escape, type Message } from '../../../../blocks/kit/kit.js'
import { messageView, noticeMessage } from '../../../../blocks/kit/sentence.js'
import { channelChosenMessage } from '../../../../blocks/admin/account-notices.js'
import { setUpMemory } from '../../../../blocks/slots/memory.js'
import {
  action as setUpAction,
  view,
  setUpBlocks,
  setUpDoneMessage,
  type SetUpRef,
  setUpView,
} from '../../../../blocks/slots/set-up.js'
import { setNotifyChannel } from '../../../core/accounts/settings.js'
import { listOpenSlots } from '../../../core/slots/next-open-slot.js'
import { putOffSetUp, setUpAccount } from '../../../core/slots/set-up.js'
import { openInTime } from '../../forms/open.js'
import { slowForm } from '../../forms/slow-form.js'
import { chosen, chosenChannel } from '../../forms/values.js'
import { onAction, type ActionArgs, type SlackDeps, onView, onClosed } from '../../listener.js'
import { isClosed } from '../../reply/delivery.js'
import { findKeptMessage } from '../../reply/kept-messages.js'
import { refreshHome, sayOnHome, homePageOf } from '../home/home.js'
import { valueOf } from '../cards/pressed.js'
import { setUpModelOf, setUpSubject } from '../cards/set-up-model.js'
import { weekView } from './slots.js'

/** Sets up the account once: if two people click at once, the second sees what was set. */
async function setUp(
  deps: SlackDeps,
  { client, context }: Pick<ActionArgs, 'client' | 'context'>,
  ref: SetUpRef,
): Promise<Message> {
  const { member, slackUserId } = context
  const { actor } = member
  const { accountId, channelId } = ref
  const { account, isFirst, slots } = await setUpAccount(deps, actor, ref)
  let closedChannelId = null
  if (isFirst && channelId !== null) {
    const hello = { channel: channelId, unfurl_links: false, ...channelChosenMessage(account) }
    await client.chat.postMessage(hello).catch(async (error: unknown) => {
      if (!isClosed(error)) return deps.log.warn({ err: error }, 'a channel was not greeted')
      closedChannelId = channelId
      await setNotifyChannel(deps, actor, { accountId, channelId: null }) // a channel that cannot be written to must not stay
    })
  }
  const [next] = await listOpenSlots(deps, actor, { accountId, limit: 1 })
  const notifyChannelId = closedChannelId === null ? account.notifyChannelId : null
  const end = { account: { ...account, notifyChannelId }, isFirst, slots, next: next?.at ?? null, closedChannelId }
  const message = setUpDoneMessage(end)
  // The message that requested the setup is updated, too, wherever the setup was done.
  const kept = await findKeptMessage(deps.db.sql, { ...actor, subject: setUpSubject(account), place: slackUserId })
  if (kept)
    await client.chat
      .update({ channel: kept.channelId, ts: kept.ts, ...message })
      .catch((error: unknown) => deps.log.debug({ err: error }, 'the message of a new account was gone'))
  return message
}

onAction(setUpAction.useSetUp, async (deps, args) => {
  await answer(deps, args, await setUp(deps, args, valueOf<SetUpRef>(args)))
})

onAction(setUpAction.putOffSetUp, async (deps, args) => {
  const { member } = args.context
  const accountId = accountIn(args)
  const { username } = await putOffSetUp(deps, member.actor, accountId)
  const model = await setUpModelOf(deps, member, { accountId })
  const done = noticeMessage(`${username} is set up already.`)
  await answer(deps, args, model ? { text: `${escape(username)} isn’t set up yet.`, blocks: setUpBlocks(model) } : done)
})

/** Answers on Home if the click came from there; otherwise replaces the message. */
async function answer(deps: SlackDeps, { body, client, context, respond }: ActionArgs, message: Message): Promise<void> {
  const { member, slackUserId } = context
  const viewer = { member, slackUserId, page: homePageOf(body.view) }
  if (body.view) return sayOnHome(deps, client, viewer, message)
  await respond({ replace_original: true, ...message })
  await refreshHome(deps, client, viewer)
}

const accountIn = ({ action }: ActionArgs): string => (action.type === 'button' ? (action.value ?? '') : '')

/** Opens the setup if something is left of it, otherwise the week. */
onAction([setUpAction.changeSetUp, addTimesAction.addPostingTimes], async (deps, args) => {
  const { body, client, context } = args
  const { member } = context
  const accountId = accountIn(args)
  const how = body.view?.type === 'modal' ? 'push' : 'open'
  await openInTime(deps, { client, triggerId: body.trigger_id, how, title: 'Posting times' }, async () => {
    const model = await setUpModelOf(deps, member, { accountId })
    return model ? setUpView(model) : weekView(deps, member, { memory: { accountId } })
  })
})

onView(view.setUp, async (deps, args) => {
  const { view, client, context } = args
  const { member, slackUserId } = context
  const ref = {
    ...setUpMemory.read(view),
    timezone: chosen(view, field.timezone)?.id ?? '',
    pinsPerDay: Number(chosen(view, field.pinsPerDay)?.id),
    channelId: chosenChannel(view, field.channel),
  }
  await slowForm(deps, args, {
    work: () => setUp(deps, args, ref),
    working: 'Setting up…',
    inTime: (message) => messageView('Ready', message),
    late: (message) => ({ view: messageView('Ready', message), sentence: message.text }),
    after: () => refreshHome(deps, client, { member, slackUserId }),
  })
})

/** Handles “Later” and Escape: a line stays on Home. */
onClosed(view.setUp, async (deps, { view, client, context }) => {
  const { member, slackUserId } = context
  await putOffSetUp(deps, member.actor, setUpMemory.read(view).accountId)
  await refreshHome(deps, client, { member, slackUserId })
})
