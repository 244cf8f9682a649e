/** The timeslots of the contract, sentence by sentence: what they are and what a write does. @see docs/contract.md#timeslots */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { timeslotSchema } from '../../../src/http/wire/timeslot.js'
import { aPin, aSlot, setType } from '../../core/slots/support/fixtures.js'
import { aDatabase } from '../../support/database.js'
import { created, complete, seconds, written } from '../posts/support/posts-fixtures.js'
import { aServer, type Server } from '../support/support.js'

const { db } = await aDatabase()
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.

const slotsOf = ({ accountId }: Server) => `/v1/accounts/${accountId}/timeslots`
const add = (server: Server, body: object, headers = {}) => server.call('POST', slotsOf(server), body, headers)
const list = async (server: Server) => (await server.call('GET', slotsOf(server))).body.data.timeslots
const edit = (server: Server, id: string, body: object) => server.call('PATCH', `${slotsOf(server)}/${id}`, body)
const remove = (server: Server, id: string) => server.call('DELETE', `${slotsOf(server)}/${id}`)
/** Adds, and expects that it was. */
async function added(server: Server, body: object = { dayPreference: 1, time: '09:00' }) {
  const { status, body: answer } = await add(server, body)
  expect([status, answer.error]).toEqual([201, undefined])
  return z.strictObject(timeslotSchema.shape).parse(answer.data.timeslot)
}
const placesOf = async (server: Server) =>
  db.sql<{ id: string; sendAt: Date; timeslotId: string | null; status: string }[]>`
    select id, send_at as "sendAt", timeslot_id as "timeslotId", status
      from posts
     where organization_id = ${server.organizationId}
     order by id`

describe('a timeslot', () => {
  test('is told with the fields of the contract and no others: time as HHMM, sendAt in seconds, no pinUuid', async () => {
    const server = await aServer(db)
    const { id, scheduleId, ...rest } = await added(server, { dayPreference: 2, time: '09:05' })
    expect([typeof id, Number.isSafeInteger(scheduleId)]).toEqual(['string', true])
    expect(rest).toEqual({
      accountId: server.accountId,
      dayPreference: 2,
      timePreference: '0905',
      timezone: 'America/New_York',
      type: 'manual',
      sendAt: seconds(new Date('2026-03-03T14:05:00Z')),
    })
  })

  test('names the schedule of the account, which all its slots share', async () => {
    const [mine, theirs] = [await aServer(db), await aServer(db)]
    const { scheduleId } = await added(mine)
    expect((await added(mine)).scheduleId).toBe(scheduleId)
    expect((await added(theirs)).scheduleId).not.toBe(scheduleId)
    const [row] = await db.sql<[{ id: string }]>`select id from schedules where account_id = ${mine.accountId}`
    expect(String(scheduleId)).toBe(row.id)
  })

  test('counts weekdays from Sunday, 0, to Saturday, 6, and shows midnight as 0000', async () => {
    const server = await aServer(db)
    for (let day = 6; day >= 0; day--) await added(server, { dayPreference: day, time: '00:00', timezone: 'UTC' })
    const slots = await list(server)
    expect(slots.map(({ dayPreference }) => dayPreference)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(new Set(slots.map(({ timePreference }) => timePreference))).toEqual(new Set(['0000']))
    for (const { dayPreference, sendAt } of slots) expect(new Date((sendAt ?? 0) * 1000).getUTCDay()).toBe(dayPreference)
  })

  test('carries no occupancy: it reads the same with a pin on it', async () => {
    const server = await aServer(db)
    const slot = await added(server)
    const post = await created(server, { ...complete, useNextOpenSlot: true })
    expect(post.sendAt).toBe(slot.sendAt)
    expect(await list(server)).toEqual([slot])
  })

  test('predicts one occurrence when it is written, and does not maintain it', async () => {
    const server = await aServer(db)
    const slot = await added(server)
    server.clock.advance(30 * 86_400_000)
    expect(await list(server)).toEqual([slot])
    const { sendAt } = (await edit(server, slot.id, { time: '09:00' })).body.data.timeslot
    expect(sendAt).toBe(seconds(new Date('2026-04-06T13:00:00Z')))
  })

  test('that was never predicted has no sendAt', async () => {
    const server = await aServer(db)
    const { id } = await added(server)
    await db.sql`update timeslots set predicted_send_at = null where organization_id = ${server.organizationId} and id = ${id}`
    expect((await list(server))[0]).not.toHaveProperty('sendAt')
  })
})

describe('listing', () => {
  test('shows the types as they are, by weekday and time, and no evergreen slot', async () => {
    const server = await aServer(db)
    expect(await list(server)).toEqual([])
    const types = ['recommended', 'evergreen', 'auto-created', 'manual'] as const
    for (const [index, type] of types.entries()) await setType(server, await aSlot(server, `mon 0${9 - index}:00`), type)
    expect((await list(server)).map(({ timePreference, type }) => [timePreference, type])).toEqual([
      ['0600', 'manual'],
      ['0700', 'auto-created'],
      ['0900', 'recommended'],
    ])
  })

  test('shows the slots of this account alone', async () => {
    const [mine, theirs] = [await aServer(db), await aServer(db)]
    await added(theirs)
    expect(await list(mine)).toEqual([])
  })
})

describe('creating', () => {
  test('twice the same makes two slots', async () => {
    const server = await aServer(db)
    const [first, second] = [await added(server), await added(server)]
    expect(second).toEqual({ ...first, id: second.id })
    expect(await list(server)).toEqual([first, second])
  })

  test('twice with one Idempotency-Key makes one', async () => {
    const server = await aServer(db)
    const body = { dayPreference: 1, time: '09:00' }
    const [first, again] = [
      await add(server, body, { 'idempotency-key': 'k' }),
      await add(server, body, { 'idempotency-key': 'k' }),
    ]
    expect([again.status, again.body.data, again.headers['idempotent-replayed']]).toEqual([201, first.body.data, 'true'])
    expect(await list(server)).toHaveLength(1)
  })

  test('takes the timezone that is given', async () => {
    const slot = await added(await aServer(db), { dayPreference: 1, time: '18:30', timezone: 'Asia/Kathmandu' })
    expect(slot).toMatchObject({ timezone: 'Asia/Kathmandu', sendAt: seconds(new Date('2026-03-02T12:45:00Z')) })
  })

  test('and every other write of timeslots is free', async () => {
    const server = await aServer(db)
    const before = (await server.call('GET', `/v1/accounts/${server.accountId}/usage`)).body.data.usage
    const { id } = await added(server)
    await edit(server, id, { time: '10:00' })
    await remove(server, id)
    expect((await server.call('GET', `/v1/accounts/${server.accountId}/usage`)).body.data.usage).toEqual(before)
  })
})

describe('editing', () => {
  test('keeps what is left out, the timezone included, also when the account has moved', async () => {
    const server = await aServer(db)
    const slot = await added(server)
    await db.sql`update accounts set timezone = 'Europe/Berlin' where id = ${server.accountId}`
    const { status, body } = await edit(server, slot.id, { time: '23:59' })
    const sendAt = seconds(new Date('2026-03-03T04:59:00Z'))
    expect([status, body.data.timeslot]).toEqual([200, { ...slot, timePreference: '2359', sendAt }])
    expect((await edit(server, slot.id, { dayPreference: 0 })).body.data.timeslot).toMatchObject({
      dayPreference: 0,
      timePreference: '2359',
      timezone: 'America/New_York',
    })
    const moved = (await edit(server, slot.id, { timezone: 'UTC' })).body.data.timeslot
    expect(moved).toMatchObject({ dayPreference: 0, timePreference: '2359', timezone: 'UTC' })
    expect(await list(server)).toEqual([moved])
  })

  test.each(['recommended', 'auto-created'] as const)('makes an %s slot manual, also when nothing changes', async (type) => {
    const server = await aServer(db)
    const slot = await added(server)
    await setType(server, slot.id, type)
    expect((await list(server))[0]?.type).toBe(type)
    const { body } = await edit(server, slot.id, { dayPreference: 1, time: '09:00', timezone: 'America/New_York' })
    expect(body.data.timeslot).toEqual(slot)
    expect(await list(server)).toEqual([slot])
  })
})

describe('deleting', () => {
  test('answers with the slot as it was, once', async () => {
    const server = await aServer(db)
    const slot = await added(server)
    await setType(server, slot.id, 'auto-created')
    const removed = await remove(server, slot.id)
    expect([removed.status, removed.body.data]).toEqual([200, { timeslot: { ...slot, type: 'auto-created' } }])
    expect(await list(server)).toEqual([])
    expect((await remove(server, slot.id)).status).toBe(404)
  })

  test('takes an empty body with a JSON content type', async () => {
    const server = await aServer(db)
    const { id } = await added(server)
    const { status } = await server.call('DELETE', `${slotsOf(server)}/${id}`, '', { 'content-type': 'application/json' })
    expect(status).toBe(200)
  })
})

describe.each([
  ['moved', (server: Server, id: string) => edit(server, id, { time: '10:00' })],
  ['edited to what it is', (server: Server, id: string) => edit(server, id, { time: '09:00' })],
  ['deleted', remove],
] as const)('when a slot is %s', (_how, write) => {
  test('its pins keep their times and become off-slot; nothing is unscheduled, those of other slots stay', async () => {
    const server = await aServer(db)
    const [slot, other] = [await added(server), await added(server)]
    await created(server, { ...complete, useNextOpenSlot: true })
    await created(server, { ...complete, useNextOpenSlot: true })
    await aPin(server, { at: '2026-02-23T14:00:00Z', timeslotId: slot.id, status: 'sent' })
    await aPin(server, { at: '2026-03-09T13:00:00Z', timeslotId: slot.id, status: 'uploading' })
    const before = await placesOf(server)
    const { ledger } = await written(server)
    expect((await write(server, slot.id)).status).toBe(200)
    expect(await placesOf(server)).toEqual(
      before.map((place) => ({ ...place, timeslotId: place.timeslotId === slot.id ? null : other.id })),
    )
    expect(before.map(({ timeslotId }) => timeslotId)).toEqual([slot.id, other.id, slot.id, slot.id])
    expect((await written(server)).ledger).toBe(ledger)
  })
})
