/** A sentence and nothing else: in a modal where there is no message to answer with, or as a message. */
import type { ModalView } from '@slack/types'
import { escape, type Message, section, text } from './kit.js'

/** The first letter large, at the beginning of a line. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

export const noticeView = (sentence: string): ModalView => ({
  type: 'modal',
  title: text('Pinslot', 24),
  close: text('Close', 24),
  blocks: [section(escape(sentence))],
})

/** The result, in place of the form that was submitted and over the one it was opened from. */
export const doneView = (title: string, sentence: string): ModalView => ({
  type: 'modal',
  title: text(title, 24),
  close: text('Back', 24),
  blocks: [section(`:white_check_mark: ${escape(sentence)}`)],
})

export const noticeMessage = (sentence: string): Message => ({ text: escape(sentence), blocks: [section(escape(sentence))] })

/** A message as a form: where there is no conversation to answer in. */
export const messageView = (title: string, { blocks }: Pick<Message, 'blocks'>): ModalView => ({
  type: 'modal',
  title: text(title, 24),
  close: text('Close', 24),
  blocks,
})
