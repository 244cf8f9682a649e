/** The rows of a review: open, still being read, and decided. */
import type { ActionsBlockElement, AnyBlock } from '@slack/types'
import { actions, button, context, inline, option, picture, section, text } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { action as pinButtonsAction, pinRef } from '../pin/buttons.js'
import { fitButtons } from '../pin/problems/fit.js'
import { findingText } from '../pin/problems/preflight.js'
import { warningText } from '../pin/problems/warnings.js'
import type { ReviewModel, ReviewRow } from './model.js'
import { rowMenu } from './row-menu.js'

export const action = {
  pageAgain: 'page_again',
  reviewBoard: 'review_board',
  reviewLeaveOut: 'review_leave_out',
  reviewAgain: 'review_again',
  reviewAddPicture: 'review_add_picture',
} as const

/** `position`: the row that the block's buttons act on. */
export type Pressable = { block: AnyBlock; position?: number }

const TITLE = 70

export function openRow(row: ReviewRow, number: number, model: ReviewModel): Pressable[] {
  const { scheduling, accountId } = model
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
  if (row.isLeftOut) return [row_(section(`${number}. ~${title}~\nLeft out. It stays a draft.`)), row_(actions([leave(false)]))]
  switch (state.name) {
    case 'reading':
      return [row_(section(`${number}. *${title}*\nReading${state.from === null ? '' : ` ${inline(state.from, 60)}`}…`))]
    case 'deleted':
      return [row_(section(`${number}. ~${title}~\nDeleted.`))]
    case 'failed': {
      const again = button({ text: 'Try again', actionId: action.reviewAgain, label: label('Try again') })
      const add = button({ text: 'Add an image', actionId: action.reviewAddPicture, label: label('Add an image') })
      const helps = { again: [again, add], picture: [add], nothing: [] }[state.needs]
      return [
        row_(section(`${number}. *${title}*\n:warning: ${inline(state.sentence, 200)}`)),
        row_(actions([...helps, leave(true)])),
      ]
    }
    case 'ready': {
      if (state.post.status !== 'draft') return decidedRow(row, number, accountId)
      const image = picture(state.picture, state.post.title ?? name)
      const edit = button({
        text: 'Edit',
        actionId: pinButtonsAction.edit,
        value: pinRef(state.post, 'list'),
        label: label('Edit'),
      })
      const notes = notesOf(state)
      return [
        row_(section(`${number}. *${title}*\n${linesOf(state, model).join('\n')}`, image)),
        ...(notes.length > 0 ? [row_(context(notes.join('\n')))] : []),
        row_(
          actions([
            boardSelect(state),
            edit,
            ...fitButtons({ ...state.post, savedPin: null }, state.fits ?? [], 'list'),
            rowMenu(state.searched, scheduling),
          ]),
        ),
      ]
    }
  }
}

type Ready = Extract<ReviewRow['state'], { name: 'ready' }>

function linesOf({ isGuess, board, post, sendAt, lacks }: Ready, { scheduling, rows }: ReviewModel): string[] {
  const time =
    lacks !== ''
      ? `:pencil2: Needs ${lacks}`
      : sendAt !== null
        ? slackDate(sendAt)
        : scheduling === 'asks'
          ? 'Next open slot, once approved'
          : ''
  const host = siteOf(rows) === undefined ? hostOf(post.url) : '' // a shared host stands once, above the rows
  const lines = [saidBy(post), [time, host].filter((part) => part !== '').join(' · ')]
  return [...lines, isGuess && board ? ':grey_question: Board? This is a guess.' : ''].filter((line) => line !== '')
}

/** The host that all links share; undefined: several, or none. */
export function siteOf(rows: readonly ReviewRow[]): string | undefined {
  const hosts = new Set(rows.flatMap(({ state }) => (state.name === 'ready' ? [hostOf(state.post.url)] : [])))
  const [only = ''] = hosts
  return hosts.size === 1 && only !== '' ? only : undefined
}

/** Shows only generated text, as people know their own; it is cut shorter if escaping makes it grow. */
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

/** The problem and warnings of a pin, its picture's shape, and whether a model wrote the text. */
function notesOf({ warnings, duplicate, problem, shape, isByModel }: Ready): string[] {
  const isTold = warnings.some(({ code }) => code === 'same_link') && duplicate?.code === 'duplicate_link'
  const said = [...(duplicate && !isTold ? [findingText(duplicate)] : []), ...warnings.map((each) => warningText(each))]
  return [
    ...(problem === null ? [] : [`:warning: ${inline(problem, 160)}`]),
    ...said.slice(0, problem === null ? 2 : 1).map((each) => `:warning: ${each}`),
    ...(shape === undefined ? [] : [`:bulb: ${shape}`]),
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

export type PageButton = { accountId: string; url: string }

/** Reads the page into a new review, as this one is decided. Undefined above the 2,000 characters of a button's value. */
function readAgain({ label, ...page }: PageButton & { label: string }): ActionsBlockElement | undefined {
  const value = JSON.stringify(page satisfies PageButton)
  return value.length > 2000 ? undefined : button({ text: 'Try again', actionId: action.pageAgain, value, label })
}

/** The result in a line, with the reason and the page if the page could not be read. */
export function decidedRow({ name, state, isLeftOut }: ReviewRow, number: number, accountId: string): Pressable[] {
  const title = inline(state.name === 'ready' ? (state.post.title ?? name) : name, TITLE)
  if (isLeftOut) return [{ block: section(`${number}. ~${title}~\nLeft out`) }]
  if (state.name === 'failed') {
    const { sentence, url } = state
    const page = url === null ? '' : `\n${inline(url, 120)}`
    const what = section(`${number}. *${title}*\nNot made. :warning: ${inline(sentence, 200)}${page}`)
    const again = state.needs === 'again' && url !== null ? readAgain({ accountId, url, label: `Try again: ${name}` }) : undefined
    return [{ block: what }, ...(again ? [{ block: actions([again]) }] : [])]
  }
  if (state.name !== 'ready') return [{ block: section(`${number}. ~${title}~\nNot made`) }]
  const { post, board } = state
  const where = board === null ? '' : ` · ${inline(board.name, 50)}`
  const what = post.status === 'draft' ? 'Draft' : post.sendAt === null ? 'Published' : slackDate(post.sendAt)
  return [{ block: section(`${number}. *${title}*\n${what}${where}`, picture(state.picture, post.title ?? name)) }]
}
