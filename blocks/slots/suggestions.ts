/** Suggested slots, best first, each with a button that adds it. */
import { type SlotsMemory, type SuggestionsMemory, suggestionsMemory } from './memory.js'
import type { AnyBlock, ModalView } from '@slack/types'
import type { Suggestions } from '../../src/core/slots/week/suggestions.js'
import { button, context, inline, section, text } from '../kit/kit.js'
import { clockOf, type Locale, timesIn } from '../kit/times.js'
import { basisText, dayName, hourOf } from './text.js'

export const action = { takeSuggestion: 'take_suggestion' } as const
export const view = { suggestions: 'suggested_slots' } as const

export type SuggestionRef = { day: number; time: string }

export const rememberSuggestions = (
  memory: SlotsMemory,
  { suggestions, basis, pinsRead, timezone }: Suggestions,
): SuggestionsMemory => ({
  ...memory,
  basis,
  pinsRead,
  timezone,
  times: suggestions.map(({ day, minute, score }) => [day, minute, Math.round(score * 100)]),
})

/** @param isTaken whether a slot has this time already */
export function suggestionsView(
  memory: SuggestionsMemory,
  isTaken: (day: number, minute: number) => boolean,
  { locale, ownZone }: { locale: Locale; ownZone: string | null } = { locale: null, ownZone: null },
): ModalView {
  const { times, timezone } = memory
  return {
    type: 'modal',
    callback_id: view.suggestions,
    title: text('Suggested times', 24),
    close: text('Back', 24),
    private_metadata: suggestionsMemory.write(memory),
    blocks: [
      section(`*Good times you don’t use yet*\n${basisText(memory)}`),
      ...timesIn(timezone, ownZone).map((words) => context(inline(words))),
      ...(times.length === 0 ? [section('No suggestions left: every time is already a slot.')] : []),
      ...times.map((time) =>
        timeRow(time, { isTaken: isTaken(time[0], time[1]), isMeasured: memory.basis === 'results', locale }),
      ),
    ],
  }
}

/** Shows the score only if `isMeasured` (the account's own results): the default table does not justify a number. */
function timeRow(
  [day, minute, percent]: SuggestionsMemory['times'][number],
  { isTaken, isMeasured, locale }: { isTaken: boolean; isMeasured: boolean; locale: Locale },
): AnyBlock {
  const name = `${dayName(day)} ${clockOf(minute, locale)}`
  if (isTaken) return section(`*${name}*\n:white_check_mark: Added`)
  const value = JSON.stringify({ day, time: hourOf(minute) } satisfies SuggestionRef)
  return section(
    isMeasured ? `*${name}*\n${scoreText(percent)}` : `*${name}*`,
    button({ text: 'Add', actionId: action.takeSuggestion, value, label: `Add ${name}` }),
  )
}

const scoreText = (percent: number) => (percent >= 100 ? 'Best time of the week' : `${percent}% as good as the best time`)
