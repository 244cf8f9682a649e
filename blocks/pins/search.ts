/** What a search has found, and the forms that ask for what a verb needs. */
import { type AskMemory, askMemory } from './memory.js'
import type { ModalView } from '@slack/types'
import { action, field, view } from '../ids.js'
import { context, divider, form, inline, input, type Message, section, text } from '../kit/kit.js'
import { pinActions } from './buttons.js'
import { listRow } from './card.js'
import type { Card } from './text.js'

export type FoundModel = {
  words: string
  account: string
  cards: Card[]
  isCut: boolean
  /** So many scheduled pins and drafts were searched, and there are more; null: all were. */
  searched: number | null
  hasOtherAccounts: boolean
}

export function foundMessage({ words, account, cards, isCut, searched, hasOtherAccounts }: FoundModel): Message {
  const quoted = `“${inline(words, 80)}”`
  const most = searched?.toLocaleString('en-US')
  const partly = most ? `Only the next ${most} scheduled pins and the newest ${most} drafts were searched.` : null
  if (cards.length === 0) {
    const nothing = `Nothing with ${quoted} among the drafts and scheduled pins of ${inline(account)}.`
    const otherAccount = hasOtherAccounts ? ' Another account is chosen on Home.' : ''
    return {
      text: nothing,
      blocks: [
        section(nothing),
        context(`Fewer or shorter words find more; published pins are not searched.${partly ? ` ${partly}` : ''}${otherAccount}`),
      ],
    }
  }
  const count = cards.length === 1 ? 'One pin' : `${cards.length} pins`
  const headline = `${isCut ? `The first ${cards.length} pins` : count} with ${quoted}, of ${inline(account)}`
  const rows = cards.flatMap((card) => [
    divider(),
    listRow(card),
    ...pinActions(card.post, 'list', 'card', undefined, card.reader),
  ])
  return { text: headline, blocks: [section(headline), ...(partly ? [context(partly)] : []), ...rows] }
}

const ask = (
  callbackId: string,
  title: string,
  submit: string,
  memory: AskMemory,
  inputFields: Parameters<typeof input>[0],
): ModalView => form({ callbackId, title, submit, memory: askMemory.write(memory), blocks: [input(inputFields)] })

const line = (example: string) =>
  ({ type: 'plain_text_input', action_id: action.value, placeholder: text(example, 150) }) as const

/** `/pin show` without a number. */
export const showView = (memory: AskMemory): ModalView =>
  ask(view.show, 'Show a pin', 'Show', memory, {
    blockId: field.pin,
    label: 'Pin',
    element: line('12'),
    hint: 'Its number, as it stands on its card.',
  })

/** `/pin find` without words. */
export const findView = (memory: AskMemory): ModalView =>
  ask(view.find, 'Find pins', 'Find', memory, {
    blockId: field.words,
    label: 'Words',
    element: line('kitchen shelf'),
    hint: 'Each is looked for in title, description, link and board of drafts and scheduled pins.',
  })
