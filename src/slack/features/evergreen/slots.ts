/** The slots of evergreen pins, which can be added, moved and deleted. */
import { evergreenMemory, type EvergreenSlotMemory, evergreenSlotMemory } from '../../../../blocks/settings/evergreen-memory.js'
import { action, view, evergreenSlotDeleteView, evergreenSlotView } from '../../../../blocks/evergreen/slots.js'
import { change, field } from '../../../../blocks/ids.js'
import { done, notDone, type Banner } from '../../../../blocks/kit/banner.js'
import { slotName } from '../../../../blocks/slots/text.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Actor } from '../../../core/lib/actor.js'
import {
  createEvergreenSlot,
  deleteEvergreenSlot,
  editEvergreenSlot,
  listEvergreenSlots,
} from '../../../core/slots/evergreen-slots.js'
import type { Timeslot } from '../../../core/slots/week/timeslot.js'
import { chosenAccount } from '../../accounts.js'
import { chosen, chosenHour } from '../../forms/values.js'
import { onAction, type ActionArgs, type SlackDeps, onView } from '../../listener.js'
import { isGone } from '../cards/find-pin.js'
import { showBelow } from '../../forms/show-below.js'
import { submitOnce } from '../../forms/submit-once.js'
import { showEvergreen } from './evergreen.js'
import { evergreenNow } from './view.js'

const IS_GONE = 'That slot was deleted.'

onAction(action.evergreenNewSlot, async (deps, args) => {
  await openSlot(deps, args, null)
})

/** Handles the menu of a slot: "Move" opens a form, "Delete" a confirmation. */
onAction(action.evergreenSlot, async (deps, args) => {
  const { body, context } = args
  if (!body.view || args.action.type !== 'overflow') return
  const [verb, timeslotId = ''] = args.action.selected_option.value.split(':')
  const memory = evergreenMemory.read(body.view)
  const { accountId } = memory
  const { actor } = context.member
  const slot = (await listEvergreenSlots(deps, actor, { accountId })).find(({ id }) => id === timeslotId)
  if (!slot) return showEvergreen(deps, args, { memory, banner: notDone(IS_GONE) })
  if (verb === change.edit) return openSlot(deps, args, slot)
  const view = evergreenSlotDeleteView({ accountId, timeslotId, below: memory }, slot)
  await args.client.views.push({ trigger_id: body.trigger_id, view })
})

/** Deletes the slot after the confirmation. A second click says that it is gone. */
onView(view.evergreenSlotDelete, async (deps, { view, client, context, ack }) => {
  const { member } = context
  const { accountId, timeslotId, below } = evergreenSlotMemory.read(view)
  const banner = await deleted(deps, member, { accountId, timeslotId: timeslotId ?? '' })
  await ack()
  await showBelow(deps, client, view.previous_view_id, await evergreenNow(deps, member, below, banner))
})

async function deleted(
  deps: SlackDeps,
  { actor, locale }: Member,
  slot: { accountId: string; timeslotId: string },
): Promise<Banner> {
  try {
    return done(`Deleted: ${slotName(await deleteEvergreenSlot(deps, actor, slot), null, locale)}.`)
  } catch (error) {
    if (isGone(error)) return notDone(IS_GONE)
    throw error
  }
}

async function openSlot(deps: SlackDeps, { body, client, context }: ActionArgs, slot: Timeslot | null): Promise<void> {
  if (!body.view) return
  const below = evergreenMemory.read(body.view)
  const { accountId } = below
  const { account, timezone } = await chosenAccount(deps, { ...context.member, currentAccountId: accountId })
  const memory: EvergreenSlotMemory = { accountId, timeslotId: slot?.id ?? null, below }
  const { locale } = context.member
  const accountZone = account.timezone
  const view = evergreenSlotView({ memory, slot, timezone: accountZone ?? timezone, accountZone, locale })
  await client.views.push({ trigger_id: body.trigger_id, view })
}

/** Adds one slot, however often the form is sent; moving it twice to the same time is one move. */
onView(view.evergreenSlot, async (deps, { view, client, context, ack }) => {
  const { member } = context
  const { accountId, timeslotId, below } = evergreenSlotMemory.read(view)
  const rule = {
    day: Number(chosen(view, field.day)?.id ?? NaN),
    time: chosenHour(view, field.hour),
    timezone: chosen(view, field.timezone)?.id ?? '',
  }
  const banner =
    timeslotId === null
      ? done(
          `Added: ${await added(deps, { actor: member.actor, locale: member.locale, viewId: view.id, callbackId: view.callback_id }, { accountId, ...rule })}.`,
        )
      : await moved(deps, member, { accountId, timeslotId, ...rule })
  await ack()
  await showBelow(deps, client, view.previous_view_id, await evergreenNow(deps, member, below, banner))
})

type Rule = { accountId: string; day: number; time: string; timezone: string }

async function added(
  deps: SlackDeps,
  { locale, ...submission }: { actor: Actor; locale: string | null; viewId: string; callbackId: string },
  input: Rule,
): Promise<string> {
  const { data } = await submitOnce(
    deps,
    { ...submission, input },
    (beforeCommit) => createEvergreenSlot(deps, submission.actor, input, beforeCommit),
    (slot: Timeslot) => ({ name: slotName(slot, null, locale) }),
  )
  return data.name
}

async function moved(deps: SlackDeps, { actor, locale }: Member, input: Rule & { timeslotId: string }): Promise<Banner> {
  try {
    return done(`Moved: ${slotName(await editEvergreenSlot(deps, actor, input), null, locale)}.`)
  } catch (error) {
    if (isGone(error)) return notDone(IS_GONE)
    throw error
  }
}
