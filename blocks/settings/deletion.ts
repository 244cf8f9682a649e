/** Deleting an account or everything of the team, by an admin who types its name to confirm. */
import { type SettingsMemory, settingsMemory } from './memory.js'
import type { AnyBlock, ModalView } from '@slack/types'
import { shared, field } from '../ids.js'
import { actions, button, form, inline, input, section } from '../kit/kit.js'

export const action = { deleteAccount: 'delete_account', deleteOrganization: 'delete_organization' } as const
export const view = { deleteAccount: 'delete_account', deleteOrganization: 'delete_organization' } as const

/** The part of the settings; empty unless the reader may delete. */
export const deletionPart = (canChange: boolean): AnyBlock[] =>
  canChange
    ? [
        section('*Delete*\nDeletes pins, slots, media and settings forever. Published pins stay on Pinterest.'),
        actions([
          button({ text: 'Delete account…', actionId: action.deleteAccount, style: 'danger' }),
          button({ text: 'Delete everything…', actionId: action.deleteOrganization, style: 'danger' }),
        ]),
      ]
    : []

const WHAT_BECOMES = 'Scheduled pins won’t go out. Published pins stay on Pinterest. You can’t undo this.'

type DeletionForm = { memory: SettingsMemory; name: string }

export const deleteAccountView = ({ memory, name }: DeletionForm): ModalView =>
  form({
    callbackId: view.deleteAccount,
    title: 'Delete account',
    submit: 'Delete forever',
    memory: settingsMemory.write(memory),
    blocks: [
      section(
        `This deletes everything Pinslot stores for *${inline(name)}*: pins, slots, lists, stats and media. ${WHAT_BECOMES}`,
      ),
      nameInput(name),
    ],
  })

export const deleteOrganizationView = ({ memory, name }: DeletionForm): ModalView =>
  form({
    callbackId: view.deleteOrganization,
    title: 'Delete everything',
    submit: 'Delete forever',
    memory: settingsMemory.write(memory),
    blocks: [
      section(
        `This deletes all accounts, pins, keys and settings of *${inline(name)}* and removes Pinslot from your workspace. ${WHAT_BECOMES} Want a copy? Ask your Pinslot operator for an export first.`,
      ),
      nameInput(name),
    ],
  })

const nameInput = (name: string) =>
  input({
    blockId: field.name,
    label: 'Name',
    element: { type: 'plain_text_input', action_id: shared.value, max_length: 120 },
    hint: `Type ${[...name].slice(0, 120).join('')} to confirm.`,
  })
