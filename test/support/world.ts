/** An organization with one account on a real database, and deps whose clock the test sets. */
import { makeTracing } from '../../src/tracing/follow.js'
import { DEFAULT_RETENTION } from '../../src/core/care/retention.js'
import { createHmac } from 'node:crypto'
import { type Asking, makeActorNow } from '../../src/core/accounts/keys/actor-now.js'
import type { FindPerson } from '../../src/core/accounts/keys/key-actor.js'
import { findKnownMember } from '../../src/core/accounts/people/members.js'
import { leaveSection } from '../../src/core/posts/leave-section.js'
import type { Actor } from '../../src/core/lib/actor.js'
import type { DatabaseClock, Deps } from '../../src/core/ports/deps.js'
import type { Web } from '../../src/core/ports/web.js'
import type { Meter } from '../../src/core/ports/metrics.js'
import { pinterestPages } from '../../src/platform/client.js'
import type { Pool } from '../../src/db/pool.js'
import { watched } from '../log/support/watched-log.js'

/** Deps with which deferred work asks again in whose name it is done. */
export type TestDeps = Deps & Asking
export type World = { deps: TestDeps; actor: Actor; organizationId: string; accountId: string; clock: SettableClock }
export type SettableClock = { now: Date; advance(ms: number): void }

/** A part a test did not ask for must not be used by it. */
const absent = (part: string, there: object = {}): never =>
  new Proxy(there, {
    get: (_there, name): unknown =>
      Reflect.get(there, name) ?? (() => Promise.reject(new Error(`this test's world has no ${part}`))),
  }) as never

/** For clocks that a test sets, or that run faster than the database's: never ahead of it. */
export const trustingClock: DatabaseClock = { toOurs: () => new Date(8.64e15), compare: () => Promise.resolve() }

/** A machine without a network: nothing is known of any page. */
export const noWeb: Web = {
  get: () => Promise.resolve({ kind: 'unanswered', because: 'offline' }),
  readFeed: () => Promise.resolve({ kind: 'unanswered', because: 'offline' }),
  readText: () => Promise.resolve(null),
  readPage: () => Promise.resolve(null),
  readContent: () => Promise.resolve(null),
  runApart: () => Promise.resolve(null),
  mayRead: () => Promise.resolve(true),
}

/** Counts nothing. */
export const silentMeter: Meter = {
  pinRequested() {},
  publishEnded() {},
  platformCalled() {},
  noticeTried() {},
  draftsRated() {},
  tickRan() {},
  requestAnswered() {},
  requestRefused() {},
  connectionTaken() {},
  webhookTried() {},
}

export const START = new Date('2026-03-02T10:00:00.000Z') // a Monday

export function testDeps(db: Pool, clock: SettableClock, parts: Partial<TestDeps> = {}): TestDeps {
  const now = () => new Date(clock.now)
  return {
    db,
    clock: now,
    actorNow: makeActorNow({ db, clock: now }, knownPeople(db, now)),
    databaseClock: trustingClock,
    wallClock: () => new Date(),
    platform: absent('platform', { pages: pinterestPages }),
    storage: absent('storage'),
    pictures: absent('pictures'),
    videos: absent('videos'),
    web: noWeb,
    writer: null,
    mail: null,
    sealer: { seal: (plain) => Buffer.from(plain), open: (sealed) => Buffer.from(sealed).toString(), isCurrent: () => true },
    sign: (purpose, text) => createHmac('sha256', 'test').update(`${purpose}\0${text}`).digest('base64url'),
    charts: absent('charts'),
    messenger: absent('messenger'),
    onSectionGone: leaveSection,
    meter: silentMeter,
    tracing: makeTracing(null),
    settings: {
      publicUrl: 'https://pinslot.test',
      dailyRequestLimit: 5000,
      sendTimeoutMs: 2000,
      simplifiedPins: false,
      aiDisclosures: true,
      searchCountry: 'US',
      retention: DEFAULT_RETENTION,
    },
    random: () => 0.5,
    ...parts,
    log: watched(parts.log ?? { debug() {}, info() {}, warn() {}, error() {} }),
  }
}

/** People as their row in the database says; those that a test makes up without a row may do everything. */
const knownPeople =
  ({ sql }: Pool, clock: () => Date): FindPerson =>
  async ({ organizationId, teamId, userId }) =>
    (await findKnownMember(sql, { organizationId, teamId, userId }, clock())) ?? {
      actor: { organizationId, via: 'slack', role: 'admin', userId: `${teamId}:${userId}` },
    }

export type WorldOptions = {
  credits?: number
  timezone?: string | null
  isBusiness?: boolean
  parts?: Partial<TestDeps>
  at?: Date
}

/** Boards `101` (sections `1011`, `1012`) and `102` of the account are in the cache. */
export async function aWorld(db: Pool, options: WorldOptions = {}): Promise<World> {
  const { credits = 1000, timezone = 'America/New_York', isBusiness = true, parts = {}, at = START } = options
  const clock: SettableClock = {
    now: at,
    advance(ms) {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  const { sql } = db
  await sql`delete from shared_places` // its clock starts over, and the rows of the world before are in its future
  const [organization] = await sql<{ id: string }[]>`
    insert into organizations (name, period_anchor, created_at) values ('Test', ${at}, ${at}) returning id`
  const organizationId = organization!.id
  const [account] = await sql<{ id: string }[]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, timezone, is_business, boards_read_at, created_at)
    values (${organizationId}, ${`90${organizationId}`}, 'maker', 'The Maker', ${timezone}, ${isBusiness}, ${at}, ${at})
    returning id`
  const accountId = account!.id
  await sql`insert into schedules (organization_id, account_id) values (${organizationId}, ${accountId})`
  await sql`
    insert into connections (organization_id, account_id, access_token, refresh_token)
    values (${organizationId}, ${accountId}, ${Buffer.from('pina_test')}, ${Buffer.from('pinr_test')})`
  await sql`
    insert into entitlements (organization_id, account_id, access, credits_left, period)
    values (${organizationId}, ${accountId}, 'granted', ${credits}, ${at})`
  if (credits > 0) {
    await sql`
      insert into credit_ledger (organization_id, account_id, charge_key, kind, unit, amount, balance_after, period, created_at)
      values (${organizationId}, ${accountId}, 'grant:test', 'grant', 'credit', ${credits}, ${credits}, ${at}, ${at})`
  }
  for (const [id, name] of [
    ['101', 'Kitchen ideas'],
    ['102', 'Garden'],
  ] as const) {
    await sql`
      insert into boards (organization_id, account_id, id, name, privacy, fetched_at, sections_read_at)
      values (${organizationId}, ${accountId}, ${id}, ${name}, 'public', ${at}, ${at})`
  }
  for (const [id, name] of [
    ['1011', 'Shelves'],
    ['1012', 'Lamps'],
  ] as const) {
    await sql`
      insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at)
      values (${organizationId}, ${accountId}, '101', ${id}, ${name}, ${at})`
  }
  return {
    deps: testDeps(db, clock, parts),
    actor: { organizationId, via: 'api', role: 'admin', userId: 'key:test' },
    organizationId,
    accountId,
    clock,
  }
}
