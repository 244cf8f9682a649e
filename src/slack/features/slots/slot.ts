/** One slot of the week: its pins, moving and deleting it. */
import { action as slotsAction } from '../../../../blocks/slots/view.js'
import { slotMemory, type SlotsMemory, slotsMemory } from '../../../../blocks/slots/memory.js'
import type { ViewOutput } from '@slack/bolt'
import type { ModalView } from '@slack/types'
import { after, WEEK_MS } from '../../../core/lib/duration.js'
import { field } from '../../../../blocks/ids.js'
import { done, notDone } from '../../../../blocks/kit/banner.js'
import { action as slotAction, view, type ComingPin, slotGoneView, slotView } from '../../../../blocks/slots/slot.js'
import { hourOf, slotName } from '../../../../blocks/slots/text.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { badRequest } from '../../../core/lib/errors.js'
import { readSchedule } from '../../../core/slots/calendar.js'
import { slotInstants } from '../../../core/slots/occurrences.js'
import type { SlotRule, ScheduleEntry, Timeslot } from '../../../core/slots/week/timeslot.js'
import { deleteTimeslot, editTimeslot, listTimeslots, type TimeslotEdit } from '../../../core/slots/week/timeslots.js'
import { chosenAccount } from '../../accounts.js'
import { chosen, chosenHour } from '../../forms/values.js'
import { onAction, type SlackDeps, onView } from '../../listener.js'
import { openInTime } from '../../forms/open.js'
import { isGone } from '../cards/find-pin.js'
import { choiceOf } from '../cards/pressed.js'
import { refreshWeek } from './slots.js'

const WEEKS_SHOWN = 8
const GONE = 'This slot is gone: it was deleted, or the week was rebuilt.'

onAction(slotsAction.openSlot, async (deps, args) => {
  const { body, client, context } = args
  const { view } = body
  if (!view) return
  const { member } = context
  const memory = slotsMemory.read(view)
  const timeslotId = choiceOf(args)
  const timeslots = await listTimeslots(deps, member.actor, memory)
  const slot = timeslots.find(({ id }) => id === timeslotId)
  if (!slot) return refreshWeek(deps, client, { context, view, banner: notDone(GONE) })
  const opening = { client, triggerId: body.trigger_id, how: 'push', title: 'Slot' } as const
  await openInTime(deps, opening, () => viewOf(deps, member, memory, slot))
})

async function viewOf(deps: SlackDeps, member: Member, memory: SlotsMemory, slot: Timeslot): Promise<ModalView> {
  const { accountId } = memory
  const { account } = await chosenAccount(deps, { ...member, currentAccountId: accountId })
  const now = deps.clock()
  const until = after(now, WEEKS_SHOWN * WEEK_MS)
  const { entries } = await readSchedule(deps, member.actor, { accountId, from: null, to: until })
  const own = [...slotInstants([slot], { after: now, until })].map(({ at }) => at)
  const [next] = own
  if (!next) throw new Error('a weekly slot has no occurrence in eight weeks')
  const { day, minute, timezone } = slot
  return slotView({
    locale: member.locale,
    slot,
    memory: { ...memory, timeslotId: slot.id, seen: { day, minute, timezone } },
    accountZone: account.timezone,
    next: { at: next, isOpen: isOpenAt(entries, slot, next) },
    pins: comingPins(entries, slot, own),
    weeks: WEEKS_SHOWN,
    canChange: hasRoleOn(member.actor, accountId, 'scheduler'),
  })
}

const isOpenAt = (entries: readonly ScheduleEntry[], { id }: Timeslot, at: Date) =>
  entries.some(({ state, timeslotId, sendAt }) => state === 'open' && timeslotId === id && sendAt.getTime() === at.getTime())

/** Finds pins on the slot, and pins without a slot that fill its occurrences. */
function comingPins(entries: readonly ScheduleEntry[], slot: Timeslot, own: readonly Date[]): ComingPin[] {
  const taken = new Set(own.filter((at) => !isOpenAt(entries, slot, at)).map((at) => at.getTime()))
  return entries.flatMap(({ state, timeslotId, sendAt, post }) => {
    if (post === null || state === 'published') return []
    const isOnSlot = timeslotId === slot.id
    if (!isOnSlot && (timeslotId !== null || !taken.has(sendAt.getTime()))) return []
    return [{ at: sendAt, title: post.title, isPublishing: state === 'publishing', isOnSlot }]
  })
}

/** Sends only changed values, so that a slot saved without a change stays the same slot and keeps its pins. */
onView(view.slot, async (deps, { view, client, context, ack }) => {
  const { member } = context
  const { accountId, timeslotId, seen } = slotMemory.read(view)
  const changes = changesIn(view, seen)
  if (Object.keys(changes).length === 0) return ack()
  try {
    const edited = await editTimeslot(deps, member.actor, { accountId, timeslotId, ...changes })
    await ack()
    const sentence = `Moved ${slotName(seen, null, context.member.locale)} to ${slotName(edited, null, context.member.locale)}. Its pins keep their times.`
    await refreshWeek(deps, client, { context, view, banner: done(sentence) })
  } catch (error) {
    if (!isGone(error)) throw error // under its field
    await refreshWeek(deps, client, { context, view, banner: notDone(GONE) })
    throw badRequest(field.day, `${GONE} Go back and add it as a new one.`)
  }
})

function changesIn(view: ViewOutput, seen: SlotRule): TimeslotEdit {
  const { day, time, timezone } = askedSlot(view)
  return {
    ...(day !== seen.day && { day }),
    ...(time !== hourOf(seen.minute) && { time }),
    ...(timezone !== null && timezone !== seen.timezone && { timezone }),
  }
}

/** Reads the core's input, which the core validates. `timezone` null: none was chosen. */
export const askedSlot = (view: ViewOutput): { day: number; time: string; timezone: string | null } => ({
  day: Number(chosen(view, field.day)?.id),
  time: chosenHour(view, field.hour),
  timezone: chosen(view, field.timezone)?.id ?? null,
})

onAction(slotAction.deleteSlot, async (deps, { body, client, context }) => {
  const { view } = body
  if (!view) return
  const { member } = context
  const { accountId, timeslotId } = slotMemory.read(view)
  const banner = await deleteTimeslot(deps, member.actor, { accountId, timeslotId }).then(
    (removed) => done(`Deleted ${slotName(removed, null, context.member.locale)}. Its pins keep their times.`),
    (error: unknown) => {
      if (isGone(error)) return notDone(GONE)
      throw error
    },
  )
  await client.views.update({ view_id: view.id, view: slotGoneView(banner.sentence) })
  await refreshWeek(deps, client, { context, view, banner })
})
