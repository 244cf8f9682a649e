/** Stores and reads generations. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Account } from '../../accounts/account.js'
import type { Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { Generation, NewGeneration } from './model.js'

const ownColumns = (sql: Sql) => sql`
  g.id, g.account_id as "accountId", g.url, g.title, g.status, g.failure_code as "failureCode", false as deduplicated,
  g.written_by as "writtenBy", g.warnings, g.feed_id as "feedId", g.created_at as "createdAt", g.finished_at as "finishedAt"`

/** @param organizationId the organization, by value for the subselect */
const columns = (sql: Sql, organizationId: string) => sql`
  ${ownColumns(sql)},
  array(select p.id::text
          from unnest(g.post_ids) with ordinality made (id, position)
          join posts p on p.organization_id = ${organizationId} and p.id = made.id
         order by made.position) as "postIds"`

export async function insertGeneration(
  sql: Sql,
  actor: Actor,
  { accountId, url, urlKey, title, keywords, boardId, drafts, useModel, ofFeed }: NewGeneration & { urlKey: string },
  now: Date,
): Promise<Generation> {
  const [made] = await sql<[Omit<Generation, 'postIds'>]>`
    insert into generations as g (organization_id, account_id, url, url_key, title, keywords, board_id, drafts, use_model, status, actor, created_by,
                                  created_at, due_at, feed_id, instead)
    values (${actor.organizationId}, ${accountId}, ${url}, ${urlKey}, ${title}, ${[...keywords]}::text[], ${boardId}, ${drafts}, ${useModel ?? null}, 'queued',
            ${sql.json(actor)}, ${actor.userId}, ${now}, ${now}, ${ofFeed?.feedId ?? null},
            ${ofFeed?.instead ? sql.json(ofFeed.instead) : null})
    returning ${ownColumns(sql)}`
  return { ...made, postIds: [] }
}

/** Finds the open generation of the same page, and keeps it from ending before the transaction does. */
export async function findOpen(sql: Sql, { organizationId, id }: Account, urlKey: string): Promise<Generation | undefined> {
  const [found] = await sql<Generation[]>`
    select ${columns(sql, organizationId)}
      from generations g
     where g.organization_id = ${organizationId}
       and g.account_id = ${id}
       and g.url_key = ${urlKey}
       and g.due_at is not null
       for share`
  return found
}

/** Returns the generations whose drafts a model wrote. */
export async function writtenByModel(
  sql: Sql,
  { organizationId }: Pick<Actor, 'organizationId'>,
  generationIds: readonly string[],
): Promise<Set<string>> {
  if (generationIds.length === 0) return new Set()
  const rows = await sql<{ id: string }[]>`
    select id
      from generations
     where organization_id = ${organizationId}
       and id = any(${[...new Set(generationIds)]}::bigint[])
       and written_by = 'model'`
  return new Set(rows.map(({ id }) => id))
}

export type GenerationRef = { accountId: string; generationId: string }

/** @throws NOT_FOUND */
export async function readGeneration(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, generationId }: GenerationRef,
): Promise<Generation> {
  const account = await requireAccount(sql, actor, accountId)
  return findGeneration(sql, account, generationId)
}

/** @throws NOT_FOUND */
export async function findGeneration(sql: Sql, { organizationId, id }: Account, generationId: string): Promise<Generation> {
  if (!isRowId(generationId)) throw notFound('Resource')
  const [found] = await sql<Generation[]>`
    select ${columns(sql, organizationId)}
      from generations g
     where g.organization_id = ${organizationId}
       and g.account_id = ${id}
       and g.id = ${generationId}`
  if (!found) throw notFound('Resource')
  return found
}
