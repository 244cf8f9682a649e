import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aPin, aPublishWorld, attemptsOf, MINUTE_MS, pinsOf, reread, SECOND_MS, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db, { pacing: true })

test('after a rate limit the next pin of the account is not even sent before the window ends', async () => {
  const at = (ms: number) => new Date(world.clock.now.getTime() + ms)
  const until = at(MINUTE_MS + 30 * SECOND_MS)
  const first = await aPin(world, { url: 'https://example.com/limited', at: at(MINUTE_MS) })
  const next = await aPin(world, { url: 'https://example.com/held', at: at(MINUTE_MS + 10 * SECOND_MS) })
  await world.simulator.fault({ operation: 'create_pin', fault: 'rate_limited', times: 1, match: { link: first.url! } })
  await workFor(world, HOUR_MS)
  for (const post of [first, next]) {
    const sent = await reread(world, post)
    expect([sent.status, sent.sentAt?.getTime()]).toEqual(['sent', until.getTime()])
    expect(await pinsOf(world, post)).toEqual([sent.pinId])
  }
  expect(await attemptsOf(world, first)).toMatchObject([{ state: 'retry' }, { state: 'confirmed' }])
  expect(await attemptsOf(world, next)).toMatchObject([
    { state: 'retry', reason: 'what the platform allows the account for now is used up' },
    { state: 'confirmed' },
  ])
})
