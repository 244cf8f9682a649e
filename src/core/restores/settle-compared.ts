/** What a comparison writes of a post, in one transaction each; a post that somebody changed meanwhile is left to the next one. */
import type { Account } from '../accounts/account.js'
import type { Db, Sql } from '../ports/deps.js'
import { listUnresolved } from '../posts/publish/model/unresolved-attempts.js'
import { isPinClaimed } from '../posts/publish/reconcile/found-pin.js'
import type { Match } from '../posts/publish/reconcile/reconcile.js'
import { failDraft } from '../posts/publish/settle/failed.js'
import { settleFound } from '../posts/publish/settle/found.js'
import { Superseded } from '../lib/work/superseded.js'
import { settling } from '../posts/publish/settle/settle.js'
import type { Candidate } from './candidates.js'

const HOW = 'found on its board after a restore'

/**
 * The pin is its. Its team was notified when it went out: nobody hears of it again, but who heard since the restore that it failed, and who
 * edited it since.
 * @returns false when nothing was written
 */
export async function settleThere(
  db: Db,
  account: Account,
  { candidate, match, restoredAt }: { candidate: Candidate; match: Extract<Match, { kind: 'found' }>; restoredAt: Date },
  now: Date,
): Promise<boolean> {
  const { postId, status, sendAt, hasFailedSince: isNews } = candidate
  const { pinId, createdAt: sentAt, movedTo } = match
  const { organizationId } = account
  const quiet = { ...account, notifyOnPublish: false }
  try {
    return await settling(db, async (sql) => {
      await lockAsRead(sql, account, candidate)
      const request = { state: 'absent', sendingAt: sentAt, reason: HOW, restoredAt } as const
      const attemptNumber =
        status === 'uploading' ? candidate.attemptNumber : await writeRequest(sql, account, candidate, request, now)
      const attempt = (await listUnresolved(sql, { organizationId, postId })).find(({ number }) => number === attemptNumber)
      const found = { postId, from: status, attemptNumber, sendAt, pinId, sentAt, attempt, movedTo, how: HOW, isNews }
      await settleFound(sql, quiet, found, now)
    })
  } catch (error) {
    if (isPinClaimed(error)) return false
    throw error
  }
}

/**
 * It becomes a draft that asks, as after an answer that never came; an open attempt goes on being read back.
 * @param since when the first pin was made that may be it
 */
export async function settleDoubtful(
  db: Db,
  account: Account,
  { candidate, since, restoredAt }: { candidate: Candidate; since: Date; restoredAt: Date },
  now: Date,
): Promise<void> {
  const { organizationId } = account
  const { postId, status, sendAt, isAsking } = candidate
  if (status === 'uploading' || isAsking) return
  await settling(db, async (sql) => {
    await lockAsRead(sql, account, candidate)
    const reason = 'published or not before the restore: its board does not tell'
    await writeRequest(sql, account, candidate, { state: 'ambiguous', sendingAt: since, reason, restoredAt }, now)
    await sql`
      update comparisons
         set due = due - ${postId}::text
       where organization_id = ${organizationId}
         and account_id = ${account.id}` // asked once: what people say or do then stands, however often boards are read
    const failed = await failDraft(sql, { account, postId, cause: { code: 'outcome_unknown' }, from: { status, sendAt } }, now)
    if (!failed) throw new Superseded()
  })
}

type Request = { state: 'absent' | 'ambiguous'; sendingAt: Date; reason: string; restoredAt: Date }

/**
 * The request that the lost service may have sent. It is of no scheduling to come: whatever is scheduled from now on, also for the time that the
 * post had, has its board read first.
 * @returns its number, which the post has now
 */
async function writeRequest(
  sql: Sql,
  { organizationId }: Account,
  { postId, attemptNumber, sendAt, payload }: Candidate,
  { state, sendingAt, reason, restoredAt }: Request,
  now: Date,
): Promise<number> {
  const number = attemptNumber + 1
  await sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, payload, claimed_at, sending_at, settled_at, reason)
    values (${organizationId}, ${postId}, ${number}, ${state}, ${payload.boardId}, least(${sendAt}::timestamptz, ${restoredAt}), ${sql.json(payload)},
            ${sendingAt}, ${sendingAt}, ${now}, ${reason})`
  await sql`
    update posts
       set attempt_number = ${number}
     where organization_id = ${organizationId}
       and id = ${postId}`
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
