/** The part of the settings about approval of contributors' pins, and its form. */
import { type SettingsMemory, settingsMemory } from './memory.js'
import type { AnyBlock, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { action, field, view } from '../ids.js'
import { button, context, escape, form, inline, input, type Message, option, section } from '../kit/kit.js'

type Policy = Pick<Account, 'approvalPolicy' | 'approvalsChannelId'>

export function approvalPart({ account, canChange }: { account: Policy; canChange: boolean }): AnyBlock[] {
  const { approvalPolicy: policy, approvalsChannelId: channelId } = account
  const change = button({ text: 'Edit', actionId: action.settingsApproval, label: 'Edit: approval' })
  const words =
    policy === 'none'
      ? 'Off: contributors can only save drafts.'
      : `Required: contributors’ pins need approval in ${channelId === null ? 'a channel (none set yet)' : `<#${escape(channelId)}>`}.`
  return [section(`*Approval*\n${words}`, canChange ? change : undefined)]
}

export function approvalPolicyView({ memory, account }: { memory: SettingsMemory; account: Policy }): ModalView {
  const { approvalPolicy: policy, approvalsChannelId: chosen } = account
  const options = {
    none: option('Off', 'none', 'Contributors can only save drafts'),
    required: option('Required', 'required', 'Contributors’ pins need approval in a channel'),
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
        hint: 'Where schedulers and admins approve pins. Invite Pinslot first: type /invite @Pinslot there.',
      }),
      context('Pending requests stay open.'),
    ],
  })
}

/** Posted in a channel when it is chosen, which proves that Pinslot can post there. */
export const approvalsChosenMessage = ({ username }: Pick<Account, 'username'>): Message => {
  const words = `Pins of ${inline(username)} that need approval are posted here.`
  return {
    text: words,
    blocks: [section(`:wave: ${words}`), context('Schedulers and admins can approve them, request changes or reject them.')],
  }
}
