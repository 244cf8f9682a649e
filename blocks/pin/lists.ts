/**
 * A list of pins carries a reference to what it was made from, so that a press on one of its rows can show the list again. The
 * reference is in the block id, because Slack sends that back even for a message that only one person sees.
 *
 * To add a kind: give it a shape in listRef (memory.ts), wrap its message or view in inList(), and add the function that rebuilds
 * it to src/slack/features/pins/lists/lists.ts. answerClick() and answerForm() then show the list in place.
 */
import type { AnyBlock, ModalView, SectionBlock } from '@slack/types'
import { type ListKind, type ListMemory, listMemory, type ListRef, readListRef, writeListRef } from './memory.js'
import { type Message, section, text } from '../kit/kit.js'
import { inModal } from '../kit/older.js'
import type { OutcomeLine } from './home-memory.js'
import { action, undoButton, type UndoRef } from './buttons.js'

/** Slack's limit for the id of a block, less the number of the block: a view has 100 at most. */
const REF_LENGTH = 255 - '99 '.length

/**
 * Writes the reference into the ids of the blocks that can be pressed, numbered because Slack accepts an id only once. A row with
 * a reference of its own keeps it; one too long for a block id is left out, and a press is then answered beside the list.
 */
export function inList<Shown extends { blocks: AnyBlock[] }>(shown: Shown, ref: ListRef): Shown {
  const blocks = shown.blocks.map((block, index): AnyBlock => {
    const own = listRefOf(block.block_id)
    const written = writeListRef(own?.kind === ref.kind ? own : ref)
    return canBePressed(block) && written.length <= REF_LENGTH ? { ...block, block_id: `${index} ${written}` } : block
  })
  return { ...shown, blocks }
}

export const canBePressed = (block: AnyBlock): boolean =>
  block.type === 'actions' ||
  block.type === 'context_actions' ||
  (block.type === 'section' && 'accessory' in block && block.accessory?.type !== 'image')

/** @param blockId the id of the pressed block */
export const listRefOf = (blockId: string | undefined): ListRef | undefined =>
  readListRef(/^\d+ (\{.*)$/.exec(blockId ?? '')?.[1])

const TITLE: Record<ListKind, string> = {
  queue: 'Queue',
  some: 'Pins',
  found: 'Found pins',
  requests: 'Requests',
  series: 'Series',
  review: 'Review',
  details: 'Pin',
}

/**
 * A list of pins, or the details of one pin, as a modal whose buttons respond in it.
 * @param kind undefined: the list cannot be made again
 */
export const listView = (kind: ListKind | undefined, { blocks }: Pick<Message, 'blocks'>, memory: ListMemory): ModalView => ({
  type: 'modal',
  title: text(kind === undefined ? 'Pinslot' : TITLE[kind], 24),
  close: text('Close', 24),
  private_metadata: listMemory.write(memory),
  blocks: inModal(blocks),
})

/** Keeps the metadata of Home within Slack's 3,000 characters. */
const LENGTH = 1200

/** The result of a press as one line, above the list or on Home: the sentence, the pin and the Undo of its card. */
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
