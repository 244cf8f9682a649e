/** What spacing keeps in the pool: the same as it keeps a new pin from, read for all of the pool at once. */
import { expect, test } from 'vitest'
import { chooseSource } from '../../../../src/core/posts/evergreen/choice.js'
import { listTooNear } from '../../../../src/core/posts/evergreen/too-near.js'
import type { Sql } from '../../../../src/core/ports/deps.js'
import { isBlocked, readSpacing } from '../../../../src/core/slots/spacing.js'
import { aDatabase } from '../../../support/database.js'
import { aQueuedPost, DAY_MS } from '../../../support/factories.js'
import { aWorld, START, type World } from '../../../support/world.js'
import { fc } from '../../../support/random.js'
import { aPoolPin, aPublishedPin } from './support/fixtures.js'
import { accountOf } from '../../slots/support/fixtures.js'

const { db } = await aDatabase()

/** Counts what is sent, and the pieces it is put together from. */
function counted(sql: Sql): { sql: Sql; calls: () => number } {
  let calls = 0
  const counting = new Proxy(sql, {
    apply(target, self, args: unknown[]) {
      calls++
      return Reflect.apply(target, self, args) as unknown
    },
  })
  return { sql: counting, calls: () => calls }
}

const aDefault = ({ organizationId, accountId, clock }: World, days: number) => db.sql`
  insert into spacing_rules (organization_id, account_id, url_key, days, updated_at)
  values (${organizationId}, ${accountId}, '', ${days}, ${clock.now})`

test('a pool whose every link was out too lately asks the database no oftener than one pin does', async () => {
  const callsFor = async (pins: number) => {
    const world = await aWorld(db)
    await aDefault(world, 365)
    for (let n = 0; n < pins; n++) await aPoolPin(world)
    const { sql, calls } = counted(db.sql)
    expect(await chooseSource(sql, await accountOf(world), START, START)).toEqual({ kind: 'nothing', because: 'spacing' })
    return calls()
  }
  expect(await callsFor(25)).toBe(await callsFor(1))
})

test('a link is too near in the pool exactly when a new pin with it would be', async () => {
  const zones = fc.constantFrom('America/New_York', 'Pacific/Kiritimati', 'Africa/Cairo', null)
  const hours = fc.integer({ min: -24 * 12, max: 24 * 12 })
  const links = fc.array(fc.record({ days: fc.integer({ min: 1, max: 6 }), pins: fc.array(hours, { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(zones, links, hours, async (timezone, drawn, hour) => {
      const world = await aWorld(db, { timezone })
      const account = await accountOf(world)
      const keys = drawn.map((_, n) => `shop.test/${n}`)
      for (const [n, { pins }] of drawn.entries()) {
        for (const at of pins) {
          const url = `https://${keys[n]}`
          if (at < 0) await aPublishedPin(world, { url, days: -at / 24 })
          else await aQueuedPost(world, { url, at: new Date(START.getTime() + (at / 24) * DAY_MS + 60_000) })
        }
      }
      const at = new Date(START.getTime() + (hour / 24) * DAY_MS)
      const spaced = drawn.map(({ days }, n) => ({ urlKey: keys[n]!, spacingDays: days }))
      const expected: string[] = []
      for (const { urlKey, spacingDays: days } of spaced) {
        if (isBlocked(await readSpacing(db.sql, account, { urlKey, postId: null, days }, at), at)) expected.push(urlKey)
      }
      expect([...(await listTooNear(db.sql, account, spaced, at))].sort()).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})
