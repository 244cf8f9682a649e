/** Lists what is stuck: since when, why, and what to do next. */
import { MINUTE_MS } from '../core/lib/duration.js'
import type {
  FailedUnknown,
  AccountOnHold,
  OrphanedAttempt,
  OrphanedBoardLock,
  Stuck,
  UnknownOutcome,
} from '../core/posts/publish/diagnostics/stuck.js'
import type { LatePost, WhyLate } from '../core/posts/publish/diagnostics/stuck-late.js'
import { headOf, outcomeSetBy, waysToSettle } from './attempts.js'
import { at, counted, lengthOf, quote, when } from './text.js'

/** Read-backs end ten minutes after the sending: an outcome unknown for longer means that the board cannot be read. */
const READ_BACKS_END_MS = 11 * MINUTE_MS

type Section<T> = { of: T[]; headline: string; linesOf: (one: T, now: Date) => string[] }

/** @param limit requested number of each kind */
export function stuckLines(stuck: Stuck, { now, limit }: { now: Date; limit: number }): string[] {
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
