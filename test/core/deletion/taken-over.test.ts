/** Two processes at one deletion: the one that stood still for longer than its lease leaves it to the other, and says and writes nothing. */
import { beforeEach, expect, test } from 'vitest'
import { deleteAccount, deleteOrganization } from '../../../src/core/care/deletion/begin.js'
import { workOnDeletions } from '../../../src/core/care/deletion/work.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import { aDatabase } from '../../support/database.js'
import { aDraft } from '../../support/factories.js'
import { aGate } from '../../support/gate.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()
const { sql } = db
const POSTS = 1_300 // seven batches
const LEASE_MS = 120_000
const SCOPES = ['organization', 'account'] as const
type Scope = (typeof SCOPES)[number]

const errors: object[] = []
beforeEach(() => void errors.splice(0))
const log: Deps['log'] = { debug() {}, info() {}, warn() {}, error: (line) => void errors.push(line) }
const storage = { remove: async () => {} } as unknown as Deps['storage'] // nothing else of it is used
const messenger = { deliver: () => Promise.reject(new Error('nobody is told')) }

async function aDeletion(scope: Scope): Promise<World> {
  const world = await aWorld(db, { parts: { log, storage, messenger } })
  const { deps, actor, organizationId, accountId, clock } = world
  await aDraft(world)
  await sql`
    insert into posts (organization_id, account_id, status, media_type, created_via, created_at, updated_at)
    select ${organizationId}, ${accountId}, 'draft', 'image', 'api', ${clock.now}, ${clock.now}
      from generate_series(2, ${POSTS})`
  if (scope === 'organization') await deleteOrganization(deps, actor, { name: 'Test' })
  else await deleteAccount(deps, actor, { accountId, name: 'maker' })
  return world
}

/** A process of its own: `steps` counts its transactions. @param atStep before and after each of them */
function aProcess({ deps }: World, atStep: (step: number, when: 'before' | 'after') => Promise<void> = async () => {}) {
  let steps = 0
  const tx: Deps['db']['tx'] = async (work, options) => {
    const step = ++steps
    await atStep(step, 'before')
    const done = await deps.db.tx(work, options)
    await atStep(step, 'after')
    return done
  }
  const own: Deps = { ...deps, db: { ...deps.db, tx } }
  return { work: () => workOnDeletions(own), steps: () => steps }
}

const deletionsOf = ({ organizationId }: World) => sql<
  { isDone: boolean; finishedAt: Date | null; leaseUntil: Date | null; lastError: string | null }[]
>`
  select finished_at is not null as "isDone", finished_at as "finishedAt", lease_until as "leaseUntil", last_error as "lastError"
    from deletions
   where organization = ${organizationId}`
const postsOf = async ({ organizationId }: World) =>
  (await sql`select from posts where organization_id = ${organizationId}`).count
const END = { isDone: true, leaseUntil: null, lastError: null }

/** One that stands still before or after its third step until `goOn`. */
async function aStandingProcess(world: World, when: 'before' | 'after', error?: Error) {
  const [stands, goesOn] = [aGate(), aGate()]
  const first = aProcess(world, async (step, now) => {
    if (step !== 3 || now !== when) return
    stands.open()
    await goesOn.passed
    if (error) throw error
  })
  const worked = first.work()
  await stands.passed
  return { worked, steps: first.steps, goOn: goesOn.open }
}

test.each(SCOPES)(
  'an %s that a process works on is left alone by others, until its lease of two minutes ran out',
  async (scope) => {
    const world = await aDeletion(scope)
    const first = await aStandingProcess(world, 'after')
    const second = aProcess(world)
    const left = await postsOf(world)
    expect(left).toBeGreaterThan(0)
    world.clock.advance(LEASE_MS - 1)
    expect([await second.work(), second.steps(), await postsOf(world)]).toEqual([0, 0, left])
    world.clock.advance(1)
    expect([await second.work(), await postsOf(world)]).toEqual([1, 0])
    first.goOn()
    await first.worked
  },
)

test.each(SCOPES.flatMap((scope) => (['before', 'after'] as const).map((when) => ({ scope, when }))))(
  'a process that stood still $when a batch of an $scope for longer than its lease ends at it, and the other one finishes',
  async ({ scope, when }) => {
    const world = await aDeletion(scope)
    const first = await aStandingProcess(world, when)
    world.clock.advance(LEASE_MS)
    const second = await aStandingProcess(world, 'after')
    first.goOn()
    expect([await first.worked, first.steps()]).toEqual([0, 3]) // no further step
    const [running] = await deletionsOf(world)
    expect(running).toMatchObject({ isDone: false, leaseUntil: new Date(world.clock.now.getTime() + LEASE_MS) })
    const third = aProcess(world)
    expect([await third.work(), third.steps()]).toEqual([0, 0]) // the second has it still
    second.goOn()
    expect([await second.worked, await postsOf(world)]).toEqual([1, 0])
    expect(await deletionsOf(world)).toMatchObject([END])
    expect(errors).toEqual([])
  },
)

test.each(SCOPES)(
  'one that fails when another process has finished the %s says nothing, and opens nothing again',
  async (scope) => {
    const world = await aDeletion(scope)
    const first = await aStandingProcess(world, 'after', new Error('a connection of before'))
    world.clock.advance(LEASE_MS)
    expect(await aProcess(world).work()).toBe(1)
    const [ended] = await deletionsOf(world)
    world.clock.advance(60_000)
    first.goOn()
    expect(await first.worked).toBe(0)
    expect(await deletionsOf(world)).toEqual([ended])
    expect(ended).toMatchObject(END)
    expect(errors).toEqual([])
  },
)

test('one that is at work for longer than its lease renews it, and nobody takes over', async () => {
  const world = await aDeletion('organization')
  const others: number[] = []
  const first = aProcess(world, async (_, when) => {
    if (when === 'before') return
    world.clock.advance(LEASE_MS - 1_000)
    const other = aProcess(world)
    others.push(await other.work(), other.steps())
    world.clock.advance(2_000) // past the lease that it began with
  })
  expect(await first.work()).toBe(1)
  expect(others.filter((one) => one !== 0)).toEqual([])
  expect(await postsOf(world)).toBe(0)
})

test.each(SCOPES)(
  'four processes at one %s at the same time, whatever its lease says: everything is gone, and none fails',
  async (scope) => {
    const world = await aDeletion(scope)
    const taken = () => sql`update deletions set lease_until = null where finished_at is null`
    const processes = Array.from({ length: 4 }, () => aProcess(world, async (step) => void (step === 1 && (await taken()))))
    const worked: Promise<number>[] = []
    for (const one of processes) {
      worked.push(one.work())
      await expect.poll(one.steps, { interval: 2 }).toBeGreaterThan(0)
      await taken()
    }
    await Promise.all(worked)
    await workOnDeletions(world.deps) // the process that took it last may have lost its lease
    expect(await postsOf(world)).toBe(0)
    expect(await deletionsOf(world)).toMatchObject([END])
    expect(errors).toEqual([])
  },
)

test('a process that is stopping begins no further step, and another one goes on at once', async () => {
  const world = await aDeletion('organization')
  let isOpen = true
  const { deps } = world
  const tx: Deps['db']['tx'] = async (work, options) => {
    const done = await deps.db.tx(work, options)
    isOpen = false
    return done
  }
  expect(await workOnDeletions({ ...deps, db: { ...deps.db, tx } }, () => isOpen)).toBe(0)
  expect(await postsOf(world)).toBe(POSTS)
  expect(await workOnDeletions(deps, () => false)).toBe(0)
  expect(await workOnDeletions(deps)).toBe(1)
  expect(errors).toEqual([])
})

test('each of many deletions has the whole of its lease, however many are waited for before it', async () => {
  const worlds = [await aDeletion('organization'), await aDeletion('account')] as const
  const [{ clock }] = worlds
  const leases: number[] = []
  const slow = aProcess(worlds[0], async (_, when) => {
    if (when === 'after') return
    const open = await sql<
      { leaseUntil: Date | null }[]
    >`select lease_until as "leaseUntil" from deletions where finished_at is null order by id`
    leases.push(open.filter(({ leaseUntil }) => leaseUntil !== null && leaseUntil > clock.now).length)
  })
  expect(await slow.work()).toBe(2)
  expect(new Set(leases)).toEqual(new Set([1])) // what waits is anybody's
})
