/** Settles an approval when its post is changed other than by its card. */
import type { Account } from '../../accounts/account.js'
import { type Author, isSlackPerson } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import { announceApproval } from '../../events/announce.js'
import { recordAct } from '../../audit/audit.js'
import type { Sql } from '../../ports/deps.js'
import { readWritten } from './approval.js'
import { enqueueCard, notifyRequesters } from './notify.js'

/**
 * Updates open requests after a write of existing posts, in its transaction; the caller has locked or just deleted the posts. A
 * request for a deleted post is closed, one whose post another person scheduled is approved by them, and an edited one requests
 * the new version and says so on its card.
 * @throws FORBIDDEN a key or an agent would approve a request by scheduling its post
 */
export async function settleByChange(
  sql: Sql,
  actor: Author,
  account: Pick<Account, 'organizationId' | 'id'>,
  postIds: string[],
  now: Date,
): Promise<void> {
  if (!mayDecide(actor)) await requireNoneApproved(sql, actor, account, postIds)
  const written = await sql<{ id: string }[]>`
    with now_is as (
      select w.id as post_id, p.version, p.title,
             case when p.status = 'draft' then 'open' when p.status = 'queued' then 'approved' else 'withdrawn' end as state
        from unnest(${postIds}::bigint[]) as w(id)
        left join posts p on p.organization_id = ${account.organizationId} and p.id = w.id
    )
    update approvals a
       set state = case when n.state = 'approved' and ${isAsker(sql, actor)} then 'withdrawn' else n.state end,
           decided_by = case when n.state <> 'open' then ${actor.userId} end,
           decided_at = case when n.state <> 'open' then ${now}::timestamptz end,
           post_version = coalesce(n.version, a.post_version),
           title = case when n.version is null then a.title else n.title end,
           revision = a.revision + 1
      from now_is n
     where a.organization_id = ${account.organizationId}
       and a.post_id = n.post_id
       and a.state = 'open'
       and a.post_version is distinct from n.version
    returning a.id`
  const approvals = await readWritten(sql, account.organizationId, written)
  for (const approval of approvals) {
    await enqueueCard(sql, approval, now)
    if (approval.state === 'open') continue // the edit has a row of its own
    await announceApproval(sql, 'approval.decided', approval, now)
    const act = {
      accountId: account.id,
      subject: `approval:${approval.id}`,
      action: approval.state === 'approved' ? 'approve' : 'withdraw',
    }
    await recordAct(sql, actor, { ...act, before: { state: 'open' }, after: { state: approval.state } }, now)
  }
  await notifyRequesters(
    sql,
    approvals.filter(({ state }) => state !== 'open'),
    now,
  )
}

/** False for a key without a person and for every agent: only a person decides. */
const mayDecide = ({ via, userId, isAgent }: Author): boolean => isAgent !== true && (via !== 'api' || isSlackPerson(userId))

type Owner = Pick<Account, 'organizationId' | 'id'>

/**
 * Returns the posts whose open requests of other people this actor would approve by scheduling them, though it may not decide.
 */
export async function undecidableFor(sql: Sql, actor: Author, account: Owner, postIds: string[]): Promise<ReadonlySet<string>> {
  if (mayDecide(actor) || postIds.length === 0) return new Set()
  const rows = await sql<{ postId: string }[]>`
    select a.post_id as "postId"
      from approvals a
     where a.organization_id = ${account.organizationId}
       and a.account_id = ${account.id}
       and a.post_id = any (${postIds}::bigint[])
       and a.state = 'open'
       and not (${isAsker(sql, actor)})`
  return new Set(rows.map(({ postId }) => postId))
}

export const waitsForPerson = () =>
  new DomainError(
    'FORBIDDEN',
    (of) =>
      `Somebody asked for approval of this ${of('post')}, and only a person can decide. Ask a scheduler to approve it in Slack.`,
  )

async function requireNoneApproved(sql: Sql, actor: Author, account: Owner, postIds: string[]): Promise<void> {
  const waiting = await undecidableFor(sql, actor, account, postIds)
  if (waiting.size === 0) return
  const [queued] = await sql`
    select 1
      from posts p
     where p.organization_id = ${account.organizationId}
       and p.id = any (${[...waiting]}::bigint[])
       and p.status = 'queued'
     limit 1`
  if (queued) throw waitsForPerson()
}

/** Compares like isSamePerson(): the same person in any workspace of an enterprise. */
const isAsker = (sql: Sql, { userId }: Pick<Author, 'userId'>) =>
  sql`split_part(a.asked_by, ':', 2) = split_part(${userId}, ':', 2)`
