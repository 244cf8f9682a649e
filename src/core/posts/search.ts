/** Looking for posts by their words. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { isRowId } from '../accounts/row-id.js'
import type { Actor } from '../actor.js'
import { badRequest, notFound } from '../errors.js'
import type { Deps, Sql } from '../ports.js'
import type { Post } from './post.js'
import { postColumns, toPost, type PostRow } from './store.js'

const WORDS_LENGTH = 200

/**
 * Drafts and queued posts in which every word occurs (title, description, link, board name), whatever the case; queued ones first,
 * soonest first, then drafts, newest first.
 * @throws NOT_FOUND · BAD_REQUEST words: none, or more than 200 characters
 */
export async function searchPosts(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, words, limit }: { accountId: string; words: string; limit: number },
): Promise<Post[]> {
  const patterns = patternsOf(words)
  if (patterns.length === 0) throw badRequest('words', 'words: give at least one word to look for.')
  const account = await requireAccount(sql, actor, accountId)
  const queued = await findWith(sql, account, { status: 'queued', patterns, limit })
  if (queued.length >= limit) return queued
  return [...queued, ...(await findWith(sql, account, { status: 'draft', patterns, limit: limit - queued.length }))]
}

/** The posts of a series in board order. @throws NOT_FOUND */
export async function readSeries(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, intervalGroupId }: { accountId: string; intervalGroupId: string },
): Promise<Post[]> {
  const { organizationId } = await requireAccount(sql, actor, accountId)
  if (!isRowId(intervalGroupId)) throw notFound('Post')
  const rows = await sql<PostRow[]>`
    select ${postColumns(sql)}
      from posts p
     where p.organization_id = ${organizationId}
       and p.account_id = ${accountId}
       and p.interval_group_id = ${intervalGroupId}
     order by p.interval_position`
  if (rows.length === 0) throw notFound('Post')
  return rows.map(toPost)
}

/**
 * One for each word: anywhere in the text, the signs of a pattern standing for themselves. What the database would choke on counts as
 * a space.
 * @throws BAD_REQUEST words: more than 200 characters
 */
export function patternsOf(text: string): string[] {
  const words = text
    .toWellFormed()
    .split(/[\s\0]+/u)
    .filter((word) => word !== '')
  const length = [...words.join(' ')].length
  if (length > WORDS_LENGTH) throw badRequest('words', `words must be at most ${WORDS_LENGTH} characters; there are ${length}.`)
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

/** Each status in its own order, so that a search ends with the page rather than after the last post. */
async function findWith(
  sql: Sql,
  account: Account,
  { status, patterns, limit }: { status: 'queued' | 'draft'; patterns: string[]; limit: number },
): Promise<Post[]> {
  const rows = await sql<PostRow[]>`
    select ${postColumns(sql)}
      from posts p
      left join boards b on b.organization_id = p.organization_id and b.account_id = p.account_id and b.id = p.board_id
     where p.organization_id = ${account.organizationId}
       and p.account_id = ${account.id}
       and p.status = ${status}
       and concat_ws(' ', p.title, p.description, p.url, b.name) ilike all (${patterns}::text[])
     order by ${status === 'queued' ? sql`p.send_at, p.id` : sql`p.created_at desc, p.id desc`}
     limit ${limit}`
  return rows.map(toPost)
}
