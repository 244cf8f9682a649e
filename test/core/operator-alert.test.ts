import { expect, test } from 'vitest'
import { alertOperator } from '../../src/core/accounts/ask-platform.js'
import { openPool } from '../../src/db/pool.js'
import { aDatabase } from '../support/database.js'
import { DAY_MS } from '../support/factories.js'
import { aWorld } from '../support/world.js'

const { db, url } = await aDatabase()

test('what the platform refuses our app is told once a day over all organizations and processes, with whose call it was', async () => {
  const worlds = [await aWorld(db), await aWorld(db), await aWorld(db)] as const
  const [, second, third] = worlds
  const there = openPool(url, { max: 5 })
  const alert = (world: typeof second, message: string) => alertOperator(world.deps, world, { message })
  const told = () => db.sql<{ destination: string; notice: object }[]>`select destination, notice from outbox order by id`

  await alert(second, 'restricted feature')
  await Promise.all([...worlds, ...worlds].map((world) => alert(world, 'consumer type')))
  await Promise.all(worlds.map((world) => alert({ ...world, deps: { ...world.deps, db: there } }, 'consumer type')))
  const ofSecond = {
    kind: 'operatorAlert',
    subject: 'app_refused',
    seenFor: second.organizationId,
    message: 'restricted feature',
  }
  expect([...(await told())]).toEqual([{ destination: 'staff', notice: ofSecond }])

  third.clock.advance(DAY_MS)
  await alert(third, 'consumer type')
  await there.close()
  expect((await told())[1]?.notice).toMatchObject({ seenFor: third.organizationId, message: 'consumer type' })
})
