/** The boards of an account as last read from Pinterest, searched by name, page by page. */
import { type BoardsMemory, boardsMemory } from './memory.js'
import type { AnyBlock, ModalView, SectionBlockAccessory } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Board } from '../../src/core/boards/board.js'
import { boardsCounted, factsOf, quoted } from './text.js'
import { connectAgain } from '../admin/connect.js'
import { exportButton } from '../bulk/export.js'
import { shared, field, ofBoard } from '../ids.js'
import { accountSwitch, hasChoice, type Switchable } from '../kit/account-switch.js'
import { actions, button, context, escape, inline, input, option, section, text } from '../kit/kit.js'
import { pageButtons, type PagedList } from '../kit/paging.js'
import { type Banner, bannerBlocks } from '../kit/banner.js'
import { ago } from '../kit/times.js'

export const action = {
  openBoards: 'open_boards',
  boardsAccount: 'boards_account',
  boardsPage: 'boards_page',
  boardsFirst: 'boards_first',
  boardsAll: 'boards_all',
  newBoard: 'new_board',
  boardMenu: 'board_menu',
} as const
export const view = { boards: 'boards' } as const

/** One row each, within the 100 blocks of a form. */
export const boardPages: PagedList = { size: 25, next: action.boardsPage, first: action.boardsFirst, label: 'boards' }
/** The longest board name; private metadata holds 3,000 characters. */
export const MOST_WORDS = 180

export type BoardsModel = {
  memory: BoardsMemory
  account: Pick<Account, 'id' | 'username' | 'tokenStatus'>
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  /** Whether the reader may connect accounts. */
  canConnect: boolean
  /** Whether the reader may change anything here. */
  canChange: boolean
  /** Whether the reader may set the UTM parameters of a board. */
  canSet?: boolean | undefined
  /** The number of boards of the account. */
  all: number
  /** The number of listed boards on all pages. */
  count: number
  /** True if no name contains the words, so that the most similar names are listed. */
  isNearest: boolean
  /** The boards of the current page. */
  boards: Board[]
  /** When the boards were read from Pinterest; null: never. */
  cachedAt: Date | null
  now: Date
  banner?: Banner | undefined
}

export const boardsView = (model: BoardsModel): ModalView => ({
  type: 'modal',
  callback_id: view.boards,
  title: text('Boards', 24),
  submit: text('Search', 24),
  close: text('Done', 24),
  private_metadata: boardsMemory.write(model.memory),
  blocks: [
    ...bannerBlocks(model.banner),
    ...accountSwitch({ surface: 'form', accounts: model.accounts, accountId: model.account.id }, action.boardsAccount),
    ...headBlocks(model),
    searchInput(model.memory),
    ...foundBlocks(model),
    ...model.boards.map((board) => boardRow(board, model)),
    ...pageBlocks(model),
    ...(model.canChange ? [] : [context('Only schedulers and admins can change these.')]),
  ],
})

function headBlocks({ account, accounts, all, cachedAt, now, canChange, canConnect, banner }: BoardsModel): AnyBlock[] {
  const make = button({ text: 'New board', actionId: action.newBoard })
  const asOf = cachedAt === null || banner ? '' : `  ·  as of ${ago(cachedAt, now)}` // a banner means that the list is current
  const name = hasChoice({ accounts }) ? [] : [`*${inline(account.username)}*`]
  const stand = cachedAt === null ? [] : [`${boardsCounted(all)}${asOf}`]
  const isCut = account.tokenStatus === 'unauthorized'
  const unread = isCut ? [] : [context('We’re loading the boards. Press “Search” in a moment.')]
  return [
    section([...name, ...stand].join('\n') || '*Boards*', canChange ? make : undefined),
    ...(isCut ? [cutOff(account, canConnect)] : []),
    ...(cachedAt === null ? unread : []),
  ]
}

/** Pinterest neither returns nor changes boards of a disconnected account. */
const cutOff = (account: Pick<Account, 'id' | 'username'>, canConnect: boolean): AnyBlock =>
  section(
    `:warning: *${inline(account.username)}* is disconnected, so we can’t read or change its boards.${canConnect ? '' : ' Ask an admin to reconnect it.'}`,
    canConnect ? connectAgain(account) : undefined,
  )

const searchInput = ({ words, round }: BoardsMemory): AnyBlock =>
  input({
    blockId: `${field.words}.${round}`,
    label: 'Search',
    optional: true,
    hint: 'Part of a name. Leave empty to see all boards.',
    element: {
      type: 'plain_text_input',
      action_id: shared.value,
      max_length: MOST_WORDS,
      ...(words !== '' && { initial_value: words }),
    },
  })

function foundBlocks({ memory: { words }, all, count, isNearest, cachedAt }: BoardsModel): AnyBlock[] {
  const showAll = button({ text: 'Show all', actionId: action.boardsAll, label: 'Show all boards' })
  if (all === 0) return cachedAt === null ? [] : [section('No boards yet.')]
  if (words === '') return []
  if (!isNearest)
    return [section(`*${boardsCounted(count)}* ${count === 1 ? 'matches' : 'match'} ${escape(quoted(words))}`, showAll)]
  return [section(`No boards match ${escape(quoted(words))}. Closest matches:`, showAll)]
}

type Rights = Pick<BoardsModel, 'canChange' | 'canSet'>
const boardRow = (board: Board, rights: Rights): AnyBlock =>
  section(`*${inline(board.name === '' ? 'Unnamed' : board.name)}*\n${factsOf(board)}`, whatToDo(board, rights))

/** The menu of a board; only its owner can edit it, so shared boards lack “Edit”. */
function whatToDo({ id, isCollaborator }: Board, { canChange, canSet = false }: Rights): SectionBlockAccessory {
  return {
    type: 'overflow',
    action_id: action.boardMenu,
    options: [
      ...(canChange && !isCollaborator ? [option('Edit', `${ofBoard.rename}:${id}`)] : []),
      option('Sections', `${ofBoard.sections}:${id}`),
      ...(canChange ? [option('Score for a keyword…', `${ofBoard.fit}:${id}`)] : []),
      option('Find ideas…', `${ofBoard.ideas}:${id}`),
      ...(canSet ? [option('UTM parameters', `${ofBoard.utm}:${id}`)] : []),
    ],
  }
}

function pageBlocks({ memory: { at }, account, all, count }: BoardsModel): AnyBlock[] {
  const pages = pageButtons(boardPages, { at, of: count })
  const file = all > 0 ? [exportButton(account.id, 'boards')] : []
  return [
    ...(pages.length > 0 ? [context(`${at + 1} to ${Math.min(count, at + boardPages.size)} of ${count}`)] : []),
    ...(pages.length + file.length > 0 ? [actions([...pages, ...file])] : []),
  ]
}
