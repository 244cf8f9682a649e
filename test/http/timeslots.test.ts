import { expect, test } from 'vitest'
import { z } from 'zod'
import { scheduleEntrySchema, timeslotSchema } from '../../src/http/wire/timeslot.js'
import { aDatabase } from '../support/database.js'
import { aServer, copy, mediaUrl } from './support.js'

const { db } = await aDatabase()
const { call, accountId } = await aServer(db)
const slots = `/v1/accounts/${accountId}/timeslots`

test('a timeslot is made, listed, moved and removed', async () => {
  const made = await call('POST', slots, { dayPreference: 2, time: '09:05' })
  expect([made.status, made.body.error]).toEqual([201, undefined])
  const slot = z.strictObject(timeslotSchema.shape).parse(made.body.data.timeslot)
  expect(slot).toMatchObject({
    accountId,
    dayPreference: 2,
    timePreference: '0905',
    timezone: 'America/New_York',
    type: 'manual',
  })
  expect((await call('GET', slots)).body.data.timeslots).toEqual([slot])

  const moved = await call('PATCH', `${slots}/${slot.id}`, { time: '23:59' })
  expect(moved.body.data.timeslot).toMatchObject({ id: slot.id, dayPreference: 2, timePreference: '2359' })
  const removed = await call('DELETE', `${slots}/${slot.id}`)
  expect([removed.status, removed.body.data.timeslot.id]).toEqual([200, slot.id])
  expect((await call('DELETE', `${slots}/${slot.id}`)).status).toBe(404)
})

test.each([
  ['POST', { time: '09:00' }, 'dayPreference'],
  ['POST', { dayPreference: 7, time: '09:00' }, 'dayPreference'],
  ['POST', { dayPreference: 1.5, time: '09:00' }, 'dayPreference'],
  ['POST', { dayPreference: '1', time: '09:00' }, 'dayPreference'],
  ['POST', { dayPreference: 1, time: '9:00' }, 'time'],
  ['POST', { dayPreference: 1, time: '24:00' }, 'time'],
  ['POST', { dayPreference: 1, time: '09:00', timezone: 'Mars/Olympus' }, 'timezone'],
  ['POST', { dayPreference: 1, time: '09:00', type: 'evergreen' }, 'type'],
  ['PATCH', {}, 'dayPreference'],
  ['PATCH', { time: '7 pm' }, 'time'],
] as const)('%s %j is a 400 that names %s', async (method, body, field) => {
  const url =
    method === 'POST'
      ? slots
      : `${slots}/${(await call('POST', slots, { dayPreference: 1, time: '08:00' })).body.data.timeslot.id}`
  const answer = await call(method, url, body)
  expect([answer.status, answer.body.error?.field]).toEqual([400, field])
  expect(answer.body.error?.message).toContain(field)
})

test('an account without a timezone needs one on the slot', async () => {
  const nowhere = await aServer(db, { timezone: null })
  const url = `/v1/accounts/${nowhere.accountId}/timeslots`
  const { status, body } = await nowhere.call('POST', url, { dayPreference: 1, time: '09:00' })
  expect([status, body.error?.field]).toEqual([400, 'timezone'])
  expect((await nowhere.call('POST', url, { dayPreference: 1, time: '09:00', timezone: 'Europe/Berlin' })).status).toBe(201)
})

test('the schedule shows open and taken times and its window', async () => {
  const { call, accountId } = await aServer(db)
  const { body: made } = await call('POST', `/v1/accounts/${accountId}/timeslots`, { dayPreference: 2, time: '09:00' })
  const body = { mediaUrl, ...copy, boardId: '101', useNextOpenSlot: true }
  const { body: created } = await call('POST', `/v1/accounts/${accountId}/posts`, body)
  const { status, body: answer } = await call('GET', `/v1/accounts/${accountId}/schedule`)
  expect(status).toBe(200)
  const entries = z.array(z.strictObject(scheduleEntrySchema.shape)).parse(answer.data.schedule)
  const timeslotId = made.data.timeslot.id
  const { id: postId, sendAt } = created.data.post
  expect(entries).toEqual([
    { sendAt, state: 'scheduled', timeslotId, post: { postId, title: copy.title, url: copy.url, boardId: '101' } },
    { sendAt: (sendAt ?? 0) + 7 * 86_400 - 3600, state: 'open', timeslotId }, // summer time began in between
  ])
  const { from, to } = answer.data.window
  expect(to - from).toBe(14 * 86_400)
})

test.each([
  ['from=now', 'from'],
  ['from=2026-03-02', 'from'],
  ['from=2026-03-10T00:00:00Z&to=2026-03-10T00:00:00Z', 'to'],
  ['from=2026-03-10T00:00:00Z&to=2026-06-10T00:00:00Z', 'to'],
])('the schedule with %s is a 400 that names %s', async (query, field) => {
  const { status, body } = await call('GET', `/v1/accounts/${accountId}/schedule?${query}`)
  expect([status, body.error?.field]).toEqual([400, field])
})
