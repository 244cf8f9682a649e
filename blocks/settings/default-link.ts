/** The part of the settings about the link for pins without one, and its form. */
import type { AnyBlock, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { shared, field } from '../ids.js'
import { button, form, inline, input, section } from '../kit/kit.js'
import { type SettingsMemory, settingsMemory } from './memory.js'

export const action = { settingsLink: 'open_default_link' } as const
export const view = { defaultLink: 'default_link' } as const

type OfAccount = Pick<Account, 'defaultLink'>

export function defaultLinkPart({ account: { defaultLink }, canChange }: { account: OfAccount; canChange: boolean }): AnyBlock[] {
  const change = button({ text: 'Edit', actionId: action.settingsLink, label: 'Edit: default link' })
  const words = defaultLink === null ? 'None: each pin needs its own.' : inline(defaultLink, 200)
  return [section(`*Default link*\n${words}`, canChange ? change : undefined)]
}

export const defaultLinkView = ({ memory, account }: { memory: SettingsMemory; account: OfAccount }): ModalView =>
  form({
    callbackId: view.defaultLink,
    title: 'Default link',
    submit: 'Save',
    memory: settingsMemory.write(memory),
    blocks: [
      input({
        blockId: field.defaultLink,
        label: 'Destination link',
        optional: true,
        hint: 'Used when a pin has no link of its own. Leave it empty for none.',
        element: {
          type: 'plain_text_input',
          action_id: shared.value,
          ...(account.defaultLink !== null && { initial_value: account.defaultLink }),
        },
      }),
    ],
  })
