/** What a comparison writes of a post, in one transaction each; a post that somebody changed meanwhile is left to the next one. */
import type { Account } from '../accounts/account.js'
import type { Db, Sql } from '../ports/deps.js'
import { listUnresolved } from '../posts/publish/model/unresolved-attempts.js'
import { isPinClaimed } from '../posts/publish/reconcile/found-pin.js'
import type { Match } from '../posts/publish/reconcile/reconcile.js'
import { failDraft } from '../posts/publish/settle/failed.js'
import { settleFound } from '../posts/publish/settle/found.js'
import { settling, Superseded } from '../posts/publish/settle/settle.js'
import type { Candidate } from './candidates.js'

const HOW = 'found on its board after a restore'

/**
 * The pin is its. Its team was notified when it went out: nobody hears of it again.
 * @returns false when nothing was written
 */
export async function settleThere(
  db: Db,
  account: Account,
  { candidate, match }: { candidate: Candidate; match: Extract<Match, { kind: 'found' }> },
  now: Date,
): Promise<boolean> {
  const { postId, status, attemptNumber, sendAt } = candidate
  const { pinId, createdAt: sentAt, movedTo } = match
  const { organizationId } = account
  const quiet = { ...account, notifyOnPublish: false }
  try {
    return await settling(db, async (sql) => {
      await lockAsRead(sql, account, candidate)
      if (movedTo)
        await sql`
          update posts
             set board_id = ${movedTo.boardId}, board_section_id = ${movedTo.boardSectionId}
           where organization_id = ${organizationId}
             and id = ${postId}`
      const open = (await listUnresolved(sql, { organizationId, postId })).find(({ number }) => number === attemptNumber)
      const attempt = open && { ...open, payload: { ...open.payload, ...movedTo } }
      await settleFound(sql, quiet, { postId, from: status, attemptNumber, sendAt, pinId, sentAt, attempt, how: HOW }, now)
    })
  } catch (error) {
    if (isPinClaimed(error)) return false
    throw error
  }
}

/**
 * A queued one becomes a draft that asks, as after an answer that never came; an open attempt goes on being read back, and a draft asks already or
 * goes nowhere by itself.
 * @param near when the pin was made that may be it
 */
export async function settleDoubtful(
  db: Db,
  account: Account,
  { candidate, near }: { candidate: Candidate; near: Date },
  now: Date,
): Promise<void> {
  const { organizationId } = account
  const { postId, status, attemptNumber, sendAt, payload } = candidate
  if (status !== 'queued') return
  await settling(db, async (sql) => {
    await lockAsRead(sql, account, candidate)
    await sql`
      insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, payload, claimed_at, sending_at, settled_at, reason)
      values (${organizationId}, ${postId}, ${attemptNumber + 1}, 'ambiguous', ${payload.boardId}, ${sendAt}, ${sql.json(payload)}, ${near},
              ${near}, ${now}, 'published or not before the restore: its board does not tell')`
    await sql`
      update posts
         set attempt_number = ${attemptNumber + 1}
       where organization_id = ${organizationId}
         and id = ${postId}`
    const failed = await failDraft(sql, { account, postId, cause: { code: 'outcome_unknown' }, from: { status, sendAt } }, now)
    if (!failed) throw new Superseded()
  })
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
