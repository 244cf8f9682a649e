/** Promise 1 against a platform that rewrites text, and does not answer: each pin goes out once, or its team is asked. */
import { afterEach, expect, test } from 'vitest'
import type { PlatformPin } from '../../../src/core/ports/platform.js'
import type { Post } from '../../../src/core/posts/post.js'
import { rewriteBy, type Rewriting } from '../../../src/sandbox/platform/faults/rewrite.js'
import { addPin } from '../../../src/sandbox/platform/seed-api.js'
import { resetSwitches, setSwitches } from '../../../src/sandbox/platform/faults/switches.js'
import { aPicture } from '../../platform/support/pictures.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { judge } from '../support/judge.js'
import { aPin, aPublishWorld, attemptsOf, MINUTE_MS, pinsOf, reread, SECOND_MS, workFor } from '../support/support.js'
import { asking } from '../support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator } = world

/** Pins by hand. */
const others = new Set<string>()
afterEach(async () => {
  await resetSwitches(db.sql)
  expect(await judge(db.sql, await simulator.state(), { others })).toEqual([])
})

const COPY = {
  title: 'Salt & "pepper"  mill ✨',
  description:
    'Two lines — of oak.\nIt’s made to last, and made by hand in the north of Sweden since 1921, as every mill of ours: see all.',
  altText: 'A mill',
}
const urlOf = (name: string) => `https://example.com/${encodeURIComponent(name)}`
const statesOf = async (post: Post) => (await attemptsOf(world, post)).map(({ state }) => state)

/** The world through a platform that shows a pin in these texts; undefined: as they are. */
const showing = (textsFor: (pin: PlatformPin) => Partial<PlatformPin> | undefined) =>
  asking(world, {
    async listBoardPins(...asked) {
      const page = await world.deps.platform.listBoardPins(...asked)
      return { ...page, items: page.items.map((pin) => ({ ...pin, ...textsFor(pin) })) }
    },
  })
const lost = async (fields: Parameters<typeof aPin>[1]): Promise<Post> => {
  const post = await aPin(world, { ...COPY, ...fields })
  await simulator.fault({ operation: 'create_pin', fault: 'commit_then_500', match: { link: post.url! } })
  return post
}

const ways: Rewriting[][] = [
  ...(['fold', 'straight', 'emoji', 'cut', 'entities', 'noAltText', 'tracking', 'http', 'slash', 'fragment'] as const).map(
    (one) => [one],
  ),
  ['fold', 'straight', 'emoji', 'entities', 'noAltText', 'tracking', 'http', 'slash', 'fragment'],
]

test('however the platform writes a pin whose answer was lost, it is found and never sent again', async () => {
  const posts: Post[] = []
  for (const [at, way] of ways.entries()) {
    const boardId = at % 2 === 0 ? '101' : '102'
    posts.push(await lost({ url: `${urlOf(way.join('-'))}#${at}`, boardId }))
  }
  const wayOf = new Map(posts.map(({ url }, at) => [url, ways[at]!]))
  const rewriting = showing(({ title, description, link, altText }) => {
    const { alt_text, ...texts } = rewriteBy({ title, description, link, alt_text: altText }, wayOf.get(link) ?? [])
    return { ...texts, altText: alt_text }
  })
  await workFor(rewriting, HOUR_MS)
  for (const [at, post] of posts.entries()) {
    expect([ways[at], await statesOf(post)]).toEqual([ways[at], ['found']])
    expect(await pinsOf(world, post)).toEqual([(await reread(world, post)).pinId])
  }
})

test('with the switch rewriteText pins are stored so from the start, and found so', async () => {
  await setSwitches(db.sql, { rewriteText: true })
  const posts: Post[] = []
  for (let n = 0; n < 6; n++) posts.push(await lost({ url: urlOf(`switch-${n}`), boardId: n % 2 === 0 ? '101' : '102' }))
  await workFor(world, HOUR_MS)
  for (const post of posts) expect(await statesOf(post)).toEqual(['found'])
})

test.each([
  ['another title and no description', { title: 'A mill', description: null }],
  ['a link that goes through a counter', { link: 'https://go.example.net/?to=7' }],
  ['other words altogether', { title: 'Une salière', description: 'En chêne', link: 'https://go.example.net/?to=8' }],
  ['no words at all', { title: null, description: null, link: null }],
])('a pin that is shown with %s is sent no second time: its team is asked after ten minutes of looking', async (name, texts) => {
  const post = await lost({ url: urlOf(name) })
  const rewriting = showing(({ link }) => (link === post.url ? texts : undefined))
  await workFor(rewriting, 10 * MINUTE_MS)
  expect((await reread(world, post)).status).toBe('uploading')
  await workFor(rewriting, HOUR_MS)
  expect((await reread(world, post)).failure).toMatchObject({ reason: 'outcome_unknown' })
  expect(await statesOf(post)).toEqual(['ambiguous'])
  expect(await pinsOf(world, post)).toHaveLength(1)
})

test('the right pin that shows after another that is like it is found all the same', async () => {
  const post = await lost({ url: urlOf('shows later') })
  const sendAt = post.sendAt!.getTime()
  await workFor(world, MINUTE_MS + SECOND_MS)
  await db.sql`update sim_pins set visible_at = ${new Date(sendAt + 2 * MINUTE_MS)} where link = ${post.url}`
  const { id: like } = await addPin(db.sql, {
    boardId: '101',
    title: COPY.title,
    description: 'By hand',
    link: 'https://example.org/like',
    altText: null,
    createdAt: new Date(sendAt),
    picture: { contentType: 'image/jpeg', bytes: await aPicture() },
  })
  others.add(like)
  await workFor(world, HOUR_MS)
  expect(await statesOf(post)).toEqual(['found'])
  expect((await reread(world, post)).pinId).not.toBe(like)
})
