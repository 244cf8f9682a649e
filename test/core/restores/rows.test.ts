/** What waited when the backup was taken: what may have happened since does not happen once more, and nothing waits for a process that is gone. */
import { expect, test } from 'vitest'
import { enqueueDigests } from '../../../src/core/insight/analytics/enqueue-digests.js'
import { planDigests } from '../../../src/core/insight/analytics/digest-plan.js'
import { enqueueNudges } from '../../../src/core/insight/analytics/nudge.js'
import { MOST_ERRORS } from '../../../src/core/sources/imports/model.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aTimeslot } from '../../support/factories.js'
import { aPin } from '../../publish/support/support.js'
import { anUnknownPost } from '../../publish/support/unknown.js'
import { aRestoreWorld } from './support/restores.js'

const { db } = await aDatabase()
const { world, inHours, restore, compare, resume, backupAt } = await aRestoreWorld(db)
const { deps, organizationId, accountId, clock } = world
const { sql } = db
const url = (name: string) => `https://example.com/rows/${name}`

test('a pin whose answer never came is read back at once, whoever had it then', async () => {
  const post = await anUnknownPost(world, { made: false, post: { url: url('unknown') } })
  await sql`update posts set lease_until = ${inHours(48)}, due_at = ${inHours(48)} where id = ${post.id} and status = 'uploading'`
  await restore()
  expect(await sql`select status, lease_until, due_at from posts where id = ${post.id}`).toEqual([
    { status: 'uploading', lease_until: null, due_at: clock.now },
  ])
})

test('a video that was uploaded before the backup is uploaded again: its upload may have become a pin', async () => {
  const post = await aPin(world, { url: url('video'), at: inHours(30) })
  await sql`
    insert into video_jobs (organization_id, post_id, media_id, send_at, connection_number, state, platform_media_id, claim_number)
    select organization_id, post_id, media_id, ${inHours(30)}, 1, 'succeeded', '5', 1
      from post_media
     where organization_id = ${organizationId} and post_id = ${post.id}`
  await restore()
  expect(await sql`select from video_jobs where organization_id = ${organizationId}`).toHaveLength(0)
})

test('of an import that ends no more lines are named than of any other, those that were named before first', async () => {
  const errors = Array.from({ length: MOST_ERRORS - 1 }, (_, at) => ({ line: at + 2, message: 'No title.' }))
  const [made] = await sql<[{ id: string }]>`
    insert into imports (organization_id, account_id, status, mode, rows, failed, columns, unknown_columns, errors, actor, created_by, created_at, due_at)
    values (${organizationId}, ${accountId}, 'processing', 'draft', 2000, ${errors.length}, '[]', '[]', ${sql.json(errors)}, '{}', 'x', ${backupAt()},
            ${backupAt()})
    returning id`
  await sql`
    insert into import_chunks (organization_id, import_id, account_id, number, rows)
    values (${organizationId}, ${made.id}, ${accountId}, 0, ${sql.json([
      { line: 1002, post: {} },
      { line: 1001, post: {} },
    ])})`
  await restore()
  const [ended] = await sql<[{ status: string; failed: number; named: number; last: number }]>`
    select status, failed, jsonb_array_length(errors) as named, (errors -> -1 ->> 'line')::int as last from imports where id = ${made.id}`
  expect(ended).toEqual({ status: 'failed', failed: MOST_ERRORS + 1, named: MOST_ERRORS, last: 1001 })
})

test('a digest and a notice of empty slots whose time came in between had their turn: another one comes a week later', async () => {
  await aDraft(world, { url: url('in-use') })
  for (const day of [0, 1, 2, 3, 4, 5, 6]) await aTimeslot(world, { day, time: '12:00' })
  await sql`update accounts set notify_channel_id = 'C1' where organization_id = ${organizationId} and id = ${accountId}`
  await planDigests(sql, clock.now)
  await sql`
    update digests
       set digest_at = ${inHours(3)}, digest_week = date_trunc('week', ${inHours(3)}::timestamptz at time zone 'UTC')::date, nudge_at = ${inHours(4)}
     where organization_id = ${organizationId}`
  await restore(20)
  await compare()
  await resume()
  const sent = async () => {
    await planDigests(sql, clock.now)
    return [(await enqueueDigests(deps)).enqueued, (await enqueueNudges(deps)).enqueued] as const
  }
  expect(await sent()).toEqual([0, 0])
  let [digests, nudges] = [0, 0]
  for (let day = 1; day <= 6; day++) {
    clock.now = inHours(20 + 24 * day)
    const [digest, nudge] = await sent()
    if (day < 6) expect(nudge).toBe(0)
    ;[digests, nudges] = [digests + digest, nudges + nudge]
  }
  expect(digests).toBeLessThanOrEqual(1)
  for (let day = 7; day <= 9; day++) {
    clock.now = inHours(20 + 24 * day)
    nudges += (await sent())[1]
  }
  expect(nudges).toBe(1)
})

test('deliveries to webhooks and Homes wait for no process of the lost service', async () => {
  await sql`
    insert into homes (organization_id, slack_team_id, slack_user_id, account_id, fingerprint, seen_at, shown_at, lease_until)
    values (${organizationId}, 'T1', 'U1', ${accountId}, 'as it was', ${backupAt()}, ${backupAt()}, ${inHours(48)})`
  const [webhook] = await sql<[{ id: string }]>`
    insert into webhooks (organization_id, url, events, secret, created_by, created_at)
    values (${organizationId}, 'https://example.com/hook', '{*}', '', 'x', ${backupAt()})
    returning id`
  const [event] = await sql<[{ id: string }]>`
    insert into webhook_events (organization_id, account_id, type, order_key, subject, at)
    values (${organizationId}, ${accountId}, 'post.sent', 'post:1', '{}', ${backupAt()})
    returning id`
  await sql`
    update webhook_deliveries
       set due_at = ${backupAt()}, lease_until = ${inHours(48)}
     where organization_id = ${organizationId} and webhook_id = ${webhook.id} and event_id = ${event.id}`
  await restore()
  expect(await sql`select fingerprint, is_dirty, lease_until from homes where organization_id = ${organizationId}`).toEqual([
    { fingerprint: null, is_dirty: true, lease_until: null },
  ])
  expect(await sql`select state, due_at, lease_until from webhook_deliveries where event_id = ${event.id}`).toEqual([
    { state: 'waiting', due_at: backupAt(), lease_until: null },
  ])
})
