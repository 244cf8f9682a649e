import { requireOrganization } from '../core/accounts/workspaces/organizations.js'
import {
  listStuck,
  type FailedUnknown,
  type AccountOnHold,
  type OrphanedAttempt,
  type OrphanedBoardLock,
  type Stuck,
  type UnknownOutcome,
} from '../core/publish/diagnostics/stuck.js'
import { operatorOf, UsageError, type Command, type Values } from './command.js'
import { optionalCount, optionalId, optionalText, requireId } from './options.js'
import type { PlatformResponse } from '../core/publish/model/attempt.js'
import type { StuckPost, LatePost, WhyLate } from '../core/publish/diagnostics/stuck-late.js'
import { quote, at, counted, when, lengthOf } from './text.js'
import type { Post } from '../core/posts/post.js'
import { setOutcome, type ReportedOutcome } from '../core/publish/settle/set-outcome.js'
import { readAttemptHistory, type AttemptHistory, type PastAttempt } from '../core/publish/diagnostics/attempt-history.js'
import { readPost } from '../core/posts/list.js'
import type { PostState } from '../core/posts/state/state.js'
import { MINUTE_MS } from '../core/lib/duration.js'

const LIMIT = 50

export const attemptsList: Command = {
  name: 'attempts',
  usage: '[--org ID] [--limit N]',
  summary:
    'Lists what is stuck or late, over all organizations or in one, and why: unknown outcomes, attempts whose worker is gone, late pins, paused\n' +
    `    accounts. At most ${LIMIT} of each kind, the oldest first. It changes nothing.`,
  examples: ['attempts', 'attempts --org 1 --json'],
  options: { org: { type: 'string' }, limit: { type: 'string' } },
  prepare(values) {
    const organizationId = optionalId(values, 'org') ?? null
    const limit = optionalCount(values, 'limit') ?? LIMIT
    if (limit === 0) throw new UsageError('--limit must be a whole number from 1 to 999999999.')
    return async ({ db, clock }) => {
      if (organizationId !== null) await requireOrganization(db.sql, operatorOf(organizationId))
      const now = clock()
      const stuck = await listStuck(db.sql, { organizationId, limit }, now)
      return { json: { now, stuck }, lines: stuckLines(stuck, { now, limit }) }
    }
  },
}

/** What is known of a post and its attempts, in words for the operator. */
type Named = Pick<StuckPost, 'organizationId' | 'accountId' | 'username' | 'postId' | 'title' | 'boardId' | 'boardName'>

export const headOf = ({ organizationId, accountId, username, postId, title, boardId, boardName }: Named): string =>
  `  Post ${postId} ${title === null ? '(no title)' : quote(title)}: organization ${organizationId}, account ${accountId} (${username}), ` +
  `board ${boardId ?? 'none'}${boardName === null ? '' : ` ${quote(boardName)}`}`

/** Describes the answer, with what Pinterest's support needs to find the call. */
export function outcomeSetBy({ status, code, message, requestId }: PlatformResponse): string {
  const facts = [
    ...(status === null ? [] : [`HTTP ${status}`]),
    ...(code === null ? [] : [`code ${code}`]),
    ...(requestId === null ? [] : [`request id ${requestId}`]),
  ]
  if (status === null) return message === null ? 'No answer is known.' : `No answer: ${quote(message)}.`
  return `Pinterest: ${[...(message === null ? [] : [quote(message)]), ...facts].join(', ')}.`
}

type Key = { organizationId: string; accountId: string; postId: string }

/** The two ways in which a person settles it. */
export const waysToSettle = ({ organizationId, accountId, postId }: Key): string[] => {
  const settle = `npm run admin -- attempts settle --org ${organizationId} --account ${accountId} --post ${postId}`
  return [`    Its pin is there: ${settle} --there PIN`, `    It is not there:  ${settle} --not-there`]
}

export const attemptsSettle: Command = {
  name: 'attempts settle',
  usage: '--org ID --account ID --post ID (--there PIN | --not-there)',
  summary:
    'Says what became of a pin whose outcome is unknown, by a person who has checked the board. --there takes the number of the pin or the\n' +
    '    address of its page: the post is then sent with it. --not-there puts a pin that was being published back into the queue, due now, and\n' +
    '    clears the unknown attempts of a draft. Check twice: a pin that is there after all goes out a second time.',
  examples: [
    'attempts settle --org 1 --account 7 --post 12 --there 813744226420795884',
    'attempts settle --org 1 --account 7 --post 12 --not-there',
  ],
  options: {
    org: { type: 'string' },
    account: { type: 'string' },
    post: { type: 'string' },
    there: { type: 'string' },
    'not-there': { type: 'boolean' },
  },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const accountId = requireId(values, 'account')
    const postId = requireId(values, 'post')
    const outcome = readOutcome(values)
    return async (deps) => {
      const { id, status, pinId, sentAt, sendAt, failure, isUnchecked } = await setOutcome(deps, actor, {
        accountId,
        postId,
        outcome,
      })
      return {
        json: { post: { id, status, pinId, sentAt, sendAt, failure } },
        lines: [lineOf({ id, status, pinId, sentAt, failure }), ...(isUnchecked ? [UNCHECKED] : [])],
      }
    }
  },
}

const UNCHECKED = 'Not checked: Pinterest does not let this app read the pin.'

function readOutcome(values: Values): ReportedOutcome {
  const pinId = optionalText(values, 'there')
  const isNotThere = values['not-there'] === true
  if ((pinId !== undefined) === isNotThere) throw new UsageError('Say one of the two: --there PIN or --not-there.')
  return pinId === undefined ? { kind: 'notThere' } : { kind: 'there', pinId }
}

function lineOf({ id, status, pinId, sentAt, failure }: Pick<Post, 'id' | 'status' | 'pinId' | 'sentAt' | 'failure'>): string {
  switch (status) {
    case 'sent':
      return `Post ${id} is sent with pin ${pinId}${sentAt ? ` of ${at(sentAt)}` : ''}.`
    case 'draft':
      return failure
        ? `Post ${id} is a draft: ${failure.message}`
        : `Post ${id} is a draft without unknown attempts: it may be scheduled again, and its board is not read before it is sent.`
    case 'queued':
    case 'uploading':
      return `Post ${id} is queued again, due now by the rule of late pins. Its board is free.`
  }
}

export const attemptsShow: Command = {
  name: 'attempts show',
  usage: '--org ID --post ID',
  summary: 'Shows the whole history of a post: each attempt with its times, what Pinterest answered, and how it ended.',
  examples: ['attempts show --org 1 --post 12'],
  options: { org: { type: 'string' }, post: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const postId = requireId(values, 'post')
    return async (deps) => {
      const history = await readAttemptHistory(deps, actor, { postId })
      const { state } = await readPost(deps, actor, { accountId: history.post.accountId, postId })
      return { json: { ...history, state }, lines: linesOf(history, state, deps.clock()) }
    }
  },
}

function linesOf({ post, attempts }: AttemptHistory, state: PostState, now: Date): string[] {
  const isOpen =
    post.failure?.reason === 'outcome_unknown' || (post.status === 'uploading' && attempts.at(-1)?.state === 'unknown')
  return [
    headOf(post).trim(),
    `  ${stateOf(post, now)}`,
    ...stateLines(state, now),
    ...(attempts.length === 0 ? ['  No attempt was made yet.'] : attempts.flatMap(attemptLines)),
    ...(isOpen ? ['  Its outcome is unknown. Check the board, then set it:', ...waysToSettle(post)] : []),
  ]
}

function stateOf({ status, sendAt, dueAt, leaseUntil, pinId, failure }: AttemptHistory['post'], now: Date): string {
  switch (status) {
    case 'sent':
      return `Sent as pin ${pinId}.`
    case 'draft':
      return failure ? `A draft: it failed as ${failure.reason}. ${failure.message}` : 'A draft: it has no time.'
    case 'queued':
      return `Queued for ${when(sendAt ?? now, now)}; ${dueAt ? `due ${when(dueAt, now)}` : 'on hold, its account is paused or not connected'}.`
    case 'uploading':
      return leaseUntil
        ? `Being published: a worker has it until ${when(leaseUntil, now)}.`
        : `Being published: its board is read next ${when(dueAt ?? now, now)}.`
  }
}

/** What it waits for, as teams are told; nothing where its status says all. */
function stateLines({ name, cause, isLate, since, until, nextAttemptAt }: PostState, now: Date): string[] {
  if (cause === null && !isLate) return []
  const facts = [
    `${name}${cause === null ? '' : ` (${cause})`}${isLate ? ', late' : ''}`,
    ...(since ? [`since ${when(since, now)}`] : []),
    ...(nextAttemptAt ? [`next try ${when(nextAttemptAt, now)}`] : []),
    ...(until ? [`until ${when(until, now)}`] : []),
  ]
  return [`  State: ${facts.join(', ')}.`]
}

const STATES = {
  claimed: 'taken, nothing sent yet',
  sending: 'sent, no answer yet',
  confirmed: 'published',
  refused: 'failed for good',
  retry: 'nothing was published, it is tried again',
  unknown: 'sent, outcome unknown',
  found: 'published, known afterwards',
  absent: 'not on the board',
  ambiguous: 'outcome unknown for good',
} satisfies Record<PastAttempt['state'], string>

function attemptLines(attempt: PastAttempt): string[] {
  const { number, state, boardId, sendAt, claimedAt, sendingAt, settledAt, looks, reason, response, ruledOutAt } = attempt
  const sent = sendingAt ? `sent ${at(sendingAt)}` : 'nothing sent'
  const ended = settledAt ? `ended ${at(settledAt)}` : 'open'
  return [
    `  Attempt ${number}, for ${at(sendAt)} on board ${boardId}: ${state} (${STATES[state]}).`,
    `    Taken ${at(claimedAt)}, ${sent}, ${ended}${looks > 0 ? ` after ${counted(looks, 'read-back')}` : ''}.`,
    ...(sendingAt ? [`    ${outcomeSetBy(response)}`] : []),
    ...(reason === null || reason === response.message ? [] : [`    Why: ${quote(reason)}.`]),
    ...(ruledOutAt ? [`    A person said ${at(ruledOutAt)} that its pin is not there.`] : []),
  ]
}

/** Read-backs end ten minutes after the sending: an outcome unknown for longer means that the board cannot be read. */
const READ_BACKS_END_MS = 11 * MINUTE_MS

type Section<T> = { of: T[]; headline: string; linesOf: (one: T, now: Date) => string[] }

/** @param limit requested number of each kind */
function stuckLines(stuck: Stuck, { now, limit }: { now: Date; limit: number }): string[] {
  const { unknown, orphaned, late, held, failedUnknown, orphanedBoardLocks } = stuck
  const lines = [
    ...section(
      {
        of: unknown,
        headline:
          'The outcome is unknown: Pinterest did not say whether it published the pin. Nothing else goes to its board meanwhile.',
        linesOf: unknownLines,
      },
      now,
      limit,
    ),
    ...section(
      { of: orphaned, headline: 'The worker is gone, and nobody has taken the attempt over.', linesOf: orphanedLines },
      now,
      limit,
    ),
    ...section({ of: late, headline: 'More than 10 minutes late.', linesOf: lateLines }, now, limit),
    ...section(
      { of: held, headline: 'The account is on hold: its pins wait, for up to a day each.', linesOf: onHoldLines },
      now,
      limit,
    ),
    ...section(
      {
        of: failedUnknown,
        headline: 'Failed in the last week because the outcome stayed unknown: a person has to check the board.',
        linesOf: failedLines,
      },
      now,
      limit,
    ),
    ...section(
      {
        of: orphanedBoardLocks,
        headline: 'A board is taken though no attempt on it is open. This should not happen.',
        linesOf: strayLines,
      },
      now,
      limit,
    ),
  ]
  return lines.length > 0 ? lines : ['Nothing is stuck: no unknown outcome, no attempt without its worker, no late pin.']
}

function section<T>({ of, headline, linesOf }: Section<T>, now: Date, limit: number): string[] {
  if (of.length === 0) return []
  const count = of.length < limit ? String(of.length) : `${limit} or more; --limit shows more`
  return [`${headline} (${count})`, ...of.flatMap((one) => linesOf(one, now)), '']
}

function unknownLines(one: UnknownOutcome, now: Date): string[] {
  const { sendingAt, looks, nextLookAt, response } = one
  const next = nextLookAt ? `the next ${when(nextLookAt, now)}` : 'one is under way'
  const isStuck = now.getTime() - sendingAt.getTime() > READ_BACKS_END_MS
  const advice = isStuck
    ? 'Its board cannot be read. Check the board yourself; once you are sure, set the outcome:'
    : 'Nothing to do: it mostly settles by itself within 10 minutes. If you are sure, set the outcome:'
  return [
    headOf(one),
    `    Sent ${when(sendingAt, now)}, attempt ${one.attemptNumber}. ${outcomeSetBy(response)}`,
    `    ${looks === 0 ? 'No complete read-back' : counted(looks, 'complete read-back')} of its board so far, ${next}.`,
    `    ${advice}`,
    ...waysToSettle(one),
  ]
}

const orphanedLines = (one: OrphanedAttempt, now: Date): string[] => [
  headOf(one),
  `    Attempt ${one.attemptNumber} was taken ${when(one.claimedAt, now)}, and is ${one.state}; its lease ended ${when(one.leaseUntil, now)}.`,
  '    Next: any running process takes it over within seconds. If it stays here, none scans for work: see /health/ready of each.',
]

const lateLines = (one: LatePost, now: Date): string[] => [
  headOf(one),
  `    Its time was ${when(one.sendAt, now)}. ${whyLate(one.why, now)}`,
]

function whyLate(why: WhyLate, now: Date): string {
  const because = (error: string | null) => (error === null ? '' : ` The last error: ${quote(error)}.`)
  switch (why.kind) {
    case 'missed':
      return 'Its day is over: the next sweep fails it and notifies its team. If it stays here, no process runs cron: see /health/ready.'
    case 'retrying':
      return `Nothing was sent; after ${counted(why.tries, 'retry', 'retries')} it is tried again ${when(why.at, now)}.${because(why.error)}`
    case 'paced':
      return `Late pins go out one per account and minute; it is due ${when(why.at, now)}.`
    case 'boardHeld':
      return `Its board is taken by post ${why.byPostId}: one attempt at a time. It goes on once that one is settled.`
    case 'videoAwaited':
      return `Its video is not ready at Pinterest: ${why.state ?? 'the upload has not begun'}.${because(why.error)}`
    case 'unclaimed':
      return `Nothing stands in its way since ${at(why.since)} and nobody took it: is a process running? See /health/ready of each.`
  }
}

const WHY_ON_HOLD = {
  'on hold':
    'Pinterest takes no pins from it; one is tried again by itself. Next: its team reads in Slack (/pin settings) what Pinterest said, or resumes it there or by POST /v1/accounts/ACCOUNT/guard/resume.',
  paused:
    'Publishing is paused. Next: an admin of the team resumes it in Slack (/pin settings), a client by POST /v1/accounts/{id}/publishing/resume.',
  disconnected:
    'Pinterest no longer accepts its tokens. Next: its holder connects it again (npm run admin -- account connect --org ORG --account ACCOUNT).',
}

function onHoldLines({ organizationId, accountId, username, why, pins, oldestSendAt }: AccountOnHold, now: Date): string[] {
  const because = why
    ? WHY_ON_HOLD[why].replace('ORG', organizationId).replace('ACCOUNT', accountId)
    : 'It is free to publish: the next sweep, within a minute, releases them.'
  return [
    `  Account ${accountId} (${username}) of organization ${organizationId}: ${counted(pins, 'pin')} past ${pins === 1 ? 'its time' : 'their times'}, the oldest for ${lengthOf(now.getTime() - oldestSendAt.getTime())}.`,
    `    ${because}`,
  ]
}

const failedLines = (one: FailedUnknown, now: Date): string[] => [
  headOf(one),
  `    Its time was ${at(one.sendAt)}; it failed ${when(one.failedAt, now)}. It is a draft, and what was charged was given back.`,
  ...waysToSettle(one),
]

const strayLines = ({ organizationId, accountId, boardId, postId, attemptNumber }: OrphanedBoardLock): string[] => [
  `  Board ${boardId} of account ${accountId}, organization ${organizationId}: taken by attempt ${attemptNumber} of post ${postId}, which is over.`,
  '    Next: report it. Until it is fixed the pins of this board wait: move them to another board, or delete that post.',
]
