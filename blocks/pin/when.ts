/**
 * The input "When", shared by all forms with a time: next open slot first, then an exact time, and "Save as draft" last if that
 * is a choice. The time field appears only once the exact time is chosen.
 */
import type { AnyBlock, PlainTextOption } from '@slack/types'
import { shared, field, when } from '../ids.js'
import { input, option, text } from '../kit/kit.js'
import { clockIn, dateIn, type Locale, placeOf, timeIn } from '../kit/times.js'

export type WhenChoice = 'nextOpenSlot' | 'slot' | 'swap' | 'at' | 'draft'

export type WhenModel = {
  chosen: WhenChoice
  /** The value of the time field; null: empty. */
  at: Date | null
  /** null: no slot is open; undefined: not known (yet). */
  nextOpenSlot: Date | null | undefined
  /** Whether the next open slot is a choice; it is not for a pin that already has it. */
  hasNext?: boolean
  /** The open slots to choose from, and the chosen one; undefined: no such choice. */
  slots?: { open: Date[]; chosen: Date }
  /** Pins to swap times with; none: no such choice. */
  swaps?: PlainTextOption[]
  /** The reader's zone, in which Slack shows the time field. */
  timezone: string
  accountZone: string | null | undefined
  now: Date
  /** The reader's, for 12 or 24 hours. */
  locale?: Locale | undefined
  /** Whether "Save as draft" is a choice. */
  hasDraft?: boolean
  /** The words for leaving the time unchanged, as the first choice. Its value is `draft`, because it schedules nothing. */
  keeps?: string | undefined
  hint?: string
  /** The actions that report another choice, time and slot. Without them the time field always shows, as nothing could add it. */
  told?: { choice: string; time: string; slot?: string }
}

/** The hint for a time that needs approval. */
export const APPROVAL_HINT = 'Needs approval; stays a draft until then. The next open slot is kept meanwhile.'

/** The choice, with the time or slot input that it needs. */
export function whenInputs(model: WhenModel): AnyBlock[] {
  const { chosen, at, timezone, accountZone, hint = '', hasDraft = false, keeps, hasNext = true, slots, swaps = [], told } = model
  const options = {
    nextOpenSlot: nextOption(model),
    slot: option('Choose a slot', when.slot),
    swap: option('Swap with another pin', when.swap),
    at: option('Exact time', when.at),
    draft: option(keeps ?? 'Save as draft', when.draft),
  }
  return [
    input({
      blockId: field.when,
      label: 'When',
      element: {
        type: 'radio_buttons',
        action_id: told?.choice ?? shared.value,
        options: [
          ...(keeps === undefined ? [] : [options.draft]),
          ...(hasNext ? [options.nextOpenSlot] : []),
          ...(slots ? [options.slot] : []),
          options.at,
          ...(swaps.length > 0 ? [options.swap] : []),
          ...(hasDraft ? [options.draft] : []),
        ],
        initial_option: options[chosen],
      },
      ...(hint !== '' && { hint }),
      dispatches: told !== undefined,
    }),
    ...(slots && !(told && chosen !== 'slot') ? [slotInput(model, slots)] : []),
    ...(swaps.length > 0 && !(told && chosen !== 'swap') ? [swapInput(swaps, !told)] : []),
    ...(told && chosen !== 'at'
      ? []
      : [
          input({
            blockId: field.time,
            label: 'Time',
            optional: !told,
            hint: timeHint(timezone, accountZone),
            element: {
              type: 'datetimepicker',
              action_id: told?.time ?? shared.value,
              ...(at && { initial_date_time: Math.floor(at.getTime() / 1000) }),
            },
            dispatches: told !== undefined,
          }),
        ]),
  ]
}

type NextSlot = Pick<WhenModel, 'nextOpenSlot' | 'timezone' | 'now' | 'locale'>

const swapInput = (options: PlainTextOption[], optional: boolean): AnyBlock =>
  input({
    blockId: field.otherPin,
    label: 'Swap with',
    optional,
    element: { type: 'static_select', action_id: shared.value, options, placeholder: text('Choose a pin', 150) },
  })

/** Names each slot by weekday, date and time. */
function slotInput({ timezone, now, locale, told }: WhenModel, { open, chosen }: NonNullable<WhenModel['slots']>): AnyBlock {
  const options = open.map((at) => option(timeIn(at, timezone, now, locale), secondsOf(at)))
  const initial = options.find(({ value }) => value === secondsOf(chosen))
  return input({
    blockId: field.slot,
    label: 'Slot',
    optional: !told,
    element: {
      type: 'static_select',
      action_id: told?.slot ?? shared.value,
      options,
      ...(initial && { initial_option: initial }),
    },
    dispatches: told?.slot !== undefined,
  })
}

const secondsOf = (at: Date): string => String(Math.floor(at.getTime() / 1000))

/** Describes the choice with the time of that slot. */
function nextOption({ nextOpenSlot, timezone, now, locale }: NextSlot): PlainTextOption {
  const words =
    nextOpenSlot === undefined ? undefined : nextOpenSlot === null ? 'No open slots' : timeIn(nextOpenSlot, timezone, now, locale)
  return option('Next open slot', when.nextOpenSlot, words)
}

export const timeHint = (timezone: string, accountZone: string | null | undefined): string =>
  accountZone && accountZone !== timezone
    ? `Your time (${placeOf(timezone)}). The account is in ${placeOf(accountZone)}.`
    : `Your time (${placeOf(timezone)}).`

/** Slack's limit for the words of a form's button. */
const MOST_IN_BUTTON = 24

type Timed = Pick<WhenModel, 'timezone' | 'now' | 'locale'>
/** `Schedule for Mon 7:15 PM`: the first beginning that fits together with the time, else the words without a time. */
export function timedWords(beginnings: readonly string[], at: Date | null, reader: Timed, without: string): string {
  const words = at ? beginnings.map((begin) => `${begin} ${shortTime(at, reader)}`) : []
  return words.find(({ length }) => length <= MOST_IN_BUTTON) ?? without
}

/** `Mon 7:15 PM` within a week, `Dec 3 7:15 PM` within a year, `Nov 23, 2028` beyond. */
function shortTime(at: Date, { timezone, now, locale }: Timed): string {
  const hour = clockIn(at, timezone, locale)
  const hoursAhead = (at.getTime() - now.getTime()) / 60_000 / 60
  if (hoursAhead < 6 * 24) return `${timeIn(at, timezone, at).slice(0, 3)} ${hour}`
  return hoursAhead < 350 * 24 ? `${dateIn(at, timezone, at, locale)} ${hour}` : dateIn(at, timezone, null, locale)
}
