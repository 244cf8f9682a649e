/** What is said of a time before and after it is taken, and refuses nothing. */
import { expect, test } from 'vitest'
import type { Post } from '../../../src/core/posts/post.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { warningsFor } from '../../../src/core/posts/state/warnings.js'
import { putSpacingRule } from '../../../src/core/slots/spacing-rules.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, aTimeslot, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

const LINK = 'https://example.com/pin'
const planned = (
  { deps, actor, accountId }: World,
  at: Date | null,
  { postId, url = 'https://example.com/another' }: { postId?: string; url?: string | null } = {},
) => warningsFor(deps, actor, { accountId, ...(postId !== undefined && { postId }), url, when: 'at', at })
const codes = (warnings: { code: string }[] | undefined) => (warnings ?? []).map(({ code }) => code)
const move = ({ deps, actor, accountId }: World, post: Post, at: Date) =>
  schedulePost(deps, actor, { accountId, postId: post.id, when: { kind: 'at', at } })
const seconds = (at: Date, more: number) => new Date(at.getTime() + more * 1000)

test('a time that another pin has to the minute is said, with that pin', async () => {
  const world = await aWorld(db)
  const at = inDays(world, 2)
  const other = await aQueuedPost(world, { at, title: 'Lamp over the table' })
  const pin = { postId: other.id, title: 'Lamp over the table', at }
  expect(await planned(world, seconds(at, 59))).toEqual([
    { code: 'same_minute', field: 'sendAt', message: `Post ${other.id} goes out in the same minute.`, pin },
  ])
  expect(await planned(world, seconds(at, 60))).toEqual([])
  const third = await aQueuedPost(world, { at: inDays(world, 5), url: 'https://example.com/third' })
  expect((await move(world, third, seconds(at, 30))).warnings).toMatchObject([{ code: 'same_minute', pin }])
})

test('a pin is not in its own way, neither by its minute nor by its link', async () => {
  const world = await aWorld(db)
  await putSpacingRule(world.deps, world.actor, { accountId: world.accountId, type: 'DEFAULT', url: null, days: 7 })
  const post = await aQueuedPost(world, { at: inDays(world, 2) })
  expect(await planned(world, inDays(world, 2), { postId: post.id, url: LINK })).toEqual([])
  expect((await move(world, post, inDays(world, 3))).warnings).toBeUndefined()
})

test('drafts, other accounts and other organizations are in nobody’s way; one that is being published is', async () => {
  const world = await aWorld(db)
  const stranger = await aWorld(db)
  const at = inDays(world, 2)
  await aDraft(world)
  await aQueuedPost(stranger, { at })
  expect(await planned(world, at)).toEqual([])
  const sending = await anUploadingPost(world, { at })
  expect(await planned(world, at)).toMatchObject([{ code: 'same_minute', pin: { postId: sending.id } }])
})

test('two slots at one time are two pins on purpose, and a third one is said', async () => {
  const world = await aWorld(db)
  const at = inDays(world, 2)
  const time = at.toISOString().slice(11, 16)
  for (let each = 0; each < 2; each++) await aTimeslot(world, { day: at.getUTCDay(), time })
  const sharp = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
  await aQueuedPost(world, { at: sharp })
  expect(await planned(world, sharp)).toEqual([])
  await aQueuedPost(world, { at: sharp, url: 'https://example.com/second' })
  expect(await planned(world, sharp)).toMatchObject([
    { code: 'same_minute', message: '2 other posts go out in the same minute.' },
  ])
})

test('an exact time within the days of the spacing rule is said, with the nearest pin and its days', async () => {
  const world = await aWorld(db)
  await putSpacingRule(world.deps, world.actor, { accountId: world.accountId, type: 'DEFAULT', url: null, days: 7 })
  const sent = await aSentPost(world, { at: inDays(world, 1), title: 'The first' })
  expect(await planned(world, inDays(world, 7), { url: 'http://EXAMPLE.com/pin/' })).toMatchObject([
    { code: 'same_link', field: 'url', days: 7, pin: { postId: sent.id, title: 'The first' } },
  ])
  expect(await planned(world, inDays(world, 8), { url: LINK })).toEqual([])
  expect(await planned(world, inDays(world, 7), { url: 'exam' })).toEqual([])
  const draft = await aDraft(world)
  expect(codes((await move(world, draft, inDays(world, 3))).warnings)).toEqual(['same_link'])
})

test('without a rule the same link is nothing to say', async () => {
  const world = await aWorld(db)
  await aQueuedPost(world, { at: inDays(world, 2) })
  expect(await planned(world, inDays(world, 3), { url: LINK })).toEqual([])
})

test('a time more than a year ahead is said, and taken', async () => {
  const world = await aWorld(db)
  const draft = await aDraft(world)
  expect(codes(await planned(world, inDays(world, 365)))).toEqual([])
  const post = await move(world, draft, inDays(world, 800))
  expect(post).toMatchObject({ status: 'queued', warnings: [{ code: 'far_ahead', field: 'sendAt' }] })
})

test('a disconnected and a paused account are said before a time is taken, and not of a draft', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId, organizationId } = world
  const post = await aQueuedPost(world)
  await db.sql`update accounts set token_status = 'unauthorized', publishing = 'paused', while_paused = 'fail' where organization_id = ${organizationId}`
  expect(await planned(world, null)).toMatchObject([
    { code: 'account_disconnected' },
    { code: 'account_paused', whilePaused: 'fail' },
  ])
  expect(await warningsFor(deps, actor, { accountId, url: null, when: 'draft', at: null })).toEqual([])
  expect(codes((await move(world, post, inDays(world, 2))).warnings)).toEqual(['account_disconnected', 'account_paused'])
})

test('an edit of a queued pin that gives it a link of another one says so', async () => {
  const world = await aWorld(db)
  const { deps, actor, accountId } = world
  await putSpacingRule(deps, actor, { accountId, type: 'DEFAULT', url: null, days: 3 })
  await aQueuedPost(world, { at: inDays(world, 2) })
  const post = await aQueuedPost(world, { at: inDays(world, 3), url: 'https://example.com/other' })
  expect(post).not.toHaveProperty('warnings')
  const edited = await editPost(deps, actor, { accountId, postId: post.id, changes: { url: LINK } })
  expect(codes(edited.warnings)).toEqual(['same_link'])
})
