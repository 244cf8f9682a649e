/**
 * The publishing loop beside two job engines with jobs that do nothing, in one run on one Postgres: pickup, drain, the cost of a claim in a
 * long queue, and thousands of pins at one instant. `npm install --prefix bench` brings the engines; without them ours is measured alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../src/db/embedded/embedded.js'
import { migrate } from '../src/db/migrations/migrate.js'
import { openPool, type Pool } from '../src/db/pool.js'
import { migrationsDir } from '../src/root.js'
import { burst, type BurstFigures, startPlatform, type Burst } from './support/publish/burst.js'
import { fillAccounts, queuePins, wall } from './support/publish/world.js'
import { claimTimes, ourDrain, ourPickup, queueForClaims } from './support/publish/ours.js'
import { findPeers, type Peer } from './support/publish/peers.js'
import { isSmoke, namedParts, numberOption } from './support/options.js'
import { at, bar, least, ms, p50, show, printBars } from './support/slots/figures.js'

const PICKUP = isSmoke ? { jobs: 30, withinMs: 2_000 } : { jobs: 300, withinMs: 20_000 }
const TURNS = isSmoke ? 1 : 2
const DRAIN = { jobs: isSmoke ? 2_000 : 20_000 } // fewer are four of pg-boss's batches at most, of which each is two statements
const [FEW, MANY] = isSmoke ? [500, 5_000] : [1_000, 1_000_000]
const CLAIMS = isSmoke ? 10 : 400
const BURST = { jobs: isSmoke ? 100 : 2_000, latencyMs: 200 }
const ACCOUNTS = isSmoke ? { organizations: 10, accounts: 100 } : { organizations: 50, accounts: 500 }

/** `--burst 10000 --processes 3 --organizations 50 --accounts 500 --latency 20 --picture 20`: one burst, beside a bare publisher, on a platform in a process of its own. */
const HOUR = {
  jobs: numberOption('burst', 0),
  processes: numberOption('processes', 1),
  organizations: numberOption('organizations', 50),
  accounts: numberOption('accounts', 500),
  latencyMs: numberOption('latency', 20),
  pictureBytes: numberOption('picture', 20) * 1_000,
  rounds: numberOption('rounds', 3),
}

const withStatements = process.argv.includes('--statements')

/** Without a name all parts: `npm run bench -- publish burst` measures one. */
const isNamed = namedParts(['peers', 'burst', 'queue'])
const wanted = (part: 'peers' | 'burst' | 'queue') => HOUR.jobs === 0 && isNamed(part)

const sorted = (took: number[]) => took.sort((a, b) => a - b)

/** Alternating, so that other load of the machine affects all of them; of each its best run. */
async function besidePeers(db: Pool, url: string, peers: Peer[]): Promise<void> {
  const ours: Peer = {
    name: 'ours',
    pickup: (_, pickup) => ourPickup(db, url, pickup),
    drain: (_, drain) => ourDrain(db, url, drain),
  }
  const best = new Map<Peer, { pickup: number[]; aSecond: number }>()
  for (let turn = 0; turn < TURNS; turn++) {
    for (const one of [ours, ...peers]) {
      await db.sql`truncate posts, publish_attempts, publish_lanes cascade`
      const pickup = sorted(await one.pickup(url, PICKUP))
      const aSecond = (DRAIN.jobs / (await one.drain(url, DRAIN))) * 1000
      const known = best.get(one) ?? { pickup, aSecond }
      const better = at(pickup, 0.99) < at(known.pickup, 0.99) ? pickup : known.pickup
      best.set(one, { pickup: better, aSecond: Math.max(aSecond, known.aSecond) })
    }
  }
  const of = (one: Peer) => best.get(one) ?? { pickup: [], aSecond: 0 }
  const { pickup, aSecond } = of(ours)
  console.log(`pickup of ${PICKUP.jobs} at random times: ${show(pickup)}: p99 ${bar('pickup p99', at(pickup, 0.99), 20, 'ms')}`)
  for (const one of peers) {
    const ratio = least(`p99 of ${one.name} by ours`, at(of(one).pickup, 0.99) / at(pickup, 0.99), 20)
    console.log(`  ${one.name}: ${show(of(one).pickup)}, p99 ${ratio} ours`)
  }
  console.log(`drain of ${DRAIN.jobs} due at once: ${aSecond.toFixed(0)} a second`)
  for (const one of peers) {
    const ratio = least(`drain by that of ${one.name}`, aSecond / of(one).aSecond, 3)
    console.log(`  ${one.name}: ${of(one).aSecond.toFixed(0)} a second, ours ${ratio} that`)
  }
}

/** What was just put in is written out, so that the claim does not pay for it. */
async function settled(db: Pool): Promise<void> {
  await db.sql`vacuum analyze posts`
  await db.sql`checkpoint`
  await claimTimes(db, CLAIMS / 2)
}

async function inLongQueue(db: Pool): Promise<void> {
  const far = new Date(wall() + 86_400_000)
  const withinMs = 30 * 86_400_000
  await db.sql`truncate posts, publish_attempts, publish_lanes cascade`
  await queueForClaims(db)
  await queuePins(db, { count: FEW, name: 'few', boards: 20, from: far, withinMs })
  await settled(db)
  const few = await claimTimes(db, CLAIMS)
  await queuePins(db, { count: MANY - FEW, name: 'many', boards: 20, from: far, withinMs })
  await settled(db)
  const many = await claimTimes(db, CLAIMS)
  const claim = bar('claim in a long queue by that in a short one', p50(many.claim) / p50(few.claim), 2, 'times')
  const next = bar('next due time in a long queue by that in a short one', p50(many.next) / p50(few.next), 2, 'times')
  console.log(`look and claim of 20: ${show(few.claim)} with ${FEW} queued, ${show(many.claim)} with ${MANY}: ${claim}`)
  console.log(`next due time: ${show(few.next)} with ${FEW} queued, ${show(many.next)} with ${MANY}: ${next}`)
}

async function atOneInstant(db: Pool, url: string): Promise<void> {
  await db.sql`truncate posts, publish_attempts, publish_lanes cascade`
  for (const [processes, most] of [
    [1, 5_000],
    [3, 2_000],
  ] as const) {
    const { late } = await burst(db, url, { ...BURST, processes, name: `burst${processes}` })
    const last = at(late, 1)
    const bounded = bar(`start of the last of ${BURST.jobs} by ${processes} processes`, last, most, 'ms')
    console.log(
      `${BURST.jobs} due at one instant, ${ACCOUNTS.accounts} accounts, ${processes} process(es): last start after ${bounded}`,
    )
  }
}

/** The top of an hour, beside a publisher that does as little as it can: processor time for one pin says what a busy machine does not. */
async function topOfTheHour(db: Pool, url: string, postmaster: number): Promise<void> {
  const { jobs, processes, organizations, accounts, latencyMs, pictureBytes, rounds } = HOUR
  const platform = await startPlatform(latencyMs)
  try {
    for (let round = 1; round <= rounds; round++) {
      const of: Burst = { jobs, processes, latencyMs, name: `hour${round}`, platform, postmaster, pictureBytes }
      const ours = await oneHour(db, url, of)
      console.log(
        `${jobs} due at one instant, ${organizations} organizations, ${Math.max(accounts, organizations)} accounts, ${processes} process(es), platform answers in ${latencyMs} ms: ` +
          aSecond(jobs, ours),
      )
      if (withStatements) await printStatements(db, jobs)
      const bare = await oneHour(db, url, { ...of, name: `bare${round}`, isBare: true })
      console.log(`  a bare publisher: ${aSecond(jobs, bare)}; ours ${(bare.ms / ours.ms).toFixed(2)} of its rate`)
      if (withStatements) await db.sql`select pg_stat_statements_reset()`
    }
  } finally {
    platform.child.kill()
  }
}

async function oneHour(db: Pool, url: string, of: Burst): Promise<BurstFigures> {
  await db.sql`truncate posts, publish_attempts, publish_lanes cascade`
  return burst(db, url, of)
}

const aSecond = (jobs: number, { late, ms: took, cpu }: BurstFigures) =>
  `${((jobs / took) * 1000).toFixed(0)} a second, late ${show(late)}, max ${ms(at(late, 1))}; processor time for one pin: ` +
  `the publisher ${ms(cpu.workers)}, Postgres ${ms(cpu.postgres)}, platform ${ms(cpu.platform)}`

async function printStatements({ sql }: Pool, jobs: number): Promise<void> {
  const rows = await sql<{ query: string; calls: number; ms: number; rows: number }[]>`
    select left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as query, calls::int, (total_exec_time + total_plan_time) as ms, rows::int
      from pg_stat_statements
     where query not like '%truncate%'
     order by ms desc
     limit 14`
  for (const row of rows)
    console.log(`  ${(row.ms / jobs).toFixed(3)} ms a pin, ${row.calls} calls, ${row.rows} rows: ${row.query}`)
  await sql`select pg_stat_statements_reset()`
}

const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-publish-'))
const embedded = await startEmbedded(dir, 'app', {
  ...(withStatements && {
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' },
  }),
})
try {
  await migrate(embedded.url, migrationsDir, { now: new Date() })
  const db = openPool(embedded.url, { max: 2, statementTimeoutMs: 600_000 })
  try {
    if (withStatements) await db.sql`create extension pg_stat_statements`
    const { organizations, accounts, pictureBytes } = HOUR
    await fillAccounts(
      db,
      HOUR.jobs > 0 ? { organizations, accounts: Math.max(accounts, organizations), pictureBytes } : ACCOUNTS,
    )
    if (HOUR.jobs > 0) await topOfTheHour(db, embedded.url, embedded.pid)
    const peers = findPeers()
    if (!peers)
      console.log('The engines beside which ours is measured are not installed (npm install --prefix bench): ours alone.')
    if (wanted('peers')) await besidePeers(db, embedded.url, peers ?? [])
    if (wanted('burst')) await atOneInstant(db, embedded.url)
    if (wanted('queue')) await inLongQueue(db)
    if (!isSmoke) printBars()
  } finally {
    await db.close()
  }
} finally {
  await embedded.stop()
  rmSync(dir, { recursive: true, force: true })
}
