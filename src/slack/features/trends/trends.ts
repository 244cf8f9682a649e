/** `/pin ideas trends`: trending searches, and the composer with one of their words. */
import { action as digestAction } from '../../../../blocks/stats/digest.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { MOST_WORDS } from '../../../../blocks/kit/words.js'
import {
  action as trendsAction,
  TRENDS_A_PAGE,
  trendsFailedMessage,
  trendsMessage,
  type TrendsRef,
  type UseTrend,
} from '../../../../blocks/trends/view.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { listBoards } from '../../../core/boards/boards.js'
import type { ErrorCode } from '../../../core/lib/codes.js'
import { DomainError, notFound } from '../../../core/lib/errors.js'
import { boardsFirst } from '../../../core/insight/trends/suggestions.js'
import { TREND_TYPES, type TrendType } from '../../../core/accounts/trend-questions.js'
import { readTrends, type Trend, TRENDS, worthListing } from '../../../core/insight/trends/read.js'
import { withWord } from '../../../core/insight/trends/words.js'
import { openComposer } from '../composer/open.js'
import { boardAndKeyword } from '../../input/board-and-keyword.js'
import { onAction, type CommandArgs, type SlackDeps } from '../../listener.js'
import { chosenAccount, orDeadConnection } from '../../accounts.js'
import { MESSAGE_TIMEOUT_MS } from '../../pictures/pictures.js'
import { answerInTime, below, besideCommand, inPlace, type Show } from '../../reply/answer-in-time.js'
import { explain } from '../../reply/errors.js'
import { valueOf } from '../cards/pressed.js'
import { boardOf } from '../relevance/keyword-form.js'

/** @param typed the text after the verb, with its quotes */
export async function showTrends(deps: SlackDeps, args: CommandArgs, words: string, typed: string): Promise<void> {
  const { member } = args.context
  const { account } = await chosenAccount(deps, member)
  const { type, rest } = typeIn(words.trim() === '' ? '' : typed)
  const { boards } = rest === '' ? { boards: [] } : await listBoards(deps, member.actor, { accountId: account.id })
  const { board, keyword } = boardAndKeyword(boards, rest)
  const requested: TrendsRef = {
    accountId: account.id,
    type,
    from: 0,
    ...(board && { boardId: board.id }),
    ...(keyword !== '' && { words: keyword }),
  }
  await answer(deps, member, besideCommand(args), requested)
}

/** Reads the list that the words name, as in `/pin ideas trends seasonal`; such words are no search. */
function typeIn(typed: string): { type: TrendType; rest: string } {
  const [, first = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)/.exec(typed) ?? []
  const type = TREND_TYPES.find((known) => known === first.toLowerCase())
  return type ? { type, rest: rest.trim() } : { type: 'growing', rest: typed.trim() }
}

/** Replaces the trends with another list or account, or tries again after an error. */
onAction(
  [
    trendsAction.trendsGrowing,
    trendsAction.trendsMonthly,
    trendsAction.trendsYearly,
    trendsAction.trendsSeasonal,
    trendsAction.trendsAll,
    trendsAction.trendsAgain,
    trendsAction.trendsAccount,
  ],
  async (deps, args) => {
    await answer(deps, args.context.member, inPlace(args), valueOf<TrendsRef>(args))
  },
)

/** Shows the next page below the one before. */
onAction([digestAction.trends, trendsAction.trendsMore], async (deps, args) => {
  await answer(deps, args.context.member, below(args, 'Trends'), valueOf<TrendsRef>(args))
})

async function answer(deps: SlackDeps, member: Member, show: Show, requested: TrendsRef): Promise<void> {
  const facts = { requested: 'trends' }
  const reading = () => orDeadConnection(deps, member, requested, read(deps, member, requested))
  await answerInTime(deps, show, {
    sentence: 'Loading what people search for…',
    read: () =>
      reading().catch((error: unknown) =>
        trendsFailedMessage({ ...explain(deps, error, facts), requested, canRepeat: canRepeat(error) }),
      ),
    failed: (problem) => trendsFailedMessage({ ...problem, requested, canRepeat: true }),
    facts,
  })
}

export const canRepeat = (error: unknown): boolean =>
  !(error instanceof DomainError && (error.details.isLasting === true || LASTING.includes(error.code)))
const LASTING: ErrorCode[] = ['FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST']

async function read(deps: SlackDeps, member: Member, requested: TrendsRef): Promise<Message> {
  const { actor } = member
  const { accountId, from, ...question } = requested
  const accounts = await listAccounts(deps, actor)
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) throw notFound('Account')
  const found = await readTrends(deps, actor, { accountId, ...question, limit: TRENDS.most }) // all pages come from one response
  const isOpen = requested.boardId === undefined && requested.words === undefined
  const listed = isOpen ? await boardsFirst(deps.db.sql, account, found.trends) : worthListing(found.trends)
  const page = listed.slice(from, from + TRENDS_A_PAGE)
  const { boardId } = requested
  const [board, picture] = await Promise.all([
    boardId === undefined ? null : boardOf(deps, actor, { accountId, boardId }),
    pictureOf(deps, page, from),
  ])
  return trendsMessage({
    requested,
    accounts,
    board,
    picture,
    region: found.region,
    interests: account.trendInterests,
    asOf: found.asOf,
    trends: page,
    count: listed.length,
    now: deps.clock(),
    refusal: found.refusal?.isFirstRefusal ? explain(deps, found.refusal.error, { requested: 'trends' }).sentence : null,
    canMake: hasRoleOn(actor, accountId, 'contributor'),
  })
}

const pictureOf = (deps: SlackDeps, trends: readonly Trend[], from: number) =>
  trends.length === 0
    ? null
    : deps.pictureOf(
        {
          kind: 'searches',
          picture: {
            searches: trends.map(({ keyword, weeks, peak }, index) => ({ rank: from + index + 1, keyword, weeks, peak })),
          },
        },
        MESSAGE_TIMEOUT_MS,
      )

/** Opens the composer with the trending words and the board they were compared with. */
onAction(trendsAction.useTrend, async (deps, args) => {
  const { body, client, context } = args
  const { keyword, ...place } = valueOf<UseTrend>(args)
  const member = { ...context.member, currentAccountId: place.accountId }
  const board =
    place.boardId === undefined ? null : await boardOf(deps, member.actor, { accountId: place.accountId, boardId: place.boardId })
  const values = { description: withWord('', keyword, MOST_WORDS.description).text, ...(board && { board }) }
  const { trigger_id: triggerId, response_url: responseUrl } = body
  await openComposer(deps, { client, triggerId, member, responseUrl, values })
})
