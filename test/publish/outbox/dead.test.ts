/** Notices that could not be delivered, for the operator. */
import { expect, test } from 'vitest'
import { listDeadLetters, reviveDeadLetter } from '../../../src/core/notices/dead-letters.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS } from '../../support/factories.js'
import { anOutbox, say, workOutbox } from '../support/outbox-world.js'

const { db } = await aDatabase()

test('dead letters are shown, the latest first, and revived one by one', async () => {
  let isOpen = false
  const { world, delivered, outbox } = await anOutbox(db, () =>
    isOpen ? { kind: 'delivered' } : { kind: 'undeliverable', message: 'slack answered is_archived' },
  )
  const { organizationId, clock } = world
  await say(world, 'one', { postId: '1' })
  await workOutbox(world, outbox, 1_000)
  await say(world, 'two', { postId: '2' })
  await workOutbox(world, outbox, 1_000)
  const dead = await listDeadLetters(db.sql, { organizationId, limit: 10 })
  expect(dead).toMatchObject([
    { organizationId, destination: 'account:1', kind: 'pinPublished', attempts: 1, lastError: 'slack answered is_archived' },
    { deadAt: world.clock.now.getTime() > 0 ? (expect.any(Date) as Date) : undefined },
  ])
  expect(await listDeadLetters(db.sql, { organizationId, limit: 1 })).toEqual([dead[0]])
  expect((await listDeadLetters(db.sql, { limit: 1_000 })).length).toBeGreaterThanOrEqual(2)
  isOpen = true
  expect(await reviveDeadLetter(db.sql, world.actor, dead[1]!, clock.now)).toBe(true)
  await workOutbox(world, outbox, 5_000)
  expect(delivered.map(({ key }) => key)).toEqual(['one'])
  expect(await listDeadLetters(db.sql, { organizationId, limit: 10 })).toEqual([dead[0]])
  expect(await reviveDeadLetter(db.sql, world.actor, dead[1]!, clock.now)).toBe(false) // delivered
  expect(await reviveDeadLetter(db.sql, { ...world.actor, organizationId: '0' }, dead[0]!, clock.now)).toBe(false)
  expect(await reviveDeadLetter(db.sql, world.actor, { id: 'all' }, clock.now)).toBe(false)
})

test('a dead letter that is revived has all its tries again', async () => {
  const { world, tries, outbox } = await anOutbox(db, () => {
    throw new Error('no connection')
  })
  const { organizationId, clock } = world
  await say(world, 'twice')
  await workOutbox(world, outbox, 3 * DAY_MS)
  const [dead] = await listDeadLetters(db.sql, { organizationId, limit: 1 })
  expect([tries.get('twice'), dead?.attempts]).toEqual([10, 10])
  await reviveDeadLetter(db.sql, world.actor, dead!, clock.now)
  await workOutbox(world, outbox, 3 * DAY_MS)
  expect(tries.get('twice')).toBe(20)
  expect(await listDeadLetters(db.sql, { organizationId, limit: 1 })).toMatchObject([
    { attempts: 10, lastError: 'no connection' },
  ])
})
