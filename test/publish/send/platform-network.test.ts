/** The way to the platform goes bad in the middle of a create: the board says what became of it. */
import { afterAll, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { hostOf, startProxy, type Proxy } from '../../support/proxy.js'
import { killWorkers, type Worker } from '../../support/worker.js'
import { aWorkerWorld, endOf, ONCE } from '../../support/worker-world.js'
import { soon } from '../support/killed-support.js'
import { aPin, attemptsOf } from '../support/support.js'

const database = await aDatabase()
const way: { network?: Proxy } = {} // made once the platform's address is known, and before anybody asks for it
let worker: Worker | undefined
const world = await aWorkerWorld(database, { platformUrl: (own) => way.network?.through(own) ?? own })
const network = (way.network = await startProxy(hostOf(world.simulator.url)))
afterAll(async () => {
  killWorkers()
  await network.close()
  await world.close()
})

const cases = [
  { when: 'takes connections and never answers', spoil: () => network.freezeAll(), attempts: ['absent', 'confirmed'] },
  { when: 'is reset in the middle of the answer', spoil: () => network.cutAnswerAfter(40), attempts: ['found'] },
  { when: 'is reset before the first byte of the answer', spoil: () => network.cutAnswerAfter(0), attempts: ['found'] },
]

test.each(cases)('a network that $when leaves one pin', async ({ spoil, attempts }) => {
  worker ??= await world.worker({ loops: ['publisher', 'outbox'] })
  const at = soon(world)
  const post = await aPin(world, { url: `https://example.com/network/${attempts.length}/${at.getTime()}`, at })
  spoil()
  await world.moveTo(at, [worker])
  await worker.drain() // the create is given up, or broken off
  network.thaw()
  network.cut()
  await world.workFor(HOUR_MS, worker)
  expect(await endOf(world, post)).toEqual(ONCE)
  expect((await attemptsOf(world, post)).map(({ state }) => state)).toEqual(attempts)
})
