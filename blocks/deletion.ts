/** Deleting an account, or all that the team has: for admins, who type its name. */
import type { AnyBlock, ModalView } from '@slack/types'
import { action, field, view } from './ids.js'
import { actions, button, form, inline, input, section } from './kit.js'
import type { SettingsMemory } from './settings.js'

/** Of the settings. */
export const deletionPart = (canChange: boolean): AnyBlock[] =>
  canChange
    ? [
        section('*Delete*\nFor good, with pins, slots, media and settings. What is on Pinterest stays there.'),
        actions([
          button({ words: 'Delete account…', actionId: action.deleteAccount, style: 'danger' }),
          button({ words: 'Delete everything…', actionId: action.deleteOrganization, style: 'danger' }),
        ]),
      ]
    : []

type DeletionForm = { memory: SettingsMemory; name: string }

export const deleteAccountView = ({ memory, name }: DeletionForm): ModalView =>
  form({
    callbackId: view.deleteAccount,
    title: 'Delete account',
    submit: 'Delete for good',
    memory,
    blocks: [
      section(
        `All that Pinslot has of *${inline(name)}* is deleted: its pins, slots, lists, numbers and media. Its scheduled pins do not go out. It cannot be taken back.`,
      ),
      nameInput(name),
    ],
  })

export const deleteOrganizationView = ({ memory, name }: DeletionForm): ModalView =>
  form({
    callbackId: view.deleteOrganization,
    title: 'Delete everything',
    submit: 'Delete for good',
    memory,
    blocks: [
      section(
        `All accounts, pins, keys and settings of *${inline(name)}* are deleted, and Pinslot leaves your workspace. No scheduled pin goes out. It cannot be taken back. Whoever runs Pinslot can export what you have before.`,
      ),
      nameInput(name),
    ],
  })

const nameInput = (name: string) =>
  input({
    blockId: field.name,
    label: 'Name',
    element: { type: 'plain_text_input', action_id: action.value, max_length: 120 },
    hint: `Type ${[...name].slice(0, 120).join('')} to confirm.`,
  })
