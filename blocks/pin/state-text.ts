/** The state of a pin in words: the state, its reason, its end, and the button that ends a wait. */
import { action as connectAction } from '../admin/connect.js'
import type { Button } from '@slack/types'
import type { DelayCause } from '../../src/core/posts/state/causes.js'
import type { PostState } from '../../src/core/posts/state/state.js'
import { button } from '../kit/kit.js'
import { slackDate, slackDay, slackTime } from '../kit/times.js'
import { action as holdAction, resumeHoldButton } from '../settings/hold.js'
import { resumeButton } from '../settings/publishing.js'
import { action as pinButtonsAction, pinRef } from './buttons.js'
import { failureHead, failureText } from './failure-text.js'
import { inline } from '../kit/kit.js'
import { type Card, type CardPost, titleOf } from './text.js'

export const action = { homeResume: 'home_resume' } as const

/** What a pin waits for, after "waiting: ". */
export const WAITS: Record<DelayCause, string> = {
  paused: 'publishing is paused',
  disconnected: 'account disconnected',
  account_on_hold: 'Pinterest takes no pins from this account',
  video: 'Pinterest is processing the video',
  rate_limit: 'Pinterest’s rate limit',
  unavailable: 'Pinterest is unavailable',
  app_refused: 'Pinterest is refusing requests from Pinslot',
  image_unreachable: 'Pinterest couldn’t load the image',
  not_prepared: 'we couldn’t prepare the pin',
  board_unread: 'we can’t read its board',
  unconfirmed: 'Pinterest didn’t confirm the last try',
  board_busy: 'another pin on this board is being confirmed',
  catching_up: 'late pins go out one a minute',
  in_line: 'it goes out in a moment',
  missed: 'it’s more than a day late and becomes a draft',
}

/** Why a published pin was late. */
const WAS_LATE: Record<DelayCause, string> = {
  paused: 'publishing was paused',
  disconnected: 'account was disconnected',
  account_on_hold: 'Pinterest took no pins from the account',
  video: 'Pinterest took a long time to process the video',
  rate_limit: 'Pinterest’s rate limit was reached',
  unavailable: 'Pinterest was unavailable',
  app_refused: 'Pinterest refused requests from Pinslot',
  image_unreachable: 'Pinterest couldn’t load the image',
  not_prepared: 'we couldn’t prepare it in time',
  board_unread: 'we couldn’t read its board',
  unconfirmed: 'Pinterest didn’t confirm the first try',
  board_busy: 'another pin on the board was being confirmed',
  catching_up: 'late pins went out one a minute',
  in_line: 'other pins went out first',
  missed: 'it missed its time',
}

/** One line; Slack shows its dates in the reader's own zone. */
export function stateLine(card: Pick<Card, 'post' | 'state' | 'firstSentAt'>): string {
  const { post, state } = card
  switch (state.name) {
    case 'draft':
      return 'Draft'
    case 'failed':
      return post.failure ? failureLine(post.failure) : 'Draft'
    case 'awaiting_approval':
      return `:raised_hand: Waiting for approval · ${state.until ? `requested for ${slackDate(state.until)}` : 'requested for the next open slot'}`
    case 'approval_expired':
      return `:hourglass: Waiting for approval · the requested time${state.since ? `, ${slackDate(state.since)},` : ''} has passed`
    case 'scheduled':
      return post.sendAt ? `Goes out ${slackDate(post.sendAt)}` : 'Queued'
    case 'waiting':
      return waitingLine(post, state)
    case 'publishing':
      return ':hourglass_flowing_sand: Publishing now'
    case 'unconfirmed':
      return unconfirmedLine(post, state)
    case 'published':
      return publishedLine(card)
  }
}

/** The state for a form, without the advice for a failure, because a form lacks the buttons that the advice names. */
export function stateInForm(card: Pick<Card, 'post' | 'state'>): string {
  const { failure } = card.post
  return failure && (card.state.name === 'failed' || card.state.name === 'unconfirmed') ? reasonLine(failure) : stateLine(card)
}

/** The state for a list; the full reason of a failure is on the card. */
export const briefState = (card: Pick<Card, 'post' | 'state'>): string =>
  card.post.status === 'draft' && card.post.failure && card.state.name !== 'awaiting_approval'
    ? `${headOf(card.post.failure)} ${failureText(card.post.failure).what}`
    : stateLine(card)

function waitingLine({ sendAt }: CardPost, { cause, isLate, since, until, nextAttemptAt }: PostState): string {
  const why = cause === null ? 'waiting' : `waiting: ${WAITS[cause]}`
  const isOfAccount = cause === 'paused' || cause === 'disconnected' || cause === 'account_on_hold'
  const sinceWhen = isOfAccount && since ? ` since ${slackDate(since)}` : ''
  const next = nextAttemptAt ? ` · next try ${slackTime(nextAttemptAt)}` : ''
  const end = isOfAccount && until ? ` · becomes a draft ${slackDate(until)}` : ''
  const due = sendAt ? `${isLate ? 'Was due' : 'Due'} ${slackDate(sendAt)}` : 'Due'
  return `:hourglass: ${due} — ${why}${sinceWhen}${next}${end}`
}

function unconfirmedLine({ failure }: CardPost, { since, nextAttemptAt }: PostState): string {
  if (failure) return failureLine(failure)
  const next = nextAttemptAt ? ` We check the board again at ${slackTime(nextAttemptAt)}.` : ' We’re checking the board.'
  return `:question: Not confirmed yet: Pinterest didn’t answer${since ? ` ${slackDate(since)}` : ''}.${next}`
}

/** An evergreen repeat says so, because the same picture twice in a channel looks like a mistake. */
export function publishedLine({ post, state, firstSentAt }: Pick<Card, 'post' | 'state' | 'firstSentAt'>): string {
  const { sendAt, sentAt, sourcePostId = null, pinDeletedAt = null } = post
  const { isLate, cause } = state
  const head = sourcePostId === null ? ':white_check_mark: Published' : ':recycle: Published again'
  const first = sourcePostId !== null && firstSentAt ? `, first on ${slackDay(firstSentAt)}` : ''
  if (!sentAt) return `${head}${first}`
  const late = isLate && sendAt ? `, ${lateBy(sentAt.getTime() - sendAt.getTime())} late` : ''
  const why = late !== '' && cause !== null ? `: ${WAS_LATE[cause]}` : ''
  const gone = pinDeletedAt ? `. No longer on Pinterest since ${slackDay(pinDeletedAt)}` : ''
  return `${head} ${slackDate(sentAt)}${first}${late}${why}${gone}`
}

/** `25 min`, `4 h`, `4 h 10 min`. */
export function lateBy(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ')
}

const headOf = (failure: NonNullable<CardPost['failure']>): string => {
  const { icon, head } = failureHead(failure)
  return `${icon} ${head}:`
}

function reasonLine(failure: NonNullable<CardPost['failure']>): string {
  const { what, platformText } = failureText(failure)
  return `${headOf(failure)} ${inline([what, platformText].filter((part) => part !== null).join(' '), 480)}`
}

function failureLine(failure: NonNullable<CardPost['failure']>): string {
  const { what, next, platformText } = failureText(failure)
  return `${headOf(failure)} ${inline([what, platformText, next].filter((part) => part !== null).join(' '), 480)}`
}

/** The button that ends the pin's wait; undefined: none does. Everyone sees it; without the right a press is refused. */
export function remedyButton(card: Pick<Card, 'post' | 'state'>): Button | undefined {
  const { post } = card
  const { name, cause } = card.state
  if (name !== 'waiting') return undefined
  const about = { value: post.accountId, label: titleOf(post) }
  if (cause === 'paused')
    return resumeButton({ actionId: action.homeResume, value: about.value, label: `Resume publishing: ${about.label}` })
  if (cause === 'account_on_hold')
    return resumeHoldButton({ actionId: holdAction.homeResumeHold, value: about.value, label: `Resume now: ${about.label}` })
  if (cause === 'image_unreachable')
    return button({
      text: 'Change image',
      actionId: pinButtonsAction.edit,
      value: pinRef(post, 'card', 'media'),
      label: `Change image: ${about.label}`,
    })
  if (cause === 'disconnected')
    return button({
      text: 'Reconnect',
      actionId: connectAction.connect,
      value: about.value,
      label: `Reconnect the account of ${about.label}`,
    })
  return undefined
}
