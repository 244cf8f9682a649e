/** The part of the settings about the guard, and its form: the limit of a day, blackouts, and how often a picture may go out. */
import type { AnyBlock, ModalView } from '@slack/types'
import type { GuardSettings } from '../../src/core/slots/guard-settings.js'
import type { Blackout } from '../../src/core/slots/guard.js'
import { shared, field } from '../ids.js'
import { actions, button, clip, context, form, inline, input, option, section, text } from '../kit/kit.js'
import { counted } from '../kit/numbers.js'
import { dateIn, type Locale, timeIn } from '../kit/times.js'
import { guardMemory, type SettingsMemory } from './memory.js'

export const action = { settingsGuard: 'open_guard', moveOutOfBlackouts: 'move_out_of_blackouts' } as const
export const view = { guard: 'account_guard' } as const

export type GuardPart = {
  settings: Pick<GuardSettings, 'perDay' | 'limitToday' | 'samePicturePerMonth' | 'blackouts' | 'daysOver'>
  timezone: string
  locale: Locale
  now: Date
}

/** The values of the form's choices that are no number. */
export const NO_LIMIT = 'none'
export const BY_AGE = 'auto'
/** A value of the form for the choice of a blackout. */
export const keyOf = ({ from, to }: Blackout): string => `${from}|${to}`

/** The limits of the core, which checks them. */
const MOST = { perDay: 50, ofPicture: 100, note: 200 }
const DAYS_NAMED = 3
const NOTE_SHOWN = 40

export function guardPart({ guard, canChange }: { guard: GuardPart; canChange: boolean }): AnyBlock[] {
  const { settings, now, locale } = guard
  const [next, ...later] = settings.blackouts.filter(({ hasEnded }) => !hasEnded)
  const others = later.length === 0 ? '' : ` and ${later.length} more`
  const shut = next ? `Next blackout: ${spanText(next, guard, inline)}${others}.` : 'No blackouts.'
  const over = settings.daysOver
    .slice(0, DAYS_NAMED)
    .map(({ date, pins }) => `${dateIn(new Date(date), 'UTC', now, locale)} (${pins})`)
  const inside = pinsInside(settings)
  const lines = [
    `${limitText(settings)} ${shut}`,
    ...(over.length === 0
      ? []
      : [`:warning: More pins than that: ${over.join(', ')}${settings.daysOver.length > DAYS_NAMED ? ' and later' : ''}.`]),
    ...(inside === 0 ? [] : [`:warning: ${counted(inside, 'pin')} ${inside === 1 ? 'lies' : 'lie'} in a blackout.`]),
  ]
  const change = button({ text: 'Edit', actionId: action.settingsGuard, label: 'Edit: posting guard' })
  return [
    section(`*Posting guard*\n${lines.join('\n')}`, canChange ? change : undefined),
    ...(canChange && inside > 0 ? [actions([moveButton(inside)])] : []),
    context('Closes slots. An exact time only gets a warning.'),
  ]
}

/** Counts the queued pins that lie in blackouts to come; one in two of them counts twice. */
export const pinsInside = ({ blackouts }: Pick<GuardSettings, 'blackouts'>): number =>
  blackouts.reduce((sum, { pins, hasEnded }) => sum + (hasEnded ? 0 : pins), 0)

const moveButton = (pins: number) => ({
  ...button({
    text: 'Move out of blackouts',
    actionId: action.moveOutOfBlackouts,
    label: 'Move out of blackouts: scheduled pins',
  }),
  confirm: {
    title: text('Move these pins?', 100),
    text: text(`${counted(pins, 'pin')} in blackouts go to the next open slots.`, 300),
    confirm: text('Move', 30),
    deny: text('Cancel', 30),
  },
})

function limitText({ perDay, limitToday }: GuardPart['settings']): string {
  if (perDay === null) return 'No limit of pins a day.'
  const most = `Up to ${counted(limitToday ?? 0, 'pin')} a day`
  return perDay === 'auto' ? `${most}, by the account’s age and past.` : `${most}.`
}

/** `Dec 24 to Dec 26: “Holidays”`. @param quote writes the note as markup, or as plain text */
function spanText(
  { from, to, note }: Blackout,
  { timezone, now, locale }: Omit<GuardPart, 'settings'>,
  quote: (words: string, max: number) => string,
): string {
  const edge = (written: string) =>
    /^\d{4}-\d\d-\d\d$/.test(written)
      ? dateIn(new Date(written), 'UTC', now, locale)
      : timeIn(new Date(written), timezone, now, locale)
  const span = from === to ? edge(from) : `${edge(from)} to ${edge(to)}`
  return note === null ? span : `${span}: “${quote(note, NOTE_SHOWN)}”`
}

export function guardView(memory: SettingsMemory, guard: GuardPart): ModalView {
  const { perDay, samePicturePerMonth, blackouts } = guard.settings
  const coming = blackouts.filter(({ hasEnded }) => !hasEnded)
  const limits = [
    option('No limit', NO_LIMIT),
    option('Automatic', BY_AGE, '5 in the first two weeks, 15 until three months, then 30'),
    ...Array.from({ length: MOST.perDay }, (_, index) => option(String(index + 1), String(index + 1))),
  ]
  const chosen = limits.find(({ value }) => value === String(perDay ?? NO_LIMIT))
  return form({
    callbackId: view.guard,
    title: 'Posting guard',
    submit: 'Save',
    memory: guardMemory.write({ ...memory, perDay, samePicturePerMonth }),
    blocks: [
      input({
        blockId: field.perDay,
        label: 'Most pins a day',
        hint: 'Further pins take open slots of later days. Scheduled pins stay.',
        element: { type: 'static_select', action_id: shared.value, options: limits, ...(chosen && { initial_option: chosen }) },
      }),
      input({
        blockId: field.samePicture,
        label: 'Same picture in 30 days',
        hint: 'More often gets a warning.',
        element: {
          type: 'number_input',
          action_id: shared.value,
          is_decimal_allowed: false,
          min_value: '1',
          max_value: String(MOST.ofPicture),
          initial_value: String(samePicturePerMonth),
        },
      }),
      day(field.blackoutFrom, 'New blackout: first day'),
      day(field.blackoutTo, 'Last day', 'Leave it empty for one day.'),
      input({
        blockId: field.blackoutNote,
        label: 'Note',
        optional: true,
        element: { type: 'plain_text_input', action_id: shared.value, max_length: MOST.note },
      }),
      ...(coming.length === 0
        ? []
        : [
            input({
              blockId: field.endedBlackouts,
              label: 'Remove blackouts',
              optional: true,
              element: {
                type: 'multi_static_select',
                action_id: shared.value,
                placeholder: text('Choose blackouts', 150),
                options: [...new Map(coming.map((one) => [keyOf(one), option(spanText(one, guard, clip), keyOf(one))])).values()],
              },
            }),
          ]),
    ],
  })
}

const day = (blockId: string, label: string, hint?: string): AnyBlock =>
  input({
    blockId,
    label,
    optional: true,
    ...(hint !== undefined && { hint }),
    element: { type: 'datepicker', action_id: shared.value },
  })
