/** What a claim of a check reads of the database, in pages, where very many organizations have one due. */
import { afterAll, expect, test } from 'vitest'
import { makeTurns } from '../../../src/core/preflight/turns.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { once, openMeasured } from './support/cost.js'
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
  const claims = 100
  const turns = makeTurns({ db, clock: () => START })
  const organizations = new Set<string>()
  const { pages } = await once(db, async () => {
    for (let each = 0; each < claims; each++) organizations.add((await turns.claim())!.account.organizationId)
  })
  expect(organizations.size).toBe(claims)
  expect(pages / claims).toBeLessThan(250)
})
