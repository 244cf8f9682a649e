/**
 * A list of pins carries a reference to what it was made from, so that a press on one of its rows can show the list again. The
 * reference is in the block id, because Slack sends that back even for a message that only one person sees.
 *
 * To add a kind: give it a shape in listRef (memory.ts), wrap its message or view in inList(), and add the function that rebuilds
 * it to src/slack/features/pins/lists/lists.ts. answerClick() and answerForm() then show the list in place.
 */
import type { AnyBlock } from '@slack/types'
import { type ListRef, readListRef, writeListRef } from '../memory.js'

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
  block.type === 'actions' || (block.type === 'section' && 'accessory' in block && block.accessory?.type !== 'image')

/** @param blockId the id of the pressed block */
export const listRefOf = (blockId: string | undefined): ListRef | undefined =>
  readListRef(/^\d+ (\{.*)$/.exec(blockId ?? '')?.[1])
