/** Runs the steps of Slack's workflows, each once, for the person whom the step names. */
import type { AllMiddlewareArgs, SlackEventMiddlewareArgs } from '@slack/bolt'
import { z } from 'zod'
import { timeIn } from '../../../../blocks/kit/times.js'
import { titleOf } from '../../../../blocks/pin/text.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Account } from '../../../core/accounts/account.js'
import { listBoards } from '../../../core/boards/boards.js'
import { after, DAY_MS, MINUTE_MS, SECOND_MS } from '../../../core/lib/duration.js'
import { badRequest, DomainError, RefusedBecause } from '../../../core/lib/errors.js'
import type { Actor } from '../../../core/lib/actor.js'
import type { Sql } from '../../../core/ports/deps.js'
import { recordStep, type StepEnd, StepRunBefore } from '../../../core/notices/workflow-steps.js'
import { askForApproval } from '../../../core/posts/approval/request.js'
import { EMPTY_CONTENT } from '../../../core/posts/content.js'
import { createPosts, type NewPost } from '../../../core/posts/create/create.js'
import type { Placed, Post } from '../../../core/posts/post.js'
import { scheduleInName } from '../../../core/posts/schedule.js'
import { readWeek } from '../../../core/posts/schedule/week.js'
import { listOpenSlots } from '../../../core/slots/next-open-slot.js'
import type { StepName } from '../../install/steps.js'
import { findByName } from '../../input/by-name.js'
import { explain } from '../../reply/errors.js'
import type { SlackDeps } from '../../listener.js'
import type { Found, Named } from '../../people/find-person.js'
import { finishEvent } from '../../transport/events.js'
import { findPin } from '../cards/find-pin.js'

/** The time for which a step is tried again whose work fails by itself, in real ms. */
const TRIED_FOR_MS = 10 * MINUTE_MS
const NOBODY = 'Pinslot doesn’t know this person here. Choose a member of this workspace in the step’s “Acts for”.'
/** The most lines of a list, which one message takes. */
const MOST_LINES = 50
const WEEK_DAYS = 7

type Inputs = z.output<typeof inputs>
const words = z.string().trim().optional().catch(undefined)
const inputs = z.object({
  person: z.string().catch(''),
  account: words,
  image: words,
  title: words,
  description: words,
  link: words,
  board: words,
  pin: z.coerce.string().catch(''),
  time: z.coerce.number().positive().optional().catch(undefined),
})

/** `record` belongs into the transaction of the work. */
type Run = {
  deps: SlackDeps
  actor: Actor
  given: Inputs
  record: (sql: Sql, how: StepEnd | { approvalId: string }) => Promise<void>
}

/** Runs a step and records how it ended. A refusal ends it with its sentence; anything else is tried again for a while. */
export async function runStep(
  deps: SlackDeps,
  findNamed: (named: Named) => Promise<Found | undefined>,
  step: StepName,
  { event, body, context }: SlackEventMiddlewareArgs<'function_executed'> & AllMiddlewareArgs,
): Promise<void> {
  const slackTeamId = context.teamId ?? ''
  const given = inputs.parse(event.inputs)
  const who = { teamId: slackTeamId, enterpriseId: context.enterpriseId ?? null, userId: given.person }
  const isOver = deps.wallClock().getTime() - body.event_time * SECOND_MS > TRIED_FOR_MS
  try {
    const { organizationId, actor } = (await findNamed(who)) ?? {}
    if (organizationId === undefined) return await finishEvent(deps, body.event_id)
    const run = { organizationId, executionId: event.function_execution_id, slackTeamId, step }
    const record: Run['record'] = async (sql, how) => recordStep(sql, run, how, deps.clock())
    try {
      if (!actor) throw new DomainError('FORBIDDEN', NOBODY)
      await RUNS[step]({ deps, actor: { ...actor, agent: 'Slack workflow', isAgent: true }, given, record })
    } catch (error) {
      if (error instanceof StepRunBefore || !(error instanceof DomainError || isOver)) throw error
      const { sentence } = explain(deps, error, { type: step })
      await deps.db.tx((sql) => record(sql, { failure: sentence }))
    }
  } catch (error) {
    if (!(error instanceof StepRunBefore || isOver)) throw error // it is handled again
  }
  await finishEvent(deps, body.event_id)
}

const RUNS: Record<StepName, (run: Run) => Promise<unknown>> = {
  async draft_pin({ deps, actor, given, record }) {
    const { id: accountId } = await accountFor(deps, actor, given.account)
    const board = given.board === undefined ? null : await boardFor(deps, actor, accountId, given.board)
    const media = { kind: 'url', url: given.image ?? '', mediaType: 'image' } as const
    const post: NewPost = {
      ...EMPTY_CONTENT,
      title: given.title ?? null,
      description: given.description ?? null,
      url: given.link ?? null,
      accountId,
      media,
      carouselItems: [],
      board,
      series: null,
      when: { kind: 'draft' },
    }
    await createPosts(deps, actor, post, async (sql, [made]) => {
      if (made) await record(sql, { outputs: { pin: made.id } })
    })
  },
  async schedule_pin({ deps, actor, given, record }) {
    const { accountId, id: postId } = await pinFor(deps, actor, given.pin)
    const done = async (sql: Sql, { approval, sendAt }: Placed) =>
      record(
        sql,
        approval ? { approvalId: approval.id } : { outputs: { pin: postId, ...(sendAt && { time: secondsOf(sendAt) }) } },
      )
    await scheduleInName(deps, actor, { accountId, postId, when: whenOf(given) }, done)
  },
  async ask_for_approval({ deps, actor, given, record }) {
    const { accountId, id: postId } = await pinFor(deps, actor, given.pin)
    await askForApproval(deps, actor, { accountId, postId, when: whenOf(given) }, async (sql, { approval }) => {
      if (approval) await record(sql, { approvalId: approval.id })
    })
  },
  async next_open_slot({ deps, actor, given, record }) {
    const { id: accountId } = await accountFor(deps, actor, given.account)
    const [slot] = await listOpenSlots(deps, actor, { accountId, limit: 1 })
    if (!slot) throw new RefusedBecause('no_open_slot')
    await deps.db.tx((sql) => record(sql, { outputs: { time: secondsOf(slot.at) } }))
  },
  async queue_of_week({ deps, actor, given, record }) {
    const { id, timezone } = await accountFor(deps, actor, given.account)
    const now = deps.clock()
    const query = { accountIds: [id], start: now, end: after(now, WEEK_DAYS * DAY_MS), limit: MOST_LINES, cursor: null }
    const { entries, totals } = await readWeek(deps, actor, query)
    const lines = entries.flatMap((entry) =>
      entry.kind === 'pin' ? [`${timeIn(entry.at, timezone ?? 'UTC', now)} · ${lineOf(entry.post)}`] : [],
    )
    await deps.db.tx((sql) => record(sql, { outputs: { count: totals.coming, list: lines.join('\n') || 'No pins' } }))
  },
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / SECOND_MS)
const whenOf = ({ time }: Inputs) =>
  time === undefined ? ({ kind: 'nextOpenSlot' } as const) : ({ kind: 'at', at: new Date(time * SECOND_MS) } as const)
const lineOf = (post: Post): string => [titleOf(post), ...(post.boardName === null ? [] : [post.boardName])].join(' · ')

/** @throws BAD_REQUEST accountId */
async function accountFor(deps: SlackDeps, actor: Actor, name = ''): Promise<Account> {
  const accounts = await listAccounts(deps, actor)
  const [account, other] = accounts.filter(({ username }) => name === '' || username.toLowerCase() === name.toLowerCase())
  if (account && !other) return account
  throw badRequest('accountId', `Name one of these accounts: ${accounts.map(({ username }) => username).join(', ')}.`)
}

/** @throws BAD_REQUEST boardId */
async function boardFor(deps: SlackDeps, actor: Actor, accountId: string, name: string) {
  const { boards } = await listBoards(deps, actor, { accountId })
  const found = findByName(boards, name)
  const exact = found.filter((one) => one.name.toLowerCase() === name.toLowerCase())
  const [board, other] = exact.length > 0 ? exact : found
  if (board && !other) return { boardId: board.id, boardSectionId: null }
  throw badRequest('boardId', `${board ? 'Several boards are' : 'No board is'} named “${name.slice(0, 50)}”.`)
}

/** @throws BAD_REQUEST postId */
async function pinFor(deps: SlackDeps, actor: Actor, postId: string): Promise<Post> {
  for (const { id: accountId } of await listAccounts(deps, actor)) {
    const post = await findPin(deps, actor, { accountId, postId })
    if (post) return post
  }
  throw badRequest('postId', `Can’t find pin ${postId.slice(0, 20)}.`)
}
