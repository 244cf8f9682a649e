/** Shown between a submission and its result, if the work calls other services. */
import type { ModalView } from '@slack/types'
import { escape, type Message, section, text } from './kit.js'

export const workingView = (title: string, sentence: string): ModalView => ({
  type: 'modal',
  title: text(title, 24),
  close: text('Close', 24),
  blocks: [section(`:hourglass_flowing_sand: ${escape(sentence)}`)],
})

/** Like workingView(), for a result that is a message. */
export const workingMessage = (sentence: string): Message => ({
  text: escape(sentence),
  blocks: [section(`:hourglass_flowing_sand: ${escape(sentence)}`)],
})
