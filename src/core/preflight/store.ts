/** The findings of the last check of each post. */
import { redrawCards } from '../notices/cards.js'
import type { Sql } from '../ports/deps.js'
import { followFindings } from '../posts/approval/notify.js'
import { addStepsOfFindings } from '../posts/approval/rules/more-steps.js'
import { isChangeable, type Post } from '../posts/post.js'
import type { Finding, FindingCode } from '../posts/state/finding.js'

/** `checkedAt` null: not checked since it was written or changed. */
export type Preflight = { checkedAt: Date | null; findings: Finding[] }

/**
 * Stores findings of the checked version; a post that was changed meanwhile is checked again instead. Cards about the pin are
 * updated in the same transaction. `isWhole` false: something could not be read yet, so a whole check of this version that ended
 * meanwhile stays; `dueAt`: the next check, null: none.
 * @param sql a transaction
 * @returns true when the findings changed for a post that waits for approval
 */
export async function storeFindings(
  sql: Sql,
  { organizationId, accountId, id, version }: Pick<Post, 'organizationId' | 'accountId' | 'id' | 'version'>,
  { findings, isWhole, dueAt }: { findings: readonly Finding[]; isWhole: boolean; dueAt: Date | null },
  now: Date,
): Promise<boolean> {
  // before the lock of its findings, as every write of the post; a draft alone can wait for approval
  await sql`select 1 from posts where organization_id = ${organizationId} and id = ${id} and status = 'draft' for no key update`
  const [before] = await sql<{ isSame: boolean }[]>`
    select case when checked_at is null then '[]' else findings end = ${sql.json(findings)}::jsonb as "isSame"
      from preflights
     where organization_id = ${organizationId}
       and post_id = ${id}
       for update`
  const stored = await sql`
    insert into preflights (organization_id, post_id, account_id, due_at, checked_at, findings)
    select p.organization_id, p.id, p.account_id, ${dueAt}::timestamptz, ${isWhole ? now : null}::timestamptz, ${sql.json(findings)}::jsonb
      from posts p
     where p.organization_id = ${organizationId}
       and p.account_id = ${accountId}
       and p.id = ${id}
       and p.version = ${version}
       and p.status in ('draft', 'queued')
    on conflict (organization_id, post_id) do update
       set due_at = excluded.due_at,
           findings = case when excluded.checked_at is null and preflights.checked_at is not null
                           then preflights.findings else excluded.findings end,
           checked_at = coalesce(excluded.checked_at, preflights.checked_at)`
  if (stored.count === 0 || !isWhole || (before ? before.isSame : findings.length === 0)) return false
  await redrawCards(sql, organizationId, [id], now)
  if (!(await followFindings(sql, { organizationId, id }, now))) return false
  await addStepsOfFindings(sql, { organizationId, accountId, id }, now)
  return true
}

/**
 * Reads the findings of posts checked since their last change; posts being published are skipped. All belong to one organization.
 */
export async function readFindings(sql: Sql, posts: readonly Post[]): Promise<Map<string, Preflight>> {
  const open = posts.filter(({ status }) => isChangeable(status))
  const [first] = open
  if (!first) return new Map()
  const rows = await sql<(Preflight & { postId: string })[]>`
    select post_id as "postId", checked_at as "checkedAt", findings
      from preflights
     where organization_id = ${first.organizationId}
       and post_id = any (${open.map(({ id }) => id)}::bigint[])
       and checked_at is not null`
  return new Map(rows.map(({ postId, ...preflight }) => [postId, preflight]))
}

/** Returns the distinct codes. */
export const codesOf = (preflight: Preflight | undefined): FindingCode[] => [
  ...new Set((preflight?.findings ?? []).map(({ code }) => code)),
]
