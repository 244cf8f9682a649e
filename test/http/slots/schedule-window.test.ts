/** From when to when the dated schedule is read, on days when the clocks change too. @see docs/contract.md#dated-schedule */
import { describe, expect, test } from 'vitest'
import { aPin, aSlot } from '../../core/slots/support/fixtures.js'
import { aDatabase } from '../../support/database.js'
import { inOpenTransaction, seconds } from '../posts/support/posts-fixtures.js'
import { aServer, type Server } from '../support/support.js'

const { db } = await aDatabase()
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.

const ask = ({ call, accountId }: Pick<Server, 'call' | 'accountId'>, query: Record<string, string> = {}) =>
  call('GET', `/v1/accounts/${accountId}/schedule?${new URLSearchParams(query).toString()}`)
const windowOf = async (server: Server, query: Record<string, string> = {}) => {
  const { from, to } = (await ask(server, query)).body.data.window
  return [from, to].map((at) => new Date(at * 1000).toISOString().replace('.000', ''))
}
const openAt = async (server: Server, from: string, to: string) =>
  (await ask(server, { from, to })).body.data.schedule.map(({ sendAt, state }) => [
    new Date(sendAt * 1000).toISOString().slice(5, 16),
    state,
  ])

describe('the window', () => {
  test('begins now and ends 14 days after its start, in whole seconds, and is told', async () => {
    const server = await aServer(db, { at: new Date('2026-03-02T10:00:00.789Z') })
    expect(await windowOf(server)).toEqual(['2026-03-02T10:00:00Z', '2026-03-16T10:00:00Z'])
    expect(await windowOf(server, { from: '2026-07-01T12:00:00+02:00' })).toEqual([
      '2026-07-01T10:00:00Z',
      '2026-07-15T10:00:00Z',
    ])
    expect(await windowOf(server, { to: '2026-03-02T10:00:01Z' })).toEqual(['2026-03-02T10:00:00Z', '2026-03-02T10:00:01Z'])
  })

  test('is at most 60 days after its start: a second more is a 400', async () => {
    const server = await aServer(db)
    const from = '2026-03-02T10:00:00Z'
    expect(await windowOf(server, { from, to: '2026-05-01T10:00:00Z' })).toEqual([from, '2026-05-01T10:00:00Z'])
    expect(await windowOf(server, { to: '2026-05-01T10:00:00Z' })).toEqual([from, '2026-05-01T10:00:00Z'])
    for (const query of [
      { from, to: '2026-05-01T10:00:01Z' },
      { to: '2026-05-01T10:00:01Z' },
      { from: '2026-01-01T00:00:00Z', to: '2026-03-02T00:00:01Z' },
    ]) {
      const { status, body } = await ask(server, query)
      expect([status, body.error?.code, body.error?.field]).toEqual([400, 'BAD_REQUEST', 'to'])
      expect(body.error?.message).toContain('60 days')
    }
  })

  test('ends after it begins: to at or before from is a 400', async () => {
    const server = await aServer(db)
    for (const query of [
      { from: '2026-03-10T00:00:00Z', to: '2026-03-10T00:00:00Z' },
      { from: '2026-03-10T00:00:00Z', to: '2026-03-09T00:00:00Z' },
      { to: '2026-03-02T10:00:00Z' }, // from is now
      { to: '2026-03-02T09:59:59Z' },
    ]) {
      const { status, body } = await ask(server, query)
      expect([status, body.error?.code, body.error?.field]).toEqual([400, 'BAD_REQUEST', 'to'])
    }
  })

  test('includes both its ends', async () => {
    const server = await aServer(db)
    await aSlot(server, 'mon 09:00')
    await aPin(server, { at: '2026-03-09T13:00:00Z' })
    await aPin(server, { at: '2026-03-10T00:00:00Z' })
    const first = ['03-09T13:00', 'scheduled']
    const second = ['03-10T00:00', 'scheduled']
    expect(await openAt(server, '2026-03-09T13:00:00Z', '2026-03-10T00:00:00Z')).toEqual([first, second])
    expect(await openAt(server, '2026-03-09T13:00:01Z', '2026-03-09T23:59:59Z')).toEqual([])
    expect(await openAt(server, '2026-03-16T12:59:59Z', '2026-03-16T13:00:00Z')).toEqual([['03-16T13:00', 'open']])
  })

  test.each([
    ['from', 'now'],
    ['from', '2026-03-02'],
    ['from', '2026-03-02T10:00:00'],
    ['to', '1772463600'],
    ['to', ''],
    ['to', '3001-01-01T00:00:00Z'],
  ])('%s=%s is a 400 that names it', async (field, value) => {
    const server = await aServer(db)
    const { status, body } = await ask(server, { [field]: value })
    expect([status, body.error?.field]).toEqual([400, field])
  })

  test('ignores names it does not know', async () => {
    expect((await ask(await aServer(db), { days: '90' })).status).toBe(200)
  })
})

describe('the past', () => {
  test('shows what was published, and nothing open, not even now', async () => {
    const server = await aServer(db, { at: new Date('2026-03-09T13:00:00Z') })
    const slot = await aSlot(server, 'mon 09:00')
    await aPin(server, { at: '2026-02-23T14:00:00Z', timeslotId: slot, status: 'sent' })
    expect(await openAt(server, '2026-02-16T00:00:00Z', '2026-03-16T13:00:00Z')).toEqual([
      ['02-23T14:00', 'published'],
      ['03-16T13:00', 'open'],
    ])
    expect(await openAt(server, '2026-02-24T00:00:00Z', '2026-03-09T13:00:00Z')).toEqual([])
  })

  test('shows a pin that waits beyond its time', async () => {
    const server = await aServer(db)
    await aPin(server, { at: '2026-03-01T14:00:00Z' })
    expect(await openAt(server, '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z')).toEqual([['03-01T14:00', 'scheduled']])
  })
})

describe('where the clocks change', () => {
  test('New York: a wall time in the gap moves forward by the gap, once, beside the slot that is there', async () => {
    const server = await aServer(db)
    for (const when of ['sun 02:30', 'sun 03:30', 'sun 01:59']) await aSlot(server, when)
    expect(await openAt(server, '2026-03-07T00:00:00Z', '2026-03-16T00:00:00Z')).toEqual([
      ['03-08T06:59', 'open'],
      ['03-08T07:30', 'open'],
      ['03-08T07:30', 'open'],
      ['03-15T05:59', 'open'],
      ['03-15T06:30', 'open'],
      ['03-15T07:30', 'open'],
    ])
  })

  test('New York: a repeated wall time is its first occurrence, once', async () => {
    const server = await aServer(db)
    await aSlot(server, 'sun 01:30')
    expect(await openAt(server, '2026-10-31T00:00:00Z', '2026-11-09T00:00:00Z')).toEqual([
      ['11-01T05:30', 'open'],
      ['11-08T06:30', 'open'],
    ])
  })

  test('Lord Howe: half an hour, both ways, in a window cut through the day of the change', async () => {
    const server = await aServer(db, { timezone: 'Australia/Lord_Howe' })
    await aSlot(server, 'sun 02:15')
    await aSlot(server, 'sun 01:45')
    expect(await openAt(server, '2026-04-04T14:50:00Z', '2026-04-11T16:00:00Z')).toEqual([
      ['04-04T15:45', 'open'], // 01:45 came first at 14:45, before the window; its second time, at 15:15, is none
      ['04-11T15:15', 'open'],
      ['04-11T15:45', 'open'],
    ])
    expect(await openAt(server, '2026-10-03T15:00:00Z', '2026-10-04T00:00:00Z')).toEqual([
      ['10-03T15:15', 'open'],
      ['10-03T15:45', 'open'], // 02:15 is in the gap: 02:45
    ])
  })

  test('an account without a timezone has a schedule by the zones of its slots', async () => {
    const server = await aServer(db, { timezone: null })
    await aSlot(server, 'mon 09:00', 'Asia/Kathmandu')
    expect(await openAt(server, '2026-03-08T00:00:00Z', '2026-03-10T00:00:00Z')).toEqual([['03-09T03:15', 'open']])
  })
})

test('the schedule ends where scheduling ends, ten years from now', async () => {
  const server = await aServer(db)
  await aSlot(server, 'mon 09:00', 'UTC')
  await aSlot(server, 'sun 10:00', 'UTC')
  expect(await openAt(server, '2036-02-20T00:00:00Z', '2036-03-20T00:00:00Z')).toEqual([
    ['02-24T10:00', 'open'],
    ['02-25T09:00', 'open'],
    ['03-02T10:00', 'open'],
  ])
})

test('foreign, missing and malformed accounts are the same 404, after the form of the window', async () => {
  const [mine, theirs] = [await aServer(db), await aServer(db)]
  for (const accountId of [theirs.accountId, '999999', 'abc']) {
    const { status, body } = await ask({ ...mine, accountId })
    expect([status, body.error]).toEqual([404, { code: 'NOT_FOUND', message: 'Account not found.' }])
  }
  expect((await ask({ ...mine, accountId: 'abc' }, { from: 'now' })).status).toBe(400)
  expect((await mine.call('GET', `/v1/accounts/${mine.accountId}/schedule`, undefined, { authorization: '' })).status).toBe(401)
})

test('building it beyond its budget is a 504 schedule_timeout, and asking again works', async () => {
  const server = await aServer(db)
  await aSlot(server, 'mon 09:00')
  const release = await inOpenTransaction(server, (sql) => sql`lock table timeslots in access exclusive mode`)
  const { status, body } = await ask(server)
  expect([status, body.error?.code, body.error?.reason]).toEqual([504, 'GATEWAY_TIMEOUT', 'schedule_timeout'])
  expect(body.error?.message).toContain('shorter window')
  await release()
  const again = await ask(server)
  expect([again.status, again.body.data.schedule[0]?.sendAt]).toEqual([200, seconds(new Date('2026-03-02T14:00:00Z'))])
})
