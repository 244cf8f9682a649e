/** Returns the same blocks without pictures, for when Slack cannot load them. */
import type { AnyBlock } from '@slack/types'

export function withoutPictures(blocks: readonly AnyBlock[]): AnyBlock[] {
  return blocks.flatMap((block): AnyBlock[] => {
    if (block.type === 'image') return []
    if (block.type === 'context' && 'elements' in block) {
      const elements = block.elements.filter(({ type }) => type !== 'image')
      return elements.length === 0 ? [] : [{ ...block, elements }]
    }
    if (block.type !== 'section' || !('accessory' in block) || block.accessory?.type !== 'image') return [block]
    const { accessory: _, ...rest } = block
    return [rest]
  })
}

/** Returns the ids of Slack's files that a view or a message shows. */
export function filesIn(content: unknown): string[] {
  if (Array.isArray(content)) return content.flatMap(filesIn)
  if (typeof content !== 'object' || content === null) return []
  const { slack_file: file } = content as { slack_file?: { id?: unknown } } // any value in a view
  return typeof file?.id === 'string' ? [file.id] : Object.values(content).flatMap(filesIn)
}
