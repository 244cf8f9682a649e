import {
  readAttemptHistory,
  type AttemptHistory,
  type PastAttempt,
} from '../../core/posts/publish/diagnostics/attempt-history.js'
import { readPost } from '../../core/posts/list.js'
import type { PostState } from '../../core/posts/state/state.js'
import { headOf, outcomeSetBy, waysToSettle } from './text.js'
import { operatorOf, type Command } from '../command.js'
import { requireId } from '../options.js'
import { at, counted, quote, when } from '../text.js'

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

/** What the post waits for, as its team sees it; empty if its status explains it. */
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
