/** Accounts of many slots a week whose first occurrences are taken without a gap, put straight into the tables. */
import { readAccount } from '../../../src/core/accounts/accounts.js'
import type { Account } from '../../../src/core/accounts/account.js'
import type { Pool } from '../../../src/db/pool.js'
import { aWorld, type World } from '../../../test/support/world.js'

const A_WEEK = 100
/** More than ten years hold. */
export const ALL = 1_000_000
/** When the account begins; the clock of the bench stands still. */
const FIRST_SUNDAY = '2026-03-01'
const WEEKS = 523

export type Busy = World & { account: Account; mediaId: string }

/** @param queued so many pins on the first occurrences after now @param aWeek slots, no two at one time */
export async function aBusyAccount(db: Pool, { queued, aWeek = A_WEEK }: { queued: number; aWeek?: number }): Promise<Busy> {
  const world = await aWorld(db, { credits: 1_000_000 })
  const { deps, actor, organizationId, accountId, clock } = world
  await db.sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, predicted_send_at, created_at)
    select ${organizationId}, ${accountId}, n % 7, 360 + n / 7 * 60 + n % 7 * 7, 'America/New_York', 'manual', null, ${clock.now}
      from generate_series(0, ${aWeek - 1}::int) n`
  const [media] = await db.sql<[{ id: string }]>`
    insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, created_at)
    values (${organizationId}, ${'x'.repeat(24)}, 'media/none', '\\x00', 'image', 'image/jpeg', 1, 100, 100, ${clock.now})
    returning id`
  const busy = { ...world, account: await readAccount(deps, actor, { accountId }), mediaId: media.id }
  if (queued > 0) await queue(db, busy, queued)
  return busy
}

async function queue(db: Pool, { organizationId, accountId, clock }: Busy, count: number): Promise<void> {
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, board_id, send_at, due_at,
                       timeslot_id, charge_number, created_via, created_at, updated_at)
    select ${organizationId}, ${accountId}, 'queued', 'image', 'A pin', 'Made of oak', 'https://shop.test/' || n, 'shop.test/' || n,
           '101', at, at, id, 1, 'api', ${clock.now}, ${clock.now}
      from (select id, at, row_number() over (order by at) as n
              from (select id, (${FIRST_SUNDAY}::timestamp + make_interval(weeks => week, days => day, mins => minute)) at time zone timezone as at
                      from timeslots, generate_series(0, ${WEEKS}::int) week
                     where organization_id = ${organizationId} and account_id = ${accountId}) o
             where at > ${clock.now} and at <= ${clock.now}::timestamptz + interval '10 years') q
     where n <= ${count}::int`
}

/** Complete drafts, each with a url of its own. */
export async function drafts(db: Pool, { organizationId, accountId, clock, mediaId }: Busy, count: number): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    with p as (
      insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, board_id,
                         created_via, created_at, updated_at)
      select ${organizationId}, ${accountId}, 'draft', 'image', 'A pin', 'Made of oak', 'https://shop.test/new/' || n,
             'shop.test/new/' || n, '101', 'api', ${clock.now}, ${clock.now}
        from generate_series(1, ${count}::int) n
      returning organization_id, id
    ), m as (
      insert into post_media (organization_id, post_id, position, media_id)
      select organization_id, id, 0, ${mediaId}
        from p
    )
    select id
      from p
     order by id`
  return rows.map(({ id }) => id)
}

/** Instants that more than one live post stands at, though each has one slot. */
export async function countDoubles(db: Pool, { organizationId, accountId }: World): Promise<number> {
  const [row] = await db.sql<[{ count: number }]>`
    select count(*)::int as count
      from (select send_at
              from posts
             where organization_id = ${organizationId} and account_id = ${accountId}
               and status in ('queued', 'uploading', 'sent')
             group by send_at
            having count(*) > 1) d`
  return row.count
}

/** Frees the occurrence of such a rank by taking its pin off the schedule. @returns its instant */
export async function free(db: Pool, { organizationId, accountId }: World, rank: number): Promise<Date> {
  const [row] = await db.sql<[{ at: Date }]>`
    with early as (
      select id, send_at
        from posts
       where organization_id = ${organizationId} and account_id = ${accountId} and status = 'queued'
         and timeslot_id is not null
       order by send_at
      offset ${rank} limit 1
    )
    update posts
       set status = 'draft', send_at = null, due_at = null, timeslot_id = null
      from early
     where posts.organization_id = ${organizationId} and posts.id = early.id
    returning early.send_at as at`
  return row.at
}
