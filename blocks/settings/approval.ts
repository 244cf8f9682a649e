/** Of the settings: whether what contributors want scheduled is approved first, and the form of it. */
import { type SettingsMemory, settingsMemory } from './memory.js'
import type { AnyBlock, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { action, field, view } from '../ids.js'
import { button, context, escape, form, inline, input, type Message, option, section } from '../kit/kit.js'

type Policy = Pick<Account, 'approvalPolicy' | 'approvalsChannelId'>

export function approvalPart({ account, canChange }: { account: Policy; canChange: boolean }): AnyBlock[] {
  const { approvalPolicy: policy, approvalsChannelId: channelId } = account
  const change = button({ words: 'Change approval', actionId: action.settingsApproval })
  const words =
    policy === 'none'
      ? 'None: contributors save drafts, and schedulers put them on the schedule.'
      : `Required: what contributors want on the schedule is approved in ${channelId === null ? 'no channel yet' : `<#${escape(channelId)}>`} first.`
  return [section(`*Approval*\n${words}`, canChange ? change : undefined)]
}

export function approvalPolicyView({ memory, account }: { memory: SettingsMemory; account: Policy }): ModalView {
  const { approvalPolicy: policy, approvalsChannelId: chosen } = account
  const options = {
    none: option('None', 'none', 'Contributors save drafts; a scheduler schedules them'),
    required: option('Required', 'required', 'What contributors want scheduled is a card in the channel'),
  }
  return form({
    callbackId: view.approval,
    title: 'Approval',
    submit: 'Save',
    memory: settingsMemory.write(memory),
    blocks: [
      input({
        blockId: field.approvalPolicy,
        label: 'Pins of contributors',
        element: {
          type: 'radio_buttons',
          action_id: action.value,
          options: Object.values(options),
          initial_option: options[policy],
        },
      }),
      input({
        blockId: field.approvalsChannel,
        label: 'Channel',
        optional: true,
        element: {
          type: 'conversations_select',
          action_id: action.value,
          filter: { include: ['public', 'private'], exclude_bot_users: true },
          ...(chosen !== null && { initial_conversation: chosen }),
        },
        hint: 'Where schedulers and admins look at them. Pinslot has to be in it: type /invite @Pinslot there.',
      }),
      context('What waits already goes on waiting: it is decided on its card.'),
    ],
  })
}

/** Posted in a channel when it is chosen: it proves that Pinslot may write there. */
export const approvalsChosenMessage = ({ username }: Pick<Account, 'username'>): Message => {
  const words = `Pins of ${inline(username)} that wait for approval are shown here from now on.`
  return {
    text: words,
    blocks: [section(`:wave: ${words}`), context('Schedulers and admins approve them, ask for changes or reject them.')],
  }
}
