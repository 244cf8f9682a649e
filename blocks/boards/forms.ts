/** The forms for a new board and for editing one. */
import { type NewBoardMemory, newBoardMemory, type RenameMemory, renameMemory } from './memory.js'
import type { AnyBlock, InputBlock, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { connectAgain } from '../admin/connect.js'
import { shared, field } from '../ids.js'
import { actions, clip, context, form, input, option } from '../kit/kit.js'
import { type Problem, withProblem } from '../kit/problem.js'

export const view = { newBoard: 'new_board', renameBoard: 'rename_board' } as const

export type BoardValues = { name: string; description: string; privacy: 'public' | 'secret' }
export const EMPTY_BOARD: BoardValues = { name: '', description: '', privacy: 'public' }

/** Why the submitted form was refused. */
export type Refused = {
  problem?: Problem | undefined
  /** The account to reconnect first, if the reader may do so. */
  connects?: Pick<Account, 'id' | 'username'> | undefined
}
export type NewBoardModel = Refused & { memory: NewBoardMemory; values: BoardValues }

export const newBoardView = ({ memory, values, ...refused }: NewBoardModel): ModalView =>
  form({
    callbackId: view.newBoard,
    title: 'New board',
    submit: 'Create board',
    memory: newBoardMemory.write(memory),
    blocks: asRefused([nameInput(values.name), descriptionInput(values.description), privacyInput(values.privacy)], refused),
  })

/** Puts the button below the fields, as people read those first. */
export const asRefused = (blocks: AnyBlock[], { problem, connects }: Refused): AnyBlock[] =>
  withProblem([...blocks, ...(connects ? [actions([connectAgain(connects)])] : [])], problem)

export type RenameModel = Refused & { memory: RenameMemory; values: Omit<BoardValues, 'privacy'> & { defaultLink: string } }

export const renameBoardView = ({ memory, values, ...refused }: RenameModel): ModalView =>
  form({
    callbackId: view.renameBoard,
    title: 'Edit board',
    submit: 'Save',
    memory: renameMemory.write(memory),
    blocks: [
      ...asRefused([nameInput(values.name), descriptionInput(values.description), linkInput(values.defaultLink)], refused),
      context('A new name or description changes on Pinterest right away. Pins and their times stay.'),
    ],
  })

const initial = (value: string) => (value === '' ? {} : { initial_value: clip(value, 3000) })

/** The name of a board or a section. */
export const nameInput = (value: string): InputBlock =>
  input({
    blockId: field.name,
    label: 'Name',
    hint: 'Up to 180 characters.',
    element: { type: 'plain_text_input', action_id: shared.value, ...initial(value) },
  })

const descriptionInput = (value: string): InputBlock =>
  input({
    blockId: field.description,
    label: 'Description',
    optional: true,
    hint: 'Up to 500 characters.',
    element: { type: 'plain_text_input', action_id: shared.value, multiline: true, ...initial(value) },
  })

const linkInput = (value: string): InputBlock =>
  input({
    blockId: field.defaultLink,
    label: 'Default link',
    optional: true,
    hint: 'Used when a pin on this board has no link of its own. Leave it empty for the account’s.',
    element: { type: 'plain_text_input', action_id: shared.value, ...initial(value) },
  })

function privacyInput(privacy: BoardValues['privacy']): InputBlock {
  const options = {
    public: option('Public', 'public', 'anyone can see it'),
    secret: option('Secret', 'secret', 'only you and people you invite; change this later on Pinterest'),
  }
  return input({
    blockId: field.privacy,
    label: 'Visibility',
    element: {
      type: 'radio_buttons',
      action_id: shared.value,
      options: Object.values(options),
      initial_option: options[privacy],
    },
  })
}
