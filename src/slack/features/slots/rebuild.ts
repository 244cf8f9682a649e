/** "Rebuild": the number of pins a day, a preview, and then the new week. */
import { action as slotsAction } from '../../../../blocks/slots/view.js'
import { previewMemory, slotsMemory } from '../../../../blocks/slots/memory.js'
import type { ModalView } from '@slack/types'
import { field } from '../../../../blocks/ids.js'
import { done } from '../../../../blocks/kit/banner.js'
import {
  action as rebuildAction,
  view,
  previewView,
  type RebuildCounts,
  rebuildView,
  type RebuildValues,
  rebuiltView,
  rebuiltText,
} from '../../../../blocks/slots/rebuild.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { PINS_PER_DAY, type Rebuild, rebuildTimeslots } from '../../../core/slots/week/rebuild.js'
import { listTimeslots } from '../../../core/slots/week/timeslots.js'
import { chosenAccount } from '../../accounts.js'
import { chosen, typed } from '../../forms/values.js'
import { slowForm } from '../../forms/slow-form.js'
import { onAction, type SlackDeps, type ViewArgs, onView } from '../../listener.js'
import { submitOnce } from '../../forms/submit-once.js'
import { refreshWeek } from './slots.js'

onAction(slotsAction.rebuild, async (deps, { body, client, context }) => {
  if (!body.view) return
  const { member } = context
  const memory = slotsMemory.read(body.view)
  const { account, timezone } = await chosenAccount(deps, { ...member, currentAccountId: memory.accountId })
  const slots = await listTimeslots(deps, member.actor, memory)
  const values = { pinsPerDay: String(pinsPerDayNow(slots.length)), timezone: account.timezone ?? timezone }
  await client.views.push({ trigger_id: body.trigger_id, view: await formView(deps, member, body.view, { values }) })
})

const NONE_YET = 2
/** The current number of pins a day, for the first view of the form. */
const pinsPerDayNow = (slots: number) =>
  slots === 0 ? NONE_YET : Math.min(PINS_PER_DAY.most, Math.max(PINS_PER_DAY.least, Math.round(slots / 7)))

async function formView(
  deps: SlackDeps,
  member: Member,
  view: { private_metadata: string },
  filled: { values: RebuildValues; problem?: string },
): Promise<ModalView> {
  const memory = slotsMemory.read(view)
  const { account } = await chosenAccount(deps, { ...member, currentAccountId: memory.accountId })
  return rebuildView({ memory, accountZone: account.timezone, limits: PINS_PER_DAY, ...filled })
}

/** Handles "Preview" and writes nothing. */
onView(view.rebuild, async (deps, { view, context, ack }) => {
  const memory = slotsMemory.read(view)
  const rebuild = await rebuildTimeslots(deps, context.member.actor, {
    accountId: memory.accountId,
    pinsPerDay: Number(typed(view, field.pinsPerDay)),
    timezone: chosen(view, field.timezone)?.id ?? null,
    preview: true,
  })
  const { locale, timezone: ownZone } = context.member
  await ack({ response_action: 'update', view: previewView(memory, rebuild, { locale, ownZone }) })
})

onAction(rebuildAction.changeRebuild, async (deps, { body, client, context }) => {
  const { view } = body
  if (!view) return
  await client.views.update({ view_id: view.id, view: await formView(deps, context.member, view, { values: valuesIn(view) }) })
})

function valuesIn(view: { private_metadata: string }): RebuildValues {
  const { pinsPerDay, timezone } = previewMemory.read(view)
  return { pinsPerDay: String(pinsPerDay), timezone }
}

/** Handles "Rebuild now" once, however often it is sent. A refusal shows the form again, with its values and the error. */
onView(view.rebuildPreview, (deps, args) => {
  const { view, client, context } = args
  return slowForm(deps, args, {
    work: async () => rebuiltText(await rebuild(deps, args)),
    working: 'Rebuilding the week…',
    title: 'Rebuild the week',
    late: (sentence) => ({ view: rebuiltView(sentence), sentence }),
    again: ({ sentence }) => formView(deps, context.member, view, { values: valuesIn(view), problem: sentence }),
    needsForm: () => true, // a preview has no fields
    after: (sentence) => refreshWeek(deps, client, { context, view, banner: done(sentence) }),
  })
})

async function rebuild(deps: SlackDeps, { view, context }: ViewArgs): Promise<RebuildCounts> {
  const { actor } = context.member
  const { accountId, pinsPerDay, timezone, shown } = previewMemory.read(view)
  const input = { accountId, pinsPerDay, timezone, preview: false, shown }
  const { data } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => rebuildTimeslots(deps, actor, input, beforeCommit),
    countsOf,
  )
  return data
}

const countsOf = ({ pinsPerDay, added, removed, kept, pins }: Rebuild): RebuildCounts => ({
  pinsPerDay,
  added: added.length,
  removed: removed.length,
  kept: kept.length,
  offSlot: pins.offSlot,
})
