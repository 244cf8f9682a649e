/** A database as it is after more than a year of many teams: rows put straight into the tables, without triggers and checks. */
import postgres from 'postgres'
import { START } from '../../../support/world.js'

/** How much there is of each. */
export type Size = { organizations: number; queued: number; sent: number }

export const NOTHING: Size = { organizations: 0, queued: 0, sent: 0 }

/** What is filled in has ids from here on; what others make has lower ones. */
const FIRST_ID = 1_000_000
/** The team, and its account, that has one pin of fifty. Each team has one account. */
export const LARGE = String(FIRST_ID)
const SHARE_OF_LARGE = 50
/** Queued pins go out within so many days; published ones went out within so many. */
const AHEAD_MINUTES = 90 * 1440
const BACK_MINUTES = 400 * 1440

/** A notice of one of so many queued pins waits to be delivered. */
const ONE_WAITS = 199

type Range = { first: number; last: number }

/** From what is there to what is wanted, so many rows a statement, over so many connections. */
export async function fill(url: string, from: Size, to: Size, { atATime = 2_000, connections = 1 } = {}): Promise<void> {
  const inParts = async (first: number, end: number, work: (range: Range) => Promise<void>) => {
    let at = first
    const workOn = async () => {
      while (at < end) {
        const range = { first: at, last: Math.min(end, at + atATime) - 1 }
        at += atATime
        await work(range)
      }
    }
    await Promise.all(Array.from({ length: connections }, workOn))
  }
  const connection = { session_replication_role: 'replica', synchronous_commit: 'off', statement_timeout: 0 }
  const sql = postgres(url, { max: connections, onnotice: () => {}, connection })
  try {
    await inParts(from.organizations, to.organizations, (range) => fillOrganizations(sql, range))
    await inParts(from.queued, to.queued, (range) => fillQueued(sql, range, to.organizations))
    await inParts(from.sent, to.sent, (range) => fillSent(sql, range, to.organizations))
    const next = FIRST_ID + 2 * Math.max(to.queued, to.sent) + 2
    await sql`select setval('posts_id_seq', ${next}), setval('media_id_seq', ${next})`
    await sql`select setval('organizations_id_seq', ${FIRST_ID + to.organizations}), setval('accounts_id_seq', ${FIRST_ID + to.organizations})`
    await sql.unsafe('vacuum (analyze, parallel 0)')
    await sql.unsafe('checkpoint')
  } finally {
    await sql.end()
  }
}

/**
 * One in ten is of a business, one in a hundred is paused and has taken the app out of Slack. Each has its schedule of 14 slots, two boards, a
 * key, a member, an endpoint for which a delivery waits, and jobs whose next times are spread over the day.
 */
async function fillOrganizations(sql: postgres.Sql, { first, last }: Range): Promise<void> {
  const ids = sql`generate_series(${FIRST_ID + first}::bigint, ${FIRST_ID + last}::bigint) id`
  await sql`
    insert into organizations (id, name, period_anchor, created_at) overriding system value
    select id, 'Team ' || id, ${START}, ${START} from ${ids}`
  await sql`
    insert into accounts (organization_id, id, platform_user_id, username, display_name, timezone, is_business, publishing, boards_read_at,
                          notify_channel_id, created_at)
    overriding system value
    select id, id, id::text, 'maker' || id, 'Maker ' || id, 'America/New_York', id % 10 = 0,
           case when id % 100 = 1 then 'paused' else 'active' end, ${START}, 'C' || id, ${START}
      from ${ids}`
  await sql`insert into schedules (organization_id, account_id) select id, id from ${ids}`
  await sql`
    insert into connections (organization_id, account_id, access_token, refresh_token, expires_at, refresh_expires_at)
    select id, id, 'pina', 'pinr', ${START}::timestamptz + interval '30 days', ${START}::timestamptz + interval '300 days' from ${ids}`
  await sql`
    insert into entitlements (organization_id, account_id, access, credits_left, period)
    select id, id, 'granted', 1000, ${START} from ${ids}`
  await sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at, sections_read_at)
    select id, id, b::text, 'Board ' || b, 'public', ${START}, ${START} from ${ids}, generate_series(101, 102) b`
  await sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, created_at)
    select id, id, s % 7, 480 + 60 * (s % 10), 'America/New_York', 'manual', ${START} from ${ids}, generate_series(1, 14) s`
  await sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, current_account_id, seen_at)
    select id, 'T' || id, 'U' || id, 'admin', id, ${START} from ${ids}`
  await sql`
    insert into api_keys (organization_id, name, prefix, hash, created_at)
    select id, 'key', 'psk', sha256(id::text::bytea), ${START} from ${ids}`
  await sql`
    insert into slack_installations (organization_id, team_id, installed_at, revoked_at)
    select id, 'T' || id, ${START}, case when id % 100 = 1 then ${START}::timestamptz end from ${ids}`
  await fillEndpoints(sql, { first, last })
  await sql`
    insert into account_jobs (organization_id, account_id, job, due_at)
    select id, id, job, ${START}::timestamptz + make_interval(secs => 600 + id % 80000)
      from ${ids}, unnest('{boards,days,results}'::text[]) job`
  await sql`
    insert into digests (organization_id, account_id, planned_zone, digest_at, digest_week, nudge_at)
    select id, id, 'America/New_York', ${START}::timestamptz + make_interval(secs => 600 + id % 500000), ${START}::timestamptz::date,
           ${START}::timestamptz + make_interval(secs => 600 + id % 80000)
      from ${ids}`
}

/** One for each team, with one event that waits to be delivered, as do those of all others. */
export async function fillEndpoints(sql: postgres.Sql, { first, last }: Range): Promise<void> {
  const ids = sql`generate_series(${FIRST_ID + first}::bigint, ${FIRST_ID + last}::bigint) id`
  const at = sql`${START}::timestamptz - make_interval(secs => id % 3600)`
  await sql`
    with hooks as (
      insert into webhooks (organization_id, url, events, secret, created_by, created_at)
      select id, 'https://shop.test/hook', '{*}', 'sealed', 'key:1', ${START} from ${ids}
      returning organization_id as id, id as hook
    ), events as (
      insert into webhook_events (organization_id, type, order_key, subject, at)
      select id, 'webhook.test', 'webhook:' || id, '{}', ${at} from ${ids}
      returning organization_id as id, id as event
    )
    insert into webhook_deliveries (organization_id, webhook_id, event_id, order_key, due_at, created_at)
    select id, hook, event, 'webhook:' || hook, ${at}, ${at} from hooks join events using (id)`
}

/** `n`: its number; `id`, `team`: of the post and of whose it is. */
const numbers = (sql: postgres.Sql, { first, last }: Range, organizations: number, offset: 0 | 1) => sql`
  (select n, ${FIRST_ID}::bigint + 2 * n + ${offset}::int as id,
          ${FIRST_ID}::bigint + case when n % ${SHARE_OF_LARGE}::int = 0 then 0 else n * 7919 % ${organizations}::bigint end as team
     from generate_series(${first}::bigint, ${last}::bigint) n) k`

const DESCRIPTION = 'Oak shelves with room for books, plants and a lamp, made by hand in a small workshop near the sea. '

const columns = (sql: postgres.Sql) => sql`
  organization_id, id, account_id, status, media_type, title, description, url, url_key, board_id, send_at, due_at, sent_at, pin_id,
  attempt_number, charge_number, created_via, created_by, version, created_at, updated_at`

/** Of a queued pin, within the last month. */
const madeAt = (sql: postgres.Sql) => sql`${START}::timestamptz - make_interval(mins => (10 + n % 43200)::int)`

async function fillQueued(sql: postgres.Sql, range: Range, organizations: number): Promise<void> {
  const of = numbers(sql, range, organizations, 0)
  await sql`
    insert into posts (${columns(sql)}) overriding system value
    select team, id, team, 'queued', 'image', 'Shelf ' || n, ${DESCRIPTION}, 'https://shop.test/' || n, 'shop.test/' || n,
           (101 + n % 2)::text, at, case when team % 100 <> 1 then at end, null, null, 0, 1, 'api', 'key:1', 2,
           made, made
      from ${of}
     cross join lateral (select ${madeAt(sql)} as made) m
     cross join lateral (select ${START}::timestamptz + make_interval(mins => (1 + n * 7919 % ${AHEAD_MINUTES}::int)::int) as at) t`
  await sql`
    insert into outbox (organization_id, dedupe_key, destination, order_key, notice, due_at, created_at)
    select team, 'waits:' || id, 'account:' || team, 'post:' || id, '{"kind": "pinPublished"}', at, at
      from ${of}
     cross join lateral (select ${START}::timestamptz - make_interval(secs => n % 3600) as at) t
     where n % ${ONE_WAITS}::int = 0`
  await fillAround(sql, of, madeAt(sql))
}

/** With what is kept of each: its attempt, its charge, its notice for a month and, where it is of a business, its days. */
async function fillSent(sql: postgres.Sql, range: Range, organizations: number): Promise<void> {
  const of = sql`
    (select k.*, ${START}::timestamptz - make_interval(mins => (10 + n * 7919 % ${BACK_MINUTES}::int)::int) as at
       from ${numbers(sql, range, organizations, 1)}) k`
  await sql`
    insert into posts (${columns(sql)}, results_read_at) overriding system value
    select team, id, team, 'sent', 'image', 'Lamp ' || n, ${DESCRIPTION}, 'https://shop.test/lamp/' || n, 'shop.test/lamp/' || n,
           (101 + n % 2)::text, at, null, at, '9' || id, 1, 1, 'api', 'key:1', 4, at - interval '3 days', at, ${START}
      from ${of}`
  await sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, payload, claimed_at, sending_at, settled_at)
    select team, id, 1, 'confirmed', (101 + n % 2)::text, at,
           jsonb_build_object('title', 'Lamp ' || n, 'description', ${DESCRIPTION}::text, 'link', 'https://shop.test/lamp/' || n), at, at, at
      from ${of}`
  await sql`
    insert into outbox (organization_id, dedupe_key, destination, order_key, notice, delivered_at, created_at)
    select team, 'sent:' || id, 'account:' || team, 'post:' || id, '{"kind": "pinPublished"}', at, at
      from ${of}
     where at > ${START}::timestamptz - interval '30 days'`
  await sql`
    insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
    select team, team, '9' || id, at::date + d, '{"impression": 5, "save": 1, "pinClick": 2, "outboundClick": 1}', 'READY', ${START}
      from ${of}, generate_series(0, 8) d
     where team % 10 = 0`
  await fillAround(sql, of, sql`at - interval '3 days'`)
}

/** A picture, two lines of the audit and a charge each. */
async function fillAround(sql: postgres.Sql, of: ReturnType<typeof numbers>, madeAt: ReturnType<typeof numbers>): Promise<void> {
  await sql`
    insert into media (organization_id, id, token, storage_key, sha256, media_type, content_type, bytes, width, height, created_at)
    overriding system value
    select team, id, 'token-of-twenty-four-' || id, 'media/' || id, sha256(id::text::bytea), 'image', 'image/jpeg', 200000, 1000, 1500, ${madeAt}
      from ${of}`
  await sql`
    insert into post_media (organization_id, post_id, position, media_id)
    select team, id, 0, id from ${of}`
  await sql`
    insert into audit (organization_id, change_id, account_id, subject, action, via, actor, version, before, after, at)
    select team, gen_random_uuid(), team, 'post:' || id, action, 'api', 'key:1', v,
           case when v = 2 then image end, image, ${madeAt} + v * interval '1 minute'
      from ${of}
     cross join (values (1, 'create'), (2, 'schedule')) a(v, action)
     cross join lateral (select jsonb_build_object('status', 'draft', 'title', 'Pin ' || n, 'description', ${DESCRIPTION}::text, 'boardId', '101',
                                                   'url', 'https://shop.test/' || n, 'mediaIds', jsonb_build_array(id::text)) as image) i`
  await sql`
    insert into credit_ledger (organization_id, account_id, charge_key, kind, unit, amount, balance_after, period, created_at)
    select team, team, 'post:' || id || ':1', 'charge', 'credit', -1, 1000, ${START}::timestamptz::date, ${madeAt}
      from ${of}`
}

/** Published pins of the large team on one more board, their pictures compared before. None looks like another. */
export async function fillBoard(
  url: string,
  { boardId, first, pins }: { boardId: string; first: number; pins: number },
): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { session_replication_role: 'replica' } })
  const of = sql`
    (select n, ${FIRST_ID}::bigint + n as id, ${LARGE}::bigint as team, ${START}::timestamptz - make_interval(mins => n::int) as at
       from generate_series(${first}::bigint, ${first + pins - 1}::bigint) n) k`
  try {
    await sql`
      insert into posts (${columns(sql)}) overriding system value
      select team, id, team, 'sent', 'image', 'Vase ' || n, ${DESCRIPTION}, 'https://shop.test/vase/' || n, 'shop.test/vase/' || n, ${boardId}, at,
             null, at, '9' || id, 1, 1, 'api', 'key:1', 4, at, at
        from ${of}`
    await fillAround(sql, of, sql`at`)
    await sql`
      insert into media_prints (organization_id, media_id, print, red, green, blue)
      select team, id, ('x' || md5(id::text))::bit(128), n % 256, 100, 100
        from ${of}`
    await sql.unsafe('vacuum (analyze, parallel 0) posts, media, post_media, media_prints')
  } finally {
    await sql.end()
  }
}
