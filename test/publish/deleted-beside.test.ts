/** An organization or an account deleted beside an open attempt: nothing is written for who is gone, nothing of others is touched, and nothing goes out twice. */
import { beforeEach, expect, test } from 'vitest'
import { deleteAccount, deleteOrganization } from '../../src/core/care/deletion/begin.js'
import { listTables } from '../../src/core/care/deletion/tables.js'
import { workOnDeletions } from '../../src/core/care/deletion/work.js'
import type { Deps } from '../../src/core/ports/deps.js'
import type { Post } from '../../src/core/posts/post.js'
import { FRESH_MS } from '../../src/core/publish/send/send.js'
import { TICKS } from '../../src/jobs/ticks.js'
import { aDatabase } from '../support/database.js'
import { HOUR_MS } from '../support/factories.js'
import { aWorld } from '../support/world.js'
import { aVideoPin } from './support/kinds.js'
import {
  aPin,
  aPublisher,
  aPublishWorld,
  aVideoWorker,
  MINUTE_MS,
  noticesOf,
  pinsOf,
  type PublishWorld,
  reread,
  SECOND_MS,
  workFor,
} from './support/support.js'
import { anUnknownPost } from './support/unknown.js'

const { db } = await aDatabase()
const errors: object[] = []
const log: Deps['log'] = { debug() {}, info() {}, warn() {}, error: (line) => void errors.push(line) }
const messenger = { deliver: () => Promise.resolve({ kind: 'delivered' }) } as unknown as Deps['messenger'] // nothing else of it is used
const neighbour = await aPublishWorld(db, { parts: { log, messenger } })
const { deps, clock } = neighbour
const organizationTables = await listTables(db.sql, 'organization_id')
const accountTables = await listTables(db.sql, 'account_id')
beforeEach(() => void errors.splice(0))

/** Another organization of the same service, at the same platform. */
async function anOrganization(): Promise<PublishWorld> {
  const world = await aWorld(db, { at: clock.now })
  return { ...world, deps, clock, simulator: neighbour.simulator }
}

type Scope = 'organization' | 'account'
const SCOPES: Scope[] = ['organization', 'account']

/** Requested and done, although an attempt was open: its worker stood still for longer than its lease. */
async function deleteAll(world: PublishWorld, scope: Scope): Promise<void> {
  if (scope === 'organization') await deleteOrganization(deps, world.actor, { name: 'Test' })
  else await deleteAccount(deps, world.actor, { accountId: world.accountId, name: 'maker' })
  clock.advance(MINUTE_MS + SECOND_MS)
  expect(await workOnDeletions(deps)).toBe(1)
}

/** The tables that have a row of what was deleted; `deletions` and the audit of the organization refer to it. */
async function leftOf({ organizationId, accountId }: PublishWorld, scope: Scope): Promise<string[]> {
  const left: string[] = []
  for (const table of scope === 'organization' ? organizationTables : accountTables) {
    const ofIt =
      scope === 'organization'
        ? db.sql`organization_id = ${organizationId}`
        : db.sql`organization_id = ${organizationId} and account_id = ${accountId}`
    if ((await db.sql`select 1 from ${db.sql(table)} where ${ofIt} limit 1`).length > 0) left.push(table)
  }
  return left
}

const noticesAbout = ({ accountId }: PublishWorld) =>
  db.sql`select notice from outbox where notice ->> 'accountId' = ${accountId}`
const alerts = () => db.sql`select notice ->> 'message' as message from outbox where destination = 'staff'`

const moments = [
  { failpoint: 'claimed', made: 0 },
  { failpoint: 'prepared', made: 0 },
  { failpoint: 'sending', made: 1 },
  { failpoint: 'answered', made: 1 },
] as const

test.each(SCOPES.flatMap((scope) => moments.map((moment) => ({ scope, ...moment }))))(
  'an $scope deleted while a pin is at $failpoint: $made pin, no row of it, no error, and the neighbours go out',
  async ({ scope, failpoint, made }) => {
    const world = await anOrganization()
    const at = new Date(clock.now.getTime() + MINUTE_MS)
    const pin = await aPin(world, { url: `https://example.com/${scope}/${failpoint}`, at })
    const next = await aPin(world, {
      url: `https://example.com/${scope}/${failpoint}/next`,
      at: new Date(at.getTime() + HOUR_MS),
    })
    const other = await aPin(neighbour, { url: `https://example.com/${scope}/${failpoint}/other`, at })
    let tookMs = 0
    const publisher = aPublisher(neighbour, {
      atFailpoint: async (where, { url }) => {
        if (where !== failpoint || url !== pin.url) return
        const begun = performance.now()
        await deleteAll(world, scope)
        tookMs = performance.now() - begun
      },
    })
    await workFor(neighbour, 2 * HOUR_MS, [publisher])
    // A machine that takes so long for it stood still before it sent, and asks again whether it may.
    const mayBeStale = failpoint === 'sending' && tookMs > FRESH_MS / 2
    expect(mayBeStale ? [0, made] : [made]).toContain((await pinsOf(world, pin)).length)
    expect(await pinsOf(world, next)).toEqual([])
    expect(await leftOf(world, scope)).toEqual([])
    expect(await noticesAbout(world)).toEqual([])
    expect(errors).toEqual([])
    expect(await alerts()).toEqual([]) // nobody could do anything about it
    expect(await reread(neighbour, other)).toMatchObject({ status: 'sent' })
    expect(await pinsOf(neighbour, other)).toHaveLength(1)
    expect(await noticesOf(neighbour, other)).toEqual([])
  },
)

test.each(SCOPES)('an %s deleted while nobody knows whether its pin is there: one pin, and nothing is left', async (scope) => {
  const world = await anOrganization()
  const pin = await anUnknownPost(world, { made: true, post: { url: `https://example.com/${scope}/unknown` } })
  expect(pin.status).toBe('uploading')
  await deleteAll(world, scope)
  await workFor(neighbour, HOUR_MS)
  expect(await pinsOf(world, pin)).toHaveLength(1)
  expect(await leftOf(world, scope)).toEqual([])
  expect(errors).toEqual([])
})

test.each(
  SCOPES.flatMap((scope) => (['claimed', 'registered', 'sent', 'looked'] as const).map((failpoint) => ({ scope, failpoint }))),
)('an $scope deleted while its video is at $failpoint: nothing is left, and nothing fails', async ({ scope, failpoint }) => {
  const world = await anOrganization()
  const pin = await aVideoPin(world, { url: `https://example.com/${scope}/video/${failpoint}` })
  let isDeleted = false
  const videos = aVideoWorker(neighbour, {
    atFailpoint: async (where) => {
      if (where !== failpoint || isDeleted) return
      isDeleted = true
      await deleteAll(world, scope)
    },
  })
  await workFor(neighbour, HOUR_MS, [videos, aPublisher(neighbour)])
  expect(isDeleted).toBe(true)
  expect(await pinsOf(world, pin)).toEqual([])
  expect(await leftOf(world, scope)).toEqual([])
  expect(errors).toEqual([])
})

test('loops and ticks of other processes go on beside an organization of which a part is deleted, wherever the deletion stands', async () => {
  const world = await anOrganization()
  await aPin(world, { url: 'https://example.com/part/queued', at: new Date(clock.now.getTime() + 5 * MINUTE_MS) })
  await aVideoPin(world, { url: 'https://example.com/part/video' })
  const unknown: Post = await anUnknownPost(world, { made: false, post: { url: 'https://example.com/part/unknown' } })
  await deleteOrganization(deps, world.actor, { name: 'Test' })
  let steps = 0
  const beside = async (statement: string) => {
    steps++
    await workFor(neighbour, 2 * MINUTE_MS)
    for (const tick of TICKS) if (tick.job !== 'deletions') await tick.run(deps)
    expect([statement, errors]).toEqual([statement, []])
  }
  expect(await workOnDeletions({ ...deps, db: afterEachDeletion(beside) })).toBe(1)
  expect(steps).toBeGreaterThan(10)
  expect(await leftOf(world, 'organization')).toEqual([])
  expect(await pinsOf(world, unknown)).toEqual([])
})

/** The database, with something done after each statement and transaction that may have deleted a row. */
function afterEachDeletion(then: (statement: string) => Promise<void>): Deps['db'] {
  const { db: real } = deps
  const { sql } = real
  const observed = (first: unknown, ...values: unknown[]): unknown => {
    const asked = Reflect.apply(sql, undefined, [first, ...values]) as PromiseLike<{ count: number }> // as it is called
    const statement = Array.isArray(first) ? String(first[0]).trim() : ''
    if (!statement.startsWith('delete from')) return asked
    return (async () => {
      const deleted = await asked
      if (deleted.count > 0) await then(`${statement} ${JSON.stringify(values)}`)
      return deleted
    })()
  }
  return {
    ...deps.db,
    sql: Object.assign(observed, { ...sql }) as unknown as Deps['db']['sql'],
    tx: async (...args: Parameters<Deps['db']['tx']>) => {
      const done = await real.tx(...args)
      await then('a transaction')
      return done
    },
  } as Deps['db']
}
