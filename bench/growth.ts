/**
 * What grows: the reading of results over many accounts, and the purge of what is over. `--accounts N --pins N --rows N` set the sizes; the
 * platform answers by itself after a few milliseconds. A wrong count ends it; a time is only reported.
 */
import { planAccountJobs, claimAccount } from '../src/core/accounts/account-jobs.js'
import { purgeExpired } from '../src/core/care/purge.js'
import type { Platform } from '../src/core/ports/platform.js'
import type { Storage } from '../src/core/ports/deps.js'
import { openPool, type Pool } from '../src/db/pool.js'
import { readAllResults } from '../src/jobs/ticks.js'
import { isSmoke, numberOption } from './support/options.js'
import { withBench } from './support/world.js'

const accounts = numberOption('accounts', 10_000, 20)
const pins = numberOption('pins', 900, 5)
const rows = numberOption('rows', 1_500_000, 5_000)
/** Of reading, for each number of processes, in seconds. */
const seconds = numberOption('seconds', 20, 60)
const ANSWER_MS = 20

const show = (name: string, value: string) => console.log(`  ${name.padEnd(52)} ${value}`)
const at = (sorted: number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0

await withBench(async ({ db, world, target }) => {
  const { organizationId, clock } = world
  console.log(
    `results of ${accounts.toLocaleString('en-US')} accounts with ${pins} pins each, a platform that answers in ${ANSWER_MS} ms`,
  )
  await db.sql`
    insert into accounts (organization_id, platform_user_id, username, display_name, is_business, created_at)
    select ${organizationId}, 'u' || n, 'u' || n, 'U', true, ${clock.now} from generate_series(2, ${accounts}::int) n`
  await db.sql`
    insert into connections (organization_id, account_id, access_token, expires_at)
    select organization_id, id, 'token', ${new Date('2100-01-01')} from accounts
    on conflict do nothing`
  await db.sql`update accounts set is_business = true`
  const sentFrom = new Date(clock.now.getTime() - 29 * 86_400_000)
  for (let some = 0; some < accounts; some += 200)
    await db.sql`
      insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, attempt_number, pin_id,
                         sent_at, created_via, created_at, updated_at)
      select a.organization_id, a.id, 'sent', 'image', 't', 'd', 'https://x.test', '1', s.at, 1, a.id::text || '000' || n, s.at, 'api', s.at, s.at
        from (select organization_id, id from accounts order by id offset ${some} limit 200) a
       cross join generate_series(1, ${pins}::int) n
       cross join lateral (select ${sentFrom}::timestamptz + n * (interval '26 days' / ${pins}::int) as at) s`
  await db.sql`vacuum analyze posts`
  await db.sql`vacuum analyze accounts`
  const planning = performance.now()
  await planAccountJobs(db.sql, 'results', clock.now)
  show('a first turn for every account', `${Math.round(performance.now() - planning)} ms`)
  await db.sql`vacuum analyze account_jobs`
  const claims: number[] = []
  for (let n = 0; n < 200; n++) {
    const began = performance.now()
    await claimAccount(db.sql, 'results', { busy: [], now: clock.now })
    claims.push(performance.now() - began)
  }
  claims.sort((a, b) => a - b)
  show('whose turn it is', `p50 ${at(claims, 0.5).toFixed(1)} ms, p99 ${at(claims, 0.99).toFixed(1)} ms`)
  await db.sql`update account_jobs set due_at = ${clock.now}`
  const asked = new Map<string, number>()
  const platform = {
    async readPinAnalytics(_: unknown, pinId: string) {
      asked.set(pinId, (asked.get(pinId) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
      return { summary: {}, lifetime: {}, days: [{ day: '2026-02-01', dataStatus: 'READY', metrics: { impression: 1 } }] }
    },
  } as unknown as Platform // all that is asked here
  for (const processes of [1, 2, 4]) {
    const pools: Pool[] = Array.from({ length: processes }, () => openPool(target.url, { max: 10 }))
    const before = asked.size
    const began = performance.now()
    const goesOn = () => performance.now() - began < seconds * 1000
    await Promise.all(pools.map((pool) => readAllResults({ ...world.deps, platform, db: pool }, goesOn)))
    const read = asked.size - before
    const rate = read / ((performance.now() - began) / 1000)
    show(
      `${processes} × 8 accounts at once`,
      `${Math.round(rate)} pins a second, ${Math.round(rate * 3600).toLocaleString('en-US')} an hour`,
    )
    await Promise.all(pools.map((pool) => pool.close()))
  }
  if ([...asked.values()].some((times) => times > 1)) throw new Error('a pin was read twice')
  if (isSmoke && asked.size !== accounts * pins) throw new Error(`${asked.size} of ${accounts * pins} pins were read`)

  console.log(`purge of ${rows.toLocaleString('en-US')} rows that are over, in each of three tables`)
  const old = new Date(clock.now.getTime() - 2000 * 86_400_000)
  await db.sql`
    insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
    select ${organizationId}, ${world.accountId}, (n / 30)::text, ${old}::date + n % 30, '{"impression": 5, "save": 1}', 'READY', ${old}
      from generate_series(1, ${rows}::int) n`
  await db.sql`
    insert into idempotency_keys (organization_id, scope, key, request, body_hash, status, answer, expires_at)
    select ${organizationId}, 'key:1', n::text, 'POST /v1', '', 200, '{}', ${old} from generate_series(1, ${rows}::int) n`
  await db.sql`
    insert into audit (organization_id, subject, action, via, actor, after, at)
    select ${organizationId}, 'timeslot:' || n, 'create', 'api', 'key:1', '{"minute": 540}', ${old}::timestamptz + n * interval '1 s'
      from generate_series(1, ${rows}::int) n`
  await db.sql`vacuum analyze`
  const statements: number[] = []
  const timed = new Proxy(db.sql, {
    apply(sql, self, args: unknown[]) {
      const began = performance.now()
      const query = Reflect.apply<unknown, unknown[], Promise<unknown>>(sql as never, self, args)
      if (Array.isArray(args[0]) && 'raw' in args[0] && /^\s*(?:delete|with)\b/.test(String(args[0][0])))
        void query.then(
          () => statements.push(performance.now() - began),
          () => {},
        )
      return query
    },
  })
  const storage = { remove: async () => {} } as unknown as Storage // all that is asked here
  const count = async () => {
    const [row] = await db.sql<[{ n: number }]>`
      select (select count(*) from pin_days where day < '2022-01-01') + (select count(*) from idempotency_keys)
             + (select count(*) from audit where action = 'create' and at < '2022-01-01') as n`
    return Number(row.n)
  }
  const began = performance.now()
  let purges = 0
  do {
    await purgeExpired({ ...world.deps, storage, db: { ...db, sql: timed } })
    purges++
  } while ((await count()) > 0 && purges < 20)
  statements.sort((a, b) => a - b)
  show('all gone', `${Math.round(performance.now() - began)} ms, ${purges} purges, ${statements.length} statements`)
  show(
    'one statement',
    `p50 ${at(statements, 0.5).toFixed(1)} ms, p99 ${at(statements, 0.99).toFixed(1)} ms, longest ${at(statements, 1).toFixed(0)} ms`,
  )
  if ((await count()) > 0) throw new Error('not everything was purged')
})
