/** The forms of the settings: zone, channel, pausing, and what happens to pins during a pause. */
import { type SettingsMemory, settingsMemory } from './memory.js'
import type { InputBlock, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { shared, field } from '../ids.js'
import { channelInput } from '../kit/channel-input.js'
import { form, input, option, section } from '../kit/kit.js'
import { type Reader, timeIn } from '../kit/times.js'
import { zoneInput } from '../kit/zone-input.js'

export const view = {
  zone: 'account_zone',
  channel: 'account_channel',
  pause: 'pause_publishing',
  whilePaused: 'while_paused',
} as const

type About = { memory: SettingsMemory; account: Pick<Account, 'timezone' | 'whilePaused' | 'notifyChannelId'> }

export const zoneView = ({ memory, account }: About): ModalView =>
  form({
    callbackId: view.zone,
    title: 'Time zone',
    submit: 'Save',
    memory: settingsMemory.write(memory),
    blocks: [
      zoneInput({
        chosen: account.timezone,
        hint: 'Type a city to search. Existing slots keep their time zone, and pins keep their times.',
      }),
    ],
  })

export const channelView = ({ memory, account: { notifyChannelId: chosen } }: About): ModalView =>
  form({
    callbackId: view.channel,
    title: 'Channel',
    submit: 'Save',
    memory: settingsMemory.write(memory),
    blocks: [
      channelInput({
        blockId: field.channel,
        chosen,
        optional: false,
        hint: 'Invite Pinslot first: type /invite @Pinslot there. It says hello once you save.',
      }),
    ],
  })

/** @param ends the offered instants at which the pause ends by itself */
export const pauseView = (
  { memory, account }: About,
  ends: readonly Date[],
  { timezone, locale, own, now }: PauseReader,
): ModalView =>
  form({
    callbackId: view.pause,
    title: 'Pause publishing',
    submit: 'Pause',
    memory: settingsMemory.write(memory),
    blocks: [
      section('No new pins go out. Pins already being sent will finish.'),
      input({
        blockId: field.until,
        label: 'Resumes',
        ...(timezone !== own && { hint: `Times in ${timezone}` }),
        element: {
          type: 'static_select',
          action_id: shared.value,
          options: [BY_HAND, ...ends.map((at) => option(timeIn(at, timezone, now, locale), at.toISOString()))],
          initial_option: BY_HAND,
        },
      }),
      whilePausedInput(account),
    ],
  })

type PauseReader = Reader & { own: string | null; now: Date }
const BY_HAND = option('When an admin resumes it', 'by_hand')

export const whilePausedView = ({ memory, account }: About): ModalView =>
  form({
    callbackId: view.whilePaused,
    title: 'While paused',
    submit: 'Save',
    memory: settingsMemory.write(memory),
    blocks: [whilePausedInput(account)],
  })

function whilePausedInput({ whilePaused }: Pick<Account, 'whilePaused'>): InputBlock {
  const options = {
    wait: option('Wait', 'wait', 'up to 24 hours; they go out when publishing resumes'),
    fail: option('Back to drafts', 'fail', 'and their credits are refunded'),
  }
  return input({
    blockId: field.whilePaused,
    label: 'Pins due while paused',
    element: {
      type: 'radio_buttons',
      action_id: shared.value,
      options: Object.values(options),
      initial_option: options[whilePaused],
    },
  })
}
