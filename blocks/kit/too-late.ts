/** The message for a form that came too late to be opened, with a button that opens it again. */
import { actions, button, escape, type Message, section } from './kit.js'

/** The button's label. */
export type Again = { actionId: string; value?: string }

export function lateFormMessage(sentence: string, again: Again | undefined): Message {
  const words = escape(sentence)
  const open = again && actions([button({ text: 'Open it again', style: 'primary', ...again })])
  return { text: words, blocks: [section(words), ...(open ? [open] : [])] }
}
