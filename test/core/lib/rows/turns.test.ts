/** Work in the background is shared out by organization, each piece once, and none is forgotten, whoever writes it and when. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aDatabase, isOnCluster } from '../../../support/database.js'
import { START } from '../../../support/world.js'
import { once, openMeasured } from '../../growth/support/cost.js'
import { aClaimer, addToys, endToy, LEASE_MS, makeToys, type Toy } from '../support/toys.js'

const { db, url } = await aDatabase()
const { sql } = db
await makeToys(db)
const measured = openMeasured(url)
afterAll(() => measured.close())
beforeEach(() => sql`truncate toys, work_turns`)

const at = (seconds: number) => new Date(START.getTime() + seconds * 1_000)

async function organizations(many: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into organizations (name, period_anchor, created_at)
    select 'org', ${START}::timestamptz, ${START}::timestamptz from generate_series(1, ${many}::int) returning id`
  return rows.map(({ id }) => id)
}

function countByOrganization(toys: readonly Toy[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { organizationId } of toys) counts[organizationId] = (counts[organizationId] ?? 0) + 1
  return counts
}

test('organizations share a claim evenly, however much one of them has', async () => {
  const [many, few] = (await organizations(2)) as [string, string]
  await addToys(sql, many, at(0), 3_000)
  await addToys(sql, few, at(1), 4)
  const claim = aClaimer(db)
  expect(countByOrganization(await claim(at(2), 10))).toEqual({ [many]: 6, [few]: 4 })
})

test('no organization is served twice before each was served once, even while the clock stands still', async () => {
  for (const one of await organizations(30)) await addToys(sql, one, at(0), 9)
  const claim = aClaimer(db)
  for (let lap = 0; lap < 4; lap++) {
    const claimed: Toy[] = []
    for (let each = 0; each < 3; each++) claimed.push(...(await claim(at(0), 10)))
    expect(Object.values(countByOrganization(claimed))).toEqual(Array.from({ length: 30 }, () => 1))
  }
})

test('an organization with its first piece is found within a minute, and served before another is served once more', async () => {
  const [many, late] = (await organizations(2)) as [string, string]
  await addToys(sql, many, at(0), 100)
  const claim = aClaimer(db)
  await claim(at(1), 1)
  await addToys(sql, late, at(2))
  expect((await claim(at(60), 1))[0]!.organizationId).toBe(many)
  const next = [...(await claim(at(61), 1)), ...(await claim(at(62), 1))]
  expect(next.map(({ organizationId }) => organizationId)).toContain(late)
})

test('processes that claim at once take each piece once', async () => {
  for (const id of await organizations(3)) await addToys(sql, id, at(0), 80)
  const taken: string[] = []
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const claim = aClaimer(db)
      for (let idle = 0; idle < 20; ) {
        const claimed = await claim(at(1), 3)
        idle = claimed.length === 0 ? idle + 1 : 0
        for (const toy of claimed) {
          taken.push(toy.id)
          await endToy(sql, toy)
        }
      }
    }),
  )
  expect([taken.length, new Set(taken).size]).toEqual([240, 240])
})

test('what a process had when it died is taken again at the end of its lease, and not before', async () => {
  const [one] = (await organizations(1)) as [string]
  await addToys(sql, one, at(0))
  expect(await aClaimer(db)(at(1), 5)).toHaveLength(1)
  expect(await aClaimer(db)(at(2), 5)).toEqual([])
  expect(await aClaimer(db)(new Date(at(1).getTime() + LEASE_MS), 5)).toHaveLength(1)
})

test('a piece that is committed after its organization left the line is taken a minute later', async () => {
  const [one] = (await organizations(1)) as [string]
  await addToys(sql, one, at(0))
  const claim = aClaimer(db)
  await db.tx(async (tx) => {
    await addToys(tx, one, at(1))
    for (const toy of await claim(at(1), 5)) await endToy(sql, toy)
    expect(await sql`select from work_turns`).toHaveLength(0)
  })
  expect(await claim(at(61), 5)).toHaveLength(1)
})

test('organizations whose work has gone keep nobody waiting, nor does one that is passed over', async () => {
  const claim = aClaimer(db)
  const [failing, ...gone] = (await organizations(30)) as [string, ...string[]]
  for (const one of [failing, ...gone]) await addToys(sql, one, at(0), 2)
  await claim(at(1), 1)
  await sql`delete from toys where organization_id <> ${failing}`
  const [last] = (await organizations(1)) as [string]
  await addToys(sql, last, at(0))
  const claimed = await claim(at(61), 3, new Set([failing]))
  expect(claimed.map(({ organizationId }) => organizationId)).toEqual([last])
})

test('nothing is forgotten or taken twice while some write, some take back and three processes claim', async () => {
  const ids = await organizations(5)
  let isWriting = true
  let written = 0
  const taken: string[] = []
  const write = async (seed: number) => {
    for (let each = 0; each < 60; each++) {
      const isUndone = (each + seed) % 5 === 0
      await db
        .tx(async (tx) => {
          await addToys(tx, ids[(each * 7 + seed) % 5]!, at(1))
          if (isUndone) throw new Error('taken back')
        })
        .then(() => written++)
        .catch(() => undefined)
    }
  }
  const process = async (claim = aClaimer(db)) => {
    const claimed = await claim(at(2), 4)
    for (const toy of claimed) {
      taken.push(toy.id)
      await endToy(sql, toy)
    }
    return claimed.length
  }
  const work = async () => {
    while (isWriting) await process()
  }
  await Promise.all([Promise.all([1, 2, 3].map(write)).then(() => (isWriting = false)), work(), work(), work()])
  while ((await process()) > 0);
  expect([taken.length, new Set(taken).size]).toEqual([written, written])
})

test.skipIf(isOnCluster())('a claim reads as little with ten thousand organizations as with a hundred', async () => {
  const pagesWith = async (many: number) => {
    const ids = await organizations(many)
    await sql`insert into toys (organization_id, due_at) select id, ${at(0)}::timestamptz from unnest(${ids}::bigint[]) id, generate_series(1, 3)`
    await addToys(sql, ids[0]!, at(0), 20_000)
    const claim = aClaimer(measured)
    await claim(at(1), 1)
    await sql.unsafe('vacuum (analyze, parallel 0) toys')
    await sql.unsafe('vacuum (analyze, parallel 0) work_turns')
    for (let round = 0; round < 8; round++) await claim(at(2 + round), 10)
    const { pages } = await once(measured, () => claim(at(20), 10))
    await sql`truncate toys, work_turns`
    return pages
  }
  const few = await pagesWith(100)
  const many = await pagesWith(10_000)
  expect(many).toBeLessThan(2 * few + 50)
  expect(many).toBeLessThan(700)
})
