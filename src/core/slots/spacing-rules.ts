/** How many calendar days must lie between pins with the same url. @see docs/contract.md#spacing-rules */
import { followSchedule } from '../notices/cards.js'
import { requireAccount } from '../accounts/accounts.js'
import { requireRoleOn } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { badRequest, DomainError } from '../lib/errors.js'
import type { BeforeCommit, Deps } from '../ports/deps.js'
import { requireDestination, requireUrl, urlKeyOf } from '../lib/http/url.js'

/** DEFAULT applies to every url without its own rule. */
export type SpacingRule = { type: 'DEFAULT'; url: null; days: number } | { type: 'CUSTOM'; url: string; days: number }
export type SpacingSubject = { type: 'DEFAULT'; url: null } | { type: 'CUSTOM'; url: string }

export const SPACING_DAYS = { least: 1, most: 365 } as const
/** The most CUSTOM rules per account. */
export const MOST_SPACING_RULES = 1000

/**
 * Lists DEFAULT first, then by url.
 * @throws NOT_FOUND
 */
export async function listSpacingRules(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  input: { accountId: string },
): Promise<SpacingRule[]> {
  const { organizationId, id } = await requireAccount(sql, actor, input.accountId)
  const rows = await sql<Row[]>`
    select url, days
      from spacing_rules
     where organization_id = ${organizationId} and account_id = ${id}
     order by url collate "C" nulls first`
  return rows.map(toRule)
}

/**
 * Creates the rule of a url, or changes its days. It moves no pin: only the search for open slots uses it. Urls that differ only
 * in scheme, host case, default port, trailing slashes or fragment share one rule, which keeps the last spelling.
 * @throws BAD_REQUEST days, url · FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST url: too many rules
 */
export async function putSpacingRule(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, days, ...subject }: { accountId: string } & SpacingRule,
  beforeCommit?: BeforeCommit<SpacingRule>,
): Promise<SpacingRule> {
  requireDays(days)
  const { url, key } = keyOf(subject, requireDestination)
  requireRoleOn(actor, accountId, 'admin')
  const now = clock()
  return db.tx(async (sql) => {
    const { organizationId, id } = await requireAccount(sql, actor, accountId)
    await sql`select from accounts where organization_id = ${organizationId} and id = ${id} for no key update` // so that the count is good
    const [before] = await sql<Row[]>`
      select url, days
        from spacing_rules
       where organization_id = ${organizationId} and account_id = ${id} and url_key = ${key}`
    const [row] = await sql<Row[]>`
      insert into spacing_rules as r (organization_id, account_id, url_key, url, days, updated_at)
      select ${organizationId}, ${id}, ${key}, ${url}, ${days}, ${now}
       where ${key} = ''
          or exists (select 1 from spacing_rules
                      where organization_id = ${organizationId} and account_id = ${id} and url_key = ${key})
          or ${MOST_SPACING_RULES} > (select count(*)
                                        from spacing_rules
                                       where organization_id = ${organizationId} and account_id = ${id} and url_key <> '')
      on conflict (organization_id, account_id, url_key) do update
         set url = excluded.url, days = excluded.days, updated_at = excluded.updated_at
      returning url, days`
    if (!row)
      throw badRequest(
        'url',
        (of) => `${of('url')}: the account has ${MOST_SPACING_RULES} CUSTOM rules, the maximum. Delete one first.`,
      )
    const act = {
      accountId: id,
      subject: `spacing_rules:${id}`,
      action: 'put',
      before: before && { ...before },
      after: { ...row },
    }
    await recordAct(sql, actor, act, now)
    await followSchedule(sql, { organizationId, id }, now)
    await beforeCommit?.(sql, toRule(row))
    return toRule(row)
  })
}

/**
 * @returns the deleted rule
 * @throws BAD_REQUEST url · FORBIDDEN not an admin · NOT_FOUND also when there is no such rule
 */
export async function deleteSpacingRule(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, ...subject }: { accountId: string } & SpacingSubject,
  beforeCommit?: BeforeCommit<SpacingRule>,
): Promise<SpacingRule> {
  const { key } = keyOf(subject, requireUrl) // one that was made before its host was judged goes, too
  requireRoleOn(actor, accountId, 'admin')
  const now = clock()
  return db.tx(async (sql) => {
    const { organizationId, id } = await requireAccount(sql, actor, accountId)
    const [row] = await sql<Row[]>`
      delete from spacing_rules
       where organization_id = ${organizationId} and account_id = ${id} and url_key = ${key}
      returning url, days`
    if (!row) throw new DomainError('NOT_FOUND', 'Spacing rule not found.')
    await recordAct(sql, actor, { accountId: id, subject: `spacing_rules:${id}`, action: 'delete', before: { ...row } }, now)
    await followSchedule(sql, { organizationId, id }, now)
    await beforeCommit?.(sql, toRule(row))
    return toRule(row)
  })
}

type Row = { url: string | null; days: number }

const toRule = ({ url, days }: Row): SpacingRule =>
  url === null ? { type: 'DEFAULT', url, days } : { type: 'CUSTOM', url, days }

/** @throws BAD_REQUEST days */
function requireDays(days: number): void {
  const { least, most } = SPACING_DAYS
  if (!Number.isInteger(days) || days < least || days > most)
    throw badRequest('days', (of) => `${of('days')} must be a whole number from ${least} to ${most}.`)
}

/** Returns the empty key for DEFAULT. @throws BAD_REQUEST url */
function keyOf({ url }: SpacingSubject, require: typeof requireUrl): { url: string | null; key: string } {
  if (url === null) return { url, key: '' }
  const given = require('url', url)
  return { url: given, key: urlKeyOf(given) }
}
