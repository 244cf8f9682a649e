/** Between a submission and its result, where the work leaves the process. */
import type { ModalView } from '@slack/types'
import { escape, section, text } from './kit.js'

export const workingView = (title: string, sentence: string): ModalView => ({
  type: 'modal',
  title: text(title, 24),
  close: text('Close', 24),
  blocks: [section(`:hourglass_flowing_sand: ${escape(sentence)}`)],
})
