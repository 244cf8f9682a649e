/** The open requests of an account, the soonest due first: a message after /pin approvals, a form over Home. */
import type { AnyBlock, Button, StaticSelect } from '@slack/types'
import type { RequestCounts, RequestsOf } from '../../src/core/posts/approval/requests.js'
import { accountSwitch, hasChoice, type Switchable } from '../kit/account-switch.js'
import { actions, button, charactersIn, divider, header, inline, type Message, option, section, text } from '../kit/kit.js'
import { whole } from '../kit/numbers.js'
import { requesterText } from '../pin/approval-text.js'
import { action as linkAction } from './client-links.js'
import { type LinePlace, MOST_CHARACTERS, requestLine, type RequestLine } from './line.js'
import { manyButtons, seenOf } from './many.js'

export const action = {
  requestsAccount: 'requests_account',
  requestsOf: 'requests_of',
  requestsMore: 'requests_more',
  requestsFirst: 'requests_first',
} as const

export type RequestsRef = { accountId: string; of?: RequestsOf; at?: number }

export type RequestsModel = {
  accountId: string
  account: string
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  /** The requests that are shown. */
  of: RequestsOf
  /** Where the page begins. */
  at: number
  counts: RequestCounts
  lines: readonly RequestReading[]
  /** Whether the reader decides requests of the account. */
  mayDecide: boolean
}
export type RequestReading = RequestLine & Pick<LinePlace, 'reader'>

/** The most requests on a page. */
export const REQUESTS_SHOWN = 8

const NAME: Record<RequestsOf, string> = {
  forMe: 'Waiting for you',
  mine: 'Yours',
  others: 'Waiting for others',
  dueToday: 'Due today',
  overdue: 'Overdue',
  onHold: 'On hold',
}
export const NONE: Record<RequestsOf, string> = {
  forMe: 'No request waits for you.',
  mine: 'None of your pins waits for approval.',
  others: 'No request waits for others.',
  dueToday: 'No request is due today.',
  overdue: 'No request is overdue.',
  onHold: 'No request is on hold.',
}

export function requestsMessage(model: RequestsModel): Message {
  const { accountId, account, accounts, of, at, counts } = model
  const made = model.lines.map((line, index) => rowOf(model, line, at + index + 1))
  const lines = model.lines.slice(0, countFitting(made))
  const left = counts[of] - at - lines.length
  const seen = seenOf(
    lines.map((line) => (line.reader === 'decides' ? line : { ...line, card: undefined })),
    at + 1,
  )
  const all = seen.length === counts[of] ? `Approve all (${seen.length})` : `Approve these (${seen.length})`
  const ofOther = (other: string) => JSON.stringify({ accountId: other } satisfies RequestsRef)
  const to = (words: string, actionId: string, begin: number) =>
    button({
      text: words,
      actionId,
      value: JSON.stringify({ accountId, of, at: begin } satisfies RequestsRef),
      label: `${words}: requests`,
    })
  const pages = [
    ...(left > 0 ? [to('Show more', action.requestsMore, at + lines.length)] : []),
    ...(at > 0 ? [to('Back to the first', action.requestsFirst, 0)] : []),
  ]
  const headline = `Requests · ${account}`
  return {
    text: `${inline(headline)}: ${NAME[of]} (${counts[of]})`,
    blocks: [
      header(hasChoice({ accounts }) ? 'Requests' : headline),
      ...accountSwitch({ accounts, accountId }, action.requestsAccount, ofOther),
      actions([kindSelect(model), ...clientLinks(model)]),
      ...(seen.length > 1 ? [actions(manyButtons({ accountId, these: seen }, all))] : []),
      ...(lines.length === 0 ? [section(NONE[of])] : []),
      ...made.slice(0, lines.length).flatMap((row) => [divider(), ...row]),
      ...(pages.length > 0 ? [actions(pages)] : []),
    ],
  }
}

const rowOf = ({ accountId }: RequestsModel, line: RequestReading, number: number): AnyBlock[] =>
  requestLine(line, { accountId, number, asker: requesterText(line.approval), saysDue: true, reader: line.reader })

const clientLinks = ({ accountId, mayDecide }: RequestsModel): Button[] =>
  mayDecide ? [button({ text: 'Client links…', actionId: linkAction.clientLinks, value: accountId })] : []

/** How many rows fit a message, at least one. */
function countFitting(rows: readonly AnyBlock[][]): number {
  let characters = 0
  const index = rows.findIndex((row, at) => {
    characters += charactersIn(row)
    return at > 0 && characters > MOST_CHARACTERS
  })
  return index < 0 ? rows.length : index
}

/** The kinds of requests, each with its count. A kind without any is offered only if the list begins with it, or shows it. */
function kindSelect({ accountId, of, counts, mayDecide }: RequestsModel): StaticSelect {
  const offered = (Object.keys(NAME) as RequestsOf[]).filter(
    (kind) => kind === of || kind === 'mine' || (kind === 'forMe' ? mayDecide : counts[kind] > 0),
  )
  const options = offered.map((kind) => {
    const ref: RequestsRef = { accountId, of: kind }
    return option(`${NAME[kind]} (${whole(counts[kind])})`, JSON.stringify(ref))
  })
  const chosen = options[offered.indexOf(of)]
  return {
    type: 'static_select',
    action_id: action.requestsOf,
    placeholder: text('Requests', 150),
    options,
    ...(chosen && { initial_option: chosen }),
  }
}
