/** Promise 7: what people do to a pin around its time is in what went out, or was refused with 409 and is not. */
import { expect, test } from 'vitest'
import type { Post } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { judge } from '../support/judge.js'
import { aRunningWorld } from '../support/promise-support.js'
import { HOUR_MS } from '../../support/factories.js'
import { randomInt } from '../../support/random.js'
import { aPin, aPublisher, pinsOf, reread, SECOND_MS } from '../support/support.js'

const { db } = await aDatabase()
const BOARDS = 40
const world = await aRunningWorld(db, { boards: BOARDS })
const { clock } = world

/** People begin this long before the time of a pin and end as long after it. */
const AROUND_MS = 60
const ACTS = 8

/** One a board, their times within two seconds from soon on. */
async function pinsOfSoon(name: string): Promise<Post[]> {
  const from = clock.now.getTime() + 4 * SECOND_MS
  return Promise.all(
    world.boardIds.map((boardId, n) =>
      aPin(world, { url: `https://example.com/${name}-${n}`, boardId, at: new Date(from + randomInt(0, 2 * SECOND_MS)) }),
    ),
  )
}

/** At random moments around its time, in order. */
const momentsOf = ({ sendAt }: Post, count: number): Date[] =>
  Array.from({ length: count }, () => randomInt(-AROUND_MS, AROUND_MS))
    .sort((a, b) => a - b)
    .map((ms) => new Date(sendAt!.getTime() + ms))

async function whilePublishing(people: () => Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  const publishers = [aPublisher(world), aPublisher(world)]
  await Promise.all(publishers.map((one) => one.start()))
  await people()
  await expect.poll(isDone, { timeout: 20 * SECOND_MS }).toBe(true)
  await Promise.all(publishers.map((one) => one.close()))
}
const areDone = (posts: Post[]) => async () => {
  const [row] = await db.sql<[{ open: number }]>`
    select count(*)::int as open
      from posts
     where id = any (${posts.map(({ id }) => id)}::bigint[])
       and (status = 'uploading' or status = 'queued' and due_at <= ${clock.now})`
  return row.open === 0
}

test('each pin reads as the last edit that was accepted, in every field, and what was refused was 409 and is nowhere in it', async () => {
  const posts = await pinsOfSoon('edit')
  const wordsOf = (post: Post, version: number) => ({
    title: `Title ${version}`,
    description: `Description ${version}`,
    altText: `Alt text ${version}`,
    url: `${post.url}/${version}`,
  })
  const accepted = new Map<Post, number>()
  const statuses: number[] = []
  const edit = async (post: Post) => {
    for (const [index, moment] of momentsOf(post, ACTS).entries()) {
      await world.at(moment)
      const status = await world.ask('PATCH', post.id, wordsOf(post, index + 1))
      statuses.push(status)
      if (status === 200) accepted.set(post, index + 1)
    }
  }
  await whilePublishing(() => Promise.all(posts.map(edit)), areDone(posts))
  expect(new Set(statuses)).toEqual(new Set([200, 409])) // both, or it was no race
  const { pins } = await world.simulator.state()
  for (const post of posts) {
    const sent = await reread(world, post)
    const last = accepted.get(post)
    const { title, description, altText, url } = last === undefined ? post : wordsOf(post, last)
    expect(sent).toMatchObject({ status: 'sent', title, description, altText, url })
    expect(pins.filter(({ link }) => link?.startsWith(`${post.url}/`) || link === post.url)).toMatchObject([
      { id: sent.pinId, title, description, alt_text: altText, link: url },
    ])
  }
})

/** What is done to it, and whether it then went out. */
type Raced = { post: Post; act: string; status: number; pins: string[] }

test('what was taken off, deleted or moved before it went out never goes out, and what goes out was refused to them with 409', async () => {
  const posts = await pinsOfSoon('leave')
  const later = new Date(clock.now.getTime() + HOUR_MS).toISOString()
  const acts = {
    unschedule: (post: Post) => world.ask('DELETE', `${post.id}/schedule`),
    delete: (post: Post) => world.ask('DELETE', post.id),
    reschedule: (post: Post) => world.ask('POST', `${post.id}/schedule`, { sendAt: later }),
  }
  const raced: Raced[] = []
  const leave = async (post: Post, n: number) => {
    const act = (['unschedule', 'delete', 'reschedule'] as const)[n % 3]!
    const [moment] = momentsOf(post, 1)
    await world.at(moment!)
    raced.push({ post, act, status: await acts[act](post), pins: [] })
  }
  await whilePublishing(() => Promise.all(posts.map(leave)), areDone(posts))
  for (const one of raced) one.pins = await pinsOf(world, one.post)
  expect(new Set(raced.map(({ status }) => status))).toEqual(new Set([200, 409]))
  for (const { post, act, status, pins } of raced) {
    expect({ act, status, pins: pins.length }).toEqual({ act, status, pins: status === 409 ? 1 : 0 })
    if (act !== 'delete') {
      const expected = status === 409 ? 'sent' : act === 'unschedule' ? 'draft' : 'queued'
      expect((await reread(world, post)).status).toBe(expected)
    }
  }
  for (const { post } of raced.filter(({ act, status }) => act === 'reschedule' && status === 200))
    await world.ask('DELETE', `${post.id}/schedule`)
  expect(await judge(db.sql, await world.simulator.state())).toEqual([])
})
