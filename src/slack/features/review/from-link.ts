/** `/pin LINK`: drafts of a page, looked through in a review; `/pin LINK to BOARD` for one board. */
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { listBoards } from '../../../core/boards/boards.js'
import type { Actor } from '../../../core/lib/actor.js'
import { badRequest } from '../../../core/lib/errors.js'
import { parseUrl } from '../../../core/lib/parse-url.js'
import { isPinPage } from '../../../core/posts/publish/reconcile/found-pin.js'
import type { PageWish } from '../../../core/posts/review/model.js'
import { findByName } from '../../input/by-name.js'
import { unquoted } from '../../input/quotes.js'
import type { CommandArgs, SlackDeps } from '../../listener.js'
import { imageIn, linkIn, videoIn } from '../composer/message-content.js'
import { composeByCommand } from '../composer/open.js'
import { saveByCommand } from '../saves/save.js'
import { showBrought, takeIn } from './bring.js'
import { accountFor, bulkByCommand } from './open.js'

/** A picture or a video opens the composer, somebody's pin the form that saves it, no link the one that has a field for links. */
export async function pinsFromLink(deps: SlackDeps, args: CommandArgs, line: string): Promise<void> {
  const [, typed = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(line) ?? []
  const url = linkIn(typed)
  if (typed === '') return bulkByCommand(deps, args)
  const { command, client, context, respond } = args
  const { member, slackUserId } = context
  const { account } = await accountFor(deps, member) // who has none needs no advice about links
  if (url === undefined) throw badRequest('words', 'Add the link of a page: /pin https://shop.example.com/open-shelves')
  if (imageIn(url) || videoIn(url)) return composeByCommand(deps, args, typed)
  if (isPinPage(url)) return saveByCommand(deps, args, url)
  const wish = await wishIn(deps, member.actor, account.id, rest.trim())
  const bringer = { client, member, slackUserId }
  const filled = await takeIn(deps, bringer, {
    accountId: account.id,
    files: [],
    links: [{ url, shows: 'page' as const }],
    words: '',
    wish,
  })
  if (command.channel_id?.startsWith('D') !== true) {
    const host = parseUrl(url)?.host ?? 'the page'
    await respond({
      response_type: 'ephemeral',
      ...noticeMessage(`Reading ${host}… The drafts will be in your messages with Pinslot.`),
    })
  }
  await showBrought(deps, bringer, filled)
}

/** What people search for chooses among the sentences of the page. */
const MOST_WORDS = 100

/** `to BOARD`; other words are what people search for. @throws BAD_REQUEST words */
async function wishIn(deps: SlackDeps, actor: Actor, accountId: string, words: string): Promise<Partial<PageWish>> {
  const name = unquoted(/^to\s+([\s\S]+)$/i.exec(words)?.[1] ?? '').trim()
  if (name === '') return words === '' ? {} : wordsAndBoard(deps, actor, accountId, words)
  const { boards } = await listBoards(deps, actor, { accountId })
  const found = findByName(boards, name)
  const [board, another] = found
  if (!board) {
    const known = boards.slice(0, MOST_NAMED).map((one) => one.name)
    throw badRequest(
      'words',
      known.length === 0
        ? 'This account has no boards yet. Leave “to” out.'
        : `Can’t find that board. Boards: ${known.join(', ')}.`,
    )
  }
  if (another && board.name.toLowerCase() !== name.toLowerCase() && board.id !== name)
    throw badRequest(
      'words',
      `Which board: ${found
        .slice(0, MOST_NAMED)
        .map((one) => one.name)
        .join(', ')}?`,
    )
  return { boardId: board.id }
}

/** `oak shelves to Warm kitchens`, where that is how a board's name begins; "how to hang a shelf" names none. */
async function wordsAndBoard(deps: SlackDeps, actor: Actor, accountId: string, words: string): Promise<Partial<PageWish>> {
  const [, before = '', behind = ''] = /^([\s\S]*\S)\s+to\s+([\s\S]+)$/i.exec(words) ?? []
  const name = unquoted(behind).trim().toLowerCase()
  const { boards } = name === '' ? { boards: [] } : await listBoards(deps, actor, { accountId })
  const [board] = findByName(boards, name).filter((one) => one.name.toLowerCase().startsWith(name))
  const said = board ? before : words
  return { keywords: [unquoted(said).slice(0, MOST_WORDS)], ...(board && { boardId: board.id }) }
}

/** Of a sentence. */
const MOST_NAMED = 8
