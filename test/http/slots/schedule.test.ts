/** The entries of the dated schedule, sentence by sentence. @see docs/contract.md#dated-schedule */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { scheduleEntrySchema } from '../../../src/http/wire/timeslot.js'
import { aPin, aSlot, setType } from '../../core/slots/support/fixtures.js'
import { aQueuedPost, aSentPost, anUploadingPost } from '../../support/factories.js'
import { aDatabase } from '../../support/database.js'
import { complete, created, postsOf, seconds, written } from '../posts/support/posts-fixtures.js'
import { aServer, copy, type Server } from '../support/support.js'

const { db } = await aDatabase()
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York; its clocks change on Sunday 8 March.

const at = (time: string) => seconds(new Date(time))
const slotUrl = ({ accountId }: Server, id: string) => `/v1/accounts/${accountId}/timeslots/${id}`

async function read(server: Server, query: Record<string, string> = {}) {
  const url = `/v1/accounts/${server.accountId}/schedule?${new URLSearchParams(query).toString()}`
  const { status, body } = await server.call('GET', url)
  expect([status, body.error]).toEqual([200, undefined])
  return z.array(z.strictObject(scheduleEntrySchema.shape)).parse(body.data.schedule)
}
const until = (to: string, from?: string) => ({ to: `${to}T00:00:00Z`, ...(from && { from: `${from}T00:00:00Z` }) })

describe('an entry', () => {
  test('is open, scheduled, publishing or published, earliest first', async () => {
    const server = await aServer(db)
    const [monday, tuesday] = [await aSlot(server, 'mon 09:00'), await aSlot(server, 'tue 09:00')]
    const sent = await aSentPost(server, { at: new Date('2026-03-02T14:00:00Z') })
    const uploading = await anUploadingPost(server, { at: new Date('2026-03-03T14:00:00Z') })
    const queued = await aQueuedPost(server, { at: new Date('2026-03-09T13:00:00Z') })
    server.clock.advance(86_400_000 + 4 * 3_600_000) // Tuesday 09:00 in New York
    const post = (postId: string) => ({ postId, title: 'A pin', url: 'https://example.com/pin', boardId: '101' })
    expect(await read(server, until('2026-03-12', '2026-03-01'))).toEqual([
      { sendAt: at('2026-03-02T14:00:00Z'), kind: 'pin', state: 'published', timeslotId: monday, post: post(sent.id) },
      { sendAt: at('2026-03-03T14:00:00Z'), kind: 'pin', state: 'publishing', timeslotId: tuesday, post: post(uploading.id) },
      { sendAt: at('2026-03-09T13:00:00Z'), kind: 'pin', state: 'scheduled', timeslotId: monday, post: post(queued.id) },
      { sendAt: at('2026-03-10T13:00:00Z'), kind: 'open', state: 'open', timeslotId: tuesday },
    ])
  })

  test('of an open slot has no post, one of a pin at an arbitrary time has no timeslotId', async () => {
    const server = await aServer(db)
    const slot = await aSlot(server, 'mon 09:00')
    const { id } = await created(server, { ...complete, sendAt: '2026-03-02T14:00:01Z' })
    expect(await read(server, until('2026-03-03'))).toEqual([
      { sendAt: at('2026-03-02T14:00:00Z'), kind: 'open', state: 'open', timeslotId: slot },
      {
        sendAt: at('2026-03-02T14:00:01Z'),
        kind: 'pin',
        state: 'scheduled',
        post: { postId: id, title: copy.title, url: copy.url, boardId: '101' },
      },
    ])
  })

  test('with an explicit time on an open occurrence stands on that slot', async () => {
    const server = await aServer(db)
    const slot = await aSlot(server, 'mon 09:00')
    await created(server, { ...complete, sendAt: '2026-03-02T14:00:00Z' })
    expect(await read(server, until('2026-03-03'))).toMatchObject([{ state: 'scheduled', timeslotId: slot }])
  })

  test('follows its post: rescheduled, taken off the schedule, deleted', async () => {
    const server = await aServer(db)
    const slot = await aSlot(server, 'mon 09:00')
    const { id } = await created(server, { ...complete, useNextOpenSlot: true })
    const url = `${postsOf(server)}/${id}`
    const brief = async () => (await read(server, until('2026-03-05'))).map(({ state, sendAt }) => [state, sendAt])
    const open = ['open', at('2026-03-02T14:00:00Z')]
    expect(await brief()).toEqual([['scheduled', open[1]]])
    await server.call('POST', `${url}/schedule`, { sendAt: '2026-03-03T12:00:00Z' })
    expect(await brief()).toEqual([open, ['scheduled', at('2026-03-03T12:00:00Z')]])
    await server.call('DELETE', `${url}/schedule`)
    expect(await brief()).toEqual([open])
    await server.call('POST', `${url}/schedule`, { useNextOpenSlot: true })
    expect(await brief()).toEqual([['scheduled', open[1]]])
    await server.call('DELETE', url)
    expect(await read(server, until('2026-03-05'))).toEqual([{ sendAt: open[1], kind: 'open', state: 'open', timeslotId: slot }])
  })

  test('published late stands at its sendAt', async () => {
    const server = await aServer(db)
    const post = await aSentPost(server, { at: new Date('2026-03-02T14:00:00Z') })
    await db.sql`
      update posts
         set sent_at = '2026-03-03T09:00:00Z'
       where organization_id = ${server.organizationId} and id = ${post.id}`
    expect(await read(server, until('2026-03-05'))).toMatchObject([{ state: 'published', sendAt: at('2026-03-02T14:00:00Z') }])
  })

  test('is of this account alone', async () => {
    const [mine, theirs] = [await aServer(db), await aServer(db)]
    await aSlot(theirs, 'mon 09:00')
    await created(theirs, { ...complete, sendAt: '2026-03-02T15:00:00Z' })
    expect(await read(mine)).toEqual([])
    expect(await read(theirs, until('2026-03-03'))).toHaveLength(2)
  })
})

describe('a pin whose slot is gone from there', () => {
  test.each([
    ['moved', (server: Server, id: string) => server.call('PATCH', slotUrl(server, id), { time: '10:00' })],
    ['deleted', (server: Server, id: string) => server.call('DELETE', slotUrl(server, id))],
  ] as const)('stays at its time as off-slot when the slot is %s, and its old place is not open', async (how, write) => {
    const server = await aServer(db)
    const slot = await aSlot(server, 'mon 09:00')
    const { id: postId } = await created(server, { ...complete, useNextOpenSlot: true })
    await aPin(server, { at: '2026-02-23T14:00:00Z', timeslotId: slot, status: 'sent' })
    await write(server, slot)
    const left = await read(server, until('2026-03-05', '2026-02-20'))
    expect(left.map(({ state, sendAt, timeslotId }) => [state, sendAt, timeslotId])).toEqual([
      ['published', at('2026-02-23T14:00:00Z'), undefined],
      ['scheduled', at('2026-03-02T14:00:00Z'), undefined],
      ...(how === 'moved' ? [['open', at('2026-03-02T15:00:00Z'), slot]] : []),
    ])
    expect(left[1]?.post?.postId).toBe(postId)
  })

  test('takes up the instant still when the slot comes back to it', async () => {
    const server = await aServer(db)
    const slot = await aSlot(server, 'mon 09:00')
    await created(server, { ...complete, useNextOpenSlot: true })
    for (const time of ['10:00', '09:00']) await server.call('PATCH', slotUrl(server, slot), { time })
    const entries = await read(server, until('2026-03-05'))
    expect(entries.map(({ state, timeslotId }) => [state, timeslotId])).toEqual([['scheduled', undefined]])
  })
})

describe('evergreen', () => {
  test('posts appear without timeslotId, and their slots are never open', async () => {
    const server = await aServer(db)
    const slot = await aSlot(server, 'mon 09:00')
    await setType(server, slot, 'evergreen')
    const pins = [
      await aPin(server, { at: '2026-02-23T14:00:00Z', timeslotId: slot, status: 'sent' }),
      await aPin(server, { at: '2026-03-02T14:00:00Z', timeslotId: slot }),
    ]
    const entries = await read(server, until('2026-03-20', '2026-02-20'))
    expect(entries.map(({ state, post, ...rest }) => [state, post?.postId, 'timeslotId' in rest])).toEqual([
      ['published', pins[0], false],
      ['scheduled', pins[1], false],
    ])
  })

  test('posts at the instant of a smart slot appear without timeslotId and take up its place', async () => {
    const server = await aServer(db)
    const [evergreen, smart] = [await aSlot(server, 'mon 09:00'), await aSlot(server, 'mon 09:00')]
    await setType(server, evergreen, 'evergreen')
    await aPin(server, { at: '2026-03-02T14:00:00Z', timeslotId: evergreen })
    const entries = await read(server, until('2026-03-10'))
    expect(entries.map(({ state, timeslotId }) => [state, timeslotId])).toEqual([
      ['scheduled', undefined],
      ['open', smart], // a week later
    ])
  })
})

describe('several slots at one instant', () => {
  test('are as many places; its pins stand before its open slots', async () => {
    const server = await aServer(db)
    const slots = [await aSlot(server, 'mon 09:00'), await aSlot(server, 'mon 09:00'), await aSlot(server, 'mon 14:00', 'UTC')]
    const brief = async () =>
      (await read(server, until('2026-03-03'))).map(({ state, timeslotId }) => [state, slots.indexOf(timeslotId ?? '')])
    expect(await brief()).toEqual([0, 1, 2].map((slot) => ['open', slot]))
    await aPin(server, { at: '2026-03-02T14:00:00Z', timeslotId: slots[1]! })
    expect(await brief()).toEqual([
      ['scheduled', 1],
      ['open', 0],
      ['open', 2],
    ])
    await aPin(server, { at: '2026-03-02T14:00:00Z' })
    expect(await brief()).toEqual([
      ['scheduled', 1],
      ['scheduled', -1],
      ['open', 0],
    ])
    await aPin(server, { at: '2026-03-02T14:00:00Z' })
    await aPin(server, { at: '2026-03-02T14:00:00Z' })
    expect((await brief()).map(([state]) => state)).toEqual(Array(4).fill('scheduled'))
  })
})

describe('the open slots shown are those that useNextOpenSlot takes', () => {
  test('one after another, with pins at odd places', async () => {
    const server = await aServer(db)
    for (const when of ['mon 09:00', 'mon 09:00', 'tue 02:30', 'sun 02:30', 'sun 03:30']) await aSlot(server, when)
    await created(server, { ...complete, sendAt: '2026-03-02T14:00:00Z' })
    await aPin(server, { at: '2026-03-08T07:30:00Z' })
    for (let round = 0; round < 8; round++) {
      const first = (await read(server)).find(({ state }) => state === 'open')
      const { id, sendAt } = await created(server, { ...complete, useNextOpenSlot: true })
      expect(sendAt).toBe(first?.sendAt)
      const taken = (await read(server)).find(({ post }) => post?.postId === id)
      expect(taken?.timeslotId).toBe(first?.timeslotId)
    }
  })
})

test('reading writes nothing and charges nothing', async () => {
  const server = await aServer(db)
  await aSlot(server, 'mon 09:00')
  await created(server, { ...complete, useNextOpenSlot: true })
  const before = await written(server)
  await read(server)
  expect(await written(server)).toEqual(before)
})
