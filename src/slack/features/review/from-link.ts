/** `/pin LINK`: drafts of a page, shown in a review; `/pin LINK to BOARD` sets one board. */
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { action as rowsAction, type PageButton } from '../../../../blocks/review/rows.js'
import {
  action as boardChoiceAction,
  type BoardChoice,
  type BoardChoiceButton,
  boardChoiceMessage,
} from '../../../../blocks/review/board-choice.js'
import { listBoards } from '../../../core/boards/boards.js'
import type { Actor } from '../../../core/lib/actor.js'
import { badRequest } from '../../../core/lib/errors.js'
import { parseUrl } from '../../../core/lib/http/parse-url.js'
import { isPinPage } from '../../../core/posts/pin-id.js'
import type { PageWish } from '../../../core/sources/review/model.js'
import { findByName, nearestByName } from '../../input/by-name.js'
import { bareLinkIn, imageIn, leadingLink, videoIn } from '../../input/links.js'
import { unquoted } from '../../input/quotes.js'
import { onAction, type CommandArgs, type SlackDeps } from '../../listener.js'
import { composeByCommand } from '../composer/open.js'
import { valueOf } from '../cards/pressed.js'
import { saveByCommand } from '../saves/save.js'
import { type Answer, type Bringer, patiently, showBrought, takeIn } from './bring.js'
import { accountFor, bulkByCommand } from './open.js'

/**
 * Opens the composer for a link to a picture or a video, the form to save another person's pin, and without a link the form that
 * asks for links.
 */
export async function pinsFromLink(deps: SlackDeps, args: CommandArgs, line: string): Promise<void> {
  if (line.trim() === '') return bulkByCommand(deps, args)
  const { url, rest } = pageIn(line) ?? { url: undefined, rest: '' }
  const { command, client, context, respond } = args
  const { member, slackUserId } = context
  const { account } = await accountFor(deps, member) // a person without an account needs no advice about links
  if (url === undefined) throw badRequest('words', 'Add the link of a page: /pin https://shop.example.com/open-shelves')
  if (imageIn(url) || videoIn(url)) return composeByCommand(deps, args, `${rest} ${url}`)
  if (isPinPage(url)) return saveByCommand(deps, args, url)
  const found = await wishIn(deps, member.actor, account.id, rest.trim())
  const page = { accountId: account.id, url }
  if ('boards' in found) return void (await respond({ response_type: 'ephemeral', ...boardChoiceMessage({ ...page, ...found }) }))
  const bringer = { client, member, slackUserId }
  const isThere = command.channel_id?.startsWith('D') === true
  const answer = patiently((message) => respond({ response_type: 'ephemeral', ...message }))
  await bringPage(deps, bringer, { ...page, wish: found }, isThere ? undefined : answer)
}

/** Returns the page at the start of a line and the words after it; undefined: the line starts with something else. */
export function pageIn(line: string): { url: string; rest: string } | undefined {
  const [, first = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)/.exec(line) ?? []
  const url = bareLinkIn(first)
  return leadingLink(line) ?? (url === undefined ? undefined : { url, rest })
}

/** Continues once the person chose a board, because their words named none or several. */
onAction(boardChoiceAction.pageBoard, async (deps, args) => {
  const { body, client, context, respond } = args
  const { member, slackUserId } = context
  const { boardId, ...page } = valueOf<BoardChoiceButton>(args)
  const isThere = body.channel?.id.startsWith('D') === true
  const wish = boardId === null ? {} : { boardId }
  const answer: Answer = (message) => respond({ response_type: 'ephemeral', replace_original: true, ...message })
  await bringPage(deps, { client, member, slackUserId }, { ...page, wish }, isThere ? undefined : answer)
  if (isThere) await respond({ delete_original: true })
})

/** Reads a page again that a review could not read; if the review was decided meanwhile, in the one that is open now. */
onAction(rowsAction.pageAgain, async (deps, args) => {
  const { client, context } = args
  const { member, slackUserId } = context
  const page = { ...valueOf<PageButton>(args), wish: {} }
  await bringPage(deps, { client, member, slackUserId }, page)
})

type Page = { accountId: string; url: string; wish: Partial<PageWish> }

async function bringPage(deps: SlackDeps, bringer: Bringer, { accountId, url, wish }: Page, answer?: Answer): Promise<void> {
  const filled = await takeIn(deps, bringer, {
    accountId,
    files: [],
    links: [{ url, shows: 'page' as const }],
    words: '',
    wish,
  })
  await answer?.(readingMessage(url))
  await showBrought(deps, bringer, filled, { answer })
}

const readingMessage = (url: string) =>
  noticeMessage(`Reading ${parseUrl(url)?.host ?? 'the page'}… The drafts will be in your messages with Pinslot.`)

/** The longest search words, which select sentences of the page. */
const MOST_WORDS = 100

type Choice = Pick<BoardChoice, 'words' | 'boards' | 'matching'>

/** Reads `to BOARD`; other words are search words. @returns several boards to choose from, if the name is ambiguous */
async function wishIn(deps: SlackDeps, actor: Actor, accountId: string, words: string): Promise<Partial<PageWish> | Choice> {
  const name = unquoted(/^to\s+(\S[\s\S]*)/i.exec(words)?.[1] ?? '').trim()
  if (name === '') return words === '' ? {} : wordsAndBoard(deps, actor, accountId, words)
  const { boards } = await listBoards(deps, actor, { accountId })
  if (boards.length === 0) throw badRequest('words', 'This account has no boards yet. Leave “to” out.')
  const found = findByName(boards, name)
  const [board, another] = found
  if (!board) return { words: name, boards: nearestByName(boards, name, MOST_NAMED), matching: 0 }
  if (another && board.name.toLowerCase() !== name.toLowerCase() && board.id !== name)
    return { words: name, boards: found.slice(0, MOST_NAMED), matching: found.length }
  return { boardId: board.id }
}

/** Reads `oak shelves to Warm kitchens`, if a board's name begins like that; "how to hang a shelf" names no board. */
async function wordsAndBoard(deps: SlackDeps, actor: Actor, accountId: string, words: string): Promise<Partial<PageWish>> {
  const to = [...words.matchAll(/(?<!\s)\s+to(?=\s+\S)/gi)].at(-1)
  const [before, behind] = to ? [words.slice(0, to.index), words.slice(to.index + to[0].length).trim()] : ['', '']
  const name = unquoted(behind).trim().toLowerCase()
  const { boards } = name === '' ? { boards: [] } : await listBoards(deps, actor, { accountId })
  const [board] = findByName(boards, name).filter((one) => one.name.toLowerCase().startsWith(name))
  const said = board ? before : words
  return { keywords: [unquoted(said).slice(0, MOST_WORDS)], ...(board && { boardId: board.id }) }
}

/** The most boards to choose from, so that the message is quick to read. */
const MOST_NAMED = 5
