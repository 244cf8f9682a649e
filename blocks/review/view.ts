/** A review as a message: the decisions on top, then a page of pins with their actions. */
import type { AnyBlock, Button } from '@slack/types'
import { feedback } from '../kit/feedback.js'
import { actions, button, divider, inline, type Message, section } from '../kit/kit.js'
import { pageButtons, type PagedList, pageOf } from '../kit/paging.js'
import { slackDate } from '../kit/times.js'
import { canBePressed, outcomeSection } from '../pin/lists.js'
import { type ListRef, writeListRef } from '../pin/memory.js'
import type { ReviewModel, ReviewRow } from './model.js'
import { decidedRow, openRow, type Pressable, siteOf } from './rows.js'

export const action = {
  newPins: 'open_bulk',
  reviewSpread: 'review_spread',
  reviewOpen: 'review_open',
  reviewSameWords: 'review_same_words',
  reviewSchedule: 'review_schedule',
  reviewAsk: 'review_ask',
  reviewKeep: 'review_keep',
  reviewUndo: 'review_undo',
  reviewRefresh: 'review_refresh',
  reviewNext: 'review_next',
  reviewFirst: 'review_first',
  reviewRate: 'review_rate',
} as const

/** `shown`: the core's fingerprints of the pins as shown. */
export type DecideButton = { shown: ReviewModel['ready']['shown'] }

/** The value of the button that opens a review in its own message. */
export type OpenButton = { accountId: string; reviewId: string }

export type ReviewListRef = Extract<ListRef, { kind: 'review' }>

/** Six rows fit the 13,200 characters of a message even when escaped: an `&` becomes five characters. */
export const REVIEW_PAGE: PagedList = {
  size: 6,
  next: action.reviewNext,
  first: action.reviewFirst,
  label: 'Pins in this review',
}

/** The chosen page, or the one with the pin of the last press. */
export const pageShown = <Row extends { position: number }>(
  rows: readonly Row[],
  { at, note }: Pick<ReviewModel, 'at' | 'note'>,
) => pageOf(REVIEW_PAGE, rows, { at, showing: ({ position }: Row) => position === note?.position })

export function reviewMessage(model: ReviewModel): Message {
  const { rows, state, note } = model
  const { at: begin, shown } = pageShown(rows, model)
  const ref: ReviewListRef = {
    kind: 'review',
    accountId: model.accountId,
    reviewId: model.reviewId,
    ...(begin > 0 && { at: begin }),
  }
  const isOpen = state === 'open' || state === 'kept'
  const pages = pageButtons(REVIEW_PAGE, { at: begin, of: rows.length })
  const head = headOf(model)
  const blocks: Pressable[] = [
    { block: section(head) },
    ...(isOpen ? spreadRow(model) : []),
    ...(isOpen ? decideButtons(model) : undoRow(model)),
    { block: divider() },
    ...shown.flatMap((row, index) => {
      const number = begin + index + 1
      const [what, ...rest] = isOpen ? openRow(row, number, model) : decidedRow(row, number, model.accountId)
      const said = note?.position === row.position ? [{ block: outcomeSection(note.outcome), position: note.position }] : []
      return [...(what ? [what] : []), ...said, ...rest]
    }),
    ...(pages.length > 0 ? [{ block: actions(pages) }] : []),
    ...(isOpen && shown.length > 1 ? decideButtons(model) : []),
    ...(isOpen && isWritten(rows) ? [{ block: feedback(action.reviewRate, RATE) }] : []),
  ]
  return {
    text: head,
    blocks: blocks.map(({ block, position }, index) =>
      withRef(block, index, { ...ref, ...(position !== undefined && { position }) }),
    ),
  }
}

const RATE = { good: 'Useful drafts', bad: 'Not useful' }
/** True when there are drafts of pages, and none is still being made. */
const isWritten = (rows: readonly ReviewRow[]): boolean =>
  rows.some(({ state }) => state.name === 'ready' && state.post.generationId !== null) &&
  !rows.some(({ state, isLeftOut }) => state.name === 'reading' && !isLeftOut)

/** Writes the reference into the block id, which Slack sends with each press and each search in a select. */
const withRef = (block: AnyBlock, index: number, ref: ReviewListRef): AnyBlock =>
  canBePressed(block) ? { ...block, block_id: `${index} ${writeListRef(ref)}` } : block

const pins = (count: number) => `${count} ${count === 1 ? 'pin' : 'pins'}`

function headOf(model: ReviewModel): string {
  const { rows, ready, state, headline, account } = model
  const reading = rows.filter((row) => row.state.name === 'reading' && !row.isLeftOut).length
  const said = headline === undefined ? [] : [headline]
  const of = account === undefined ? '' : ` · ${inline(account)}`
  switch (state) {
    case 'scheduled':
    case 'asked':
      return said[0] ?? (state === 'scheduled' ? `Scheduled${of}.` : `Approval requested${of}.`)
    case 'open':
    case 'kept': {
      const progress = reading > 0 ? `:hourglass_flowing_sand: ${progressOf(rows, reading)}` : null
      const site = siteOf(rows)
      return [
        ...said,
        `*${pins(rows.length)} to review*${site === undefined ? '' : ` · ${site}`}${of}`,
        progress ?? summaryOf(model, ready),
      ]
        .filter((line) => line !== '')
        .join('\n')
    }
  }
}

/** Names the website if only one page is still being read. */
function progressOf(rows: readonly ReviewRow[], reading: number): string {
  const [only, another] = rows.filter(({ state, isLeftOut }) => state.name === 'reading' && !isLeftOut)
  if (only?.state.name === 'reading' && only.state.from !== null && !another) return `Reading ${inline(only.state.from, 60)}…`
  return `Reading: ${rows.length - reading} of ${rows.length} done`
}

function summaryOf({ rows, scheduling }: ReviewModel, { count, first, last, isInSlots }: ReviewModel['ready']): string {
  const there = rows.filter(({ isLeftOut }) => !isLeftOut)
  const failed = there.filter(({ state }) => state.name === 'failed').length
  const lacking = there.filter(({ state }) => state.name === 'ready' && state.lacks !== '').length
  const times =
    first === null || last === null
      ? ''
      : first.getTime() === last.getTime()
        ? slackDate(first)
        : `${slackDate(first)} to ${slackDate(last)}`
  return [
    scheduling === 'direct' && times !== ''
      ? `${isInSlots ? (count === 1 ? 'Next open slot: ' : 'Next open slots: ') : ''}${times}`
      : '',
    scheduling === 'never' && there.length > 0 ? 'A scheduler or admin can schedule them.' : '',
    failed > 0 ? `:warning: ${failed} couldn’t be read` : '',
    lacking > 0
      ? `:pencil2: ${pins(lacking)} ${lacking === 1 ? 'needs' : 'need'} more before ${lacking === 1 ? 'it' : 'they'} can be scheduled`
      : '',
    count === 0 && failed === 0 && lacking === 0 ? 'Nothing left to schedule.' : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** The value has fingerprints of the pins as shown: if the pins changed since, the review is shown again instead of decided. */
function decideButtons(model: ReviewModel): Pressable[] {
  const { scheduling, ready, rows, state } = model
  const value = JSON.stringify({ shown: ready.shown } satisfies DecideButton)
  const isReading = rows.some((row) => row.state.name === 'reading' && !row.isLeftOut)
  const all = ready.count === rows.filter(({ isLeftOut }) => !isLeftOut).length ? 'all ' : ''
  const lacks = rows.some((row) => !row.isLeftOut && row.state.name === 'ready' && row.state.lacks !== '')
  const main: Button[] =
    ready.count === 0 || isReading || scheduling === 'never'
      ? []
      : scheduling === 'direct'
        ? [button({ text: `Schedule ${all}(${ready.count})`, actionId: action.reviewSchedule, value, style: 'primary' })]
        : [button({ text: `Ask for approval (${ready.count})`, actionId: action.reviewAsk, value, style: 'primary' })]
  const elements: Button[] = [
    ...main,
    ...(lacks ? [button({ text: 'Fill in what’s missing', actionId: action.reviewSameWords })] : []),
    ...(isReading ? [button({ text: 'Refresh', actionId: action.reviewRefresh, label: 'Refresh the review' })] : []),
    ...(state === 'open' ? [button({ text: 'Keep as drafts', actionId: action.reviewKeep })] : []),
    button({ text: 'New pins', actionId: action.newPins, value: model.accountId }),
  ]
  return [{ block: actions(elements) }]
}

/** The days between pins with the same link, and a button that changes them. */
function spreadRow({ spread, scheduling }: ReviewModel): Pressable[] {
  if (!spread || scheduling === 'never') return []
  const { count, days, isByRule } = spread
  const apart = days === 1 ? 'on different days' : `at least ${days} days apart`
  const says = `${count} pins share a link. They go out ${days === 0 ? 'one after another' : apart}${isByRule ? ', by your spacing rules' : ''}.`
  const change = button({
    text: days === 0 ? 'Spread them' : 'Don’t spread',
    actionId: action.reviewSpread,
    value: JSON.stringify({ isSpread: days === 0 }),
  })
  return [{ block: section(says, isByRule ? undefined : change) }]
}

/** Posted where the files or links were given, when their drafts are ready. */
export function readyMessage(review: OpenButton, { count, failed }: { count: number; failed: number }): Message {
  const made = count === 0 ? 'No drafts were made.' : `${count} ${count === 1 ? 'draft is' : 'drafts are'} ready.`
  const says = `${made}${failed === 0 ? '' : ` ${failed} couldn’t be read.`}`
  const text = count === 0 ? 'See why' : count === 1 ? 'Review it' : 'Review them'
  return { text: says, blocks: [section(says, button({ text, actionId: action.reviewOpen, value: JSON.stringify(review) }))] }
}

const undoRow = ({ canUndo }: ReviewModel): Pressable[] =>
  canUndo ? [{ block: actions([button({ text: 'Undo', actionId: action.reviewUndo, label: 'Undo all' })]) }] : []
