/** Searches posts by their text and their labels. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { isRowId } from '../lib/rows/row-id.js'
import type { Actor } from '../lib/actor.js'
import { badRequest, notFound } from '../lib/errors.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { Post } from './post.js'
import { hasStatus } from '../lib/rows/of-status.js'
import { postColumns, postColumnsOf, type PostRow, toPost } from './row.js'

/** The limit in code points. */
export const WORDS_LENGTH = 200
/** The posts of each status whose texts are read, so that a search stays fast with a queue of any length. */
export const SEARCHED = 20_000

/** `isPartial`: of one status only the first `SEARCHED` were searched, and did not fill the page. */
export type Found = { posts: Post[]; isPartial: boolean }

const STATUSES = ['queued', 'draft', 'sent'] as const

/**
 * Finds posts in which every word occurs (title, description, link, board name, labels), ignoring case; `label:Name` among the words
 * finds only posts with that label. A title that equals the query
 * comes first, then one that begins with it, then one with every word; then queued posts, soonest first, then drafts and
 * published ones, newest first. For each status, the first `SEARCHED` in that order are searched.
 * @throws NOT_FOUND · BAD_REQUEST words: none, or more than 200 characters
 */
export async function searchPosts(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, words, limit }: { accountId: string; words: string; limit: number },
): Promise<Found> {
  const { patterns, label, text } = searchedIn(words)
  const account = await requireAccount(sql, actor, accountId)
  const found: Ranked[] = []
  for (const status of STATUSES)
    found.push(...(await findWith(sql, account, { status, patterns, label, title: titleOf(text), limit })))
  const posts = found
    .sort((a, b) => a.rank - b.rank) // stable: within a rank in the order of the statuses
    .slice(0, limit)
    .map(({ post }) => post)
  if (posts.length >= limit) return { posts, isPartial: false }
  for (const status of STATUSES) if (await hasMore(sql, account, status)) return { posts, isPartial: true }
  return { posts, isPartial: false }
}

type Ranked = { post: Post; rank: number }

/** Returns the query in the form in which titles are compared: on one line, without characters that the database rejects. */
const titleOf = (words: string): string =>
  words
    .toWellFormed()
    .split(/[\s\0]+/u)
    .filter((word) => word !== '')
    .join(' ')

/** Matches the first `label:Name` or `label:"Two words"` of a text; quotes may be curved, and are doubled inside. */
const LABEL = /(?<!\S)label:(?:["“”„]((?:[^"“”„]|(["“”„])\2)*)["“”]|(\S+))(?!\S)/iu
const DOUBLED = /(["“”„])\1/gu

/** Takes the label to look for out of a text. @returns `rest` the other words */
export function labelIn(text: string): { label: string | undefined; rest: string } {
  const found = LABEL.exec(text)
  const label = titleOf(found?.[1]?.replace(DOUBLED, '$1') ?? found?.[3] ?? '')
  return found === null || label === '' ? { label: undefined, rest: text } : { label, rest: text.replace(found[0], ' ').trim() }
}

/** Writes a label as `labelIn` reads it. */
export const labelWords = (label: string): string =>
  `label:${/[\s"“”„]/u.test(label) ? `"${label.replace(/["“”„]/gu, '$&$&')}"` : label}`

/** Keeps the posts with this label, ignoring case. `labels <> '{}'` is what the index of labelled posts has. */
export const hasLabel = (sql: Sql, label: string | undefined) =>
  label === undefined
    ? sql``
    : sql`and p.labels <> '{}' and exists (select from unnest(p.labels) one where lower(one) = lower(${label}))`

/** @throws BAD_REQUEST `field`: a text of spaces alone, which would match everything, or more than 200 characters */
export function searchedIn(words: string, field = 'words'): { patterns: string[]; label: string | undefined; text: string } {
  const { label, rest } = labelIn(words)
  const patterns = patternsOf(rest, field)
  if (patterns.length === 0 && label === undefined)
    throw badRequest(field, (of) => `${of(field)}: enter at least one word to search for.`)
  return { patterns, label, text: rest }
}

/** Reads the posts of a series in board order. @throws NOT_FOUND */
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

/** Quotation marks in all forms, which match each other because keyboards curve them or not. */
const QUOTES = /["“”„'‘’]/g

/**
 * Returns a pattern for each word, anywhere in the text, with pattern characters escaped. Characters that the database rejects
 * count as spaces.
 * @throws BAD_REQUEST `field`: more than 200 characters
 */
export function patternsOf(text: string, field = 'words'): string[] {
  const words = text
    .toWellFormed()
    .split(/[\s\0]+/u)
    .filter((word) => word !== '')
  const length = [...words.join(' ')].length
  if (length > WORDS_LENGTH)
    throw badRequest(field, (of) => `${of(field)} must be at most ${WORDS_LENGTH} characters; there are ${length}.`)
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&').replace(QUOTES, '_')}%`)
}

type Status = (typeof STATUSES)[number]
type Searched = { status: Status; patterns: string[]; label: string | undefined; title: string; limit: number }

async function findWith(sql: Sql, account: Account, { status, patterns, label, title, limit }: Searched): Promise<Ranked[]> {
  const rows = await sql<(PostRow & { rank: number })[]>`
    with names as materialized ( -- read once, and not for each pin
      select id, name
        from boards
       where organization_id = ${account.organizationId}
         and account_id = ${account.id}
    )
    select ${postColumnsOf(sql, account.organizationId)}, r.rank
      from (select p.*
              from posts p
             where ${inOrder(sql, account, status)}
             limit ${SEARCHED}) p
      left join names b on b.id = p.board_id
     cross join lateral (
           select case when lower(p.title) = lower(${title}::text) then 0
                       when starts_with(lower(p.title), lower(${title}::text)) then 1
                       when p.title ilike all (${patterns}::text[]) then 2
                       else 3 end as rank) r
     where concat_ws(' ', p.title, p.description, p.url, b.name, array_to_string(p.labels, ' ')) ilike all (${patterns}::text[]) ${hasLabel(sql, label)}
     order by r.rank, ${orderOf(sql, status)}
     limit ${limit}`
  return rows.map(({ rank, ...row }) => ({ post: toPost(row), rank }))
}

/** True when there are posts of this status beyond those that a search covers. */
async function hasMore(sql: Sql, account: Account, status: Status): Promise<boolean> {
  const rows = await sql`
    select p.id
      from posts p
     where ${inOrder(sql, account, status)}
    offset ${SEARCHED}
     limit 1`
  return rows.length > 0
}

function orderOf(sql: Sql, status: Status) {
  switch (status) {
    case 'queued':
      return sql`p.send_at, p.id`
    case 'draft':
      return sql`p.created_at desc, p.id desc`
    case 'sent':
      return sql`p.send_at desc, p.id desc`
  }
}

/** The condition and the order for `posts p`, matching the index: the end of a query but for its limit. */
const inOrder = (sql: Sql, { organizationId, id }: Account, status: Status) => sql`
  p.organization_id = ${organizationId}
  and p.account_id = ${id}
  and ${hasStatus(sql, status)}
  order by ${orderOf(sql, status)}`
