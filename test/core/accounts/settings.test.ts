import { expect, test } from 'vitest'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import { setTimezone, setWhilePaused } from '../../../src/core/accounts/settings.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

const accountOf = ({ actor, accountId }: World) => requireAccount(db.sql, actor, accountId)
const pause = ({ deps, actor, accountId }: World) => pausePublishing(deps, actor, { accountId })
const resume = ({ deps, actor, accountId }: World) => resumePublishing(deps, actor, { accountId })

test.each(['scheduler', 'contributor', 'viewer'] as const)('a %s may not pause, resume or change settings', async (role) => {
  const world = await aWorld(db)
  const low: World = { ...world, actor: { ...world.actor, via: 'slack', role } }
  const { deps, actor, accountId } = low
  for (const act of [
    () => pause(low),
    () => resume(low),
    () => setTimezone(deps, actor, { accountId, timezone: 'Europe/Berlin' }),
    () => setWhilePaused(deps, actor, { accountId, whilePaused: 'fail' }),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await accountOf(world)).toMatchObject({ publishing: 'active', whilePaused: 'wait', timezone: 'America/New_York' })
})

test.each(['0', 'abc', '999999'])('account %s is not found, and a foreign one neither', async (accountId) => {
  const world = await aWorld(db)
  const { accountId: foreign } = await aWorld(db)
  for (const id of [accountId, foreign]) {
    await expect(pause({ ...world, accountId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(resume({ ...world, accountId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const timezone = setTimezone(world.deps, world.actor, { accountId: id, timezone: 'UTC' })
    await expect(timezone).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test("a new zone of the account is not the slots': they keep their own, and pins their times", async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  await aTimeslot(world, { day: 2, time: '09:00', timezone: 'America/New_York' })
  const post = await aQueuedPost(world)
  expect(await setTimezone(deps, actor, { accountId, timezone: 'Asia/Kathmandu' })).toMatchObject({ timezone: 'Asia/Kathmandu' })
  expect(await db.sql`select timezone from timeslots where organization_id = ${world.organizationId}`).toMatchObject([
    { timezone: 'America/New_York' },
  ])
  const rows = await db.sql`select send_at, due_at, version from posts where organization_id = ${world.organizationId}`
  expect(rows).toMatchObject([{ send_at: post.sendAt, due_at: post.sendAt, version: post.version }])
})

test.each(['', 'New York', 'europe/berlin', '+02:00', 'Europe/Nowhere'])('%j is no zone', async (timezone) => {
  const world = await aWorld(db)
  const refused = setTimezone(world.deps, world.actor, { accountId: world.accountId, timezone })
  await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'timezone' } })
  expect(await accountOf(world)).toMatchObject({ timezone: 'America/New_York' })
})

test('what happens meanwhile may be set before', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  expect(await setWhilePaused(deps, actor, { accountId, whilePaused: 'fail' })).toMatchObject({
    publishing: 'active',
    whilePaused: 'fail',
  })
  expect(await pause(world)).toMatchObject({ publishing: 'paused', whilePaused: 'fail' })
})
