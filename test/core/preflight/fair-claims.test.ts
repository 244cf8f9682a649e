/** Whose pins are checked first where one organization brings very many, and how they stand in line for one website. */
import { rechecking } from '../../../src/core/posts/changed.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { afterEach, expect, test } from 'vitest'
import { checkDuePosts, PREFLIGHTS } from '../../../src/core/preflight/due.js'
import { makeClaims } from '../../../src/core/lib/rows/turns.js'
import { purgeLines } from '../../../src/core/preflight/web/hosts.js'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { aDatabase } from '../../support/database.js'
import { aDraft } from '../../support/factories.js'
import { aWorld, START, type World } from '../../support/world.js'
import { aSite } from './support/web-world.js'

const { db } = await aDatabase()
const { sql } = db
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
  await sql`delete from preflights`
  await sql`delete from work_turns`
})
let hosts = 0

/** A web of which every name leads to one server; `asked` are the links that were visited, in their order. */
async function aWeb() {
  const asked: string[] = []
  const site = await aSite(({ url = '', headers }, response) => {
    if (url !== '/robots.txt') asked.push(`${headers.host!.replace(/:.*/, '')}${url}`)
    response.writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' }).end('<!doctype html>')
  })
  open.push(() => site.close())
  const host = `line-${++hosts}.example.com`
  return { web: site.web, at: site.at, asked, host }
}

const claimOne = async (now: Date) =>
  (await makeClaims<{ organizationId: string; postId: string; leaseUntil: Date }>({ db, clock: () => now }, PREFLIGHTS)(1))[0]

/** Drafts as many as that, like one that is there. */
async function copies(world: World, id: string, many: number, url: (sql_: typeof sql) => ReturnType<typeof sql>) {
  const { organizationId } = world
  await sql`
    with p as (
      insert into posts (organization_id, account_id, status, media_type, title, url, board_id, created_via, created_by, created_at, updated_at)
      select organization_id, account_id, status, media_type, title, ${url(sql)}, board_id, created_via, created_by, ${world.clock.now}, ${world.clock.now}
        from posts, generate_series(1, ${many}::int) n
       where organization_id = ${organizationId} and id = ${id}
      returning *
    ), ${rechecking(sql, sql`p`, { now: world.clock.now })}
    select from p`
}

test.each([
  ['a second after them', 0],
  ['between them and those of a third one', 800],
])('an organization’s one pin is checked among the first while another has 800 due, also where it came %s', async (_, later) => {
  const { web, at, asked, host } = await aWeb()
  const many = await aWorld(db, { parts: { web } })
  const other = await aWorld(db, { parts: { web } })
  const third = await aWorld(db, { parts: { web } })
  const { clock } = many
  const own = async (world: World, name: string, more: number) => {
    world.clock.now = clock.now
    const { id } = await aDraft(world, { url: at('/', `${name}.${host}`) })
    if (more > 0) await copies(world, id, more, (s) => s`'http://' || n || ${`.${at('/', `${name}.${host}`).slice(7)}`}::text`)
    clock.advance(1_000)
  }
  await own(many, 'many', 800)
  await own(other, 'other', 0)
  if (later > 0) await own(third, 'third', later)
  const isVisited = () => asked.some((link) => link.startsWith('other.'))
  await checkDuePosts(many.deps, () => !isVisited() && asked.length < 100)
  expect(isVisited()).toBe(true)
  expect(asked.length).toBeLessThan(later === 0 ? 12 : 60)
})

test('pins of one website stand in line: twenty are visited in each minute, and each is looked at twice', async () => {
  const { web, at, host } = await aWeb()
  const world = await aWorld(db, { parts: { web }, at: START })
  const { organizationId, clock, deps } = world
  const read: string[] = []
  deps.storage = { ...deps.storage, read: (key) => (read.push(key), Promise.reject(new Error('gone'))) }
  deps.settings.webRequestsAMinute = 20
  for (let each = 0; each < 70; each++) await aDraft(world, { url: at(`/${each}`, host) })
  await sql`update media set thumbnail_key = 'media/' || id where organization_id = ${organizationId}`
  expect(await checkDuePosts(deps)).toBe(20)
  const line = await sql<{ at: Date; pins: number }[]>`
    select due_at as at, count(*)::int as pins
      from preflights
     where organization_id = ${organizationId} and checked_at is null
     group by due_at
     order by due_at`
  const minute = (n: number) => new Date(START.getTime() + n * MINUTE_MS)
  expect([...line]).toEqual([
    { at: minute(1), pins: 20 },
    { at: minute(2), pins: 20 },
    { at: minute(3), pins: 10 },
  ])
  for (const visited of [20, 20, 10, 0]) {
    clock.advance(MINUTE_MS)
    expect(await checkDuePosts(deps)).toBe(visited)
  }
  expect(read).toHaveLength(70) // pictures are looked at where the link was read
  expect(new Set(read).size).toBe(70)
})

test('who comes later with one pin of that website is visited in the next minute, and one in line is placed at its end', async () => {
  const { web, at, host } = await aWeb()
  const world = await aWorld(db, { parts: { web }, at: START })
  const other = await aWorld(db, { parts: { web }, at: START })
  const { deps, clock } = world
  deps.settings.webRequestsAMinute = 4 // as many as are checked at once
  for (let each = 0; each < 12; each++) await aDraft(world, { url: at(`/${each}`, host) })
  expect(await checkDuePosts(deps)).toBe(4)
  const { id } = await aDraft(other, { url: at('/other', host) })
  expect(await checkDuePosts(deps)).toBe(0)
  clock.advance(MINUTE_MS)
  expect(await checkDuePosts(deps)).toBe(4)
  const [row] = await sql`select checked_at from preflights where organization_id = ${other.organizationId} and post_id = ${id}`
  expect(row?.checked_at).not.toBeNull()
  let checked = 8
  for (let each = 0; each < 3; each++) {
    clock.advance(MINUTE_MS)
    checked += await checkDuePosts(deps)
  }
  expect(checked).toBe(13)
  clock.advance(MINUTE_MS)
  await purgeLines(db, clock.now, () => true)
  expect(await sql`select from host_lines where host like ${`${host}%`}`).toHaveLength(0)
})

test('a pin that is changed while it stands in line is due at once', async () => {
  const { web, at, host } = await aWeb()
  const world = await aWorld(db, { parts: { web }, at: START })
  const { deps } = world
  deps.settings.webRequestsAMinute = 1
  await aDraft(world, { url: at('/1', host) })
  const second = await aDraft(world, { url: at('/2', host) })
  expect(await checkDuePosts(deps)).toBe(1)
  const url = at('/3', `else.${host}`)
  await editPost(deps, world.actor, { accountId: world.accountId, postId: second.id, changes: { url } })
  expect(await checkDuePosts(deps)).toBe(1)
})

test('two organizations are checked by turns, and one check at a time is taken of each', async () => {
  const world = await aWorld(db, { at: START })
  const other = await aWorld(db, { at: START })
  for (const one of [world, world, other]) await aDraft(one)
  const claimed = []
  for (let one = await claimOne(START); one; one = await claimOne(START)) claimed.push(one.organizationId)
  expect(claimed).toEqual([world.organizationId, other.organizationId, world.organizationId])
})

test('a check whose process died is made after its lease, and what that process says too late changes nothing', async () => {
  const world = await aWorld(db, { at: START })
  const { id } = await aDraft(world)
  const leaseEnd = new Date(START.getTime() + 5 * MINUTE_MS)
  expect(await claimOne(START)).toMatchObject({ postId: id, leaseUntil: leaseEnd })
  expect(await checkDuePosts(world.deps)).toBe(0)
  world.clock.now = leaseEnd
  expect(await checkDuePosts(world.deps)).toBe(1)
})
