/** What Slack refuses about the shape of blocks, as lines of response_metadata.messages. */
import { checkLimits, type Surface } from '../../../blocks/limits.js'
import type { Block, View } from './block-kit.js'

const MAX_VIEW_BYTES = 250_000

/** Empty when Slack would take it. */
export function refusalsOf(content: { text?: string; blocks: Block[] } | View, surface: Surface): string[] {
  // a message without text is bad manners, which Slack lets pass
  const asked = surface === 'message' && !content.text ? { ...content, text: 'none' } : content
  return checkLimits(asked, surface).map((problem) => `[ERROR] ${problem}`)
}

export const isTooLarge = (view: View): boolean => Buffer.byteLength(JSON.stringify(view)) > MAX_VIEW_BYTES
