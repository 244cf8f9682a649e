/** What the team is told without having asked: published, failed, late, reconnect. */
import type { Account } from '../src/core/accounts/account.js'
import type { FailureReason } from '../src/core/notices.js'
import { actions, button, context, escape, inline, type Message, section } from './kit.js'
import { action } from './ids.js'
import { type Card, pinActions, pinRef, pinSection, titleOf } from './pin-card.js'
import { slackDate } from './times.js'

type About = Pick<Account, 'username'>

export function publishedMessage({ username }: About, card: Card): Message {
  const when = card.post.sentAt ? ` ${slackDate(card.post.sentAt)}` : ''
  return {
    text: `Published: ${inline(titleOf(card.post))} on ${inline(card.post.boardName ?? 'its board')}${when}`,
    blocks: [pinSection(card), context(`Account ${inline(username)}`)],
  }
}

/** In words, with what can be done about it. */
const FAILURE: Record<FailureReason, { what: string; next: string }> = {
  media_rejected: { what: 'The platform did not accept the picture.', next: 'Make the pin again with another picture.' },
  board_gone: { what: 'The board is not there any more.', next: 'Make the pin again on another board.' },
  board_forbidden: { what: 'The account may not pin to this board.', next: 'Choose a board that the account owns.' },
  section_gone: {
    what: 'The section is not there any more.',
    next: 'Make the pin again, in another section or on the board itself.',
  },
  account_disconnected: {
    what: 'The account is not connected any more.',
    next: 'Have it connected again, then schedule the pin anew.',
  },
  paused: { what: 'Publishing was paused when the pin was due.', next: 'Schedule it anew when publishing goes on.' },
  missed: { what: 'Its time was missed by more than a day.', next: 'Schedule it anew.' },
  platform_rejected: { what: 'The platform refused the pin.', next: 'Look at its words and its link, then schedule it anew.' },
  platform_unavailable: { what: 'The platform could not be reached for too long.', next: 'Schedule it anew.' },
  outcome_unknown: {
    what: 'The platform never said whether it took the pin.',
    next: 'Look at the board first: if the pin is not there, schedule it anew.',
  },
}

type Failed = { reason: FailureReason; message: string; refunded: boolean }
export function failedMessage({ username }: About, card: Card, { reason, message, refunded }: Failed): Message {
  const { what, next } = FAILURE[reason]
  const said = message.trim() === '' || message === what ? '' : `\n>${inline(message, 500)}`
  const credit = refunded ? ' Its credit was given back.' : ''
  const sentence = `${what} ${next}${credit}`
  return {
    text: `Not published: ${inline(titleOf(card.post))}. ${escape(sentence)}`,
    blocks: [
      section(`:warning: *Not published.* ${escape(sentence)}${said}`),
      pinSection(card),
      context(`Account ${inline(username)}`),
      ...(card.post.status === 'draft' ? pinActions(card.post, 'card') : []),
    ],
  }
}

export function lateMessage({ username }: About, card: Card, message: string): Message {
  return {
    text: `Late: ${inline(titleOf(card.post))}. ${inline(message, 300)}`,
    blocks: [
      section(`:hourglass: *Late, but not forgotten.* ${inline(message, 500)}`),
      pinSection(card),
      context(`Account ${inline(username)}`),
      ...(card.post.status === 'queued'
        ? [actions([button({ words: 'Move', actionId: action.move, value: pinRef(card.post, 'card') })])]
        : []),
    ],
  }
}

export function reconnectMessage({ username }: About): Message {
  const sentence = `${inline(username)} has to be connected again: the platform takes no more pins for it. Its queue waits for up to a day.`
  return { text: sentence, blocks: [section(`:warning: ${sentence} Ask an admin to connect the account.`)] }
}
