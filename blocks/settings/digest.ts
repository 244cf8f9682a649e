/** The part of the settings about the weekly digest and the nudge, and its form. */
import { type SettingsMemory, settingsMemory } from './memory.js'
import type { AnyBlock, InputBlock, ModalView } from '@slack/types'
import type { DigestSettings } from '../../src/core/accounts/digest-settings.js'
import { shared, field } from '../ids.js'
import { actions, button, context, form, input, option, section, text } from '../kit/kit.js'
import { dayName, DAYS_IN_ORDER, hourOf } from '../slots/text.js'
import { clockOf, dayIn, type Locale, zoneName } from '../kit/times.js'

export const action = { settingsDigest: 'open_digest', digestNow: 'send_digest_now' } as const
export const view = { digest: 'weekly_digest' } as const

export type DigestPart = {
  settings: DigestSettings
  hasChannel: boolean
  /** Whether the reader may request a digest now. */
  canAsk: boolean
  /** The reader's, for 12 or 24 hours. */
  locale?: Locale | undefined
  /** null: not known. */
  readerZone: string | null
}

export function digestBlocks(
  { settings, hasChannel, canAsk, locale, readerZone }: DigestPart,
  canChange: boolean,
  now: Date,
): AnyBlock[] {
  const change = button({ text: 'Edit', actionId: action.settingsDigest, label: 'Edit: digest' })
  const send = button({ text: 'Send now', actionId: action.digestNow, label: 'Send now: a digest, to me only' })
  return [
    section(
      `*Digest*\n${digestText(settings, { hasChannel, now, locale, readerZone })}\n${nudgeText(settings)}`,
      canChange ? change : undefined,
    ),
    ...(canAsk ? [actions([send])] : []),
    context(`Stats of the week, top pins, upcoming pins and open slots.${canAsk ? ' “Send now” goes only to you.' : ''}`),
  ]
}

type Said = Pick<DigestPart, 'hasChannel' | 'locale' | 'readerZone'> & { now: Date }

function digestText(
  { digest, weekday, minute, timezone, nextAt }: DigestSettings,
  { hasChannel, now, locale, readerZone }: Said,
): string {
  if (!digest) return 'Off.'
  const zone = timezone === readerZone ? '' : ` (${zoneName(timezone)})`
  const each = `${dayName(weekday)}s at ${clockOf(minute, locale)}${zone}`
  if (!hasChannel) return `:warning: ${each}, but no channel is set.`
  return `${each}${nextAt === null ? '' : `; next ${dayIn(nextAt, timezone, now, locale)}`}`
}

const nudgeText = ({ nudge }: DigestSettings): string =>
  nudge ? 'Warns about empty slots, at most once a week.' : 'Doesn’t warn about empty slots.'

export const DIGEST_PARTS = { digest: 'digest', nudge: 'nudge' } as const

export function digestView({ memory, settings }: { memory: SettingsMemory; settings: DigestSettings }): ModalView {
  const { weekday, minute, timezone } = settings
  const days = DAYS_IN_ORDER.map((day) => option(dayName(day), String(day)))
  const chosen = days.find(({ value }) => value === String(weekday))
  return form({
    callbackId: view.digest,
    title: 'Digest',
    submit: 'Save',
    memory: settingsMemory.write(memory),
    blocks: [
      partsInput(settings),
      input({
        blockId: field.weekday,
        label: 'Day',
        element: {
          type: 'static_select',
          action_id: shared.value,
          placeholder: text('Choose a day', 150),
          options: days,
          ...(chosen && { initial_option: chosen }),
        },
      }),
      input({
        blockId: field.minute,
        label: 'Time',
        hint: `In the account’s time zone, ${timezone}. We also check for empty slots at this time each day.`,
        element: { type: 'timepicker', action_id: shared.value, initial_time: hourOf(minute) },
      }),
      context('One digest a week: if this week’s was sent, a new day applies from next week.'),
    ],
  })
}

function partsInput({ digest, nudge }: DigestSettings): InputBlock {
  const options = [
    { isOn: digest, shown: option('Weekly digest', DIGEST_PARTS.digest, 'results of last week and what’s next') },
    { isOn: nudge, shown: option('Empty slots', DIGEST_PARTS.nudge, 'a warning when slots stay empty; at most weekly') },
  ]
  const initial = options.flatMap(({ isOn, shown }) => (isOn ? [shown] : []))
  return input({
    blockId: field.digest,
    label: 'Send to channel',
    optional: true,
    element: {
      type: 'checkboxes',
      action_id: shared.value,
      options: options.map(({ shown }) => shown),
      ...(initial.length > 0 && { initial_options: initial }),
    },
  })
}
