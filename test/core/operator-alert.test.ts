import { expect, test } from 'vitest'
import { alertOperator } from '../../src/core/accounts/ask-platform.js'
import { openPool } from '../../src/db/pool.js'
import { aDatabase } from '../support/database.js'
import { DAY_MS } from '../support/factories.js'
import { aWorld } from '../support/world.js'

const { db, url } = await aDatabase()
const told = async () => [
  ...(await db.sql<{ destination: string; notice: { seenFor: string; message: string } }[]>`
    select destination, notice from outbox order by id`),
]

test('what the platform refuses our app is told once a day for each cause, over all organizations and processes, with whose call it was', async () => {
  const worlds = [await aWorld(db), await aWorld(db), await aWorld(db)] as const
  const [, second, third] = worlds
  const there = openPool(url, { max: 5 })
  const alert = (world: typeof second, message: string) => alertOperator(world.deps, world, { message })

  await alert(second, 'restricted feature')
  await Promise.all([...worlds, ...worlds].map((world) => alert(world, 'restricted feature')))
  await Promise.all(worlds.map((world) => alert({ ...world, deps: { ...world.deps, db: there } }, 'restricted feature')))
  const ofSecond = {
    kind: 'operatorAlert',
    subject: 'app_refused',
    seenFor: second.organizationId,
    message: 'restricted feature',
  }
  expect(await told()).toEqual([{ destination: 'staff', notice: ofSecond }])

  await Promise.all([...worlds, ...worlds].map((world) => alert(world, 'consumer type')))
  expect((await told()).map(({ notice }) => notice.message)).toEqual(['restricted feature', 'consumer type'])

  third.clock.advance(DAY_MS)
  await alert(third, 'consumer type')
  await there.close()
  expect((await told())[2]?.notice).toMatchObject({ seenFor: third.organizationId, message: 'consumer type' })
})

test('a message with changing text is told ten times a day at most, also by several at once', async () => {
  await db.sql`delete from outbox`
  const world = await aWorld(db)
  const alert = (number: number) => alertOperator(world.deps, world, { message: `refused, trace ${number}` })
  await Promise.all(Array.from({ length: 14 }, async (_, number) => alert(number)))
  await alert(99)
  expect(await told()).toHaveLength(10)
  world.clock.advance(DAY_MS)
  await alert(99)
  expect(await told()).toHaveLength(11)
})
