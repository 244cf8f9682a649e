/**
 * Writes the results of a comparison, in one transaction per post; a post that was changed meanwhile is left to the next
 * comparison.
 */
import type { Account } from '../../accounts/account.js'
import type { Db, Sql } from '../../ports/deps.js'
import { listUnresolved } from '../../publish/model/unresolved-attempts.js'
import { isPinClaimed } from '../../publish/settle/named-pin.js'
import type { Match } from '../../publish/model/match-pins.js'
import { failDraft } from '../../publish/settle/failed.js'
import { settleFound } from '../../publish/settle/found.js'
import { Superseded } from '../../lib/work/superseded.js'
import { settling } from '../../publish/settle/settle.js'
import type { Candidate, DeletedCandidate, Sought } from './candidates.js'

const HOW = 'found on its board after a restore'

/**
 * Settles the post as sent with the pin. Its team was notified at publication, so now only if they were notified of a failure
 * since the restore, or the post was edited. Nothing is written if another post has the pin, or this one was changed.
 */
export async function settleThere(
  db: Db,
  account: Account,
  { candidate, match, restoredAt }: { candidate: Candidate; match: Extract<Match, { kind: 'found' }>; restoredAt: Date },
  now: Date,
): Promise<'settled' | 'claimed' | 'changed'> {
  const { postId, status, sendAt, hasFailedSince: isNews } = candidate
  const { pinId, createdAt: sentAt, movedTo } = match
  const { organizationId } = account
  const quiet = { ...account, publishedPins: 'off' as const }
  try {
    const isSettled = await settling(db, async (sql) => {
      await lockAsRead(sql, account, candidate)
      const request = { state: 'absent', sendingAt: sentAt, reason: HOW, restoredAt } as const
      const attemptNumber =
        status === 'uploading' ? candidate.attemptNumber : await writeRequest(sql, account, candidate, request, now)
      const attempt = (await listUnresolved(sql, { organizationId, postId })).find(({ number }) => number === attemptNumber)
      const found = { postId, from: status, attemptNumber, sendAt, pinId, sentAt, attempt, movedTo, how: HOW, isNews }
      await settleFound(sql, quiet, found, now)
    })
    return isSettled ? 'settled' : 'changed'
  } catch (error) {
    if (isPinClaimed(error)) return 'claimed'
    throw error
  }
}

type Doubt<C> = {
  candidate: C
  /** When the first possible pin was made. */
  since: Date
  restoredAt: Date
}

/**
 * Makes the post a draft that asks for an answer, as after a request without one; an open attempt is still read back.
 * @returns false when nothing was written
 */
export async function settleDoubtful(
  db: Db,
  account: Account,
  { candidate, since, restoredAt }: Doubt<Candidate>,
  now: Date,
): Promise<boolean> {
  const { postId, status, sendAt, isAsking } = candidate
  if (status === 'uploading' || isAsking) return true
  return settling(db, async (sql) => {
    await lockAsRead(sql, account, candidate)
    await writeRequest(sql, account, candidate, { state: 'ambiguous', sendingAt: since, reason: DOUBTFUL, restoredAt }, now)
    await forgetDue(sql, account, postId)
    const failed = await failDraft(sql, { account, postId, cause: { code: 'outcome_unknown' }, from: { status, sendAt } }, now)
    if (!failed) throw new Superseded()
  })
}

const DOUBTFUL = 'published or not before the restore: its board does not tell'

/** Removes the post from the comparison, so that a person's answer stands, however often boards are read. */
async function forgetDue(sql: Sql, { organizationId, id }: Account, postId: string): Promise<void> {
  await sql`
    update comparisons
       set due = due - ${postId}::text
     where organization_id = ${organizationId}
       and account_id = ${id}`
}

/**
 * Adds an ambiguous attempt, which the lost service may have made, to a deleted post, so that an undo restores it as doubtful. No
 * one is notified unless it is restored.
 * @returns false when nothing was written: it is restored already
 */
export async function askWhenBack(
  db: Db,
  account: Account,
  { candidate, since, restoredAt }: Doubt<DeletedCandidate>,
  now: Date,
): Promise<boolean> {
  const { organizationId, id: accountId } = account
  const { postId, attemptNumber } = candidate
  const request = { state: 'ambiguous', sendingAt: since, reason: DOUBTFUL, restoredAt } as const
  const attempt = { ...requestRow(account, candidate, request, now), read_backs: 0, reported_unknown_at: now.toISOString() }
  return settling(db, async (sql) => {
    const noted = await sql`
      update deleted_posts
         set post = post || ${sql.json({ attempt_number: attempt.number })},
             attempts = attempts || jsonb_build_array(to_jsonb(jsonb_populate_record(null::publish_attempts, ${sql.json(attempt)})))
       where organization_id = ${organizationId}
         and account_id = ${accountId}
         and id = ${postId}
         and (post ->> 'attempt_number')::int = ${attemptNumber}`
    if (noted.count === 0) throw new Superseded()
    await forgetDue(sql, account, postId)
  })
}

type Request = { state: 'absent' | 'ambiguous'; sendingAt: Date; reason: string; restoredAt: Date }

/**
 * Builds a row of `publish_attempts` for the request that the lost service may have sent. It is dated before the restore, so
 * every later scheduling reads the board first.
 */
const requestRow = (
  { organizationId }: Account,
  { postId, attemptNumber, sendAt, payload }: Sought,
  { state, sendingAt, reason, restoredAt }: Request,
  now: Date,
) => ({
  organization_id: organizationId,
  post_id: postId,
  number: attemptNumber + 1,
  state,
  board_id: payload.boardId,
  send_at: (sendAt < restoredAt ? sendAt : restoredAt).toISOString(),
  payload,
  claimed_at: sendingAt.toISOString(),
  sending_at: sendingAt.toISOString(),
  settled_at: now.toISOString(),
  reason,
})

/** @returns its number, now the post's */
async function writeRequest(sql: Sql, account: Account, candidate: Candidate, request: Request, now: Date): Promise<number> {
  const { number, payload, ...row } = requestRow(account, candidate, request, now)
  await sql`insert into publish_attempts ${sql({ ...row, number, payload: sql.json(payload) })}`
  await sql`
    update posts
       set attempt_number = ${number}
     where organization_id = ${account.organizationId}
       and id = ${candidate.postId}`
  return number
}

/** @throws Superseded it was changed since it was read */
async function lockAsRead(sql: Sql, { organizationId, id }: Account, { postId, status, version }: Candidate): Promise<void> {
  const [post] = await sql`
    select 1
      from posts
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = ${postId}
       and status = ${status}
       and version = ${version}
       for update`
  if (!post) throw new Superseded()
}
