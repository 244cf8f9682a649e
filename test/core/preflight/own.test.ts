/** What a pin tells by itself and by what is around it, before it goes out. */
import { expect, test } from 'vitest'
import type { Finding } from '../../../src/core/posts/state/finding.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { checkPost, preflightPost } from '../../../src/core/preflight/check.js'
import { readFindings } from '../../../src/core/preflight/store.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { readPost } from '../../../src/core/posts/list.js'
import type { Post } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

const check = async ({ deps, actor, accountId }: World, { id }: Pick<Post, 'id'>): Promise<Finding[]> =>
  (await preflightPost(deps, actor, { accountId, postId: id })).findings
const codes = (findings: Finding[]) => findings.map(({ code }) => code)
const shape = async ({ organizationId }: World, { media }: Post, width: number, height: number) => {
  await db.sql`update media set width = ${width}, height = ${height} where organization_id = ${organizationId} and id = ${media[0]!.id}`
}
let links = 0
const link = () => `https://example.com/page-${++links}`

test('a pin with which nothing is wrong has no findings, and the time of its check', async () => {
  const world = await aWorld(db)
  const post = await aDraft(world, { url: link() })
  const preflight = await preflightPost(world.deps, world.actor, { accountId: world.accountId, postId: post.id })
  expect(preflight).toEqual({ checkedAt: world.clock.now, findings: [], link: post.url })
})

test.each<[string, number, number, Partial<Finding>[]]>([
  ['less than 600 pixels wide', 599, 900, [{ code: 'picture_small', severity: 'warning' }]],
  ['600 pixels wide', 600, 900, []],
  ['square', 1000, 1000, []],
  ['a little taller than the feed shows', 1000, 1700, [{ code: 'picture_ratio', severity: 'info' }]],
  ['a ribbon', 1000, 2500, [{ code: 'picture_ratio', severity: 'warning' }]],
  ['wide', 2000, 1000, [{ code: 'picture_ratio', severity: 'info' }]],
  ['a panorama', 3000, 1000, [{ code: 'picture_ratio', severity: 'warning' }]],
])('a picture that is %s', async (_shape, width, height, expected) => {
  const world = await aWorld(db)
  const post = await aDraft(world, { url: link() })
  await shape(world, post, width, height)
  const found = await check(world, post)
  expect(found).toMatchObject(expected)
  expect(found).toHaveLength(expected.length)
})

const aVideoOf = async (world: World, facts: { durationMs?: number; width?: number; height?: number; codec?: string | null }) => {
  const { durationMs = 4000, width = 720, height = 1280, codec = 'avc1' } = facts
  const { id, media } = await aDraft(world, { url: null })
  const { organizationId } = world
  await db.sql`update posts set media_type = 'video' where organization_id = ${organizationId} and id = ${id}`
  await db.sql`
    update media
       set media_type = 'video', duration_ms = ${durationMs}, width = ${width}, height = ${height}, codec = ${codec}
     where organization_id = ${organizationId} and id = ${media[0]!.id}`
  return id
}

test.each<[string, Parameters<typeof aVideoOf>[1], Partial<Finding>[]]>([
  ['4 seconds long', { durationMs: 4000 }, []],
  ['shorter than 4 seconds', { durationMs: 3999 }, [{ code: 'video_length', severity: 'blocking', durationMs: 3999 }]],
  ['15 minutes long', { durationMs: 900_000 }, []],
  ['longer than 15 minutes', { durationMs: 900_001 }, [{ code: 'video_length', severity: 'blocking', durationMs: 900_001 }]],
  ['twice as high as wide', { width: 720, height: 1440 }, [{ code: 'picture_ratio', severity: 'info' }]],
  ['higher than that', { width: 720, height: 1442 }, [{ code: 'video_ratio', severity: 'warning', width: 720, height: 1442 }]],
  ['1.91 times as wide as high', { width: 1910, height: 1000 }, []],
  ['wider than that', { width: 1912, height: 1000 }, [{ code: 'video_ratio', severity: 'warning' }]],
  ['H.265', { codec: 'hvc1' }, []],
  ['AV1', { codec: 'av01' }, [{ code: 'video_codec', severity: 'warning', codec: 'av01' }]],
  ['of an encoding that was not read', { codec: null }, []],
])('a video that is %s', async (_what, facts, expected) => {
  const world = await aWorld(db)
  const found = await check(world, { id: await aVideoOf(world, facts) })
  expect(found).toMatchObject(expected)
  expect(found).toHaveLength(expected.length)
})

test('a title that the feed cuts off is shown as far as it goes, cut between words', async () => {
  const world = await aWorld(db)
  const title = 'Seventeen quiet ways to make a small rented kitchen feel twice as large'
  const post = await aDraft(world, { url: link(), title })
  expect(await check(world, post)).toEqual([
    { code: 'text_cut', severity: 'info', shown: 'Seventeen quiet ways to make a small rented kitchen feel' },
  ])
  const fits = await aDraft(world, { url: link(), title: title.slice(0, 60) })
  expect(await check(world, fits)).toEqual([])
})

test('a link by http, and one through a shortener, are found by their form', async () => {
  const world = await aWorld(db)
  const insecure = await aDraft(world, { url: 'http://example.com/lamp?a=1' })
  expect(await check(world, insecure)).toEqual([
    { code: 'link_insecure', severity: 'warning', https: 'https://example.com/lamp?a=1' },
  ])
  const short = await aDraft(world, { url: 'https://www.bit.ly/3xYz' })
  expect(await check(world, short)).toEqual([{ code: 'link_shortened', severity: 'warning', host: 'bit.ly', to: null }])
  const named = await aDraft(world, { url: 'https://notbit.ly/3xYz' })
  expect(await check(world, named)).toEqual([])
})

test('a board or a section that Pinterest shows no longer blocks, once a whole listing did not have it', async () => {
  const world = await aWorld(db)
  const { organizationId, accountId } = world
  const onBoard = await aDraft(world, { url: link(), boardId: '102' })
  const inSection = await aDraft(world, { url: link(), boardSectionId: '1011' })
  expect([...(await check(world, onBoard)), ...(await check(world, inSection))]).toEqual([])
  await db.sql`delete from boards where organization_id = ${organizationId} and id = '102'`
  await db.sql`update board_sections set missing_since = ${world.clock.now} where organization_id = ${organizationId} and id = '1011'`
  expect(await check(world, onBoard)).toEqual([{ code: 'board_gone', severity: 'blocking' }])
  expect(await check(world, inSection)).toEqual([{ code: 'section_gone', severity: 'blocking' }])
  await db.sql`update boards set sections_read_at = null where organization_id = ${organizationId}`
  expect(await check(world, inSection)).toEqual([])
  await db.sql`update accounts set boards_read_at = null where organization_id = ${organizationId} and id = ${accountId}`
  expect(await check(world, onBoard)).toEqual([])
})

test('a connection that ends before the pin goes out blocks; one that is renewed before does not', async () => {
  const world = await aWorld(db)
  const post = await aQueuedPost(world, { url: link(), at: inDays(world, 20) })
  const ends = async (accessDays: number, refreshDays: number | null) => {
    await db.sql`
      update connections
         set expires_at = ${inDays(world, accessDays)}, refresh_expires_at = ${refreshDays === null ? null : inDays(world, refreshDays)},
             refresh_token = ${refreshDays === null ? null : Buffer.from('pinr_test')}
       where organization_id = ${world.organizationId}`
    return check(world, post)
  }
  expect(await ends(5, 60)).toEqual([])
  expect(await ends(5, 15)).toEqual([])
  expect(await ends(5, 3)).toEqual([{ code: 'connection_ends', severity: 'blocking', at: inDays(world, 3).toISOString() }])
  expect(await ends(30, null)).toEqual([])
  expect(await ends(5, null)).toEqual([{ code: 'connection_ends', severity: 'blocking', at: inDays(world, 5).toISOString() }])
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${world.organizationId}`
  expect(await check(world, post)).toEqual([{ code: 'connection_ends', severity: 'blocking', at: null }])
})

test('the same link or picture on that board is found with its pin, on another board and of a draft it is not', async () => {
  const world = await aWorld(db)
  const url = link()
  const sent = await aSentPost(world, { url, title: 'The first', at: inDays(world, 1) })
  const pin = { postId: sent.id, title: 'The first', at: inDays(world, 1).toISOString() }
  const again = await aDraft(world, { url: `${url}/#top` })
  expect(await check(world, again)).toEqual([{ code: 'duplicate_link', severity: 'info', pin }])
  const elsewhere = await aDraft(world, { url, boardId: '102' })
  expect(await check(world, elsewhere)).toEqual([])
  const pictured = await aDraft(world, { url: link() })
  await db.sql`
    update post_media set media_id = ${sent.media[0]!.id}
     where organization_id = ${world.organizationId} and post_id = ${pictured.id}`
  expect(await check(world, pictured)).toEqual([{ code: 'duplicate_picture', severity: 'warning', pin }])
  expect(codes(await check(world, again))).toEqual(['duplicate_link'])
  await db.sql`
    update posts set pin_deleted_at = ${world.clock.now} where organization_id = ${world.organizationId} and id = ${sent.id}`
  expect([await check(world, again), await check(world, pictured)]).toEqual([[], []]) // it is not there any more
})

test('a pin of the evergreen pool goes out again on purpose, and another organization’s pins are no duplicates', async () => {
  const world = await aWorld(db)
  const stranger = await aWorld(db)
  const url = link()
  await aSentPost(stranger, { url })
  const copy = await aDraft(world, { url })
  expect(await check(world, copy)).toEqual([])
  const source = await aSentPost(world, { url })
  expect(codes(await check(world, copy))).toEqual(['duplicate_link'])
  await db.sql`update posts set source_post_id = ${source.id} where organization_id = ${world.organizationId} and id = ${copy.id}`
  expect(await check(world, copy)).toEqual([])
})

test('nothing is said of a pin that is being published or was, and nobody else’s post is there', async () => {
  const world = await aWorld(db)
  const stranger = await aWorld(db)
  const post = await anUploadingPost(world, { url: 'http://example.com/busy' })
  expect(await preflightPost(world.deps, world.actor, { accountId: world.accountId, postId: post.id })).toEqual({
    checkedAt: null,
    findings: [],
    link: 'http://example.com/busy',
  })
  await expect(
    preflightPost(stranger.deps, stranger.actor, { accountId: world.accountId, postId: post.id }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('what was found is kept until the pin is changed; a new time alone leaves it', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  const kept = async (postId: string) => {
    const post = await readPost(deps, actor, { accountId, postId })
    return (await readFindings(db.sql, [post])).get(postId)?.findings.map(({ code }) => code)
  }
  const { id: postId } = await aDraft(world, { url: 'http://example.com/kept' })
  expect(await kept(postId)).toBeUndefined()
  await check(world, { id: postId })
  expect(await kept(postId)).toEqual(['link_insecure'])
  await schedulePost(deps, actor, { accountId, postId, when: { kind: 'at', at: inDays(world, 3) } })
  expect(await kept(postId)).toEqual(['link_insecure'])
  await editPost(deps, actor, { accountId, postId, changes: { url: 'https://example.com/kept' } })
  expect(await kept(postId)).toBeUndefined()
  await check(world, { id: postId })
  expect(await kept(postId)).toEqual([])
})

test('a post that was changed while it was checked keeps nothing of that check', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  const { id: postId } = await aDraft(world, { url: 'http://example.com/raced' })
  const seen = await readPost(deps, actor, { accountId, postId })
  await editPost(deps, actor, { accountId, postId, changes: { url: 'https://example.com/raced' } })
  await checkPost(deps, await requireAccount(db.sql, actor, accountId), seen, undefined)
  expect((await readFindings(db.sql, [await readPost(deps, actor, { accountId, postId })])).size).toBe(0)
})
