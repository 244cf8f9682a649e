/** The reminder: what waits for a person's decision, soonest due first, in one message. */
import type { Button, Overflow } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Approval } from '../../src/core/posts/approval/model.js'
import type { Post } from '../../src/core/posts/post.js'
import { actorText } from '../kit/actor.js'
import { actions, button, context, inline, label, type Message, section } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { requestedTimeText, requesterText } from '../pin/approval-text.js'
import { boardOf, type Card, type CardPost, titleOf } from '../pin/text.js'
import { stopRemindersButton } from '../settings/reminders.js'
import { approvalButtons } from './card.js'

/** Opens the list of requests. Home’s button has an id of its own, because views import each other in one direction. */
export const action = { reviewRequests: 'review_requests' } as const

type WaitingPin = { approval: Approval; card: Card & { post: CardPost & Pick<Post, 'description' | 'version'> } }
export type WaitingLine = {
  account: Pick<Account, 'id' | 'username'>
  askedBy: string
  dueAt: Date | null
  count: number
  /** null: several that were requested together. */
  pin: WaitingPin | null
}
export type WaitingModel = { count: number; lines: readonly WaitingLine[]; isMore: boolean; now: Date }

export function waitingMessage({ count, lines, isMore, now }: WaitingModel): Message {
  const words = count === 1 ? '1 pin waits for your approval' : `${count} pins wait for your approval`
  const isNamed = new Set(lines.map(({ account }) => account.id)).size > 1
  const [first] = lines
  const pin = count === 1 ? first?.pin : undefined
  return {
    text: words,
    blocks: [
      section(`:alarm_clock: *${words}.*`),
      ...lines.map((line) => section(lineText(line, { now, isNamed }), isNamed ? reviewButton(line.account) : undefined)),
      ...(isMore ? [context('There are more: review them all.')] : []),
      actions([...(pin ? decisions(pin) : first && !isNamed ? [reviewButton(first.account)] : []), stopRemindersButton]),
      ...(first && !isNamed ? [context(`Account ${inline(first.account.username)}`)] : []),
    ],
  }
}

function lineText(
  { account, askedBy, dueAt, count, pin }: WaitingLine,
  { now, isNamed }: { now: Date; isNamed: boolean },
): string {
  const about = pin
    ? [boardOf(pin.card.post, 50), requestedTimeText(pin.approval), `requested by ${requesterText(pin.approval)}`]
    : [`requested together by ${actorText('', askedBy)}`]
  const due = dueAt === null ? [] : [dueAt > now ? `due ${slackDate(dueAt)}` : `:warning: overdue since ${slackDate(dueAt)}`]
  const title = pin ? inline(titleOf(pin.card.post), 60) : `${count} pins`
  return `*${title}*\n${[...about, ...due, ...(isNamed ? [inline(account.username)] : [])].join(' · ')}`
}

/** Approve and Request changes, as on the card. */
const decisions = ({ approval, card }: WaitingPin): (Button | Overflow)[] =>
  approvalButtons(approval, card, undefined).slice(0, 2)

/** Opens all that waits on the account. */
const reviewButton = ({ id, username }: WaitingLine['account']): Button =>
  button({
    text: 'Review',
    actionId: action.reviewRequests,
    value: id,
    style: 'primary',
    label: `Review: ${label(username, 40)}`,
  })
