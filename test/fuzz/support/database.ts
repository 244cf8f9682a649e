/** What a request left in the database, and whether what must hold there holds. */
import type { Sql } from '../../../src/core/ports/deps.js'

/** Written by a refusal, too: the count of requests, and what is known of Pinterest and of pages from then on. */
const KEPT_ASIDE = [
  ...['api_keys', 'api_key_days', 'boards', 'board_sections', 'board_reads', 'accounts_boards_read', 'idempotency_keys'],
  ...['link_checks', 'web_hosts', 'web_pages', 'trend_reads', 'keyword_searches', 'shared_places'],
]

/** Of these the rows are compared without what is known of Pinterest: who asks for a board that nobody knows has them all read, whatever is answered. */
const COMPARED: Record<string, string[]> = { accounts: ['boards_read_at', 'boards_refresh_at'] }

export type Marked = { before: (sql: Sql) => Promise<Mark>; writtenSince: (sql: Sql, mark: Mark) => Promise<string[]> }
type Mark = { xid: string; rows: Record<string, string> }

/** Over all tables of the schema, by one statement; the platform's and Slack's stand-ins are none of ours. */
export async function watchTables({ sql }: { sql: Sql }): Promise<Marked> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '^(sim|slk|sandbox)_'
     order by 1`
  const names = tables.map(({ name }) => name).filter((name) => !KEPT_ASIDE.includes(name))
  const rowsOf = (name: string) =>
    COMPARED[name]
      ? `md5(string_agg((to_jsonb(t) - '{${COMPARED[name].join(',')}}'::text[])::text, ',' order by id))`
      : 'count(*)::text'
  const counted = names.map((name) => `select '${name}' as name, ${rowsOf(name)} as rows from ${name} t`).join(' union all ')
  const touched = names
    .filter((name) => !COMPARED[name])
    .map((name) => `select '${name}' as name from ${name} where xmin::text::bigint >= $1::bigint and xmin::text::bigint > 2`)
  return {
    async before(on) {
      const [row] = await on<
        [{ xid: string }]
      >`select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint % 4294967296)::text as xid`
      const rows = await on.unsafe<{ name: string; rows: string }[]>(counted)
      return { xid: row.xid, rows: Object.fromEntries(rows.map((one) => [one.name, one.rows])) }
    },
    async writtenSince(on, { xid, rows }) {
      const now = await on.unsafe<{ name: string; rows: string }[]>(counted)
      const other = now
        .filter((one) => rows[one.name] !== one.rows)
        .map(({ name, rows: now }) => (COMPARED[name] ? `${name}: a row was written` : `${name}: ${rows[name]} rows, now ${now}`))
      const found = await on.unsafe<{ name: string }[]>(touched.map((one) => `(${one} limit 1)`).join(' union all '), [xid])
      return [...new Set([...other, ...found.map(({ name }) => `${name}: a row was written`)])]
    },
  }
}

/** Sentences; none: everything holds. @throws the database, where a row breaks a constraint */
export async function brokenRules(sql: Sql): Promise<string[]> {
  const unproven = await sql<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, conname as name
      from pg_constraint where not convalidated and connamespace = 'public'::regnamespace`
  for (const { table, name } of unproven) await sql`alter table ${sql(table)} validate constraint ${sql(name)}` // throws where a row breaks it
  const balances = await sql<{ what: string }[]>`
    select 'account ' || e.account_id || ' holds ' || u.held || ' of ' || u.unit || ', and its ledger says ' || coalesce(sum(l.amount), 0) as what
      from entitlements e
     cross join lateral (values ('allowance', e.allowance_left), ('credit', e.credits_left), ('trial', e.trial_left)) as u(unit, held)
      left join credit_ledger l on l.organization_id = e.organization_id and l.account_id = e.account_id and l.unit = u.unit
     group by e.organization_id, e.account_id, u.unit, u.held
    having u.held <> coalesce(sum(l.amount), 0) or u.held < 0`
  const posts = await sql<{ what: string }[]>`
    select 'post ' || id || ' is ' || status || ' at ' || coalesce(send_at::text, 'no time') || ' and due ' || coalesce(due_at::text, 'never') as what
      from posts
     where status = 'queued' and send_at is null or status = 'draft' and due_at is not null`
  const media = await sql<{ what: string }[]>`
    select 'post ' || p.id || ' has media ' || string_agg(m.position::text, ', ' order by m.position) as what
      from posts p join post_media m on m.organization_id = p.organization_id and m.post_id = p.id
     group by p.organization_id, p.id having max(m.position) + 1 <> count(*)`
  return [...balances, ...posts, ...media].map(({ what }) => what)
}
