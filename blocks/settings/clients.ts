/** The clients of an account in Slack: their row in the settings, and the form for their channel and people. */
import type { AnyBlock, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Clients } from '../../src/core/posts/review-links/people.js'
import { shared } from '../ids.js'
import { channelInput } from '../kit/channel-input.js'
import { button, context, escape, form, inline, input, type Message, section } from '../kit/kit.js'
import { type SettingsMemory, settingsMemory } from './memory.js'

export const action = { settingsClients: 'open_clients' } as const
export const view = { clients: 'account_clients' } as const
/** Named after the core’s fields; each line of `contacts` is one. */
export const clientsField = { channel: 'channelId', contacts: 'contacts' } as const

export function clientsPart({ channelId, contacts }: Clients): AnyBlock[] {
  const change = button({ text: 'Edit', actionId: action.settingsClients, label: 'Edit: clients' })
  const names = contacts.map(({ name }) => inline(name, 40)).join(', ')
  const words =
    channelId === null ? 'No channel: clients answer by their links.' : `<#${escape(channelId)}>${names && `: ${names}`}`
  return [section(`*Clients*\n${words}`, change)]
}

export const clientsView = (memory: SettingsMemory, { channelId, contacts }: Clients): ModalView => {
  const lines = contacts.map(({ name, people }) => `${name}: ${people.map(({ userId }) => userId).join(', ')}`).join('\n')
  return form({
    callbackId: view.clients,
    title: 'Clients',
    submit: 'Save',
    memory: settingsMemory.write(memory),
    blocks: [
      section('Share a channel with your client over Slack Connect. Pins that wait for them are shown there.'),
      channelInput({
        blockId: clientsField.channel,
        chosen: channelId,
        hint: 'Not your team’s own. Invite Pinslot first: type /invite @Pinslot there.',
      }),
      input({
        blockId: clientsField.contacts,
        label: 'People',
        optional: true,
        element: {
          type: 'plain_text_input',
          action_id: shared.value,
          multiline: true,
          max_length: 3000,
          ...(lines !== '' && { initial_value: lines }),
        },
        hint: 'A line for each client of your approval steps, such as Rosa: U012AB3CD, U045EF6GH. To copy a member ID, open a profile in Slack, then More.',
      }),
      context('They decide their own step and comment there. They see nothing else of your team.'),
    ],
  })
}

/** Posted in a channel when it is chosen, which proves that Pinslot can post there. */
export const clientsChosenMessage = ({ username }: Pick<Account, 'username'>): Message => {
  const words = `Pins for ${inline(username)} that wait for your approval are posted here.`
  return { text: words, blocks: [section(`:wave: ${words}`)] }
}
