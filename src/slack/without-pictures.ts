/** The same message for a Slack that cannot load its pictures. */
import type { AnyBlock } from '@slack/types'

export function withoutPictures(blocks: readonly AnyBlock[]): AnyBlock[] {
  return blocks
    .filter(({ type }) => type !== 'image')
    .map((block) => {
      if (block.type !== 'section' || !('accessory' in block) || block.accessory?.type !== 'image') return block
      const { accessory: _, ...rest } = block
      return rest
    })
}
