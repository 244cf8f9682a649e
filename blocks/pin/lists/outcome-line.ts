/** The result of a press as one line, above the list or on Home. */
import type { SectionBlock } from '@slack/types'
import { action } from '../../ids.js'
import { type Message, section } from '../../kit/kit.js'
import type { OutcomeLine } from '../home-memory.js'
import { undoButton, type UndoRef } from '../buttons.js'

/** Keeps the metadata of Home within Slack's 3,000 characters. */
const LENGTH = 1200

/** Takes the sentence, the pin and the Undo from a card. */
export function outcomeLineOf({ text, blocks: [first] }: Message): OutcomeLine {
  if (first?.type !== 'section' || !('text' in first)) return { words: text }
  const words = text.length > LENGTH ? (first.text?.text ?? '').slice(0, LENGTH) : text
  const undo = 'accessory' in first ? first.accessory : undefined
  if (undo?.type !== 'button' || undo.action_id !== action.undo || undo.value === undefined) return { words }
  return { words, undo: JSON.parse(undo.value) as UndoRef } // written by undoButton
}

/** The outcome line for a row of the pin itself, which already names the pin. */
export function outcomeOfRow(message: Message): OutcomeLine {
  const [first] = message.blocks
  const line = outcomeLineOf(message)
  return first?.type === 'section' && 'text' in first && first.text ? { ...line, words: first.text.text } : line
}

export const outcomeSection = ({ words, undo }: OutcomeLine): SectionBlock => section(words, undo && undoButton(undo))
