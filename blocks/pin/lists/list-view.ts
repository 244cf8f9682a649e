/** A list of pins, or the details of one pin, as a modal whose buttons respond in it. */
import type { ModalView } from '@slack/types'
import { type Message, text } from '../../kit/kit.js'
import { type ListKind, type ListMemory, listMemory } from '../memory.js'

const TITLE: Record<ListKind, string> = {
  queue: 'Queue',
  some: 'Pins',
  found: 'Found pins',
  requests: 'Requests',
  series: 'Series',
  review: 'Review',
  details: 'Pin',
}

/** @param kind undefined: the list cannot be made again */
export const listView = (kind: ListKind | undefined, { blocks }: Pick<Message, 'blocks'>, memory: ListMemory): ModalView => ({
  type: 'modal',
  title: text(kind === undefined ? 'Pinslot' : TITLE[kind], 24),
  close: text('Close', 24),
  private_metadata: listMemory.write(memory),
  blocks,
})
