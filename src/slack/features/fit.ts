/** `/pin fit`: how well a board fits a keyword. What it costs is asked first; however often that is answered, it is paid once. */
import { createHash } from 'node:crypto'
import {
  fitMessage,
  fitFailedMessage,
  fitNotNowMessage,
  fitQuestion,
  type FitValue,
  type NamedBoard,
  PINS_SHOWN,
  readingWords,
} from '../../../blocks/fit.js'
import { view as views } from '../../../blocks/ids.js'
import type { Message } from '../../../blocks/kit.js'
import type { Member } from '../../core/accounts/members.js'
import type { Actor } from '../../core/actor.js'
import { DomainError } from '../../core/errors.js'
import type { BeforeCommit } from '../../core/ports.js'
import { type BoardRelevance, readBoardRelevance } from '../../core/relevance/board/board-relevance.js'
import { requireKeyword } from '../../core/relevance/keyword-rule.js'
import { readRelevancePrice, type RelevancePrice } from '../../core/relevance/board/price.js'
import { orDeadConnection } from '../accounts.js'
import { answerInTime, besideCommand, inPlace, type Show } from '../answer-in-time.js'
import { explain } from '../errors.js'
import type { ActionArgs, CommandArgs, SlackDeps, ViewArgs } from '../listener.js'
import { openInTime } from '../open-in-time.js'
import { isConflict, valueOf } from '../pin-click.js'
import { submitOnce } from '../submit-once.js'
import { asOfScoring } from './fit-errors.js'
import { type AskedByWords, askedByWords, askedOfBoard, boardOf, endForm, enteredIn, formFor, isWhole } from './keyword-form.js'

const title = 'Score a board'

/** @param typed what stands behind the verb, with its quotes */
export async function showFit(deps: SlackDeps, args: CommandArgs, _words: string, typed: string): Promise<void> {
  const { ack, command, client, context } = args
  await ack()
  const { member } = context
  const asked = await askedByWords(deps, member, typed)
  const price = await priceOf(deps, member.actor, { accountId: asked.account.id })
  if (!isWhole(asked)) {
    const view = formFor(asked, { aim: { kind: 'fit', price }, responseUrl: command.response_url })
    return void (await client.views.open({ trigger_id: command.trigger_id, view }))
  }
  const { account, board } = asked
  const value = {
    ...{ accountId: account.id, boardId: board.id, keyword: requireKeyword(asked.keyword) },
    ...{ nonce: nonceOf(command.trigger_id), by: member.actor.userId }, // the same command delivered twice is one question
  }
  await askOrScore(deps, member, besideCommand(args), { board, price, value })
}

const nonceOf = (triggerId: string): string => createHash('sha256').update(triggerId).digest('base64url')

/** "Another keyword", for the board at hand. */
export async function openFitByButton(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { body, client, context, ack } = args
  await ack()
  const place = valueOf<{ accountId: string; boardId: string }>(args)
  await openInTime(deps, { client, triggerId: body.trigger_id, how: 'open', title }, async () =>
    fitForm(deps, context.member, await askedOfBoard(deps, context.member, place), body.response_url),
  )
}

/** @throws FORBIDDEN · PAYMENT_REQUIRED said before anybody types */
export async function fitForm(deps: SlackDeps, { actor }: Member, asked: AskedByWords, responseUrl: string | undefined) {
  const price = await priceOf(deps, actor, { accountId: asked.account.id })
  return formFor(asked, { aim: { kind: 'fit', price }, responseUrl })
}

export async function submitFit(deps: SlackDeps, args: ViewArgs): Promise<void> {
  const { member } = args.context
  const { memory, board, keyword } = await enteredIn(deps, args)
  const { accountId } = memory
  const price = await priceOf(deps, member.actor, { accountId })
  const show = await endForm(deps, args, memory)
  const value = { accountId, boardId: board.id, keyword, nonce: args.view.id, by: member.actor.userId }
  await askOrScore(deps, member, show, { board, price, value })
}

const priceOf = (deps: SlackDeps, actor: Actor, place: { accountId: string }): Promise<RelevancePrice> =>
  readRelevancePrice(deps, actor, place).catch((error: unknown) => {
    throw asOfScoring(error)
  })

type Question = { board: NamedBoard; price: RelevancePrice; value: FitValue }

/** What costs nothing is not asked about. */
async function askOrScore(deps: SlackDeps, member: Member, show: Show, question: Question): Promise<void> {
  if (question.price.kind === 'free') return score(deps, member, show, question.value)
  await show(fitQuestion(question))
}

/** "Score it", in place of the question. */
export async function scoreByButton(deps: SlackDeps, args: ActionArgs): Promise<void> {
  await args.ack()
  const { member } = args.context
  const value = valueOf<FitValue>(args)
  if (value.by !== member.actor.userId)
    throw new DomainError('FORBIDDEN', 'Somebody else was asked this, and it would be charged. Ask for yourself by /pin fit.')
  await score(deps, member, inPlace(args), value)
}

export async function leaveUnscored(_deps: SlackDeps, args: ActionArgs): Promise<void> {
  await args.ack()
  await inPlace(args)(fitNotNowMessage())
}

async function score(deps: SlackDeps, member: Member, show: Show, value: FitValue): Promise<void> {
  const board = await boardOf(deps, member.actor, value)
  const named = board ?? { id: value.boardId, name: '' }
  const failed = (error: unknown): Message => {
    if (isBeingAnswered(error)) throw error // beside the answer to the first click, which stays
    const isFree = error instanceof DomainError // what nobody foresaw may have happened after the charge
    return fitFailedMessage({ ...explain(deps, asOfScoring(error), FACTS), board, value, isFree })
  }
  await answerInTime(deps, show, {
    sentence: readingWords(named),
    read: () => orDeadConnection(deps, member, value, answerOf(deps, member.actor, named, value)).catch(failed),
    failed: (problem) => fitFailedMessage({ ...problem, board, value, isFree: false }),
    facts: FACTS,
  })
}
const FACTS = { asked: 'board relevance' }
const isBeingAnswered = (error: unknown) => isConflict(error) && error.details.reason === 'idempotency_in_progress'

/** What a replay shows. `spent`: as it was when it was paid. */
type Kept = { relevance: BoardRelevance; spent: 'credit' | 'trial' | null }

async function answerOf(deps: SlackDeps, actor: Actor, board: NamedBoard, value: FitValue): Promise<Message> {
  const { nonce, by: _by, ...asked } = value
  const once = { actor, viewId: nonce, callbackId: views.fit, input: asked }
  const { data } = await submitOnce(deps, once, (beforeCommit) => scoreOnce(deps, actor, asked, beforeCommit), keptOf)
  return fitMessage({ ...data, board, asked, left: await leftNow(deps, actor, asked) })
}

type Asked = Omit<FitValue, 'nonce' | 'by'>

async function scoreOnce(deps: SlackDeps, actor: Actor, asked: Asked, beforeCommit: BeforeCommit<Kept>): Promise<Kept> {
  const price = await readRelevancePrice(deps, actor, asked)
  const spent = price.kind === 'free' ? null : price.unit
  const keep: BeforeCommit<BoardRelevance> = (sql, relevance) => beforeCommit(sql, { relevance, spent })
  return { relevance: await readBoardRelevance(deps, actor, asked, keep), spent }
}

/** As much as is shown. */
const keptOf = ({ relevance, spent }: Kept): Kept => ({
  relevance: relevance.state === 'absent' ? relevance : { ...relevance, pins: relevance.pins.slice(0, PINS_SHOWN) },
  spent,
})

/** 0, too, where another one could not be paid; null: it could not be read, which is no reason not to show what was paid for. */
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
