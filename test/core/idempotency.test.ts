import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { CommitUnanswered } from '../../src/core/lib/database-away.js'
import { DomainError } from '../../src/core/lib/errors.js'
import { runOnce, sweepIdempotencyKeys, type IdempotencyClaim, type Record } from '../../src/core/idempotency.js'
import { aDatabase } from '../support/database.js'
import { HOUR_MS } from '../support/factories.js'
import { aWorld, type World } from '../support/world.js'

const { db } = await aDatabase()

const claimOf = ({ organizationId }: World, rest: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  organizationId,
  scope: 'key:1',
  key: 'k-1',
  request: 'POST /v1/things',
  bodyHash: createHash('sha256').update('{}').digest(),
  ...rest,
})

/** A write with an effect that can be counted: a report. */
const write =
  (world: World, answer: unknown = { made: true }) =>
  async (record: Record) =>
    db.tx(async (sql) => {
      await sql`
      insert into issue_reports (organization_id, kind, description, via, created_at)
      values (${world.organizationId}, 'report', 'effect', 'api', ${world.clock.now})`
      await record(sql, { status: 201, data: answer })
      return answer
    })

const effectsOf = async ({ organizationId }: World) =>
  (await db.sql`select 1 from issue_reports where organization_id = ${organizationId}`).length

test('a success is given again, without a second effect', async () => {
  const world = await aWorld(db)
  const once = () => runOnce(world.deps, claimOf(world), write(world))
  expect(await once()).toEqual({ kind: 'done', result: { made: true } })
  expect(await once()).toEqual({ kind: 'replayed', answer: { status: 201, data: { made: true } } })
  expect(await effectsOf(world)).toBe(1)
})

test('a key used by ten at once has one effect', async () => {
  const world = await aWorld(db)
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => runOnce(world.deps, claimOf(world), write(world))))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value.kind === 'done')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ details: { reason: 'idempotency_in_progress' } })
  }
  expect(await effectsOf(world)).toBe(1)
})

test('another body or another request under the same key is refused; another scope or organization is another key', async () => {
  const world = await aWorld(db)
  const other = await aWorld(db)
  await runOnce(world.deps, claimOf(world), write(world))
  const reused = { code: 'UNPROCESSABLE_ENTITY', details: { reason: 'idempotency_key_reused' } }
  await expect(runOnce(world.deps, claimOf(world, { bodyHash: Buffer.from('other') }), write(world))).rejects.toMatchObject(
    reused,
  )
  await expect(runOnce(world.deps, claimOf(world, { request: 'POST /v1/others' }), write(world))).rejects.toMatchObject(reused)
  expect(await runOnce(world.deps, claimOf(world, { scope: 'key:2' }), write(world))).toMatchObject({ kind: 'done' })
  expect(await runOnce(other.deps, claimOf(other), write(other))).toMatchObject({ kind: 'done' })
})

test('an error releases the key and leaves nothing behind', async () => {
  const world = await aWorld(db)
  const failing = runOnce(world.deps, claimOf(world), async () => {
    throw new DomainError('BAD_REQUEST', 'no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await runOnce(world.deps, claimOf(world), write(world))).toMatchObject({ kind: 'done' })
})

/** A database that is away from one moment on, and comes back. */
function leaving() {
  const state = { isAway: false }
  const gone = () => Promise.reject(Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED', query: '' }))
  const sql = new Proxy(db.sql, {
    apply: (target, self, args) => (state.isAway ? gone() : (Reflect.apply(target, self, args) as unknown)),
  })
  return { state, db: { ...db, sql } }
}

test('a key whose claimer answered that nothing was done, for the database was away, is free as soon as it is back', async () => {
  const world = await aWorld(db)
  const { state, db: away } = leaving()
  const deps = { ...world.deps, db: away }
  const failing = runOnce(deps, claimOf(world), async () => {
    state.isAway = true
    throw Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED', query: '' })
  })
  await expect(failing).rejects.toThrow('gone') // and not what the release came to
  await expect(runOnce(deps, claimOf(world), write(world))).rejects.toThrow('gone')
  state.isAway = false
  expect(await runOnce(deps, claimOf(world), write(world))).toMatchObject({ kind: 'done' })
  expect(await runOnce(deps, claimOf(world), write(world))).toMatchObject({ kind: 'replayed' })
  expect(await effectsOf(world)).toBe(1)
})

test('another process may use it once the first one has reached the database again', async () => {
  const world = await aWorld(db)
  const { state, db: away } = leaving()
  const failing = runOnce({ ...world.deps, db: away }, claimOf(world), async () => {
    state.isAway = true
    throw new DomainError('SERVICE_UNAVAILABLE', 'nothing was done')
  })
  await expect(failing).rejects.toThrow('nothing was done')
  state.isAway = false
  await expect
    .poll(() => runOnce(world.deps, claimOf(world), write(world)).catch(() => undefined), { timeout: 5_000 })
    .toMatchObject({ kind: 'done' })
  expect(await effectsOf(world)).toBe(1)
})

test('a claim that the database took and did not answer holds no key', async () => {
  const world = await aWorld(db)
  let isLost = true
  const sql = new Proxy(db.sql, {
    async apply(target, self, args: [TemplateStringsArray]) {
      const answer: unknown = await Reflect.apply(target, self, args)
      if (!isLost || !args[0][0]?.includes('insert into idempotency_keys')) return answer
      isLost = false
      throw Object.assign(new Error('gone'), { code: 'CONNECTION_CLOSED', query: '' })
    },
  })
  await expect(runOnce({ ...world.deps, db: { ...db, sql } }, claimOf(world), write(world))).rejects.toThrow('gone')
  expect(await effectsOf(world)).toBe(0)
  expect(await runOnce(world.deps, claimOf(world), write(world))).toMatchObject({ kind: 'done' })
})

test('a write that was stored is given again, although its commit was not answered', async () => {
  const world = await aWorld(db)
  const unanswered = runOnce(world.deps, claimOf(world), async (record) => {
    await write(world)(record)
    throw new CommitUnanswered()
  })
  await expect(unanswered).rejects.toBeInstanceOf(CommitUnanswered)
  expect(await runOnce(world.deps, claimOf(world), write(world))).toMatchObject({ kind: 'replayed' })
  expect(await effectsOf(world)).toBe(1)
})

test('a request that never came back holds its key for a minute; its late write is rolled back', async () => {
  const world = await aWorld(db)
  let resume = () => {}
  const stalled = new Promise<void>((resolve) => {
    resume = resolve
  })
  const slow = runOnce(world.deps, claimOf(world), async (record) => {
    await stalled
    return write(world)(record)
  })
  slow.catch(() => {})
  await expect
    .poll(async () => (await db.sql`select 1 from idempotency_keys where organization_id = ${world.organizationId}`).length)
    .toBe(1)
  world.clock.advance(59_999)
  await expect(runOnce(world.deps, claimOf(world), write(world))).rejects.toMatchObject({
    details: { reason: 'idempotency_in_progress' },
  })
  world.clock.advance(1)
  expect(await runOnce(world.deps, claimOf(world), write(world))).toMatchObject({ kind: 'done' })
  resume()
  await expect(slow).rejects.toMatchObject({ details: { reason: 'idempotency_in_progress' } })
  expect(await effectsOf(world)).toBe(1)
  expect(await runOnce(world.deps, claimOf(world), write(world))).toMatchObject({ kind: 'replayed' })
})

test('a late write is rolled back also while the next request is still at it', async () => {
  const world = await aWorld(db)
  const late = runOnce(world.deps, claimOf(world), async (record) => {
    world.clock.advance(60_000)
    await runOnce(world.deps, claimOf(world), async (next) => {
      await expect(write(world)(record)).rejects.toMatchObject({ details: { reason: 'idempotency_in_progress' } })
      return write(world)(next)
    })
  })
  await late
  expect(await effectsOf(world)).toBe(1)
})

test('a late failure does not free the key of the next request', async () => {
  const world = await aWorld(db)
  let fail = () => {}
  const failing = new Promise<never>((_, reject) => (fail = () => reject(new Error('too late'))))
  const late = runOnce(world.deps, claimOf(world), () => failing)
  await expect
    .poll(async () => db.sql`select from idempotency_keys where organization_id = ${world.organizationId}`)
    .toHaveLength(1)
  world.clock.advance(60_000)
  await runOnce(world.deps, claimOf(world), async (record) => {
    fail()
    await expect(late).rejects.toThrow('too late')
    await expect(runOnce(world.deps, claimOf(world), write(world))).rejects.toMatchObject({
      details: { reason: 'idempotency_in_progress' },
    })
    return write(world)(record)
  })
  expect(await effectsOf(world)).toBe(1)
})

test('a key is free again after 24 hours', async () => {
  const world = await aWorld(db)
  await runOnce(world.deps, claimOf(world), write(world))
  world.clock.advance(24 * HOUR_MS - 1)
  expect(await runOnce(world.deps, claimOf(world), write(world))).toMatchObject({ kind: 'replayed' })
  world.clock.advance(1)
  expect(await runOnce(world.deps, claimOf(world), write(world))).toMatchObject({ kind: 'done' })
  expect(await effectsOf(world)).toBe(2)
})

test('keys past their time are swept', async () => {
  const world = await aWorld(db)
  await runOnce(world.deps, claimOf(world), write(world))
  const kept = async () => (await db.sql`select 1 from idempotency_keys where organization_id = ${world.organizationId}`).length
  await sweepIdempotencyKeys(world.deps)
  expect(await kept()).toBe(1)
  world.clock.advance(24 * HOUR_MS)
  expect(await sweepIdempotencyKeys(world.deps)).toBeGreaterThan(0)
  expect(await kept()).toBe(0)
})
