/** What a claim reads of the database, in pages, where very many organizations have something that waits. */
import { afterAll, expect, test } from 'vitest'
import { nextClaimAt } from '../../../src/core/lib/rows/one-per-organization.js'
import { makeClaims } from '../../../src/core/lib/rows/turns.js'
import type { Account } from '../../../src/core/accounts/account.js'
import { PREFLIGHTS } from '../../../src/core/preflight/due.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { costOf, once, openMeasured } from './support/cost.js'
import { fill, NOTHING } from './support/many-teams.js'

const { url } = await aDatabase()
await fill(url, NOTHING, { organizations: 3_000, queued: 9_000, sent: 0 })
const db = openMeasured(url)
afterAll(() => db.close())

test('a claim reads neither all organizations nor all that is due, and each organization has its turn', async () => {
  await db.sql`
    insert into preflights (organization_id, post_id, account_id, due_at)
    select organization_id, id, account_id, ${START}::timestamptz - make_interval(secs => id % 1000) from posts`
  await db.sql.unsafe('vacuum (analyze, parallel 0) preflights')
  const times = 100
  const claim = makeClaims<Account>({ db, clock: () => START }, PREFLIGHTS)
  await claim(1) // finds who has something
  await db.sql.unsafe('vacuum (analyze, parallel 0) work_turns')
  const organizations = new Set<string>()
  const { pages } = await once(db, async () => {
    for (let each = 0; each < times; each++) organizations.add((await claim(1))[0]!.organizationId)
  })
  expect(organizations.size).toBe(times)
  expect(pages / times).toBeLessThan(250)
})

test('when a feed is due next is found without reading all of them, also while some are worked on', async () => {
  const { sql } = db
  await sql`
    insert into feeds (organization_id, account_id, url, url_key, per_day, created_by, created_at, next_look_at, due_at)
    select organization_id, id, 'https://shop.test/' || n, 'shop.test/' || n, 3, 'key:1', ${START}, ${START},
           ${START}::timestamptz + make_interval(secs => 60 + id % 1000 + n)
      from accounts, generate_series(1, 5) n`
  await sql.unsafe('vacuum (analyze, parallel 0) feeds')
  const inSeconds = (seconds: number) => new Date(START.getTime() + seconds * 1_000)
  expect(await nextClaimAt(sql, 'feeds')).toEqual(inSeconds(61))
  expect((await costOf(db, () => nextClaimAt(sql, 'feeds'))).pages).toBeLessThan(30)
  await sql`update feeds set lease_until = ${inSeconds(62.5)} where due_at = ${inSeconds(61)}`
  expect(await nextClaimAt(sql, 'feeds')).toEqual(inSeconds(62))
  await sql`update feeds set lease_until = ${inSeconds(64)} where due_at = ${inSeconds(62)} and organization_id % 1000 = 1`
  expect(await nextClaimAt(sql, 'feeds')).toEqual(inSeconds(62.5))
  expect((await costOf(db, () => nextClaimAt(sql, 'feeds'))).pages).toBeLessThan(100)
})
