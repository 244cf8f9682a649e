/** The form that saves another person's public pin: its board and time. Everything else comes from the original. */
import type { Button, ModalView } from '@slack/types'
import type { KeywordRef, NamedBoard } from '../relevance/fit-question.js'
import { boardInput } from '../boards/inputs.js'
import { accountSwitch, type Switchable } from '../kit/account-switch.js'
import { button, context, form, inline, type Picture, picture, section } from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { deniedBlocks } from '../pin/problems/warnings.js'
import { APPROVAL_HINT, whenInputs, type WhenModel } from '../pin/when.js'
import { type SaveMemory, saveMemory } from './memory.js'

export const action = {
  /** Opens the form with a pin of the ideas. */
  openSave: 'open_save_pin',
  saveAccount: 'save_pin_account',
  saveBoard: 'save_pin_board',
} as const
export const view = { save: 'save_pin' } as const

export const SAVE_TITLE = 'Save a pin'

export type SaveModel = Pick<WhenModel, 'nextOpenSlot' | 'timezone' | 'accountZone' | 'now' | 'locale'> & {
  memory: SaveMemory
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  pin: { /** null: not known. */ title: string | null; picture: Picture | null /** The pin's page. */; url: string }
  /** The proposed board; null: none. */
  board: NamedBoard | null
  scheduling: 'direct' | 'asks' | 'never'
  /** Why the pin cannot be scheduled now, as plain text. */
  denied: string | undefined
}

export function saveView(model: SaveModel): ModalView {
  const { memory, accounts, pin, board, scheduling, nextOpenSlot } = model
  const heading = pin.title ?? `Pin ${memory.pinId}`
  return form({
    callbackId: view.save,
    title: SAVE_TITLE,
    submit: scheduling === 'never' ? 'Save draft' : 'Save to board',
    memory: saveMemory.write(memory),
    blocks: [
      section(
        `*${inline(heading, 100)}*\n${linkTo(pin.url, 'View on Pinterest')}`,
        picture(pin.picture, `Someone else’s pin: ${heading}`),
      ),
      context('Pinterest shows it with its own image, title and link.'),
      ...accountSwitch({ surface: 'form', accounts, accountId: memory.accountId }, action.saveAccount),
      boardInput({
        ...(memory.round !== undefined && { round: memory.round }),
        actionId: action.saveBoard,
        chosen: board,
        optional: false,
        dispatches: false,
      }),
      ...(scheduling === 'never'
        ? [context('This saves a draft. Ask a scheduler or admin to schedule it.')]
        : whenInputs({
            ...model,
            chosen: nextOpenSlot === null ? 'draft' : 'nextOpenSlot',
            at: null,
            hasDraft: true,
            ...(scheduling === 'asks' && { hint: APPROVAL_HINT }),
          })),
      ...deniedBlocks(model.denied),
    ],
  })
}

/** The value of "Save to a board". */
export type SaveIdea = Omit<KeywordRef, 'keyword'> & { pinId: string }

/** True for an id that Pinterest can save: its search returns ids of any form, but it saves only numeric ones. */
export const isSavable = (pinId: string): boolean => /^[0-9]{1,40}$/.test(pinId)

export const saveButton = (idea: SaveIdea, heading: string): Button =>
  button({
    text: 'Save to a board',
    actionId: action.openSave,
    value: JSON.stringify(idea),
    label: `Save to a board: ${heading}`,
  })
