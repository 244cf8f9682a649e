/** Rebuilding the week: the number of pins a day, then a preview of added, removed and kept slots, then the result. */
import { previewMemory, type SlotsMemory, slotsMemory } from './memory.js'
import type { SlotRule } from '../../src/core/slots/week/timeslot.js'
import type { AnyBlock, ModalView } from '@slack/types'
import type { Rebuild } from '../../src/core/slots/week/rebuild.js'
import { shared, field } from '../ids.js'
import { actions, alert, button, context, divider, escape, input, section, text } from '../kit/kit.js'
import { counted, whole } from '../kit/numbers.js'
import type { Locale } from '../kit/times.js'
import { slotZoneInput } from './inputs.js'
import { basisText, DAYS_IN_ORDER, daysText, hourWithPlace, pinsCounted, shortTimes } from './text.js'

export const action = { changeRebuild: 'change_rebuild' } as const
export const view = { rebuild: 'rebuild_slots', rebuildPreview: 'rebuild_preview' } as const

export type RebuildValues = { pinsPerDay: string; timezone: string | null }
export type RebuildModel = {
  memory: SlotsMemory
  values: RebuildValues
  accountZone: string | null
  limits: { least: number; most: number }
  /** Why the week was not rebuilt. */
  problem?: string | undefined
}

export const rebuildView = ({ memory, values, accountZone, limits, problem }: RebuildModel): ModalView => ({
  type: 'modal',
  callback_id: view.rebuild,
  title: text('Rebuild the week', 24),
  submit: text('Preview', 24),
  close: text('Back', 24),
  private_metadata: slotsMemory.write(memory),
  blocks: [
    ...(problem === undefined ? [] : [alert('error', problem)]),
    section('Replaces all slots with new ones at the best times. You’ll see a preview first.'),
    input({
      blockId: field.pinsPerDay,
      label: 'Pins per day',
      hint: `${limits.least} to ${limits.most}, every day of the week.`,
      element: {
        type: 'number_input',
        action_id: shared.value,
        is_decimal_allowed: false,
        min_value: String(limits.least),
        max_value: String(limits.most),
        ...(values.pinsPerDay !== '' && { initial_value: values.pinsPerDay }),
      },
    }),
    slotZoneInput(values.timezone, accountZone),
  ],
})

export function previewView(
  memory: SlotsMemory,
  rebuild: Rebuild,
  { locale, ownZone }: { locale: Locale; ownZone: string | null } = { locale: null, ownZone: null },
): ModalView {
  const { pinsPerDay, timezone, basis, pins, shown, leastApart } = rebuild
  return {
    type: 'modal',
    callback_id: view.rebuildPreview,
    title: text('Rebuild: preview', 24),
    submit: text('Rebuild now', 24),
    close: text('Back', 24),
    private_metadata: previewMemory.write({ ...memory, pinsPerDay, timezone, shown }),
    blocks: [
      section(
        `*${pinsCounted(pinsPerDay)} a day*${apartText(pinsPerDay, leastApart)}${timezone === ownZone ? '' : `, times in ${timezone}`}\n${basisText({ basis })}`,
      ),
      section(`${changeText(rebuild)}\n${pinText(pins)}`),
      // above the days, because Slack scrolls a form to its first button
      actions([button({ text: 'Change number or zone', actionId: action.changeRebuild })]),
      divider(),
      ...dayBlocks(rebuild, locale),
      context('Nothing has changed yet.'),
    ],
  }
}

const changeText = ({ added, kept, removed }: Rebuild) =>
  added.length === 0 && removed.length === 0
    ? 'Your week already looks like this.'
    : `*${counted(added.length, 'slot')}* added, *${whole(removed.length)}* removed, *${whole(kept.length)}* kept`

/** @see Rebuild.pins */
function pinText({ reattached, offSlot }: Rebuild['pins']): string {
  if (reattached + offSlot === 0) return 'Scheduled pins keep their times and slots.'
  const on = reattached === 0 ? [] : [`${pinsCounted(reattached)} ${reattached === 1 ? 'moves' : 'move'} to a new slot`]
  return `Scheduled pins keep their times: ${[...on, ...(offSlot === 0 ? [] : [onNone(offSlot)])].join(', ')}.`
}

const onNone = (offSlot: number) => `${pinsCounted(offSlot)} ${offSlot === 1 ? 'is' : 'are'} no longer in a slot`

function apartText(pinsPerDay: number, minutes: number): string {
  if (pinsPerDay === 1) return ''
  const hours = Math.floor(minutes / 60)
  return `, at least ${hours === 0 ? counted(minutes, 'minute') : counted(hours, 'hour')} apart`
}

/** Days with the same changes share a line: `Every day: + 10 AM, 8 PM − 9:30 AM`. */
function dayBlocks({ added, removed, kept, timezone }: Rebuild, locale: Locale): AnyBlock[] {
  const part = (sign: string, slots: readonly SlotRule[], day: number) => {
    const own = slots.filter((slot) => slot.day === day)
    return own.length === 0 ? [] : [`${sign} ${timesOf(own, timezone, locale)}`]
  }
  const daysOf = new Map<string, number[]>()
  for (const day of DAYS_IN_ORDER) {
    const words = [...part('+', added, day), ...part('−', removed, day), ...part('· keep', kept, day)].join('  ')
    if (words !== '') daysOf.set(words, [...(daysOf.get(words) ?? []), day])
  }
  return [...daysOf].map(([words, days]) => section(`*${daysText(days)}:* ${words}`))
}

/** The most times on one line: a new week has at most 50 a day, an old one any number. */
const TIMES_SHOWN = 50

/** Writes times of the usual zone in their short form. */
function timesOf(slots: readonly SlotRule[], usual: string, locale: Locale): string {
  const shown = slots.slice(0, TIMES_SHOWN)
  const own = shown.filter(({ timezone }) => timezone === usual).map(({ minute }) => minute)
  return [
    ...(own.length > 0 ? [shortTimes(own, locale)] : []),
    ...shown.filter(({ timezone }) => timezone !== usual).map((slot) => hourWithPlace(slot, usual, locale)),
    ...(slots.length > TIMES_SHOWN ? [`and ${whole(slots.length - TIMES_SHOWN)} more`] : []),
  ].join(', ')
}

/** The result of a rebuild. */
export type RebuildCounts = { pinsPerDay: number; added: number; removed: number; kept: number; offSlot: number }
export function rebuiltText({ pinsPerDay, added, removed, kept, offSlot }: RebuildCounts): string {
  const off = offSlot === 0 ? '' : ` ${pinsCounted(offSlot)} ${offSlot === 1 ? 'is' : 'are'} not in a slot.`
  return `Your week now has ${pinsCounted(pinsPerDay)} a day: ${whole(added)} added, ${whole(removed)} removed, ${whole(kept)} kept. Scheduled pins keep their times.${off}`
}

/** Replaces the working view if the rebuild took long. */
export const rebuiltView = (sentence: string): ModalView => ({
  type: 'modal',
  title: text('Rebuild the week', 24),
  close: text('Back', 24),
  blocks: [section(escape(sentence))],
})
