/** A week in which Pinterest blocks five of six accounts for spam, each for another time. */
import { expect, test } from 'vitest'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { setStanding } from '../../../src/sandbox/platform/faults/standings.js'
import { addBoard, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { anotherAccount, HOUR_MS } from '../../support/factories.js'
import { aPin, aPublishWorld, MINUTE_MS, type PublishWorld, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, clock, organizationId } = world
const begins = clock.now.getTime()

/** Pins every five hours; `blocked`: the hours of the week in which Pinterest takes none. */
const ACCOUNTS = {
  well: [],
  hours: [[24, 29]],
  day: [[24, 48]],
  days: [[24, 96]],
  week: [[24, 999]],
  twice: [
    [24, 30],
    [72, 78],
  ],
} as const satisfies Record<string, readonly (readonly [number, number])[]>
type Name = keyof typeof ACCOUNTS
const NAMES = Object.keys(ACCOUNTS) as Name[]
const PINS = 33

async function anAccount(username: Name): Promise<PublishWorld> {
  const createdAt = clock.now
  const { accessToken } = await addUser(db.sql, { username, displayName: username, isBusiness: true, createdAt })
  const [{ id: ownerId }] = await db.sql<[{ id: string }]>`select id from sim_users where username = ${username}`
  const board = { ownerId, name: username, description: null, privacy: 'PUBLIC', createdAt } as const
  const { id: boardId } = await addBoard(db.sql, board)
  const account = { ...world, ...(await anotherAccount(world, username)), simulator: world.simulator }
  await db.sql`update connections set access_token = ${deps.sealer.seal(accessToken)} where account_id = ${account.accountId}`
  await db.sql`update boards set id = ${boardId} where account_id = ${account.accountId}`
  for (let n = 0; n < PINS; n++)
    await aPin(account, { url: `https://example.com/${username}-${n}`, boardId, at: new Date(begins + (n + 0.5) * 5 * HOUR_MS) })
  return account
}

test('a blocked account is asked by probes alone, its team hears when it begins, ends and what was missed each day, and the rest goes out once', async () => {
  const accounts = new Map<Name, PublishWorld>()
  for (const name of NAMES) accounts.set(name, await anAccount(name))
  for (let hour = 0; hour < 24 * 8; hour++) {
    for (const name of NAMES)
      for (const [from, until] of ACCOUNTS[name]) {
        if (hour === from) await setStanding(db.sql, { username: name, standing: 'spam' })
        if (hour === until) await setStanding(db.sql, { username: name, standing: 'good' })
      }
    for (let done = 0; done < HOUR_MS; done += 10 * MINUTE_MS) {
      await workFor(world, 10 * MINUTE_MS)
      await sweepLate(deps)
    }
  }
  const rows = await db.sql<{ name: Name; sent: number; drafts: number; refused: number; told: Record<string, number> }[]>`
    select a.username as name,
           (select count(*)::int from posts p where p.organization_id = a.organization_id and p.account_id = a.id and p.status = 'sent') as sent,
           (select count(*)::int from posts p where p.organization_id = a.organization_id and p.account_id = a.id and p.status = 'draft') as drafts,
           (select count(*)::int
              from publish_attempts t
              join posts p on p.organization_id = t.organization_id and p.id = t.post_id
             where t.organization_id = a.organization_id and p.account_id = a.id and t.state not in ('confirmed', 'found')) as refused,
           (select coalesce(jsonb_object_agg(o.kind, o.count), '{}')
              from (select notice ->> 'kind' as kind, count(*)::int
                      from outbox
                     where organization_id = a.organization_id and destination = 'account:' || a.id and notice ->> 'kind' not like 'pin%ublished'
                     group by 1) o) as told
      from accounts a
     where a.organization_id = ${organizationId} and a.username = any (${NAMES})`
  const of = Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures]))
  expect(of).toEqual({
    well: { sent: 33, drafts: 0, refused: 0, told: {} },
    hours: { sent: 33, drafts: 0, refused: 2, told: { accountOnHold: 1, accountHoldEnded: 1 } },
    day: { sent: 29, drafts: 4, refused: 4, told: { accountOnHold: 1, accountHoldEnded: 1, pinsMissedOnHold: 2 } },
    days: { sent: 20, drafts: 13, refused: 6, told: { accountOnHold: 1, accountHoldEnded: 1, pinsMissedOnHold: 4 } },
    week: { sent: 5, drafts: 28, refused: 9, told: { accountOnHold: 1, pinsMissedOnHold: 7 } },
    twice: { sent: 33, drafts: 0, refused: 5, told: { accountOnHold: 2, accountHoldEnded: 2 } },
  })
  const links = (await world.simulator.state()).pins.map(({ link }) => link)
  expect(new Set(links).size).toBe(links.length)
}, 240_000)
