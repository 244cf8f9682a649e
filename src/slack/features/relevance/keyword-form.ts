/** The form for the board and the keyword of `/pin ideas fit` and `/pin ideas`, and the words that can be typed instead. */
import { type KeywordMemory, keywordMemory } from '../../../../blocks/relevance/memory.js'
import type { ModalView } from '@slack/types'
import type { NamedBoard } from '../../../../blocks/relevance/fit-question.js'
import { field } from '../../../../blocks/ids.js'
import { type KeywordFormModel, keywordFormView } from '../../../../blocks/relevance/keyword-form.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import type { Account } from '../../../core/accounts/account.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Actor } from '../../../core/lib/actor.js'
import { listBoards } from '../../../core/boards/boards.js'
import { badRequest, notFound } from '../../../core/lib/errors.js'
import { requireKeyword } from '../../../core/insight/relevance/keyword-rule.js'
import { chosenAccount } from '../../accounts.js'
import { inMessages, type Show } from '../../reply/answer-in-time.js'
import { type BoardAndKeyword, boardAndKeyword } from '../../input/board-and-keyword.js'
import { chosen, typed } from '../../forms/values.js'
import type { SlackDeps, ViewArgs } from '../../listener.js'
import { isGone } from '../cards/find-pin.js'
import { sendToPerson } from '../../reply/send-to-person.js'
import { BOARD_GONE } from '../boards/errors.js'
import { findBoard } from '../boards/sections-view.js'

/** `account`: one of `accounts`. */
type OfAccounts = { account: Account; accounts: Account[] }
export type ParsedKeyword = BoardAndKeyword & OfAccounts

/** @param words as they were typed, with their quotes @throws NoAccount */
export async function parseKeywordWords(deps: SlackDeps, member: Member, words: string): Promise<ParsedKeyword> {
  const { account, accounts } = await chosenAccount(deps, member)
  const { boards } = await listBoards(deps, member.actor, { accountId: account.id })
  return { ...boardAndKeyword(boards, words), account, accounts }
}

/** True when both board and keyword are there. */
export const isWhole = (requested: ParsedKeyword): requested is ParsedKeyword & { board: NamedBoard } =>
  requested.board !== null && requested.keyword !== ''

/** `round`: incremented when the board must be chosen again. */
type Opened = { aim: KeywordFormModel['aim']; responseUrl: string | undefined; round?: number }

export const formFor = (requested: ParsedKeyword, { aim, responseUrl, round }: Opened): ModalView =>
  keywordFormView({
    ...requested,
    aim,
    memory: {
      accountId: requested.account.id,
      ...(responseUrl !== undefined && { responseUrl }),
      ...(round !== undefined && { round }),
    },
  })

/**
 * The form for the board that a button or menu named; if that board is gone, the person chooses again.
 * @throws NOT_FOUND account
 */
export async function boardRequest(
  deps: SlackDeps,
  member: Member,
  { accountId, boardId }: { accountId: string; boardId: string },
): Promise<ParsedKeyword> {
  const found = await accountOf(deps, member, { accountId })
  return { ...found, board: await boardOf(deps, member.actor, { accountId, boardId }), keyword: '' }
}

/** Finds this account, and never falls back to another one. @throws NOT_FOUND account */
export async function accountOf(
  deps: SlackDeps,
  { actor }: Pick<Member, 'actor'>,
  { accountId }: { accountId: string },
): Promise<OfAccounts> {
  const accounts = await listAccounts(deps, actor)
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) throw notFound('Account')
  return { account, accounts }
}

/** The names in an answer. `account`: only if there are several. */
export type NamedPlace = { board: NamedBoard | null; account: string | undefined }

export const namedIn = ({ board, account, accounts }: Pick<ParsedKeyword, 'board' | 'account' | 'accounts'>): NamedPlace => ({
  board,
  account: accounts.length > 1 ? account.username : undefined,
})

/** Finds the names of a button's account and board; what is gone gets no name. */
export async function placeOf(deps: SlackDeps, actor: Actor, place: { accountId: string; boardId: string }): Promise<NamedPlace> {
  const [accounts, board] = await Promise.all([listAccounts(deps, actor), boardOf(deps, actor, place)])
  const account = accounts.find(({ id }) => id === place.accountId)
  return { board, account: accounts.length > 1 ? account?.username : undefined }
}

/** Finds the board in the cache. null: the board or its account is gone. */
export const boardOf = (
  deps: SlackDeps,
  actor: Actor,
  place: { accountId: string; boardId: string },
): Promise<NamedBoard | null> =>
  findBoard(deps, actor, place).catch((error: unknown) => {
    if (isGone(error)) return null
    throw error
  })

export type Entered = { memory: KeywordMemory; board: NamedBoard; keyword: string }

/** @throws BAD_REQUEST keyword, boardId */
export async function enteredIn(deps: SlackDeps, { view, context }: Pick<ViewArgs, 'view' | 'context'>): Promise<Entered> {
  const memory = keywordMemory.read(view)
  const keyword = requireKeyword(typed(view, field.keyword))
  const boardId = chosen(view, field.board)?.id ?? ''
  const board = await boardOf(deps, context.member.actor, { accountId: memory.accountId, boardId })
  if (!board) throw badRequest(field.board, BOARD_GONE)
  return { memory, board, keyword }
}

/** Ends the form. The answer goes to where the command was typed, or into a direct message, and the form says which. */
export async function endForm(deps: SlackDeps, args: ViewArgs, { responseUrl }: KeywordMemory): Promise<Show> {
  const { ack, client, context, view } = args
  const { slackUserId } = context
  if (responseUrl === undefined) {
    await ack({
      response_action: 'update',
      view: { ...noticeView(IN_MESSAGES), title: { type: 'plain_text', text: view.title.text } },
    })
    return inMessages(client, slackUserId)
  }
  await ack({ response_action: 'clear' })
  return (message) => sendToPerson(deps, { client, slackUserId, responseUrl }, message)
}
const IN_MESSAGES = 'We’ll send the result as a direct message.'
