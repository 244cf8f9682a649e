/** Periodic work on accounts: which are worked on, and when. */
import { afterAll, expect, test } from 'vitest'
import {
  ACCOUNT_LEASE_MS,
  claimAccount,
  finishAccount,
  planAccountJobs,
  requestAccountJobs,
  retryAt,
  type ClaimedAccount,
} from '../../../src/core/accounts/account-jobs.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import { openPool } from '../../../src/db/pool.js'
import { workOnAccounts } from '../../../src/jobs/account-jobs.js'
import { aDatabase } from '../../support/database.js'
import { aGate } from '../../support/gate.js'
import { aWorld, START, type World } from '../../support/world.js'

const { db, url } = await aDatabase()
const other = openPool(url, { max: 12 })
afterAll(() => other.close())

/** Worlds alone in the table of jobs, with so many accounts each. */
async function someWorlds(...counts: number[]): Promise<World[]> {
  await db.sql`delete from account_jobs`
  await db.sql`update accounts set token_status = 'unauthorized'`
  await db.sql`insert into account_jobs select organization_id, id, 'days', '2100-01-01' from accounts`
  const worlds: World[] = []
  for (const count of counts) {
    const world = await aWorld(db)
    await db.sql`
      insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
      select ${world.organizationId}, 'more' || n, 'more' || n, 'M', ${START}
        from generate_series(2, ${count}::int) n`
    worlds.push(world)
  }
  await db.sql`analyze accounts` // a plan that was kept for few accounts takes seconds for ten thousand
  return worlds
}
const claim = (now: Date, busy: string[] = []) => claimAccount(db.sql, 'days', { busy, now })
const inMs = (ms: number) => new Date(START.getTime() + ms)

test('a new account is due at once; who has it has a lease, and another one takes it when that is over', async () => {
  const [world] = await someWorlds(1)
  await planAccountJobs(db.sql, 'days', START)
  const claimed = await claim(START)
  expect([claimed?.account.id, claimed?.failures, claimed?.leaseUntil]).toEqual([world!.accountId, 0, inMs(ACCOUNT_LEASE_MS)])
  await planAccountJobs(db.sql, 'days', START)
  expect(await claim(inMs(ACCOUNT_LEASE_MS - 1))).toBeUndefined()
  const taken = await claim(inMs(ACCOUNT_LEASE_MS))
  expect(taken?.account.id).toBe(world!.accountId)
  await finishAccount(db.sql, 'days', claimed!, { dueAt: START, failures: 7 }) // lost its lease: it has no say any more
  expect(await claim(inMs(ACCOUNT_LEASE_MS))).toBeUndefined()
  await finishAccount(db.sql, 'days', taken!, { dueAt: inMs(3_600_000), failures: 2 })
  expect(await claim(inMs(3_599_999))).toBeUndefined()
  expect((await claim(inMs(3_600_000)))?.failures).toBe(2)
})

test('an account that is connected again is due at once, and what failed before counts no more', async () => {
  const [world] = await someWorlds(1)
  await planAccountJobs(db.sql, 'days', START)
  const claimed = await claim(START)
  await finishAccount(db.sql, 'days', claimed!, { dueAt: inMs(3_600_000), failures: 5 })
  await requestAccountJobs(db.sql, { organizationId: world!.organizationId, id: world!.accountId }, ['days'], inMs(1000))
  expect(await claim(inMs(1000))).toMatchObject({ account: { id: world!.accountId }, failures: 0 })
})

test('an organization that somebody works on waits for the others, and takes what is left', async () => {
  const [many, one] = await someWorlds(30, 1)
  await planAccountJobs(db.sql, 'days', START)
  await db.sql`update account_jobs set due_at = ${inMs(-1000)} where organization_id = ${many!.organizationId} and job = 'days'`
  const order: string[] = []
  for (let n = 0; n < 31; n++) order.push((await claim(START, order))!.account.organizationId)
  expect(order.slice(0, 3)).toEqual([many, one, many].map((world) => world!.organizationId))
  expect(await claim(START)).toBeUndefined()
})

test('two processes share the work, and no account is worked on twice or by two at once', async () => {
  const worlds = await someWorlds(20, 20, 20)
  const worked: string[] = []
  const open = new Set<string>()
  const work = async (_: Deps, { id }: { id: string }) => {
    expect(open.has(id)).toBe(false)
    open.add(id)
    await db.sql`select pg_sleep(0.005)`
    open.delete(id)
    worked.push(id)
    return inMs(1000)
  }
  const run = (pool: typeof other) =>
    workOnAccounts({ ...worlds[0]!.deps, db: pool }, { job: 'days', failed: 'no', work }, () => true)
  await Promise.all([run(db), run(other)])
  expect([worked.length, new Set(worked).size]).toEqual([60, 60])
})

test('a process that is stopping begins nothing further, and another one goes on with the rest', async () => {
  const [world] = await someWorlds(20)
  const [gate, began] = [aGate(), aGate()]
  let isClosed = false
  const first: string[] = []
  const running = workOnAccounts(
    world!.deps,
    {
      job: 'days',
      failed: 'no',
      async work(_, { id }) {
        first.push(id)
        if (first.length === 8) began.open()
        await gate.passed
        return inMs(1000)
      },
    },
    () => !isClosed,
  )
  await began.passed
  isClosed = true
  gate.open()
  await running
  expect(first).toHaveLength(8)
  const rest: string[] = []
  const work = async (_: Deps, { id }: { id: string }) => {
    rest.push(id)
    return inMs(1000)
  }
  await workOnAccounts({ ...world!.deps, db: other }, { job: 'days', failed: 'no', work }, () => true)
  expect([rest.length, new Set([...first, ...rest]).size]).toEqual([12, 20])
})

test('one that fails waits longer each time, six hours at most, and as long as the platform asks for', () => {
  const minutes = (failures: number, leastMs?: number) => (retryAt(START, failures, leastMs).getTime() - START.getTime()) / 60_000
  expect([1, 2, 3, 7, 8, 50].map((failures) => minutes(failures))).toEqual([5, 10, 20, 320, 360, 360])
  expect([minutes(1, 60_000), minutes(1, 3_600_000)]).toEqual([5, 60])
})

test('ten thousand new accounts are planned, and the next turn is found by an index', async () => {
  await someWorlds(10_000)
  await planAccountJobs(db.sql, 'days', START)
  await db.sql`analyze account_jobs`
  const plan = await db.sql`
    explain select * from account_jobs where job = 'days' and due_at <= ${START} order by due_at limit 200`
  expect(JSON.stringify(plan)).toContain('account_jobs_due')
  const claimed: (ClaimedAccount | undefined)[] = []
  for (let n = 0; n < 20; n++) claimed.push(await claim(START))
  expect(new Set(claimed.map((one) => one?.account.id)).size).toBe(20)
})
