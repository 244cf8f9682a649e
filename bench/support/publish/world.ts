/** A database with organizations, accounts, boards and pins in any number, and what a publisher needs to work on it. */
import type { Platform } from '../../../src/core/ports/platform.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import { openPool, type Pool } from '../../../src/db/pool.js'
import { makePrefetch } from '../../../src/jobs/prefetch.js'
import { makePublisher } from '../../../src/jobs/publisher.js'
import { makeLog } from '../../../src/log.js'
import { testDeps } from '../../../test/support/world.js'

/** Now, finer than a millisecond. */
export const wall = (): number => performance.timeOrigin + performance.now()
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** When the request for each pin came, by its link; twice the same link is a wrong result. */
export type Asked = { at: Map<string, number>; twice: string[] }
export const noRequests = (): Asked => ({ at: new Map(), twice: [] })

/** Answers after so long, 0: at once. Nothing else is called but by the prefetch, where a failure does no harm. */
export function aPlatform(asked: Asked, latencyMs = 0): Platform {
  const createPin: Platform['createPin'] = async (_access, { link }) => {
    if (asked.at.has(link)) asked.twice.push(link)
    else asked.at.set(link, wall())
    if (latencyMs > 0) await pause(latencyMs)
    return { kind: 'created', pinId: link, createdAt: null, requestId: null }
  }
  return { createPin } as Platform
}

/** As the service puts them together: a small pool of the publisher's own. */
export function aPublisher(
  url: string,
  platform: Platform,
  {
    log = makeLog('error'),
    pictureBytes = 200_000,
    now = wall,
  }: { log?: Deps['log']; pictureBytes?: number; now?: () => number } = {},
) {
  const own = openPool(url, { max: 4 })
  const pool = openPool(url, { max: 10 })
  const clock = { now: new Date(), advance: () => undefined }
  const bytes = Buffer.alloc(pictureBytes)
  const given = testDeps(pool, clock, { platform, log })
  const deps: Deps = {
    ...given,
    settings: { ...given.settings, sendTimeoutMs: 30_000 },
    clock: () => new Date(now()),
    random: Math.random, // as the service: the processes of a burst begin with other organizations
    storage: { read: async () => bytes } as unknown as Deps['storage'], // of either nothing else is used
    pictures: { forPlatform: async () => ({ contentType: 'image/jpeg', bytes }) } as unknown as Deps['pictures'],
  }
  const publisher = makePublisher({ ...deps, db: own }, { prefetch: makePrefetch(deps) })
  return {
    start: () => publisher.start(),
    async close() {
      await publisher.close()
      await own.close()
      await pool.close()
    },
  }
}

/** Accounts with tokens and a picture, spread over organizations. */
export async function fillAccounts(
  { sql }: Pool,
  { organizations, accounts, pictureBytes = 200_000 }: { organizations: number; accounts: number; pictureBytes?: number },
) {
  const now = new Date()
  await sql`
    with o as (
      insert into organizations (name, period_anchor, created_at)
      select 'Bench ' || n, ${now}, ${now}
        from generate_series(1, ${organizations}::int) n
      returning id
    ), a as (
      insert into accounts (organization_id, platform_user_id, username, display_name, is_business, boards_read_at, created_at)
      select (select min(id) from o) + n % ${organizations}::int, '9' || n, 'maker', 'The Maker', true, ${now}, ${now}
        from generate_series(1, ${accounts}::int) n
      returning organization_id, id
    ), s as (
      insert into schedules (organization_id, account_id) select organization_id, id from a
    ), c as (
      insert into connections (organization_id, account_id, access_token, refresh_token)
      select organization_id, id, 'pina', 'pinr' from a
    )
    insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, created_at)
    select id, 'token' || id, 'media/' || id, 'sha', 'image', 'image/jpeg', ${pictureBytes}, 1000, 1500, ${now} from o`
}

export type Pins = { count: number; name: string; boards: number; from: Date; withinMs?: number }

/** Queued pins with links `https://example.com/<name>/<n>`, one account and board after the other. */
export async function queuePins({ sql }: Pool, { count, name, boards, from, withinMs = 0 }: Pins): Promise<void> {
  await sql`
    with k as (
      select organization_id, id, row_number() over (order by id) - 1 as place, count(*) over () as accounts from accounts
    ), p as (
      insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, board_id, send_at, due_at,
                         charge_number, created_via, created_at, updated_at)
      select k.organization_id, k.id, 'queued', 'image', 'A pin', repeat('words ', 30), ${`https://example.com/${name}/`} || n,
             ${`example.com/${name}/`} || n, (1000 + n / k.accounts % ${boards}::int)::text, at, at, 1, 'api', ${new Date()}, ${new Date()}
        from (select n, date_trunc('milliseconds', ${from}::timestamptz + random() * ${withinMs}::float8 * interval '1 ms') as at
                from generate_series(1, ${count}::int) n) q
        join k on k.place = q.n % k.accounts
      returning organization_id, id
    )
    insert into post_media (organization_id, post_id, position, media_id)
    select p.organization_id, p.id, 0, m.id
      from p
      join media m on m.organization_id = p.organization_id`
}

export async function countLeft({ sql }: Pool): Promise<number> {
  const [row] = await sql<[{ left: number }]>`
    select count(*)::int as left from posts where status in ('queued', 'uploading') and send_at < ${new Date(wall() + 3_600_000)}`
  return row.left
}

/** @throws Error when a pin was not sent, or requested other than once */
export async function requireOnce(
  { sql }: Pool,
  { at, twice }: Asked,
  { name, count }: { name: string; count: number },
): Promise<void> {
  const [row] = await sql<[{ sent: number; pins: number; attempts: number }]>`
    select count(*) filter (where p.status = 'sent')::int as sent, count(distinct p.pin_id)::int as pins,
           (select count(*)::int
              from publish_attempts t
              join posts q on q.organization_id = t.organization_id and q.id = t.post_id
             where q.url like ${`https://example.com/${name}/%`} and t.state = 'confirmed') as attempts
      from posts p
     where p.url like ${`https://example.com/${name}/%`}`
  const asked = [...at.keys()].filter((link) => link.includes(`/${name}/`)).length
  const seen = { sent: row.sent, pins: row.pins, attempts: row.attempts, asked, twice: twice.length }
  const wanted = { sent: count, pins: count, attempts: count, asked: count, twice: 0 }
  if (JSON.stringify(seen) !== JSON.stringify(wanted))
    throw new Error(`${name}: wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(seen)}`)
}
