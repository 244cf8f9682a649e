/** SIGKILL in the middle of a deletion: another process takes it over when its lease is out; nothing of it is left, and all that others have. */
import { afterAll, expect, test } from 'vitest'
import { deleteAccount, deleteOrganization } from '../../../src/core/care/deletion/begin.js'
import { listTables } from '../../../src/core/care/deletion/tables.js'
import { sweepUploads } from '../../../src/core/media/sweep-uploads.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aTimeslot, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { killWorkers, type Worker } from '../../support/worker.js'
import { aWorkerWorld, endOf, ONCE } from '../../support/worker-world.js'
import { aWorld, type World } from '../../support/world.js'
import { aPin, MINUTE_MS, SECOND_MS } from '../support/support.js'

const database = await aDatabase()
const { sql } = database.db
const world = await aWorkerWorld(database)
const DRAFTS = 700 // four batches

/** The process that took over is killed next. */
let last = await aProcess()
afterAll(async () => {
  await last.close()
  killWorkers()
  await world.close()
})

async function aProcess(): Promise<Worker> {
  const worker = await world.worker({ ticks: ['deletions'] })
  await worker.start()
  return worker
}

/** An organization with two accounts, of which one has pins that would go out `inMs` from now and later. */
async function aFullOrganization(inMs: number): Promise<World & { besides: string; keys: string[] }> {
  const full = await aWorld(database.db, { at: world.clock.now })
  const { organizationId, accountId } = full
  const own = { ...full, deps: world.deps, clock: world.clock }
  const now = world.clock.now
  for (const moreMs of [0, 2 * MINUTE_MS, HOUR_MS / 2])
    await aPin(own, { url: `https://example.com/doomed/${accountId}`, at: new Date(now.getTime() + inMs + moreMs) })
  await aTimeslot(own, { day: 1, time: '09:00' })
  await sql`
    with drafts as (
      insert into posts (organization_id, account_id, status, media_type, created_via, created_at, updated_at)
      select ${organizationId}, ${accountId}, 'draft', 'image', 'api', ${now}, ${now}
        from generate_series(1, ${DRAFTS})
      returning id
    ), attempts as (
      insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at)
      select ${organizationId}, id, 1, 'refused', '101', ${now}, ${now}
        from drafts
    )
    insert into post_media (organization_id, post_id, position, media_id)
    select ${organizationId}, d.id, 0, m.id
      from drafts d, (select min(id) as id from media where organization_id = ${organizationId}) m`
  const [{ id: besides }] = await sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${organizationId}, ${`besides${accountId}`}, 'besides', 'Besides', ${now})
    returning id`
  await aDraft({ ...own, accountId: besides })
  const media = await sql<{ key: string }[]>`
    select distinct m.storage_key as key
      from media m
      join post_media pm on pm.organization_id = m.organization_id and pm.media_id = m.id
      join posts p on p.organization_id = pm.organization_id and p.id = pm.post_id
     where p.organization_id = ${organizationId}
       and p.account_id = ${accountId}`
  return { ...own, besides, keys: media.map(({ key }) => key) }
}

type Scope = 'organization' | 'account'
const quiet = await aFullOrganization(30 * DAY_MS)
const TABLES = { organization: await listTables(sql, 'organization_id'), account: await listTables(sql, 'account_id') }

/** How many rows each table has of it. */
async function rowsOf(scope: Scope, { organizationId, accountId }: World): Promise<Record<string, number>> {
  const ofIt = sql`organization_id = ${organizationId} ${scope === 'account' ? sql`and account_id = ${accountId}` : sql``}`
  const counts: Record<string, number> = {}
  for (const table of TABLES[scope]) {
    const { count } = await sql`select from ${sql(table)} where ${ofIt}`
    if (count > 0) counts[table] = count
  }
  return counts
}

const ofWorker = ({ pid }: Worker) => sql`application_name like ${`pinslot ${pid} %`}`
const waitsForALock = (worker: Worker) =>
  expect
    .poll(async () => (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and ${ofWorker(worker)}`).count)
    .toBe(1)

const deletionOf = async ({ organizationId }: World) =>
  (
    await sql<[{ leaseUntil: Date | null; finishedAt: Date | null; lastError: string | null }]>`
      select lease_until as "leaseUntil", finished_at as "finishedAt", last_error as "lastError"
        from deletions
       where organization = ${organizationId}`
  )[0]

type Moment = { scope: Scope; when: string; failpoint: string; after?: number; blockedAt?: 'tables' | 'end' }
const moments: Moment[] = [
  { scope: 'organization', when: 'after its second batch of pins', failpoint: 'cron.tx.after', after: 2 }, // its alerts are the first
  { scope: 'organization', when: 'between the bytes of its media and their rows', failpoint: 'storage.remove.after' },
  { scope: 'organization', when: 'among its tables', failpoint: 'cron.tx.after', after: 2, blockedAt: 'tables' },
  { scope: 'organization', when: 'before its end is written down', failpoint: 'cron.tx.after', after: 2, blockedAt: 'end' },
  { scope: 'account', when: 'after its second batch of pins', failpoint: 'cron.tx.after', after: 1 },
  { scope: 'account', when: 'among its tables', failpoint: 'cron.tx.after', after: 1, blockedAt: 'tables' },
]

test.each(moments)(
  'killed while it deletes an $scope, $when: another one finishes, nothing of it goes out, and others have all they had',
  async ({ scope, failpoint, after, blockedAt }) => {
    const victim = last
    const doomed = await aFullOrganization(90 * SECOND_MS)
    const besides = { ...doomed, accountId: doomed.besides }
    const before = { quiet: await rowsOf('organization', quiet), besides: await rowsOf('account', besides) }
    victim.arm(failpoint, after === undefined ? {} : { after })
    if (scope === 'organization') await deleteOrganization(world.deps, doomed.actor, { name: 'Test' })
    else await deleteAccount(world.deps, doomed.actor, { accountId: doomed.accountId, name: 'maker' })
    const neighbours = await aPin(world, {
      url: `https://example.com/beside/${doomed.accountId}`,
      at: new Date(world.clock.now.getTime() + 4 * MINUTE_MS),
    })
    await world.moveTo(new Date(world.clock.now.getTime() + MINUTE_MS), [victim])
    expect(await victim.stands()).toBe(failpoint)
    if (blockedAt === undefined) await victim.kill()
    else await killBlocked(victim, doomed, blockedAt)
    const { leaseUntil } = await deletionOf(doomed)
    expect(leaseUntil).not.toBeNull()
    expect(Object.keys(await rowsOf(scope, doomed)).length > 0).toBe(blockedAt !== 'end')

    const other = await aProcess()
    last = other
    for (let minutes = 0; minutes < 4; minutes++) await world.workFor(MINUTE_MS, other)
    await world.workFor(HOUR_MS, other)
    const { finishedAt, lastError } = await deletionOf(doomed)
    expect(lastError).toBeNull()
    expect(finishedAt?.getTime()).toBeGreaterThanOrEqual(leaseUntil!.getTime())
    expect(await rowsOf(scope, doomed)).toEqual({})
    await sweepUploads(world.deps) // of an account they wait for the sweep
    expect(doomed.keys.length).toBeGreaterThan(2)
    for (const key of doomed.keys) expect(await world.deps.storage.stat(key)).toBeUndefined()
    expect(await rowsOf('organization', quiet)).toEqual(before.quiet)
    if (scope === 'account') expect(await rowsOf('account', besides)).toEqual(before.besides)
    const { pins } = await world.simulator.state()
    expect(pins.filter(({ link }) => link === `https://example.com/doomed/${doomed.accountId}`)).toEqual([])
    expect(await endOf(world, neighbours)).toEqual(ONCE)
    expect(other.lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  },
)

/** Its statement waits in the database and goes on after it, as after any kill; at the end it does not, or there was nothing left to take over. */
async function killBlocked(victim: Worker, { organizationId }: World, at: 'tables' | 'end'): Promise<void> {
  const rows = at === 'tables' ? sql`timeslots where organization_id` : sql`deletions where organization`
  await database.db.tx(
    async (tx) => {
      await tx`select from ${rows} = ${organizationId} for update`
      victim.goOn()
      await waitsForALock(victim)
      await victim.kill()
      if (at === 'end') await tx`select pg_terminate_backend(pid) from pg_stat_activity where ${ofWorker(victim)}`
    },
    { budgetMs: MINUTE_MS },
  )
}
