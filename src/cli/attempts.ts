import { requireOrganization } from '../core/accounts/workspaces/organizations.js'
import { listStuck } from '../core/posts/publish/diagnostics/stuck.js'
import { operatorOf, UsageError, type Command, type Values } from './command.js'
import { optionalCount, optionalId, optionalText, requireId } from './options.js'
import { stuckLines } from './stuck-lines.js'
import type { PlatformResponse } from '../core/posts/publish/model/attempt.js'
import type { StuckPost } from '../core/posts/publish/diagnostics/stuck-late.js'
import { quote, at, counted, when } from './text.js'
import type { Post } from '../core/posts/post.js'
import { setOutcome, type ReportedOutcome } from '../core/posts/publish/settle/set-outcome.js'
import { readAttemptHistory, type AttemptHistory, type PastAttempt } from '../core/posts/publish/diagnostics/attempt-history.js'
import { readPost } from '../core/posts/list.js'
import type { PostState } from '../core/posts/state/state.js'

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

/** With what its own support needs to find the call again. */
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
