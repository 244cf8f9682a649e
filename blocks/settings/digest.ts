/** The part of the settings about the weekly digest and the nudge, and its form. */
import { type SettingsMemory, settingsMemory } from './memory.js'
import type { AnyBlock, InputBlock, ModalView } from '@slack/types'
import type { DigestSettings } from '../../src/core/accounts/digest-settings.js'
import { action, field, view } from '../ids.js'
import { actions, button, context, form, input, option, section, text } from '../kit/kit.js'
import { dayName, DAYS_IN_ORDER, hourOf } from '../slots/text.js'
import { dayIn } from '../kit/times.js'

export type DigestPart = {
  settings: DigestSettings
  hasChannel: boolean
  /** Whether the reader may have one sent. */
  canAsk: boolean
}

export function digestBlocks({ settings, hasChannel, canAsk }: DigestPart, canChange: boolean, now: Date): AnyBlock[] {
  const change = button({ words: 'Change digest', actionId: action.settingsDigest })
  const send = button({ words: 'Send one now', actionId: action.digestNow, says: 'Send a digest to me now' })
  return [
    section(`*Digest*\n${digestText(settings, hasChannel, now)}\n${nudgeText(settings)}`, canChange ? change : undefined),
    ...(canAsk ? [actions([send])] : []),
    context(
      `Numbers of the week, the best pins, what goes out next and what is open.${canAsk ? ' One sent now comes to you alone.' : ''}`,
    ),
  ]
}

function digestText({ digest, weekday, minute, timezone, nextAt }: DigestSettings, hasChannel: boolean, now: Date): string {
  if (!digest) return 'None.'
  const each = `${dayName(weekday)}s at ${hourOf(minute)}`
  if (!hasChannel) return `:warning: ${each}, but no channel is chosen that could hear it.`
  return `${each}${nextAt === null ? '' : `; next ${dayIn(nextAt, timezone, now)}`}`
}

const nudgeText = ({ nudge }: DigestSettings): string =>
  nudge ? 'Empty slots are told of, once a week at most.' : 'Empty slots are not told of.'

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
          action_id: action.value,
          placeholder: text('Choose a day', 150),
          options: days,
          ...(chosen && { initial_option: chosen }),
        },
      }),
      input({
        blockId: field.minute,
        label: 'Time',
        hint: `In the time zone of the account, ${timezone}. Empty slots are looked for at this time, too, on the other days.`,
        element: { type: 'timepicker', action_id: action.value, initial_time: hourOf(minute) },
      }),
      context('A week has one digest: where it came already, a new day holds from next week on.'),
    ],
  })
}

function partsInput({ digest, nudge }: DigestSettings): InputBlock {
  const options = [
    { isOn: digest, shown: option('The weekly digest', DIGEST_PARTS.digest, 'what the last week came to, and what comes') },
    { isOn: nudge, shown: option('Empty slots', DIGEST_PARTS.nudge, 'when little goes out in the next days; once a week') },
  ]
  const initial = options.flatMap(({ isOn, shown }) => (isOn ? [shown] : []))
  return input({
    blockId: field.digest,
    label: 'The channel hears of',
    optional: true,
    element: {
      type: 'checkboxes',
      action_id: action.value,
      options: options.map(({ shown }) => shown),
      ...(initial.length > 0 && { initial_options: initial }),
    },
  })
}
