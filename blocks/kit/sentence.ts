/** A single sentence as a modal or a message. */
import type { ModalView } from '@slack/types'
import { escape, type Message, section, text } from './kit.js'
import { inModal } from './older.js'

/** Capitalizes the first letter, for the beginning of a line. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

export const noticeView = (sentence: string): ModalView => ({
  type: 'modal',
  title: text('Pinslot', 24),
  close: text('Close', 24),
  blocks: [section(escape(sentence))],
})

/** The result, which replaces the submitted form and lies over the form below it. */
export const doneView = (title: string, sentence: string): ModalView => ({
  type: 'modal',
  title: text(title, 24),
  close: text('Back', 24),
  blocks: [section(`:white_check_mark: ${escape(sentence)}`)],
})

export const noticeMessage = (sentence: string): Message => ({ text: escape(sentence), blocks: [section(escape(sentence))] })

/** A message as a modal, for where no conversation can take it. */
export const messageView = (title: string, { blocks }: Pick<Message, 'blocks'>): ModalView => ({
  type: 'modal',
  title: text(title, 24),
  close: text('Close', 24),
  blocks: inModal(blocks),
})
