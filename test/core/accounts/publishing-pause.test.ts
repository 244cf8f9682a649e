import { expect, test } from 'vitest'
import { markUnauthorized } from '../../../src/core/connections/unauthorized.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { listPauseEnds } from '../../../src/core/slots/pause-ends.js'
import { warningsOfAccount } from '../../../src/core/posts/state/warnings.js'
import { readStates } from '../../../src/core/posts/state/read.js'
import { addAccount } from '../../../src/core/connections/connect.js'
import { nextPauseEnd, pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import type { Platform } from '../../../src/core/ports/platform.js'
import type { Claimed } from '../../../src/core/publish/model/claimed-post.js'
import { claimDue } from '../../../src/core/publish/claim/claim-due.js'
import { listDue, type DuePost } from '../../../src/core/publish/claim/due.js'
import { claimLate } from '../../../src/core/publish/late/pace.js'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { requeueIn } from '../../../src/core/publish/settle/settle.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import type { Post } from '../../../src/core/posts/post.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase, insideOf } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, HOUR_MS, inDays } from '../../support/factories.js'
import { aWorld, START, type World } from '../../support/world.js'

const { db } = await aDatabase()

const accountOf = ({ actor, accountId }: World) => requireAccount(db.sql, actor, accountId)
const pause = ({ deps, actor, accountId }: World, whilePaused?: 'wait' | 'fail') =>
  pausePublishing(deps, actor, { accountId, whilePaused })
const resume = ({ deps, actor, accountId }: World) => resumePublishing(deps, actor, { accountId })
const schedule = ({ deps, actor, accountId }: World, { id }: Post, at: Date) =>
  schedulePost(deps, actor, { accountId, postId: id, when: { kind: 'at', at } })
const dueOf = async ({ organizationId }: World, { id }: Post) => {
  const [row] = await db.sql<[{ dueAt: Date | null; version: number }]>`
    select due_at as "dueAt", version
      from posts
     where organization_id = ${organizationId} and id = ${id}`
  return row
}
const dueIn = async ({ organizationId, clock }: World) =>
  (await listDue(db.sql, { now: clock.now, limit: 10_000 })).filter((due) => due.organizationId === organizationId)

const PINS = 24
/** Due now, each on a board of its own. */
async function aDueWorld(): Promise<{ world: World; due: DuePost[] }> {
  const world = await aWorld(db)
  const at = inDays(world, 1)
  await Promise.all(Array.from({ length: PINS }, (_, n) => aQueuedPost(world, { at, boardId: String(500 + n) })))
  world.clock.now = at
  const due = await dueIn(world)
  expect(due).toHaveLength(PINS)
  return { world, due }
}
/** `held`: queued without a due time; one with it would be missing. */
const statusesOf = async ({ organizationId }: World) => {
  const [row] = await db.sql<[{ uploading: number; held: number }]>`
    select count(*) filter (where status = 'uploading')::int as uploading,
           count(*) filter (where status = 'queued' and due_at is null)::int as held
      from posts
     where organization_id = ${organizationId}`
  return row
}

test('a paused account has no due times, and its pins are otherwise as they were', async () => {
  const world = await aWorld(db)
  const [queued, draft] = [await aQueuedPost(world), await aDraft(world)]
  expect(await pause(world)).toMatchObject({ id: world.accountId, publishing: 'paused', whilePaused: 'wait' })
  expect(await accountOf(world)).toMatchObject({ publishing: 'paused' })
  expect(await dueOf(world, queued)).toEqual({ dueAt: null, version: queued.version })
  await schedule(world, draft, inDays(world, 2))
  expect((await dueOf(world, draft)).dueAt).toBeNull()
  expect(await resume(world)).toMatchObject({ publishing: 'active' })
  expect(await dueOf(world, queued)).toEqual({ dueAt: queued.sendAt, version: queued.version })
  expect((await dueOf(world, draft)).dueAt).toEqual(inDays(world, 2))
})

test('pausing twice changes only what happens meanwhile, and resuming what is active changes nothing', async () => {
  const world = await aWorld(db)
  expect(await resume(world)).toEqual(await accountOf(world))
  await pause(world, 'fail')
  expect(await pause(world)).toMatchObject({ publishing: 'paused', whilePaused: 'fail' })
  expect(await pause(world, 'wait')).toMatchObject({ publishing: 'paused', whilePaused: 'wait' })
  expect(await resume(world)).toMatchObject({ publishing: 'active', whilePaused: 'wait' })
})

test('another account of the same organization goes on', async () => {
  const world = await aWorld(db)
  const [other] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${world.organizationId}, 'other', 'other', 'Other', ${world.clock.now})
    returning id`
  const post = await aQueuedPost(world)
  await pausePublishing(world.deps, world.actor, { accountId: other.id })
  expect((await dueOf(world, post)).dueAt).toEqual(post.sendAt)
})

test('with dead tokens resuming releases nothing; reconnecting does', async () => {
  const user = { username: 'maker', displayName: 'The Maker', avatarUrl: null, isBusiness: true, websiteUrl: null }
  let id = ''
  const platform = { readUser: async () => ({ id, ...user }) } as unknown as Platform // all that connecting asks
  const world = await aWorld(db, { parts: { platform } })
  id = `90${world.organizationId}`
  const connect = () => addAccount(world.deps, world.actor, { accessToken: 'pina_new', refreshToken: null, timezone: null })
  const post = await aQueuedPost(world)
  await pause(world)
  await db.tx(async (sql) => markUnauthorized(sql, await accountOf(world), world.clock.now))
  await resume(world)
  expect((await dueOf(world, post)).dueAt).toBeNull()
  await pause(world)
  await connect()
  expect((await dueOf(world, post)).dueAt).toBeNull() // still paused
  await resume(world)
  expect((await dueOf(world, post)).dueAt).toEqual(post.sendAt)
})

test('a pin that is queued while the account is being paused is not sent: the publisher holds it at its time', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  const at = inDays(world, 1)
  const { deps, actor, accountId, clock } = world
  await schedulePost(deps, actor, { accountId, postId: draft.id, when: { kind: 'at', at } }, async () => {
    await pause(world) // commits before the scheduling does, and does not see it
  })
  expect((await dueOf(world, draft)).dueAt).toEqual(at)
  clock.now = at
  const [claimed] = await claimDue(db, await dueIn(world), at)
  expect(claimed?.account.publishing).toBe('paused') // test/publish/pause.test.ts shows what becomes of it
})

test('a pin that is queued or requeued while the account is being resumed is due after the next sweep', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId, clock } = world
  const [draft, open] = [await aDraft(world), await aQueuedPost(world, { boardId: '102' })]
  const at = inDays(world, 2)
  clock.now = open.sendAt!
  const [claimed] = await claimDue(db, await dueIn(world), clock.now)
  await pause(world)
  await schedulePost(deps, actor, { accountId, postId: draft.id, when: { kind: 'at', at } }, async () => {
    await db.tx(async (sql) => {
      await requeueIn(sql, claimed!, { dueAt: open.sendAt!, tries: 0, as: 'retry', reason: 'paused' }, clock.now)
      await resume(world) // releases what it sees: neither of the two
    })
  })
  expect([(await dueOf(world, draft)).dueAt, (await dueOf(world, open)).dueAt]).toEqual([null, null])
  await sweepLate(deps)
  expect([(await dueOf(world, draft)).dueAt, (await dueOf(world, open)).dueAt]).toEqual([at, open.sendAt])
})

test('of pauses, resumes and schedulings at once nothing is sent while paused and nothing stays held', async () => {
  const world = await aWorld(db)
  const { deps, clock } = world
  for (let round = 0; round < 12; round++) {
    clock.now = START
    const at = inDays(world, 1)
    const drafts = await Promise.all(Array.from({ length: 8 }, (_, n) => aDraft(world, { boardId: String(600 + n) })))
    const acts: (() => Promise<unknown>)[] = drafts.map((draft) => () => schedule(world, draft, at))
    for (const act of [pause, resume, pause, resume]) acts.splice((round * 5 + acts.length) % acts.length, 0, () => act(world))
    await Promise.all(acts.map((act) => act()))

    await pause(world)
    clock.now = at
    for (const { account } of await claimDue(db, await dueIn(world), at)) expect(account.publishing).toBe('paused')
    await resume(world)
    await sweepLate(deps)
    const [held] = await db.sql<[{ held: number }]>`
      select count(*)::int as held
        from posts
       where organization_id = ${world.organizationId} and status = 'queued' and due_at is null`
    expect(held.held).toBe(0)
    await db.sql`update posts set status = 'draft', send_at = null, due_at = null, lease_until = null`
  }
})

test('a claim that meets a pause before it commits leaves its pins alone', async () => {
  const { world, due } = await aDueWorld()
  const { deps, actor, accountId, clock } = world
  const during: Claimed[] = []
  await pausePublishing(deps, actor, { accountId }, async () => {
    during.push(...(await claimDue(db, due, clock.now)))
  })
  expect(during).toEqual([])
  expect(await claimDue(db, due, clock.now)).toEqual([])
})

test('a pause that meets a claim before it commits leaves what is being taken to its attempt', async () => {
  const { world, due } = await aDueWorld()
  const pausing: Promise<unknown>[] = []
  const claimed = await db.tx(async (sql) => {
    const taken = await claimDue(insideOf(db, sql), due.slice(0, 5), world.clock.now)
    pausing.push(pause(world))
    await untilWaiting(db, 1)
    return taken
  })
  await Promise.all(pausing)
  expect(claimed).toHaveLength(5)
  expect(await statusesOf(world)).toEqual({ uploading: 5, held: PINS - 5 })
})

test('of claims one after another beside a pause, those before it have their pins and the rest is held', async () => {
  const shares = new Set<number>()
  for (let round = 0; round < 8; round++) {
    const { world, due } = await aDueWorld()
    const claimed: Claimed[] = []
    const claims = async () => {
      for (const one of due) claimed.push(...(await claimDue(db, [one], world.clock.now)))
    }
    await Promise.all([claims(), pause(world)])
    for (const { account } of claimed) expect(account.publishing).toBe('active')
    expect(await statusesOf(world)).toEqual({ uploading: claimed.length, held: PINS - claimed.length })
    shares.add(claimed.length)
  }
  expect([...shares].some((share) => share > 0 && share < PINS)).toBe(true) // else there was no race
})

test('pause and resume wait for each other by the account, not for a person who has a pin of another one', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world)
  const acts: Promise<unknown>[] = []
  await db.tx(async (sql) => {
    await sql`select from posts where organization_id = ${world.organizationId} and id = ${post.id} for update`
    acts.push(pause(world))
    await untilWaiting(db, 1)
    acts.push(resume(world))
    await untilWaiting(db, 2)
    await pause(await aWorld(db)) // nobody waits here
  })
  await Promise.all(acts)
  expect(await accountOf(world)).toMatchObject({ publishing: 'active' })
  expect((await dueOf(world, post)).dueAt).toEqual(post.sendAt)
})

/** As the publisher does with late pins. @returns those that it has now */
const paceAt = async (worlds: World[], now: Date): Promise<string[]> => {
  const organizations = worlds.map(({ organizationId }) => organizationId)
  const due = await listDue(db.sql, { now, limit: 10_000 })
  const late = due.filter(({ isLate, organizationId }) => isLate && organizations.includes(organizationId))
  return (await claimLate(db, late, now)).map(({ postId }) => postId)
}
const soon = <T>(work: Promise<T>) =>
  Promise.race([work, new Promise<'waits'>((resolve) => setTimeout(() => resolve('waits'), 2000).unref())])

test('while an account is being paused the late pins of others go out, and its own are held afterwards', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const own = await aQueuedPost(world)
  const late = await aQueuedPost(other)
  const now = new Date(late.sendAt!.getTime() + HOUR_MS)
  const { deps, actor, accountId } = world
  const during: unknown[] = []
  await pausePublishing(deps, actor, { accountId }, async () => void during.push(await soon(paceAt([world, other], now))))
  expect(during).toEqual([[late.id]])
  expect((await dueOf(world, own)).dueAt).toBeNull()
})

test('late pins of an account that somebody holds stay due, and have their minutes one by one once it is free', async () => {
  const world = await aWorld(db)
  const [first, second] = [
    await aQueuedPost(world),
    await aQueuedPost(world, { boardId: '102', at: new Date(inDays(world, 1).getTime() + 1) }),
  ]
  const now = new Date(second.sendAt!.getTime() + HOUR_MS)
  await db.tx(async (sql) => {
    await sql`update accounts set while_paused = 'fail' where organization_id = ${world.organizationId}`
    expect(await soon(paceAt([world], now))).toEqual([])
  })
  for (const post of [first, second]) expect((await dueOf(world, post)).dueAt).toEqual(post.sendAt)
  expect(await paceAt([world], now)).toEqual([first.id])
  expect((await dueOf(world, second)).dueAt).toEqual(new Date(now.getTime() + 60_000))
  expect(await paceAt([world], now)).toEqual([]) // the minute is taken: nothing goes again
})

test('a late pin that somebody holds waits for its minute all the same', async () => {
  const world = await aWorld(db)
  const [first, second] = [
    await aQueuedPost(world),
    await aQueuedPost(world, { boardId: '102', at: new Date(inDays(world, 1).getTime() + 1) }),
  ]
  const now = new Date(second.sendAt!.getTime() + HOUR_MS)
  await db.tx(async (sql) => {
    await sql`select from posts where organization_id = ${world.organizationId} and id = ${second.id} for update`
    expect(await soon(paceAt([world], now))).toEqual([first.id])
  })
  expect((await dueOf(world, second)).dueAt).toEqual(second.sendAt) // still due
  expect(await paceAt([world], now)).toEqual([])
  expect((await dueOf(world, second)).dueAt).toEqual(new Date(now.getTime() + 60_000))
  expect(await paceAt([world], new Date(now.getTime() + 60_000))).toEqual([second.id])
})

test('the sweep leaves a forgotten pin that somebody holds to the next one', async () => {
  const world = await aWorld(db)
  const [held, free] = [await aQueuedPost(world), await aQueuedPost(world)]
  await db.sql`update posts set due_at = null where organization_id = ${world.organizationId}`
  await db.tx(async (sql) => {
    await sql`select from posts where organization_id = ${world.organizationId} and id = ${held.id} for update`
    expect(await soon(sweepLate(world.deps))).not.toBe('waits')
  })
  expect([(await dueOf(world, held)).dueAt, (await dueOf(world, free)).dueAt]).toEqual([null, free.sendAt])
  await sweepLate(world.deps)
  expect((await dueOf(world, held)).dueAt).toEqual(held.sendAt)
})

const pauseUntil = ({ deps, actor, accountId }: World, until: Date | null) =>
  pausePublishing(deps, actor, { accountId, whilePaused: 'wait', until })
const saidOf = async ({ organizationId }: World) => {
  const rows = await db.sql<{ change: { kind: string; until?: string }; by: string }[]>`
    select notice -> 'change' as change, notice ->> 'by' as by
      from outbox
     where organization_id = ${organizationId} and notice ->> 'kind' = 'accountChanged'
     order by id`
  return [...rows]
}
const withChannel = async (world: World) => {
  await db.sql`update accounts set notify_channel_id = 'C1' where organization_id = ${world.organizationId}`
  return world
}

test('a pause with an end goes on by itself then: its pins get their due times back, and the channel hears both', async () => {
  const world = await withChannel(await aWorld(db))
  const queued = await aQueuedPost(world, { at: inDays(world, 3) })
  const until = inDays(world, 2)
  expect(await pauseUntil(world, until)).toMatchObject({ publishing: 'paused', pausedUntil: until })
  expect(await nextPauseEnd(db.sql)).toEqual(until)
  world.clock.now = new Date(until.getTime() - 1000)
  await sweepLate(world.deps)
  expect(await accountOf(world)).toMatchObject({ publishing: 'paused' })
  world.clock.now = until
  await sweepLate(world.deps)
  expect(await accountOf(world)).toMatchObject({ publishing: 'active', pausedUntil: null })
  expect((await dueOf(world, queued)).dueAt).toEqual(queued.sendAt)
  expect(await saidOf(world)).toEqual([
    { change: { kind: 'paused', until: until.toISOString() }, by: world.actor.userId },
    { change: { kind: 'resumed', overdue: 0 }, by: 'pause' },
  ])
  const acts =
    await db.sql`select action, via, actor from audit where organization_id = ${world.organizationId} order by id desc limit 1`
  expect([...acts]).toEqual([{ action: 'resume', via: 'operator', actor: 'pause' }])
})

test('somebody who resumes at the end of a pause, and every process that ends it: one resumes', async () => {
  const world = await withChannel(await aWorld(db))
  await pauseUntil(world, inDays(world, 1))
  world.clock.now = inDays(world, 1)
  await Promise.all([resume(world), sweepLate(world.deps), sweepLate(world.deps)])
  expect((await saidOf(world)).map(({ change }) => change.kind)).toEqual(['paused', 'resumed'])
  expect(await accountOf(world)).toMatchObject({ publishing: 'active' })
})

test('the end of a pause stays, is moved, and is taken away as its admin says; resumed and paused again it has none', async () => {
  const world = await aWorld(db)
  const [first, second] = [inDays(world, 1), inDays(world, 2)]
  await pauseUntil(world, first)
  expect(await pause(world, 'fail')).toMatchObject({ pausedUntil: first, whilePaused: 'fail' })
  expect(await pauseUntil(world, second)).toMatchObject({ pausedUntil: second })
  expect(await pauseUntil(world, null)).toMatchObject({ publishing: 'paused', pausedUntil: null })
  await pauseUntil(world, second)
  await resume(world)
  expect(await pause(world)).toMatchObject({ publishing: 'paused', pausedUntil: null })
  world.clock.now = second
  await sweepLate(world.deps)
  expect(await accountOf(world)).toMatchObject({ publishing: 'paused' })
})

test.each([
  ['in the past', -1],
  ['now', 0],
  ['more than a year ahead', 367],
])('a pause does not end %s: it is refused, and nothing is paused', async (_when, days) => {
  const world = await aWorld(db)
  await expect(pauseUntil(world, inDays(world, days))).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'until' } })
  expect(await accountOf(world)).toMatchObject({ publishing: 'active' })
})

test('of a restored account the pause ends once its boards are compared', async () => {
  const world = await aWorld(db)
  const { organizationId, accountId, clock } = world
  await pauseUntil(world, inDays(world, 1))
  await db.sql`
    insert into comparisons (organization_id, account_id, backup_at, restored_at, resumes, due)
    values (${organizationId}, ${accountId}, ${clock.now}, ${clock.now}, false, '{}')`
  clock.now = inDays(world, 1)
  await sweepLate(world.deps)
  expect(await accountOf(world)).toMatchObject({ publishing: 'paused' })
  await db.sql`update comparisons set compared_at = ${clock.now} where organization_id = ${organizationId}`
  await sweepLate(world.deps)
  expect(await accountOf(world)).toMatchObject({ publishing: 'active' })
})

test('of a disconnected account the pause ends, and its pins wait for the connection', async () => {
  const world = await aWorld(db)
  const queued = await aQueuedPost(world, { at: inDays(world, 3) })
  const account = await pauseUntil(world, inDays(world, 1))
  await db.tx((sql) => markUnauthorized(sql, account, world.clock.now))
  world.clock.now = inDays(world, 1)
  await sweepLate(world.deps)
  expect(await accountOf(world)).toMatchObject({ publishing: 'active', tokenStatus: 'unauthorized' })
  expect((await dueOf(world, queued)).dueAt).toBeNull()
})

test('pins that are due after the end of a pause are scheduled as if there were none; those before it wait', async () => {
  const world = await aWorld(db)
  const [before, later] = [await aQueuedPost(world, { at: inDays(world, 1) }), await aQueuedPost(world, { at: inDays(world, 3) })]
  const account = await pauseUntil(world, inDays(world, 2))
  const codes = (at: Date) => warningsOfAccount(account, at).map(({ code }) => code)
  expect([codes(inDays(world, 1)), codes(inDays(world, 2))]).toEqual([['account_paused'], []])
  expect((await readStates(world.deps, [before, later])).map(({ name }) => name)).toEqual(['waiting', 'scheduled'])
})

test('a pause may end with the first slot of tomorrow or of Monday, at nine where there is none', async () => {
  const world = await aWorld(db) // on a Monday
  const ends = async () => (await listPauseEnds(world.deps, world.actor, world)).map((at) => at.toISOString())
  expect(await ends()).toEqual(['2026-03-03T14:00:00.000Z', '2026-03-09T13:00:00.000Z']) // in New York, whose clocks change between
  await aTimeslot(world, { day: 2, time: '19:30', timezone: 'America/New_York' })
  await aTimeslot(world, { day: 2, time: '10:30', timezone: 'America/New_York' })
  world.clock.now = new Date('2026-03-08T16:00:00Z') // a Sunday
  expect(await ends()).toEqual(['2026-03-09T13:00:00.000Z'])
  world.clock.now = new Date('2026-03-09T16:00:00Z')
  expect(await ends()).toEqual(['2026-03-10T14:30:00.000Z', '2026-03-16T13:00:00.000Z'])
})
