/**
 * A list of pins knows from what it was made, so that a press on one of its rows can show it again as it is then. Slack sends back the id of the
 * block that was pressed, also for a message that only one person sees: the reference is written there.
 *
 * A list becomes such a list in three steps: give its kind a shape in `listRef` (memory.ts), wrap the message or view where it is made in
 * `inList(message, ref)`, and give src/slack/features/pins/lists/lists.ts the function that makes it again from the reference. `answerClick` and
 * `answerForm` do the rest: they show the list in place, with what happened as its first line.
 */
import type { AnyBlock } from '@slack/types'
import { type ListRef, readListRef, writeListRef } from '../memory.js'

/** Slack's limit for the id of a block, less the number of the block: a view has 100 at most. */
const REF_LENGTH = 255 - '99 '.length

/**
 * The same blocks, of which those that can be pressed carry the reference. One that is too long for the id of a block is left out: a press
 * is then answered beside the list. A row that carries one of its own keeps it. Each is numbered by its place, which a line above the list moves
 * on: Slack takes an id once.
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
  block.type === 'actions' || (block.type === 'section' && 'accessory' in block && block.accessory?.type !== 'image')

/** @param blockId of the block that was pressed */
export const listRefOf = (blockId: string | undefined): ListRef | undefined =>
  readListRef(/^\d+ (\{.*)$/.exec(blockId ?? '')?.[1])
