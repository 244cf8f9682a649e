/** A review as a message: what is decided on top, then a page of cards, each with what can be changed. */
import type { ActionsBlockElement, AnyBlock, Button } from '@slack/types'
import type { PictureFit } from '../../src/core/media/post-media.js'
import type { Finding } from '../../src/core/preflight/finding.js'
import type { Placement } from '../../src/core/slots/placement.js'
import type { Warning } from '../../src/core/posts/warnings/warning.js'
import { action } from '../ids.js'
import {
  actions,
  button,
  context,
  divider,
  inline,
  type Message,
  option,
  type Picture,
  picture,
  section,
  text,
} from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { pageButtons, pageOf, type PagedList } from '../kit/paging.js'
import { pinRef } from '../pins/buttons.js'
import { fitButtons } from '../pins/problems/fit.js'
import { type ListRef, writeListRef } from '../pins/memory.js'
import { findingText } from '../pins/problems/preflight.js'
import { warningText } from '../pins/problems/warnings.js'
import { SEARCHED_HINT, searchedButtons } from './words.js'

export type ReviewListRef = Extract<ListRef, { kind: 'review' }>

/** Six rows fit the 13,200 characters of a message, whatever they are made of: an `&` becomes five. */
export const REVIEW_PAGE: PagedList = {
  size: 6,
  next: action.reviewNext,
  first: action.reviewFirst,
  label: 'Pins of this review',
}

export type ReviewRow = {
  position: number
  name: string
  isLeftOut: boolean
  state: /** `from`: the website of its page; null: it is a file. */
    | { name: 'reading'; from: string | null }
    /** `needs`: what helps; `again`: that it is tried again, or another picture. `sentence` is plain text. */
    | { name: 'failed'; sentence: string; needs: 'again' | 'nothing' }
    | { name: 'deleted' }
    | {
        name: 'ready'
        post: {
          id: string
          accountId: string
          status: string
          title: string | null
          description: string | null
          url: string | null
          sendAt: Date | null
          /** Of a page: nobody has read it yet. */
          generationId: string | null
        }
        board: { id: string; name: string } | null
        /** A model wrote it, not Pinslot itself. */
        isByModel?: boolean
        /** Why this board. */
        because: 'words' | 'last' | 'others' | 'said' | 'guess' | null
        picture: Picture | null
        /** What people search for and its words do not say yet. */
        searched?: readonly string[]
        /** What its picture may become, where it is not tall. */
        fits?: readonly PictureFit[]
        /** The time it would get; null: none, or it is not known. */
        sendAt: Date | null
        /** The slots before it that it was not put into, but for those that others of the review get. */
        passedOver: Placement['passedOver']
        warnings: readonly Warning[]
        /** What is on its board already, or on the way there. */
        duplicate?: Finding | null
        /** `a title and a link`: what it needs before it can be scheduled; empty: nothing. */
        lacks: string
        /** Why it would be refused; plain text. */
        problem: string | null
      }
}

export type ReviewModel = {
  accountId: string
  reviewId: string
  /** Of several accounts, which. */
  account?: string | undefined
  state: 'open' | 'kept' | 'scheduled' | 'asked'
  /** What the reader may do with it. */
  scheduling: 'direct' | 'asks' | 'never'
  rows: readonly ReviewRow[]
  /** Where its page begins. */
  at: number
  /** Of those that would be scheduled. */
  ready: { count: number; first: Date | null; last: Date | null }
  /** What just happened, markup; or what is going on. */
  headline?: string | undefined
  /** Whether what was decided can be taken back. */
  canUndo: boolean
}

export function reviewMessage(model: ReviewModel): Message {
  const { rows, at, state } = model
  const { at: begin, shown } = pageOf(REVIEW_PAGE, rows, { at })
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
    ...(isOpen ? topButtons(model) : undoRow(model)),
    ...(isOpen && shown.some(offersWords) ? [{ block: context(SEARCHED_HINT) }] : []),
    { block: divider() },
    ...shown.flatMap((row) => (isOpen ? openRow(row, model) : decidedRow(row))),
    ...(pages.length > 0 ? [{ block: actions(pages) }] : []),
  ]
  return {
    text: head,
    blocks: blocks.map(({ block, position }, index) =>
      withRef(block, index, { ...ref, ...(position !== undefined && { position }) }),
    ),
  }
}

const TITLE = 70

type Pressable = { block: AnyBlock; position?: number }

/** Slack sends the id of the block with each press, and with each search in a select. */
const withRef = (block: AnyBlock, index: number, ref: ReviewListRef): AnyBlock =>
  block.type === 'actions' ? { ...block, block_id: `${index} ${writeListRef(ref)}` } : block

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
      return [...said, `*${pins(rows.length)} to review*${of}`, progress ?? summaryOf(model, ready)]
        .filter((line) => line !== '')
        .join('\n')
    }
  }
}

/** The website’s name where it is but one page that is waited for. */
function progressOf(rows: readonly ReviewRow[], reading: number): string {
  const [only, another] = rows.filter(({ state, isLeftOut }) => state.name === 'reading' && !isLeftOut)
  if (only?.state.name === 'reading' && only.state.from !== null && !another) return `Reading ${inline(only.state.from, 60)}…`
  return `Reading: ${rows.length - reading} of ${rows.length} done`
}

function summaryOf({ rows, scheduling }: ReviewModel, { count, first, last }: ReviewModel['ready']): string {
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
    scheduling === 'direct' && times !== '' ? times : '',
    scheduling === 'never' && there.length > 0 ? 'A scheduler or admin puts them on the schedule.' : '',
    failed > 0 ? `:warning: ${failed} could not be read` : '',
    lacking > 0
      ? `:pencil2: ${pins(lacking)} ${lacking === 1 ? 'needs' : 'need'} more before ${lacking === 1 ? 'it' : 'they'} can be scheduled`
      : '',
    count === 0 && failed === 0 && lacking === 0 ? 'Nothing is left to schedule.' : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** The number is part of what is pressed: where another one could be scheduled by then, the review is shown again instead. */
function topButtons(model: ReviewModel): Pressable[] {
  const { scheduling, ready, rows, state } = model
  const value = JSON.stringify({ count: ready.count })
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
    button({ text: 'Add more', actionId: action.newPins, value: model.accountId, label: 'Add more pins' }),
  ]
  return [{ block: actions(elements) }]
}

const undoRow = ({ canUndo }: ReviewModel): Pressable[] =>
  canUndo ? [{ block: actions([button({ text: 'Undo', actionId: action.reviewUndo, label: 'Undo all' })]) }] : []

function openRow(row: ReviewRow, { scheduling }: ReviewModel): Pressable[] {
  const { position, name, state } = row
  const title = inline(state.name === 'ready' ? (state.post.title ?? name) : name, TITLE)
  const label = (what: string) => `${what}: ${state.name === 'ready' ? (state.post.title ?? name) : name}`
  const leave = (isLeftOut: boolean) =>
    button({
      text: isLeftOut ? 'Leave out' : 'Put back',
      actionId: action.reviewLeaveOut,
      value: JSON.stringify({ isLeftOut }),
      label: label(isLeftOut ? 'Leave out' : 'Put back'),
    })
  const row_ = (block: AnyBlock): Pressable => ({ block, position })
  if (row.isLeftOut) return [row_(section(`${position}. ~${title}~\nLeft out. It stays a draft.`)), row_(actions([leave(false)]))]
  switch (state.name) {
    case 'reading':
      return [row_(section(`${position}. *${title}*\nReading${state.from === null ? '' : ` ${inline(state.from, 60)}`}…`))]
    case 'deleted':
      return [row_(section(`${position}. ~${title}~\nDeleted.`))]
    case 'failed': {
      const again = button({ text: 'Try again', actionId: action.reviewAgain, label: label('Try again') })
      const add = button({ text: 'Add a picture', actionId: action.reviewAddPicture, label: label('Add a picture') })
      const helps = state.needs === 'again' ? [again, add] : []
      return [
        row_(section(`${position}. *${title}*\n:warning: ${inline(state.sentence, 200)}`)),
        row_(actions([...helps, leave(true)])),
      ]
    }
    case 'ready': {
      if (state.post.status !== 'draft') return decidedRow(row)
      const image = picture(state.picture, state.post.title ?? name)
      const edit = button({ text: 'Edit', actionId: action.edit, value: pinRef(state.post, 'list'), label: label('Edit') })
      const rows = [row_(section(`${position}. *${title}*\n${linesOf(state, scheduling).join('\n')}`, image))]
      const notes = notesOf(state)
      return [
        ...rows,
        ...(notes.length > 0 ? [row_(context(notes.join('\n')))] : []),
        row_(
          actions([
            edit,
            boardSelect(state),
            ...fitButtons({ ...state.post, savedPin: null }, state.fits ?? [], 'list'),
            leave(true),
            ...searchedButtons(state.searched, state.post.title ?? name),
          ]),
        ),
      ]
    }
  }
}

type Ready = Extract<ReviewRow['state'], { name: 'ready' }>

const offersWords = ({ state, isLeftOut }: ReviewRow): boolean =>
  state.name === 'ready' && !isLeftOut && state.post.status === 'draft' && searchedButtons(state.searched, '').length > 0

const BECAUSE = {
  words: 'fits its words',
  last: 'your last board',
  others: 'as the others',
  said: 'your choice',
  guess: 'our guess',
} as const

function linesOf({ board, because, post, sendAt, lacks }: Ready, scheduling: ReviewModel['scheduling']): string[] {
  const where = board === null ? 'No board yet' : `${inline(board.name, 50)}${because === null ? '' : ` (${BECAUSE[because]})`}`
  const time =
    lacks !== ''
      ? `:pencil2: Needs ${lacks}`
      : sendAt !== null
        ? slackDate(sendAt)
        : scheduling === 'asks'
          ? 'Next open slot, once approved'
          : ''
  return [saidBy(post), where, hostOf(post.url), time].filter((line) => line !== '')
}

/** Words that nobody here wrote are shown; those of the person are known to them. Signs that grow when they are escaped have less room. */
function saidBy({ description, generationId }: Ready['post']): string {
  if (generationId === null || description === null) return ''
  const said = inline(description, 140)
  return said.length <= 200 ? said : inline(description, 40)
}

function hostOf(url: string | null): string {
  if (url === null) return ''
  try {
    return inline(new URL(url).host, 60)
  } catch {
    return ''
  }
}

/** What to know of it: what speaks against it, why not earlier, and whose words it has. */
function notesOf({ passedOver, warnings, duplicate, problem, isByModel }: Ready): string[] {
  const isTold = warnings.some(({ code }) => code === 'same_link') && duplicate?.code === 'duplicate_link'
  const said = [...(duplicate && !isTold ? [findingText(duplicate)] : []), ...warnings.map((each) => warningText(each))]
  const isSpaced = passedOver.some(({ reason }) => reason === 'spacing')
  return [
    ...(problem === null ? [] : [`:warning: ${inline(problem, 160)}`]),
    ...said.slice(0, problem === null ? 2 : 1).map((each) => `:warning: ${each}`),
    ...(passedOver.length > 0
      ? [
          `${passedOver.length} earlier ${passedOver.length === 1 ? 'slot isn’t' : 'slots aren’t'} available${isSpaced ? ': another pin with this link is too close' : ''}`,
        ]
      : []),
    ...(isByModel ? ['Written by a model'] : []),
  ]
}

const boardSelect = ({ board }: Ready): ActionsBlockElement => ({
  type: 'external_select',
  action_id: action.reviewBoard,
  placeholder: text('Board', 150),
  min_query_length: 0,
  ...(board && { initial_option: option(board.name, board.id) }),
})

/** One line each: what became of it. */
function decidedRow({ position, name, state, isLeftOut }: ReviewRow): Pressable[] {
  const title = inline(state.name === 'ready' ? (state.post.title ?? name) : name, TITLE)
  if (isLeftOut) return [{ block: section(`${position}. ~${title}~\nLeft out`) }]
  if (state.name !== 'ready') return [{ block: section(`${position}. ~${title}~\nNot made`) }]
  const { post, board } = state
  const where = board === null ? '' : ` · ${inline(board.name, 50)}`
  const what = post.status === 'draft' ? 'Draft' : post.sendAt === null ? 'Published' : slackDate(post.sendAt)
  return [{ block: section(`${position}. *${title}*\n${what}${where}`, picture(state.picture, post.title ?? name)) }]
}
