/** A pin that was sent, and of which nobody knows whether it is there: a row of a list, with what a person can say of it. */
import type { AnyBlock } from '@slack/types'
import { actions, inline, section } from '../kit/kit.js'
import { type Origin, outcomeButtons } from './buttons.js'
import { boardLink, type Card, mayAll, titleOf } from './text.js'
import { slackDate } from '../kit/times.js'

/** Beside the ten rows of a list it must fit the characters of a message. */
const TITLE = 50
const BOARD = 30

export function unresolvedRow({ post, reader, boardHref }: Card, from: Origin): AnyBlock[] {
  const at = post.sendAt ? ` · sent ${slackDate(post.sendAt)}` : ''
  const words = `:mag: *${inline(titleOf(post), TITLE)}*\nNot confirmed yet: Pinterest didn’t answer. We keep checking.\n${boardLink({ post, boardHref }, BOARD)}${at}`
  return [section(words), ...(mayAll(reader) ? [actions(outcomeButtons({ post, boardHref }, from))] : [])]
}
