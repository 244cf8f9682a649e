/** The list row of a pin with an unknown outcome, with the buttons that settle it. */
import type { AnyBlock } from '@slack/types'
import { actions, inline, section } from '../kit/kit.js'
import { type Origin, outcomeButtons } from './buttons.js'
import { boardLink, type Card, mayAll, titleOf } from './text.js'
import { slackDate } from '../kit/times.js'

/** Short enough to fit a message together with the ten rows of a list. */
const TITLE = 50
const BOARD = 30

export function unresolvedRow({ post, reader, boardHref }: Card, from: Origin): AnyBlock[] {
  const at = post.sendAt ? ` · sent ${slackDate(post.sendAt)}` : ''
  const words = `:mag: *${inline(titleOf(post), TITLE)}*\nNot confirmed yet: Pinterest didn’t answer. We keep checking.\n${boardLink({ post, boardHref }, BOARD)}${at}`
  return [section(words), ...(mayAll(reader) ? [actions(outcomeButtons({ post, boardHref }, from))] : [])]
}
