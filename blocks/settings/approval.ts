/** The part of the settings about approval of contributors' pins, and its form. */
import { type SettingsMemory, settingsMemory } from './memory.js'
import type { AnyBlock, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { shared, field } from '../ids.js'
import type { ApprovalRule } from '../../src/core/posts/approval/rules/rule.js'
import type { Clients } from '../../src/core/posts/review-links/people.js'
import { stepsPart } from './approval-steps.js'
import { clientsPart } from './clients.js'
import { ownRemindersPart } from './reminders.js'
import { channelInput } from '../kit/channel-input.js'
import { button, context, escape, form, inline, input, type Message, option, section } from '../kit/kit.js'

export const action = { settingsApproval: 'open_approval' } as const
export const view = { approval: 'account_approval' } as const

type Policy = Pick<Account, 'approvalPolicy' | 'approvalsChannelId' | 'remindsApprovers'>

export type ApprovalPart = {
  account: Policy
  canChange: boolean
  /** undefined: the reader may not see them. */
  approvalRules?: readonly ApprovalRule[] | undefined
  clients?: Clients | undefined
  /** Whether the reader gets reminders; undefined: they may not decide. */
  isReminded?: boolean | undefined
}

export function approvalPart({ account, canChange, approvalRules, clients, isReminded }: ApprovalPart): AnyBlock[] {
  const { approvalPolicy: policy, approvalsChannelId: channelId, remindsApprovers } = account
  const change = button({ text: 'Edit', actionId: action.settingsApproval, label: 'Edit: approval' })
  const words =
    policy === 'none'
      ? 'Off: contributors can only save drafts.'
      : `Required: contributors’ pins need approval in ${channelId === null ? 'a channel (none set yet)' : `<#${escape(channelId)}>`}.`
  const reminders = policy === 'none' ? '' : `\n${remindsApprovers ? 'Reminds approvers.' : 'Doesn’t remind approvers.'}`
  return [
    section(`*Approval*\n${words}${reminders}`, canChange ? change : undefined),
    ...(approvalRules && policy === 'required' ? stepsPart(approvalRules) : []),
    ...(clients && policy === 'required' ? clientsPart(clients) : []),
    ...(isReminded === undefined ? [] : ownRemindersPart(isReminded)),
  ]
}

export function approvalPolicyView({ memory, account }: { memory: SettingsMemory; account: Policy }): ModalView {
  const { approvalPolicy: policy, approvalsChannelId: chosen, remindsApprovers } = account
  const remind = option('Remind approvers', 'remind', 'At most two messages a pin, in their morning')
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
          action_id: shared.value,
          options: Object.values(options),
          initial_option: options[policy],
        },
      }),
      channelInput({
        blockId: field.approvalsChannel,
        chosen,
        hint: 'Where schedulers and admins approve pins. Invite Pinslot first: type /invite @Pinslot there.',
      }),
      input({
        blockId: field.approvalReminders,
        label: 'Reminders',
        optional: true,
        element: {
          type: 'checkboxes',
          action_id: shared.value,
          options: [remind],
          ...(remindsApprovers && { initial_options: [remind] }),
        },
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
