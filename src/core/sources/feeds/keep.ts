/** Stores the result of a poll in one transaction, if the process still holds the feed. */
import { after } from '../../lib/duration.js'
import { Superseded } from '../../lib/work/superseded.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { PageContent } from '../../ports/page.js'
import { type ClaimedFeed, isOurs } from './claim.js'
import type { NewEntry } from './collect.js'
import { Known, linkKey } from './known.js'
import { EVERY_MS, type PollResult } from './poll.js'
import { MOST_WAITING } from './model.js'

/** The limit for the stored content of a product in a shop's list; the rest is cut. */
const MOST_PAGE = 60_000

export async function readKnown(sql: Sql, { organizationId, feedId }: ClaimedFeed, now: Date): Promise<Known> {
  const [row] = await sql<{ ids: Buffer; hasLinks: boolean }[]>`
    select ids, has_links as "hasLinks" from feed_known where organization_id = ${organizationId} and feed_id = ${feedId}`
  return Known.read(row?.ids ?? null, now, row?.hasLinks ?? false)
}

/** @returns the number of new entries @throws Superseded */
export async function keepPollResult(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  feed: ClaimedFeed,
  polled: PollResult,
  known: Known,
): Promise<number> {
  const most = polled.isFirst ? feed.perDay : MOST_WAITING - (await countWaiting(db.sql, feed))
  const entries = await withPages(polled.entries(most)) // before the transaction, which waits for no website's text
  await keyByPages(db.sql, feed)
  return db.tx(async (sql) => {
    const now = clock()
    const { organizationId, feedId, accountId } = feed
    const { error, kind, title, etag, lastModified, parts } = polled
    const { count } = await sql`
      update feeds
         set kind = ${kind}, title = ${title}, etag = ${etag}, last_modified = ${lastModified}, parts = ${sql.json(parts)},
             first_look_at = case when ${polled.isFirstDone} then coalesce(first_look_at, ${now}) end,
             next_look_at = ${polled.nextPollAt} ${polled.isLater ? sql`` : outcome(sql, error, now)}
       where ${isOurs(sql, feed)}`
    if (count !== 1) throw new Superseded()
    const ids = known.write()
    if (ids)
      await sql`
        insert into feed_known (organization_id, feed_id, account_id, ids, has_links)
        values (${organizationId}, ${feedId}, ${accountId}, ${ids}, ${known.hasLinks})
        on conflict (organization_id, feed_id) do update set ids = excluded.ids, has_links = excluded.has_links`
    return insertEntries(sql, feed, entries, now)
  })
}

/** Keeps the error that the board is gone until another board is chosen. */
function outcome(sql: Sql, error: PollResult['error'], now: Date) {
  if (error)
    return sql`, failures = failures + 1, error_code = ${error.code}, error_detail = ${sql.json(error.detail)}, error_at = ${now}`
  const kept = (column: 'error_code' | 'error_detail' | 'error_at') =>
    sql`${sql(column)} = case when error_code = 'board_gone' then ${sql(column)} end`
  return sql`, looked_at = ${now}, failures = 0, ${kept('error_code')}, ${kept('error_detail')}, ${kept('error_at')}`
}

async function countWaiting(sql: Sql, { organizationId, feedId }: ClaimedFeed): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from feed_entries
     where organization_id = ${organizationId}
       and feed_id = ${feedId}
       and state = 'waiting'`
  return row.count
}

/** Skips entries that another feed of the account found before, or this one before it was deleted. */
async function insertEntries(
  sql: Sql,
  { organizationId, accountId, feedId }: ClaimedFeed,
  entries: readonly ReadEntry[],
  now: Date,
): Promise<number> {
  let made = 0
  for (const { keys, url, title, publishedAt, page } of entries) {
    const [there] = await sql`
      select from feed_entries
       where organization_id = ${organizationId}
         and account_id = ${accountId}
         and entry_key = ${keys.plain}`
    if (there) continue
    const { count } = await sql`
      insert into feed_entries (organization_id, account_id, feed_id, entry_key, link_key, by_page, url, title, published_at, page, state,
                                found_at)
      values (${organizationId}, ${accountId}, ${feedId}, ${keys.key}, ${keys.link}, true, ${url}, ${title}, ${publishedAt},
              ${page && sql.json(page)}, 'waiting', ${now})
      on conflict do nothing`
    made += count
  }
  return made
}

const KEYED_AT_A_TIME = 500

/**
 * Migrates entries of an earlier version to keys by page. If several have one page, one gets the key; others are dropped while
 * they wait, and stay unchanged once they are drafts.
 */
async function keyByPages(sql: Sql, { organizationId, accountId }: ClaimedFeed): Promise<void> {
  for (;;) {
    const rows = await sql<{ id: string; url: string; key: Buffer }[]>`
      select id, url, link_key as key
        from feed_entries
       where organization_id = ${organizationId}
         and account_id = ${accountId}
         and not by_page
       order by id
       limit ${KEYED_AT_A_TIME}`
    if (rows.length === 0) return
    const changed = rows.map(({ id, url, key }) => ({ id, key, page: linkKey(url) })).filter(({ key, page }) => !page.equals(key))
    const [ids, pages] = [changed.map(({ id }) => id), changed.map(({ page }) => page.toString('hex'))]
    const oldest = new Map(ids.map((id, index) => [pages[index]!, id] as const).reverse()) // of each page, as the rows are in order
    await sql`
      update feed_entries e
         set link_key = decode(n.page, 'hex')
        from unnest(${[...oldest.values()]}::bigint[], ${[...oldest.keys()]}::text[]) as n (id, page)
       where e.organization_id = ${organizationId}
         and e.id = n.id
         and not exists (
           select 1 from feed_entries o
            where o.organization_id = ${organizationId}
              and o.account_id = ${accountId}
              and o.link_key = decode(n.page, 'hex')
         )`
    await sql`
      delete from feed_entries e
       using unnest(${ids}::bigint[], ${pages}::text[]) as n (id, page)
       where e.organization_id = ${organizationId}
         and e.id = n.id
         and e.link_key <> decode(n.page, 'hex')
         and e.state = 'waiting'`
    await sql`
      update feed_entries
         set by_page = true
       where organization_id = ${organizationId}
         and id = any(${rows.map(({ id }) => id)}::bigint[])`
  }
}

type ReadEntry = Omit<NewEntry, 'page'> & { page: PageContent | null }

async function withPages(entries: readonly NewEntry[]): Promise<ReadEntry[]> {
  const read: ReadEntry[] = []
  for (const entry of entries) read.push({ ...entry, page: short((await entry.page?.()) ?? null) })
  return read
}

function short(page: PageContent | null): PageContent | null {
  const cut = page && {
    ...page,
    text: page.text.slice(0, MOST_PAGE / 4),
    sentences: page.sentences.slice(0, 40),
    pictures: page.pictures.slice(0, 10),
  }
  return JSON.stringify(cut).length <= MOST_PAGE ? cut : null
}

/** Stores a fault of ours: the poll is retried as after any failure. @throws Superseded */
export async function keepFailure({ db, clock }: Pick<Deps, 'db' | 'clock'>, feed: ClaimedFeed): Promise<void> {
  const now = clock()
  const { count } = await db.sql`
    update feeds
       set failures = failures + 1, error_code = 'internal_error', error_detail = '{}'::jsonb, error_at = ${now},
           next_look_at = ${after(now, EVERY_MS)}
     where ${isOurs(db.sql, feed)}`
  if (count !== 1) throw new Superseded()
}
