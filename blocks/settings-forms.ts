/** The forms behind the settings: the zone, pausing, and what happens to pins meanwhile. */
import type { InputBlock, ModalView } from '@slack/types'
import type { Account } from '../src/core/accounts/account.js'
import { action, field, view } from './ids.js'
import { input, option, section, text } from './kit.js'
import type { SettingsMemory } from './settings.js'
import { zoneInput } from './zone-input.js'

type About = { memory: SettingsMemory; account: Pick<Account, 'timezone' | 'whilePaused'> }

const form = (
  callbackId: string,
  title: string,
  submit: string,
  memory: SettingsMemory,
  blocks: ModalView['blocks'],
): ModalView => ({
  type: 'modal',
  callback_id: callbackId,
  title: text(title, 24),
  submit: text(submit, 24),
  close: text('Cancel', 24),
  private_metadata: JSON.stringify(memory),
  blocks,
})

export const zoneView = ({ memory, account }: About): ModalView =>
  form(view.zone, 'Time zone', 'Save', memory, [
    zoneInput({
      chosen: account.timezone,
      hint: 'Type a city to search. Slots that are there keep their own zone, and pins their times.',
    }),
  ])

export const pauseView = ({ memory, account }: About): ModalView =>
  form(view.pause, 'Pause publishing', 'Pause', memory, [
    section('Nothing new is sent from now on. What is being sent at this moment still ends.'),
    whilePausedInput(account),
  ])

export const whilePausedView = ({ memory, account }: About): ModalView =>
  form(view.whilePaused, 'While paused', 'Save', memory, [whilePausedInput(account)])

function whilePausedInput({ whilePaused }: Pick<Account, 'whilePaused'>): InputBlock {
  const options = {
    wait: option('They wait', 'wait', 'and go out when publishing is resumed, up to a day late'),
    fail: option('They fail', 'fail', 'each is a draft again, and its credit is given back'),
  }
  return input({
    blockId: field.whilePaused,
    label: 'Pins that fall due meanwhile',
    element: {
      type: 'radio_buttons',
      action_id: action.value,
      options: Object.values(options),
      initial_option: options[whilePaused],
    },
  })
}
