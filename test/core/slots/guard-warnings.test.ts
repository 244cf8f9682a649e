/** What the guard of an account warns of beside its times: repeated pictures, links that are close, one website alone. */
import { expect, test } from 'vitest'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { warningsFor } from '../../../src/core/posts/state/warnings.js'
import { changeGuard } from '../../../src/core/slots/guard-settings.js'
import { putSpacingRule } from '../../../src/core/slots/spacing-rules.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

async function aGuarded(perDay: number | null = 50): Promise<World> {
  const world = await aWorld(db)
  await changeGuard(world.deps, world.actor, { accountId: world.accountId, perDay, samePicturePerMonth: 2 })
  return world
}

const codes = (warnings: { code: string }[] | undefined) => (warnings ?? []).map(({ code }) => code)
let links = 0
const anotherLink = () => `https://site${links++}.test/page`

/** A pin with this picture, on this day from now. */
async function aPinOf(world: World, mediaId: string | null, days: number, url = anotherLink()) {
  const draft = await aDraft(world, { url })
  if (mediaId !== null)
    await db.sql`update post_media set media_id = ${mediaId} where organization_id = ${world.organizationId} and post_id = ${draft.id}`
  const when = { kind: 'at', at: inDays(world, days) } as const
  return schedulePost(world.deps, world.actor, { accountId: world.accountId, postId: draft.id, when })
}

async function mediaOf(world: World, postId: string): Promise<string> {
  const [row] = await db.sql<[{ id: string }]>`
    select media_id as id from post_media where organization_id = ${world.organizationId} and post_id = ${postId}`
  return row.id
}

const print = (world: World, mediaId: string, bits: string, tint = 100) => db.sql`
  insert into media_prints (organization_id, media_id, print, red, green, blue)
  values (${world.organizationId}, ${mediaId}, ${bits}::text::bit(128), ${tint}, 100, 100)`

test('a picture that goes out more often in 30 days than it may is said, whatever the board', async () => {
  const world = await aGuarded()
  const media = await mediaOf(world, (await aPinOf(world, null, 1)).id)
  expect(codes((await aPinOf(world, media, 10)).warnings)).toEqual([])
  const third = await aPinOf(world, media, 20)
  expect(third.warnings).toMatchObject([
    { code: 'same_picture_month', field: 'mediaUrl', message: 'The picture goes out more than 2 times within 30 days.', most: 2 },
  ])
  expect(codes((await aPinOf(world, media, 60)).warnings)).toEqual([])
})

test('a picture in another size is the same one, and in another color it is not', async () => {
  const world = await aGuarded()
  const [one, two, other, mine] = [
    await aPinOf(world, null, 1),
    await aPinOf(world, null, 2),
    await aPinOf(world, null, 3),
    await aDraft(world),
  ]
  const bits = '10'.repeat(64)
  await print(world, await mediaOf(world, one.id), bits)
  await print(world, await mediaOf(world, two.id), `01${bits.slice(2)}`)
  await print(world, await mediaOf(world, other.id), bits, 130)
  await print(world, await mediaOf(world, mine.id), bits)
  const { deps, actor, accountId, organizationId } = world
  const placed = await schedulePost(deps, actor, { accountId, postId: mine.id, when: { kind: 'at', at: inDays(world, 4) } })
  expect(codes(placed.warnings)).toEqual(['same_picture_month'])
  await db.sql`delete from posts where organization_id = ${organizationId} and id = ${two.id}`
  const again = await schedulePost(deps, actor, { accountId, postId: mine.id, when: { kind: 'at', at: inDays(world, 5) } })
  expect(codes(again.warnings)).toEqual([])
})

test('a link that goes out again within three days is said, where no rule has other days', async () => {
  const world = await aGuarded()
  const { deps, actor, accountId } = world
  const other = await aQueuedPost(world, { at: inDays(world, 5), url: 'https://shop.test/a' })
  const planned = (days: number) =>
    warningsFor(deps, actor, { accountId, url: 'https://shop.test/a', when: 'at', at: inDays(world, days) })
  expect(await planned(7)).toMatchObject([{ code: 'same_link_close', field: 'url', pin: { postId: other.id }, days: 3 }])
  expect(await planned(8)).toEqual([])
  await putSpacingRule(deps, actor, { accountId, type: 'DEFAULT', url: null, days: 1 })
  expect(await planned(7)).toEqual([])
})

test('a week whose pins lead mostly to one website that the profile does not name is said', async () => {
  const world = await aGuarded()
  const { deps, actor, accountId, organizationId } = world
  const links = [
    'https://www.shop.test/1',
    'https://shop.test/2?a=b',
    'https://shop.test',
    'https://a.test/x',
    'https://b.test/x',
  ]
  for (const [n, url] of links.entries()) await aPinOf(world, null, 7 + n / 10, url)
  const planned = (url: string, days = 7.9) => warningsFor(deps, actor, { accountId, url, when: 'at', at: inDays(world, days) })
  expect(await planned('https://shop.test/new')).toMatchObject([
    {
      code: 'one_domain',
      field: 'url',
      message:
        'More than half of the week’s posts lead to shop.test, which is not the website of the account’s Pinterest profile.',
    },
  ])
  expect(await planned('https://a.test/new')).toEqual([])
  expect(await planned('https://shop.test/new', 15)).toEqual([])
  await db.sql`update accounts set domain = 'shop.test' where organization_id = ${organizationId}`
  expect(await planned('https://www.shop.test/new')).toEqual([])
})

test('an account without a limit of a day is warned of blackouts alone', async () => {
  const world = await aGuarded(null)
  const media = await mediaOf(world, (await aPinOf(world, null, 1, 'https://shop.test/a')).id)
  for (const days of [2, 3, 4, 5, 6])
    expect(codes((await aPinOf(world, media, days, 'https://shop.test/a')).warnings)).toEqual([])
  await changeGuard(world.deps, world.actor, {
    accountId: world.accountId,
    blackouts: [{ from: '2026-03-03', to: '2026-03-20', note: null }],
  })
  expect(codes((await aPinOf(world, media, 7, 'https://shop.test/a')).warnings)).toEqual(['blackout'])
})
