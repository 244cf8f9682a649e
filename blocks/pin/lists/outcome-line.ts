/** What a press did, in one line: above the list it was pressed in, or on Home. */
import type { SectionBlock } from '@slack/types'
import { action } from '../../ids.js'
import { type Message, section } from '../../kit/kit.js'
import type { OutcomeLine } from '../home-memory.js'
import { undoButton, type UndoRef } from '../buttons.js'

/** What Home remembers has to fit Slack's limit. */
const LENGTH = 1200

/** Of a card that says what happened: its sentence, the pin, and its Undo. */
export function outcomeLineOf({ text, blocks: [first] }: Message): OutcomeLine {
  if (first?.type !== 'section' || !('text' in first)) return { words: text }
  const words = text.length > LENGTH ? (first.text?.text ?? '').slice(0, LENGTH) : text
  const undo = 'accessory' in first ? first.accessory : undefined
  if (undo?.type !== 'button' || undo.action_id !== action.undo || undo.value === undefined) return { words }
  return { words, undo: JSON.parse(undo.value) as UndoRef } // written by undoButton
}

/** The same in a row of the pin itself, which need not name it. */
export function outcomeOfRow(message: Message): OutcomeLine {
  const [first] = message.blocks
  const line = outcomeLineOf(message)
  return first?.type === 'section' && 'text' in first && first.text ? { ...line, words: first.text.text } : line
}

export const outcomeSection = ({ words, undo }: OutcomeLine): SectionBlock => section(words, undo && undoButton(undo))
