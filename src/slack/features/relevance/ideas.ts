/** `/pin ideas`: other people's public pins that fit a keyword, and the composer for one of them. */
import { view } from '../../../../blocks/relevance/keyword-form.js'
import { action as fitAction } from '../../../../blocks/relevance/fit.js'
import {
  action as ideasAction,
  IDEAS_A_PAGE,
  ideasFailedMessage,
  ideasMessage,
  type IdeasRef,
  type UseIdea,
} from '../../../../blocks/saves/ideas.js'
import type { KeywordRef } from '../../../../blocks/relevance/fit-question.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { RELEVANCE_TITLES } from '../../../../blocks/relevance/text.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import type { ErrorCode } from '../../../core/lib/codes.js'
import { DomainError } from '../../../core/lib/errors.js'
import { requireKeyword } from '../../../core/insight/relevance/keyword-rule.js'
import { findRecommendedPins, RECOMMENDED_PINS } from '../../../core/insight/relevance/recommended/recommended-pins.js'
import { orDeadConnection } from '../../accounts.js'
import { answerInTime, below, besideCommand, inPlace, type Show } from '../../reply/answer-in-time.js'
import { explain } from '../../reply/errors.js'
import { onAction, type CommandArgs, type SlackDeps, onView } from '../../listener.js'
import { openInTime } from '../../forms/open.js'
import { MESSAGE_TIMEOUT_MS } from '../../pictures/pictures.js'
import { valueOf } from '../cards/pressed.js'
import { boardErrorText } from '../boards/errors.js'
import {
  accountOf,
  parseKeywordWords,
  boardRequest,
  boardOf,
  endForm,
  enteredIn,
  formFor,
  isWhole,
  type NamedPlace,
  placeOf,
} from './keyword-form.js'
import { openComposer } from '../composer/open.js'

const aim = { kind: 'ideas' } as const

/** @param typed the text after the verb, with its quotes */
export async function showIdeas(deps: SlackDeps, args: CommandArgs, _words: string, typed: string): Promise<void> {
  const { command, client, context } = args
  const { member } = context
  const requested = await parseKeywordWords(deps, member, typed)
  if (!isWhole(requested)) {
    const view = formFor(requested, { aim, responseUrl: command.response_url })
    return void (await client.views.open({ trigger_id: command.trigger_id, view }))
  }
  const { account, board } = requested
  const keyword = requireKeyword(requested.keyword)
  await answer(deps, member, besideCommand(args), { accountId: account.id, boardId: board.id, keyword, from: 0 })
}

/** Handles "Another keyword" for the same board. */
onAction(ideasAction.openIdeas, async (deps, args) => {
  const { body, client, context } = args
  const place = valueOf<{ accountId: string; boardId: string }>(args)
  await openInTime(deps, { client, triggerId: body.trigger_id, how: 'open', title: RELEVANCE_TITLES.ideas }, async () =>
    formFor(await boardRequest(deps, context.member, place), { aim, responseUrl: body.response_url }),
  )
})

onView(view.ideas, async (deps, args) => {
  const { memory, board, keyword } = await enteredIn(deps, args)
  const show = await endForm(deps, args, memory)
  await answer(deps, args.context.member, show, { accountId: memory.accountId, boardId: board.id, keyword, from: 0 })
})

/** Shows ideas for the same keyword below a board's score, or the next page below the one before. */
onAction([fitAction.ideas, ideasAction.ideasMore], async (deps, args) => {
  await answer(deps, args.context.member, below(args, 'Ideas'), { from: 0, ...valueOf<KeywordRef | IdeasRef>(args) })
})

/** Tries the search again and replaces the failed answer. */
onAction(ideasAction.ideasAgain, async (deps, args) => {
  await answer(deps, args.context.member, inPlace(args), valueOf<IdeasRef>(args))
})

async function answer(deps: SlackDeps, member: Member, show: Show, requested: IdeasRef): Promise<void> {
  const named = await placeOf(deps, member.actor, requested)
  const reading = () => orDeadConnection(deps, member, requested, read(deps, member, requested, named))
  const facts = { requested: 'recommended pins' }
  await answerInTime(deps, show, {
    sentence: 'Searching public pins…',
    read: () =>
      reading().catch((error: unknown) =>
        ideasFailedMessage({ ...explain(deps, forReader(error), facts), ...named, requested, canRepeat: canRepeat(error) }),
      ),
    failed: (problem) => ideasFailedMessage({ ...problem, ...named, requested, canRepeat: true }),
    facts,
  })
}

const forReader = (error: unknown): unknown =>
  error instanceof DomainError && error.details.reason === 'platform_board_forbidden'
    ? boardErrorText(error, 'readSections')
    : error

const canRepeat = (error: unknown): boolean =>
  !(error instanceof DomainError && (error.details.isLasting === true || LASTING.includes(error.code)))
const LASTING: ErrorCode[] = ['FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST']

async function read(deps: SlackDeps, { actor }: Member, requested: IdeasRef, { board, account }: NamedPlace): Promise<Message> {
  const { from, ...search } = requested
  const found = await findRecommendedPins(deps, actor, { ...search, limit: RECOMMENDED_PINS.most }) // all pages come from one search
  const page = found.slice(from, from + IDEAS_A_PAGE)
  const pictures = await deps.picturesOf(
    page.map(({ thumbnailUrl }) => ({ kind: 'elsewhere', url: thumbnailUrl ?? undefined })),
    MESSAGE_TIMEOUT_MS,
  )
  const pins = page.map((pin, index) => ({ ...pin, picture: pictures[index] ?? null }))
  const named = board ?? { id: requested.boardId, name: '' }
  const { pages } = deps.platform
  return ideasMessage({
    board: named,
    account,
    requested,
    pins,
    count: found.length,
    canMake: hasRoleOn(actor, requested.accountId, 'contributor'),
    pages,
  })
}

/**
 * Opens the composer with this board and shows the idea there: its link, picture and texts belong to another person, and stay
 * out of the pin.
 */
onAction(ideasAction.useIdea, async (deps, args) => {
  const { body, client, context } = args
  const { inspiration, ...place } = valueOf<UseIdea>(args)
  await accountOf(deps, context.member, place) // the composer would fall back to another account
  const member = { ...context.member, currentAccountId: place.accountId }
  const board = await boardOf(deps, member.actor, place)
  const { trigger_id: triggerId, response_url: responseUrl } = body
  await openComposer(deps, { client, triggerId, member, responseUrl, values: { board }, ...(inspiration && { inspiration }) })
})
