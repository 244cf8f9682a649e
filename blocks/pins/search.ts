/** The results of a search, and the forms for verbs that were typed without their words. */
import { type AskMemory, askMemory } from '../pin/memory.js'
import type { ModalView } from '@slack/types'
import { shared, field } from '../ids.js'
import { accountSelect, accountSwitch, hasChoice, type Switchable } from '../kit/account-switch.js'
import { context, form, inline, input, type Message, section, text } from '../kit/kit.js'
import { picturedRow, type PinRow } from './week-row.js'

export const action = { find: 'open_find', foundAccount: 'found_account' } as const
export const view = { show: 'show_pin', find: 'find_pins' } as const

export type FoundModel = {
  words: string
  account: { id: string; username: string }
  rows: PinRow[]
  isCut: boolean
  /** The number of scheduled pins and drafts searched, if there are more; null: all were searched. */
  searched: number | null
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
}

export function foundMessage({
  words,
  account: { id: accountId, username },
  accounts,
  rows,
  isCut,
  searched,
}: FoundModel): Message {
  const quoted = `“${inline(words, 80)}”`
  const most = searched?.toLocaleString('en-US')
  const partly = most
    ? `We searched only the next ${most} scheduled pins, and the newest ${most} drafts and published pins.`
    : null
  if (rows.length === 0) {
    const nothing = `No pins match ${quoted}.`
    return {
      text: nothing,
      blocks: [
        section(nothing),
        context(`Try fewer words.${hasChoice({ accounts }) ? '' : ` Account ${inline(username)}.`}${partly ? ` ${partly}` : ''}`),
        ...accountSwitch({ accounts, accountId }, action.foundAccount),
      ],
    }
  }
  const count = rows.length === 1 ? '1 result' : `${rows.length} results`
  const found = `${isCut ? `First ${count}` : count} for ${quoted}`
  const headline = `${found} · ${inline(username)}`
  return {
    text: headline,
    blocks: [
      section(hasChoice({ accounts }) ? found : headline, accountSelect({ accounts, accountId }, action.foundAccount)),
      ...(partly ? [context(partly)] : []),
      ...rows.flatMap((row) => picturedRow(row, 'list')),
    ],
  }
}

const ask = (
  callbackId: string,
  title: string,
  submit: string,
  memory: AskMemory,
  inputFields: Parameters<typeof input>[0],
): ModalView => form({ callbackId, title, submit, memory: askMemory.write(memory), blocks: [input(inputFields)] })

const line = (example: string) =>
  ({ type: 'plain_text_input', action_id: shared.value, placeholder: text(example, 150) }) as const

/** The form for `/pin show` without a number. */
export const showView = (memory: AskMemory): ModalView =>
  ask(view.show, 'Show a pin', 'Show', memory, {
    blockId: field.pin,
    label: 'Pin',
    element: line('12'),
    hint: 'The number on its card.',
  })

/** The form for `/pin find` without words. */
export const findView = (memory: AskMemory): ModalView =>
  ask(view.find, 'Find pins', 'Find', memory, {
    blockId: field.words,
    label: 'Words',
    element: line('kitchen shelf'),
    hint: 'Searches titles, descriptions, links, boards and labels; label:Spring finds one label’s pins.',
  })
