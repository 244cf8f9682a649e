/** All requests that a person may decide, as a form over Home: each in full, with its buttons. */
import type { AnyBlock } from '@slack/types'
import type { Approval } from '../../src/core/posts/approval/model.js'
import type { Post } from '../../src/core/posts/post.js'
import { actions, context, divider, type Message, picture, section } from '../kit/kit.js'
import { findingLine } from '../pin/problems/preflight.js'
import { type Card, type CardPost, titleOf } from '../pin/text.js'
import { approvalButtons, factsOf, requestBlocks } from './card.js'

export type WaitingPin = { approval: Approval; card: Card & { post: CardPost & Pick<Post, 'description' | 'version'> } }

/** The most requests in a form at a time. */
export const REQUESTS_SHOWN = 8

export function requestsMessage({ waiting, isMore }: { waiting: readonly WaitingPin[]; isMore: boolean }): Message {
  if (waiting.length === 0) return { text: 'No request waits for you.', blocks: [section('No request waits for you.')] }
  return {
    text: waiting.length === 1 ? '1 request' : `${waiting.length} requests`,
    blocks: [
      ...waiting.flatMap((one, index) => [...(index > 0 ? [divider()] : []), ...requestOf(one)]),
      ...(isMore ? [context('The next requests follow once these are decided.')] : []),
    ],
  }
}

const requestOf = ({ approval, card }: WaitingPin): AnyBlock[] => [
  ...requestBlocks({ approval, card, picture: picture(card.picture, card.post.altText ?? titleOf(card.post)) }),
  ...factsOf(card.post),
  ...findingLine(card),
  actions(approvalButtons(approval, card)),
]
