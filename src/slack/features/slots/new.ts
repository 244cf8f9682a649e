/** "Add a slot": a time on one or several days, added once however often the form is sent. */
import { action } from '../../../../blocks/slots/view.js'
import { slotsMemory } from '../../../../blocks/slots/memory.js'
import { field } from '../../../../blocks/ids.js'
import type { Locale } from '../../../../blocks/kit/times.js'
import { done } from '../../../../blocks/kit/banner.js'
import { view, newSlotView } from '../../../../blocks/slots/slot.js'
import { dayName, daysText, slotName } from '../../../../blocks/slots/text.js'
import type { SlotRule, Timeslot } from '../../../core/slots/week/timeslot.js'
import { createTimeslots } from '../../../core/slots/week/timeslots.js'
import type { AddedSlots } from '../../../core/slots/week/writes.js'
import { chosenAccount } from '../../accounts.js'
import { onAction, onView } from '../../listener.js'
import { chosenMany } from '../../forms/values.js'
import { submitOnce } from '../../forms/submit-once.js'
import { refreshWeek } from './slots.js'
import { askedSlot } from './slot.js'

onAction(action.addSlot, async (deps, { body, client, context }) => {
  if (!body.view) return
  const memory = slotsMemory.read(body.view)
  const { account, timezone } = await chosenAccount(deps, { ...context.member, currentAccountId: memory.accountId })
  const accountZone = account.timezone
  const view = newSlotView({ memory, timezone: accountZone ?? timezone, accountZone })
  await client.views.push({ trigger_id: body.trigger_id, view })
})

onView(view.newSlot, async (deps, { view, client, context, ack }) => {
  const { actor, locale } = context.member
  const { time, timezone } = askedSlot(view)
  const days = chosenMany(view, field.day).flatMap(({ id }) => id.split(',').map(Number))
  const input = { accountId: slotsMemory.read(view).accountId, days, time, timezone }
  const { data, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => createTimeslots(deps, actor, input, beforeCommit),
    ({ added, known }: AddedSlots) => ({ added: added.map(ruleOf), known: known.map(ruleOf) }),
  )
  await ack()
  if (isReplay) return
  const sentences = [
    ...sentenceOf(data.added, locale, 'Added', '.'),
    ...sentenceOf(data.known, locale, '', ' is a slot already.'),
  ]
  await refreshWeek(deps, client, { context, view, banner: done(sentences.join(' ')) })
})

const ruleOf = ({ day, minute, timezone }: Timeslot): SlotRule => ({ day, minute, timezone })

/** Returns a sentence such as `Added Monday to Friday 12:00 PM (New York time).` */
function sentenceOf(slots: readonly SlotRule[], locale: Locale, verb: string, end: string): string[] {
  const [first] = slots
  if (!first) return []
  const name = slotName(first, null, locale).replace(dayName(first.day), daysText(slots.map(({ day }) => day)))
  return [`${verb} ${name}${end}`.trim()]
}
