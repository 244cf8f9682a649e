/**
 * `/pin ideas fit`: how well a board fits a keyword. Its price is confirmed first, and paid once however often that is clicked.
 */
import { view as viewIds } from '../../../../blocks/relevance/keyword-form.js'
import { createHash } from 'node:crypto'
import type { WebClient } from '@slack/web-api'
import { HOUR_MS } from '../../../core/lib/duration.js'
import { fitMessage, PINS_SHOWN } from '../../../../blocks/relevance/fit.js'
import {
  action,
  type AboutFit,
  fitFailedMessage,
  fitNotNowMessage,
  fitQuestion,
  type FitValue,
  type KeywordRef,
  readingText,
  showAnswer,
} from '../../../../blocks/relevance/fit-question.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import type { Account } from '../../../core/accounts/account.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Actor } from '../../../core/lib/actor.js'
import type { Reason } from '../../../core/lib/reasons.js'
import { DomainError, RefusedBecause } from '../../../core/lib/errors.js'
import { markHomesDirty } from '../../../core/notices/homes.js'
import type { BeforeCommit } from '../../../core/ports/deps.js'
import {
  type BoardRelevance,
  type ChargedRelevance,
  readBoardRelevance,
} from '../../../core/insight/relevance/board-relevance.js'
import { readRelevancePrice, type RelevancePrice } from '../../../core/insight/relevance/price.js'
import { requireKeyword } from '../../../core/insight/relevance/keyword-rule.js'
import { wordsOf } from '../../../core/insight/relevance/words/words.js'
import { orDeadConnection, DeadConnection, mayReconnect } from '../../accounts.js'
import { answerInTime, besideCommand, inPlace, type Show } from '../../reply/answer-in-time.js'
import { explain } from '../../reply/errors.js'
import { onAction, type ActionArgs, type CommandArgs, type SlackDeps } from '../../listener.js'
import { valueOf } from '../cards/pressed.js'
import { isConflict } from '../cards/find-pin.js'
import { sendToPerson } from '../../reply/send-to-person.js'
import { readKept, type Submission, submitOnce } from '../../forms/submit-once.js'
import { parseKeywordWords, formFor, isWhole, namedIn, placeOf } from './keyword-form.js'
import { boardErrorText } from '../boards/errors.js'

/** @param typed the text after the verb, with its quotes */
export async function showFit(deps: SlackDeps, args: CommandArgs, _words: string, typed: string): Promise<void> {
  const { command, client, context } = args
  const { member } = context
  const requested = await parseKeywordWords(deps, member, typed)
  const price = await priceOf(deps, member, requested.account)
  if (!isWhole(requested)) {
    const view = formFor(requested, { aim: { kind: 'fit', price }, responseUrl: command.response_url })
    return void (await client.views.open({ trigger_id: command.trigger_id, view }))
  }
  const { account, board } = requested
  const place = { accountId: account.id, boardId: board.id, keyword: requireKeyword(requested.keyword) }
  const nonce = hashOf(command.trigger_id) // a command that is delivered twice is one confirmation
  await askOrScore(deps, askerOf(args, command.trigger_id), besideCommand(args), {
    named: namedIn(requested),
    price,
    place,
    nonce,
  })
}

export const hashOf = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

type Named = Pick<AboutFit, 'board' | 'account'>

/** `triggerId`: from the person's action. */
export type Asker = { member: Member; client: WebClient; slackUserId: string; triggerId: string }
export const askerOf = ({ client, context }: Pick<CommandArgs, 'client' | 'context'>, triggerId: string): Asker => ({
  client,
  triggerId,
  member: context.member,
  slackUserId: context.slackUserId,
})

/** @throws FORBIDDEN · PAYMENT_REQUIRED · UNPROCESSABLE_ENTITY the connection is known to be dead, so paying would be in vain */
export async function priceOf(deps: SlackDeps, member: Member, account: Account): Promise<RelevancePrice> {
  const [requested] = await Promise.allSettled([readRelevancePrice(deps, member.actor, { accountId: account.id })])
  const isAllowed = requested.status === 'fulfilled' || !isForbidden(requested.reason)
  if (isAllowed && account.tokenStatus === 'unauthorized') throw asOfScoring(deadConnection(member, account))
  if (requested.status === 'fulfilled') return requested.value
  throw asOfScoring(requested.reason)
}

const isForbidden = (error: unknown) => error instanceof DomainError && error.code === 'FORBIDDEN'

type Question = { named: Named; price: RelevancePrice; place: KeywordRef; nonce: string }

/** Scores at once if that is free; otherwise asks first. Shows no price for what cannot succeed. */
export async function askOrScore(deps: SlackDeps, asker: Asker, show: Show, question: Question): Promise<void> {
  const { named, price, place } = question
  const value = valueNow(deps, asker, question)
  if (wordsOf(place.keyword).length === 0)
    return void (await show(await scoreMessage(deps, asker.member.actor, { ...named, value }, WORDLESS)))
  if (price.kind === 'free') return score(deps, asker, show, { ...named, value })
  await show(fitQuestion({ ...named, value, price }))
}

const WORDLESS: Kept = { relevance: { state: 'absent' }, spent: null }

const unitOf = (price: RelevancePrice): FitValue['unit'] => (price.kind === 'free' ? 'free' : price.unit)

const valueNow = (deps: SlackDeps, { member }: Asker, { place, nonce, price }: Omit<Question, 'named'>): FitValue => ({
  accountId: place.accountId,
  boardId: place.boardId,
  keyword: place.keyword,
  nonce,
  by: member.actor.userId,
  unit: unitOf(price),
  askedAt: deps.clock().getTime(),
})

/** Handles "Score it" and replaces the confirmation. */
onAction(action.fitScore, async (deps, args) => {
  const value = ownValue(args)
  const named = await placeOf(deps, args.context.member.actor, value)
  await score(deps, askerOf(args, args.body.trigger_id), inPlace(args), { ...named, value })
})

/** Handles "Not now". A score that was paid from another copy of the confirmation is shown. */
onAction(action.fitNotNow, async (deps, args) => {
  const { actor } = args.context.member
  const value = ownValue(args)
  const kept = await readKept<Kept>(deps, submissionOf(actor, value))
  const named = kept && (await placeOf(deps, actor, value))
  await inPlace(args)(named ? await scoreMessage(deps, actor, { ...named, value }, kept) : fitNotNowMessage())
})

/** @throws FORBIDDEN the confirmation is for another person */
function ownValue(args: ActionArgs): FitValue {
  const value = valueOf<FitValue>(args)
  if (value.by === args.context.member.actor.userId) return value
  throw new DomainError('FORBIDDEN', 'This question was for someone else. Use /pin ideas fit to ask yourself.')
}

async function score(deps: SlackDeps, asker: Asker, show: Show, about: AboutFit): Promise<void> {
  const { member, client, slackUserId, triggerId } = asker
  const { value } = about
  const failed = (error: unknown): Message => {
    if (isBeingAnswered(error)) throw error // the guard shows it beside the answer to the first click, which stays
    const isFree = error instanceof DomainError // an unexpected error may come after the charge
    return fitFailedMessage({ ...explain(deps, asOfScoring(error), FACTS), ...about, isFree })
  }
  const askAgain = async (): Promise<Message> => {
    const price = await readRelevancePrice(deps, member.actor, value)
    const next = valueNow(deps, asker, { place: value, price, nonce: hashOf(value.nonce, triggerId) })
    return fitQuestion({ ...about, value: next, price, isRepeated: true })
  }
  const instead = (error: unknown) => (error instanceof OtherPrice ? askAgain().catch(failed) : failed(error))
  await answerInTime(deps, show, {
    sentence: readingText(about.board),
    wayOn: [showAnswer(value)],
    read: () => orDeadConnection(deps, member, value, answerOf(deps, member.actor, about)).catch(instead),
    failed: (problem) => fitFailedMessage({ ...problem, ...about, isFree: false }),
    orElse: (message) => sendToPerson(deps, { client, slackUserId }, message),
    facts: FACTS,
  })
}
const FACTS = { requested: 'board relevance' }
const isBeingAnswered = (error: unknown) => isConflict(error) && error.details.reason === 'idempotency_in_progress'

/** Thrown when the price changed: nothing was charged, and the confirmation is shown again. */
class OtherPrice extends Error {
  override readonly name = 'OtherPrice'
}

/** The age at which a confirmation expires: payments are on record for 24 hours, so an older one could be paid twice. */
const LASTS_MS = 23 * HOUR_MS

/** The result that a replay shows. `spent`: how it was paid. */
type Kept = { relevance: BoardRelevance; spent: 'credit' | 'trial' | null }

const refOf = ({ accountId, boardId, keyword }: FitValue): KeywordRef => ({ accountId, boardId, keyword })

const submissionOf = (actor: Actor, value: FitValue): Submission => ({
  actor,
  viewId: value.nonce,
  callbackId: viewIds.fit,
  input: refOf(value),
})

async function answerOf(deps: SlackDeps, actor: Actor, about: AboutFit): Promise<Message> {
  const { value } = about
  const once = submissionOf(actor, value)
  const { data } = await submitOnce(deps, once, (beforeCommit) => scoreOnce(deps, actor, value, beforeCommit), keptOf)
  if (data.spent) await markHomes(deps, actor, value)
  return scoreMessage(deps, actor, about, data)
}

/** Marks Homes, which may show the account's credits, for an update. */
async function markHomes({ db, log }: SlackDeps, { organizationId }: Actor, { accountId }: FitValue): Promise<void> {
  await markHomesDirty(db.sql, { organizationId, accountId }).catch((error: unknown) =>
    log.warn({ err: error, accountId }, 'Homes were not marked'),
  )
}

async function scoreMessage(deps: SlackDeps, actor: Actor, { value, ...named }: AboutFit, kept: Kept): Promise<Message> {
  const requested = refOf(value)
  const hasWords = wordsOf(requested.keyword).length > 0
  const left = kept.spent === null ? null : await leftNow(deps, actor, requested)
  const { pages } = deps.platform
  const board = named.board ?? { id: requested.boardId, name: '' }
  return fitMessage({ ...kept, ...named, board, requested, hasWords, left, pages })
}

async function scoreOnce(deps: SlackDeps, actor: Actor, value: FitValue, beforeCommit: BeforeCommit<Kept>): Promise<Kept> {
  const requested = refOf(value)
  const price = await readRelevancePrice(deps, actor, requested)
  const isLate = !(deps.clock().getTime() - value.askedAt <= LASTS_MS) // a confirmation without a time counts as late, too
  if (isLate || unitOf(price) !== value.unit) throw new OtherPrice()
  const keep: BeforeCommit<ChargedRelevance> = async (sql, relevance) => {
    const kept = chargedAs(relevance)
    if (value.unit === 'free' && kept.spent !== null) throw new OtherPrice() // the plan has changed since
    await beforeCommit(sql, kept)
  }
  return chargedAs(await readBoardRelevance(deps, actor, requested, { beforeCommit: keep }))
}

function chargedAs(charged: ChargedRelevance): Kept {
  if (charged.state === 'absent') return { relevance: charged, spent: null }
  const { taken, ...relevance } = charged
  return { relevance, spent: taken === 'free' ? null : taken === 'trial' ? 'trial' : 'credit' }
}

/** Keeps only the pins that are shown. */
const keptOf = ({ relevance, spent }: Kept): Kept => ({
  relevance: relevance.state === 'absent' ? relevance : { ...relevance, pins: relevance.pins.slice(0, PINS_SHOWN) },
  spent,
})

/** Reads what is left to pay with; 0 also if another score cannot be paid. null: unknown, which must not hide a paid result. */
async function leftNow(deps: SlackDeps, actor: Actor, place: { accountId: string }): Promise<number | null> {
  try {
    const price = await readRelevancePrice(deps, actor, place)
    return price.kind === 'free' ? null : price.left
  } catch (error) {
    if (error instanceof DomainError && error.code === 'PAYMENT_REQUIRED') return 0
    deps.log.warn({ err: error, ...place }, 'what is left after a score could not be read')
    return null
  }
}

/** Sentences that a link follows. */
const DENIED: Partial<Record<Reason, string>> = {
  insufficient_credits:
    'Scoring a board costs 1 credit, and this account has none left. Ask your Pinslot operator for more. How credits work:',
  trial_exhausted: 'Scoring a board costs 1 trial pin, and none are left. Ask your Pinslot operator for more. How plans work:',
  no_access: 'Scoring a board needs a plan. Ask your Pinslot operator for one. How plans work:',
}

/** @returns the error to throw instead; an error that is no denial is returned unchanged */
function asOfScoring(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error
  const { reason, resolvePath } = error.details
  if (error instanceof DeadConnection) return new DeadConnection(withoutDrafts(error), error.account)
  if (reason === 'platform_reconnect_required') return withoutDrafts(error)
  if (reason === 'platform_board_forbidden') return boardErrorText(error, 'readSections')
  if (error.code !== 'PAYMENT_REQUIRED') return error
  const words = (reason && DENIED[reason]) ?? error.message
  return new DomainError(error.code, words, resolvePath === undefined ? {} : { resolvePath })
}

const withoutDrafts = ({ code }: DomainError) =>
  new DomainError(code, 'This account is disconnected. Admins can reconnect it with /pin connect.')

/** The error for dead tokens, with the button for people who may reconnect. */
function deadConnection(member: Member, account: Account): DomainError {
  const dead = new RefusedBecause('platform_reconnect_required')
  return mayReconnect(member, account.id) ? new DeadConnection(dead, account) : dead
}
