import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeSealer } from '../../../src/core/care/seal.js'
import {
  makeCalendarLink,
  MOST_CALENDAR_PINS,
  openCalendar,
  readCalendarLink,
  removeCalendarLink,
} from '../../../src/core/slots/calendar-link.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, DAY_MS, inDays } from '../../support/factories.js'
import { aWorld, START, type World } from '../../support/world.js'

const { db } = await aDatabase()

const make = ({ deps, actor, accountId }: World) => makeCalendarLink(deps, actor, { accountId })
const read = ({ deps, actor, accountId }: World) => readCalendarLink(deps, actor, { accountId })
const remove = ({ deps, actor, accountId }: World) => removeCalendarLink(deps, actor, { accountId })
const tokenOf = ({ url }: { url: string }) => /^https:\/\/pinslot\.test\/calendar\/(\d+_[\w-]{43})\.ics$/.exec(url)![1]!
const behind = async (world: World, link: { url: string }) => (await openCalendar(world.deps, tokenOf(link)))?.read()

test('a link is made once, shown again as long as it holds, and ended', async () => {
  const world = await aWorld(db)
  expect(await read(world)).toBeNull()
  const link = await make(world)
  expect(link.createdAt).toEqual(START)
  expect(tokenOf(link).startsWith(`${world.organizationId}_`)).toBe(true)
  expect(await read(world)).toEqual(link)
  expect(await behind(world, link)).toEqual({
    accountId: world.accountId,
    username: 'maker',
    timezone: 'America/New_York',
    pins: [],
    repeats: [],
  })
  await remove(world)
  expect([await read(world), await behind(world, link)]).toEqual([null, undefined])
  await remove(world) // nothing to end
})

test('a new link ends the one before at once', async () => {
  const world = await aWorld(db)
  const first = await make(world)
  world.clock.advance(1000)
  const second = await make(world)
  expect(second).not.toEqual(first)
  expect(await read(world)).toEqual(second)
  expect(await behind(world, first)).toBeUndefined()
  expect(await behind(world, second)).toBeDefined()
})

test('of many that make one at once, one link is left and it is the one that is shown', async () => {
  const world = await aWorld(db)
  const links = await Promise.all(Array.from({ length: 8 }, () => make(world)))
  const shown = await read(world)
  const good = []
  for (const link of links) if (await behind(world, link)) good.push(link)
  expect(good).toEqual([shown])
})

test('the secret is not in the database as it is given out', async () => {
  const world = await aWorld(db, { parts: { sealer: makeSealer(randomBytes(32)) } })
  const link = await make(world)
  expect(await read(world)).toEqual(link)
  const [row] = await db.sql<[{ text: string }]>`
    select encode(secret, 'escape') || encode(secret_hash, 'escape') || l::text as text
      from calendar_links l
     where organization_id = ${world.organizationId}`
  expect(row.text).not.toContain(tokenOf(link).slice(-43))
})

test('a token that is none, of another organization or hardly another finds nothing', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const token = tokenOf(await make(world))
  const secret = token.slice(-43)
  const twisted = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of [
    '',
    secret,
    `${other.organizationId}_${secret}`,
    `0${token}`,
    `${world.organizationId}_${twisted}`,
    `${token}A`,
    `${token}\n`,
    `99999999999999999999_${secret}`,
    `9999999999999999999_${secret}`, // more than an id can be
    `${world.organizationId}_${'%'.repeat(43)}`,
  ])
    expect(await openCalendar(world.deps, wrong), wrong).toBeUndefined()
  expect(await openCalendar(world.deps, token)).toBeDefined()
})

test('schedulers may see the link, admins alone make and end it', async () => {
  const world = await aWorld(db)
  const link = await make(world)
  const as = (role: 'scheduler' | 'contributor'): World => ({ ...world, actor: { ...world.actor, via: 'slack', role } })
  expect(await read(as('scheduler'))).toEqual(link)
  for (const act of [() => read(as('contributor')), () => make(as('scheduler')), () => remove(as('scheduler'))])
    await expect(act()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await behind(world, link)).toBeDefined()
})

test("a foreign account's link is not found", async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const link = await make(other)
  const there: World = { ...world, accountId: other.accountId }
  for (const act of [() => read(there), () => make(there), () => remove(there)])
    await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await read(other)).toEqual(link)
})

test('the calendar has what is coming and what was published in the last 30 days, earliest first, and no drafts', async () => {
  const world = await aWorld(db)
  const { clock } = world
  const link = await make(world)
  const old = await aSentPost(world, { at: inDays(world, 1) })
  clock.advance(1.5 * DAY_MS)
  const sent = await aSentPost(world, { at: inDays(world, 1), title: 'Sent' })
  clock.now = new Date(START.getTime() + 31 * DAY_MS)
  await aDraft(world)
  const far = await aQueuedPost(world, { at: inDays(world, 400), boardId: '102' })
  const uploading = await anUploadingPost(world, { at: inDays(world, 1) })
  const elsewhere = await aWorld(db, { at: clock.now })
  await aQueuedPost(elsewhere)
  const { pins } = (await behind(world, link))!
  expect(pins.map(({ postId, state }) => [postId, state])).toEqual([
    [sent.id, 'published'],
    [uploading.id, 'publishing'],
    [far.id, 'scheduled'],
  ])
  expect(pins[2]).toEqual({
    postId: far.id,
    state: 'scheduled',
    at: far.sendAt,
    title: 'A pin',
    description: 'What it shows',
    url: 'https://example.com/pin',
    boardName: 'Garden',
    pinId: null,
    version: far.version,
    updatedAt: clock.now,
  })
  expect(pins[0]).toMatchObject({ at: sent.sentAt, pinId: sent.pinId, title: 'Sent' })
  expect(pins.map(({ postId }) => postId)).not.toContain(old.id)
})

test('of more than five thousand pins the soonest are there, and what was published gives way to them', async () => {
  const world = await aWorld(db)
  const link = await make(world)
  await aSentPost(world, { at: inDays(world, 1) })
  const fill = (from: number, to: number) => db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, due_at, created_via,
                       created_at, updated_at)
    select ${world.organizationId}::bigint, ${world.accountId}::bigint, 'queued', 'image', 'T' || n, 'D', 'https://example.com', '101',
           ${START}::timestamptz + n * interval '1 hour', ${START}::timestamptz + n * interval '1 hour', 'api', ${START}::timestamptz,
           ${START}::timestamptz
      from generate_series(${from}::int, ${to}::int) n`
  await fill(1, MOST_CALENDAR_PINS - 1)
  const all = (await behind(world, link))!.pins
  expect([all.length, all.filter(({ state }) => state === 'published').length]).toEqual([MOST_CALENDAR_PINS, 1])
  await fill(MOST_CALENDAR_PINS, MOST_CALENDAR_PINS + 10)
  const { pins } = (await behind(world, link))!
  expect(pins.map(({ title }) => title)).toEqual(Array.from({ length: MOST_CALENDAR_PINS }, (_, n) => `T${n + 1}`))
})
