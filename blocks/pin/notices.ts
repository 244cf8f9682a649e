/** Notices about pins: published, failed, late. */
import type { Account } from '../../src/core/accounts/account.js'
import type { FallbackRecipient } from '../../src/core/notices/fallback-recipient.js'
import { failureHead, failureText, type ToldFailure } from './failure-text.js'
import type { AnyBlock } from '@slack/types'
import { actions, button, context, escape, header, inline, type Message, section } from '../kit/kit.js'
import { action, STILL_CHECKING, outcomeButtons, pinActions, pinRef } from './buttons.js'
import { pinSection } from './card.js'
import { findingLine } from './problems/preflight.js'
import { publishedLine, remedyButton, WAITS } from './state-text.js'
import { type Card, titleOf } from './text.js'
import { linkTo } from '../kit/link.js'
import { dayIn, slackDate, slackTime } from '../kit/times.js'

type About = Pick<Account, 'username'>
const about = (username: string, { post }: Card) => `Account ${inline(username)} · Pin ${post.id}`

/** A line for a thread whose first message shows the pin. */
export const publishedReply = (card: Card): AnyBlock[] => [
  section(`${publishedLine(card)}${card.href === undefined ? '' : ` · ${linkTo(card.href, 'View on Pinterest')}`}`),
]

/** @param found a remark about a pin that was already on Pinterest */
export function publishedMessage({ username }: About, card: Card, found?: string): Message {
  const when = card.post.sentAt ? ` ${slackDate(card.post.sentAt)}` : ''
  const remark = found === undefined ? [] : [section(`:mag: ${inline(found, 500)}`)]
  return {
    text: `Published: ${inline(titleOf(card.post))} on ${inline(card.post.boardName ?? 'its board')}${when}`,
    blocks: [...remark, pinSection(card), context(about(username, card))],
  }
}

/** This many lines fit a message whatever characters their titles have. */
export const PINS_OF_DAY = 20
const LINES_OF_SECTION = 5

type PublishedDay = {
  /** An instant of that day in UTC. */
  day: Date
  /** The latest pins of the day, in order of time. */
  pins: { title: string | null; boardName: string | null; sentAt: Date; isRepeat: boolean; href: string | undefined }[]
  count: number
}

/** One message for the pins of a day, updated with each new one. */
export function publishedDayMessage({ username }: About, { day, pins, count }: PublishedDay): Message {
  const headline = `Published ${dayIn(day, 'UTC', day)} · ${count} ${count === 1 ? 'pin' : 'pins'}`
  const lines = pins.map(({ sentAt, title, boardName, isRepeat, href }) => {
    const name = href === undefined ? inline(titleOf({ title }), MOST_TITLE) : linkTo(href, titleOf({ title }), MOST_TITLE)
    const board = boardName === null ? '' : ` · ${inline(boardName, MOST_TITLE)}`
    return `${isRepeat ? ':recycle:' : ':white_check_mark:'} ${slackTime(sentAt)} ${name}${board}`
  })
  const earlier = count - pins.length
  const sections = Array.from({ length: Math.ceil(lines.length / LINES_OF_SECTION) }, (_, index) =>
    section(lines.slice(index * LINES_OF_SECTION, (index + 1) * LINES_OF_SECTION).join('\n')),
  )
  return {
    text: `${headline}: ${pins
      .map(({ title }) => inline(titleOf({ title }), 40))
      .slice(-3)
      .join(', ')}`,
    blocks: [
      section(`*${headline}*`),
      ...(earlier > 0 ? [context(`${earlier} earlier ${earlier === 1 ? 'pin' : 'pins'}, then:`)] : []),
      ...sections,
      context(`Account ${inline(username)}`),
    ],
  }
}
const MOST_TITLE = 40

export function failedMessage({ username }: About, card: Card, failed: ToldFailure & { refunded: boolean }): Message {
  const { what, next, platformText } = failureText(failed)
  const { head, sign } = failureHead(failed)
  const credit = failed.refunded ? 'You weren’t charged.' : null
  const sentence = [what, next, credit].filter((part) => part !== null).join(' ')
  const quoted = platformText === null ? '' : `\n>${inline(platformText, 500)}`
  const toldAbove = { ...card, post: { ...card.post, failure: null } }
  const plain = card.state.name === 'unconfirmed' ? { ...card.state, name: 'failed' as const } : card.state
  return {
    text: `${head}: ${inline(titleOf(card.post))}. ${escape(sentence)}`,
    blocks: [
      header(`${sign} ${head}`),
      section(`${escape(sentence)}${quoted}`),
      pinSection({ ...toldAbove, state: plain }),
      context(about(username, card)),
      ...(card.post.status === 'draft' ? pinActions(card, 'card') : []),
    ],
  }
}

/** @param stopAt when retries end; null: the pin has no time */
export function lateMessage({ username }: About, card: Card, message: string, stopAt: Date | null): Message {
  const remedy = card.state.cause === 'image_unreachable' ? remedyButton(card) : undefined
  const changeImage = remedy ? [remedy] : []
  const { post, state } = card
  const due = state.name === 'waiting' && state.cause !== null ? post.sendAt : null
  const head = due && stopAt ? lateText(stopAt, state) : { why: 'Late.', next: inline(message, 500) }
  return {
    text: `Late: ${inline(titleOf(post))}. ${inline(message, 300)}`,
    blocks: [
      section(`:hourglass: *${head.why}* ${head.next}`),
      pinSection(card, due ? `Was due ${slackDate(due)}` : undefined),
      ...findingLine(card),
      context(about(username, card)),
      ...(card.post.status === 'queued'
        ? [actions([...changeImage, button({ text: 'Move', actionId: action.move, value: pinRef(card.post, 'card') })])]
        : []),
    ],
  }
}

/** “Late: Pinterest is unavailable. Next try 3:06 PM; we stop on Sun, Nov 29, 12:20 PM.” */
function lateText(stopAt: Date, { cause, nextAttemptAt }: Card['state']): { why: string; next: string } {
  const stop = `e stop on ${slackDate(stopAt)}.`
  return {
    why: `Late: ${cause === null ? 'it hasn’t gone out' : WAITS[cause]}.`,
    next: nextAttemptAt ? `Next try ${slackTime(nextAttemptAt)}; w${stop}` : `W${stop}`,
  }
}

/** @param count more than one */
export function manyLateMessage({ username }: About, count: number): Message {
  const sentence = `${count} pins of ${inline(username)} are more than 10 minutes late. They go out as soon as possible, one a minute. Any that are more than 24 hours late become drafts.`
  return {
    text: `Late: ${sentence}`,
    blocks: [section(`:hourglass: *Late.* ${sentence}`), context('/pin queue shows which pins are still waiting.')],
  }
}

/** Sent while the board is still being checked; the pin may be there, so the buttons let a person confirm it. */
export function unconfirmedMessage({ username }: About, card: Card, message: string): Message {
  return {
    text: `Not confirmed yet: ${inline(titleOf(card.post))}. ${inline(message, 300)} ${STILL_CHECKING}`,
    blocks: [
      section(`:hourglass: *Not confirmed yet.* ${inline(message, 500)} ${STILL_CHECKING}`),
      pinSection(card),
      context(about(username, card)),
      actions(outcomeButtons(card, 'card')),
    ],
  }
}

/** Why a person gets a direct message instead of a post in the channel. @param channelId null: none is chosen */
export function whyYou({ as }: Pick<FallbackRecipient, 'as'>, channelId: string | null): string {
  const why = channelId === null ? 'no channel is set for these messages' : `Pinslot can’t post in <#${channelId}>`
  return `You’re getting this because ${YOURS[as]} and ${why}. Admins can choose a channel in /pin settings and type /invite @Pinslot there.`
}

const YOURS = {
  maker: 'it’s your pin',
  connector: 'you connected the account',
  admin: 'you’re a Pinslot admin',
} satisfies Record<FallbackRecipient['as'], string>

/** @param message the error from Pinterest or from this service */
export function tagsFailedMessage({ username }: About, card: Card, message: string): Message {
  return {
    text: `Published without its product tags: ${inline(titleOf(card.post))}. ${inline(message, 300)}`,
    blocks: [
      section(`:label: *Published without its product tags.* You can add them on Pinterest.\n>${inline(message, 500)}`),
      pinSection(card),
      context(about(username, card)),
      ...pinActions(card, 'card'),
    ],
  }
}

export function evergreenStoppedMessage({ username }: About, message: string): Message {
  const sentence = `No evergreen pin went out for ${inline(username)}. ${escape(message)}`
  return { text: sentence, blocks: [section(`:recycle: ${sentence}`)] }
}
