/** A program that wants to sign in: what it is, what it may do, and the number for the browser. */
import type { ModalView } from '@slack/types'
import type { Asking } from '../../src/core/accounts/agents/consent.js'
import type { MostRole } from '../../src/core/accounts/keys/most-role.js'
import type { Access } from '../../src/core/lib/actor.js'
import { field, shared } from '../ids.js'
import { actions, button, context, form, inline, input, option, section, text } from '../kit/kit.js'
import { AGENT_ACCESS } from './keys.js'
import { askingMemory } from './memory.js'
import { ROLE_NAME } from './role-text.js'

export const action = { refuseAgent: 'refuse_agent' } as const
export const view = { agent: 'sign_in_agent' } as const

/** The reader's role on each account that the program would see. */
export type AskingModel = Asking & { accounts: { username: string; role: Access }[]; count: number }

export const agentView = ({ signInId, name, host, choices, chosen, accounts, count }: AskingModel): ModalView => {
  const options = choices.map((role) => option(AGENT_ACCESS[role], role, MAY[role]))
  const initial = options[choices.indexOf(chosen)]
  return form({
    callbackId: view.agent,
    title: 'Sign in a program',
    submit: 'Allow',
    memory: askingMemory.write({ signInId }),
    blocks: [
      section(
        `*${inline(name)}* wants to use Pinslot as you. ${host === null ? 'It runs on a computer, where you began.' : `It belongs to *${inline(host)}*.`}`,
      ),
      context(`“${inline(name)}” is only what it calls itself.`),
      section(`It sees what you see: ${accountsText(accounts, count)}.`),
      input({
        blockId: field.access,
        label: 'What it may do',
        element: { type: 'static_select', action_id: shared.value, options, ...(initial && { initial_option: initial }) },
        hint: 'Never more than you may do yourself. If your role changes, it does too.',
      }),
      section(
        ':warning: *Allow this only if you began it yourself, just now, in your own browser.* Did somebody send you the code? Then they would act as you.',
      ),
      actions([button({ text: 'That wasn’t me', actionId: action.refuseAgent, style: 'danger' })]),
    ],
  })
}

/** Descriptions of options, so each has at most 75 characters. */
const MAY = {
  viewer: 'reads pins, boards, slots and stats; changes nothing',
  contributor: 'makes drafts and asks for approval; a person schedules',
  scheduler: 'also schedules, edits and deletes pins; slots and boards',
} satisfies Record<MostRole, string>

function accountsText(accounts: AskingModel['accounts'], count: number): string {
  if (count === 0) return 'no account yet'
  const named = accounts.map(({ username, role }) => `${inline(username)} (${ROLE_NAME[role]})`).join(', ')
  return count > accounts.length ? `${named} and ${count - accounts.length} more` : named
}

/** Shows the number to the person who allowed it, and to nobody else. */
export const agentNumberView = (number: string): ModalView => ({
  type: 'modal',
  callback_id: view.agent,
  title: text('Almost done', 24),
  close: text('Done', 24),
  blocks: [
    section('Type this number into the page in your browser, where you began:'),
    section(`*${number.slice(0, 3)} ${number.slice(3)}*`),
    context('Tell it to nobody: they would act as you. You can revoke the program at any time with `/pin keys`.'),
  ],
})
