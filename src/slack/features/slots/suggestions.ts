/** "Suggestions": good times for slots, which can be added one by one. */
import { action as slotsAction } from '../../../../blocks/slots/view.js'
import { slotsMemory, suggestionsMemory } from '../../../../blocks/slots/memory.js'
import { done } from '../../../../blocks/kit/banner.js'
import {
  action as suggestionsAction,
  type SuggestionRef,
  rememberSuggestions,
  suggestionsView,
} from '../../../../blocks/slots/suggestions.js'
import { slotName } from '../../../../blocks/slots/text.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { suggestTimeslots, takeSuggestion } from '../../../core/slots/week/suggestions.js'
import { listTimeslots } from '../../../core/slots/week/timeslots.js'
import { chosenAccount } from '../../accounts.js'
import { onAction } from '../../listener.js'
import { openInTime } from '../../forms/open.js'
import { valueOf } from '../cards/pressed.js'
import { refreshWeek } from './slots.js'

const TIMES_SHOWN = 10

const readerOf = ({ locale, timezone }: Pick<Member, 'locale' | 'timezone'>) => ({ locale, ownZone: timezone })

onAction(slotsAction.suggestions, async (deps, { body, client, context }) => {
  if (!body.view) return
  const { member } = context
  const memory = slotsMemory.read(body.view)
  const { accountId } = memory
  const opening = { client, triggerId: body.trigger_id, how: 'push', title: 'Suggested times' } as const
  await openInTime(deps, opening, async () => {
    const { account, timezone } = await chosenAccount(deps, { ...member, currentAccountId: accountId })
    const requested = { accountId, limit: TIMES_SHOWN, timezone: account.timezone ?? timezone }
    const suggestions = await suggestTimeslots(deps, member.actor, requested)
    return suggestionsView(rememberSuggestions(memory, suggestions), () => false, readerOf(member))
  })
})

/** Adds the suggested slot; a second click adds no other. */
onAction(suggestionsAction.takeSuggestion, async (deps, args) => {
  const { body, client, context } = args
  const { view } = body
  if (!view) return
  const { member } = context
  const memory = suggestionsMemory.read(view)
  const { accountId, timezone } = memory
  const taken = await takeSuggestion(deps, member.actor, { accountId, timezone, ...valueOf<SuggestionRef>(args) })
  const slots = await listTimeslots(deps, member.actor, { accountId })
  const isTaken = (day: number, minute: number) =>
    slots.some((slot) => slot.day === day && slot.minute === minute && slot.timezone === timezone)
  await client.views.update({ view_id: view.id, view: suggestionsView(memory, isTaken, readerOf(member)) })
  await refreshWeek(deps, client, { context, view, banner: done(`Added ${slotName(taken, null, member.locale)}.`) })
})
