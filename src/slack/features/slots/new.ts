/** "Add a slot": one day, time and zone more, once however often the form is sent. */
import { slotsMemory } from '../../../../blocks/slots/memory.js'
import { done } from '../../../../blocks/kit/banner.js'
import { newSlotView } from '../../../../blocks/slots/slot.js'
import { slotName } from '../../../../blocks/slots/text.js'
import type { Timeslot } from '../../../core/slots/week/timeslot.js'
import { createTimeslot } from '../../../core/slots/week/timeslots.js'
import { chosenAccount } from '../../people/accounts.js'
import type { ActionArgs, SlackDeps, ViewArgs } from '../../listener.js'
import { submitOnce } from '../../forms/submit-once.js'
import { refreshWeek } from './slots.js'
import { askedSlot } from './slot.js'

export async function openNewSlot(deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> {
  if (!body.view) return
  const memory = slotsMemory.read(body.view)
  const { account, timezone } = await chosenAccount(deps, { ...context.member, currentAccountId: memory.accountId })
  const accountZone = account.timezone
  const view = newSlotView({ memory, timezone: accountZone ?? timezone, accountZone })
  await client.views.push({ trigger_id: body.trigger_id, view })
}

export async function submitNewSlot(deps: SlackDeps, { view, client, context, ack }: ViewArgs): Promise<void> {
  const { actor } = context.member
  const input = { accountId: slotsMemory.read(view).accountId, ...askedSlot(view) }
  const { data: made, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => createTimeslot(deps, actor, input, beforeCommit),
    ({ day, minute, timezone }: Timeslot) => ({ day, minute, timezone }),
  )
  await ack()
  if (isReplay) return
  await refreshWeek(deps, client, { context, view, banner: done(`Added ${slotName(made, null, context.member.locale)}.`) })
}
