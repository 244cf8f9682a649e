/** What a write of timeslots refuses, each time with nothing written. @see docs/contract.md#timeslots, docs/contract.md#order-of-refusals */
import { describe, expect, test } from 'vitest'
import { aPin, aSlot, setType } from '../../core/slots/support/fixtures.js'
import { aDatabase } from '../../support/database.js'
import { lockSchedule } from '../posts/support/posts-fixtures.js'
import { aServer, type Server } from '../support/support.js'

const { db } = await aDatabase()

const slotsOf = ({ accountId }: Server) => `/v1/accounts/${accountId}/timeslots`
const rowsOf = ({ organizationId }: Server) => db.sql`
  select t.*, (select json_agg(p order by p.id) from posts p where p.organization_id = t.organization_id) as posts
    from timeslots t
   where t.organization_id = ${organizationId}
   order by t.id`

describe('a field that breaks its rule is a 400 that names it', async () => {
  const server = await aServer(db)
  const id = await aSlot(server, 'mon 08:00')
  const day = { dayPreference: 1 }
  const time = { time: '09:00' }
  const bad: [object, string][] = [
    ...[7, -1, 1.5, '1', true, null, [1], 1e21].map((value): [object, string] => [
      { ...time, dayPreference: value },
      'dayPreference',
    ]),
    ...['9:00', '24:00', '09:60', '0900', '09:00:00', ' 09:00', '09:00\n', '7 pm', '', 900, null].map(
      (value): [object, string] => [{ ...day, time: value }, 'time'],
    ),
    ...['Mars/Olympus', 'europe/berlin', '+02:00', 'EDT', 'UTC\0', ' UTC', '', 2, null].map((value): [object, string] => [
      { ...day, ...time, timezone: value },
      'timezone',
    ]),
    ...['type', 'scheduleId', 'pinUuid', 'sendAt', 'timePreference', 'id', '__proto'].map((name): [object, string] => [
      { ...day, ...time, [name]: 'evergreen' },
      name,
    ]),
  ]

  test.each([...bad, [{}, 'dayPreference'], [time, 'dayPreference'], [day, 'time']] as [object, string][])(
    'POST %j: %s',
    async (body, field) => {
      const before = await rowsOf(server)
      const answer = await server.call('POST', slotsOf(server), body)
      expect([answer.status, answer.body.error?.code, answer.body.error?.field]).toEqual([400, 'BAD_REQUEST', field])
      expect(answer.body.error?.message).toContain(field)
      expect(await rowsOf(server)).toEqual(before)
    },
  )

  test.each([...bad, [{}, 'dayPreference']] as [object, string][])('PATCH %j: %s', async (body, field) => {
    const before = await rowsOf(server)
    const answer = await server.call('PATCH', `${slotsOf(server)}/${id}`, body)
    expect([answer.status, answer.body.error?.code, answer.body.error?.field]).toEqual([400, 'BAD_REQUEST', field])
    expect(answer.body.error?.message).toContain(field)
    expect(await rowsOf(server)).toEqual(before)
  })

  test.each(['POST', 'PATCH'] as const)('%s takes a JSON object, and no empty body', async (method) => {
    const url = method === 'POST' ? slotsOf(server) : `${slotsOf(server)}/${id}`
    const json = { 'content-type': 'application/json' }
    for (const body of [undefined, '', '[]', 'null', '"09:00"', '{']) {
      const answer = await server.call(method, url, body, json)
      expect([answer.status, answer.body.error?.code], String(body)).toEqual([400, 'BAD_REQUEST'])
    }
  })

  test('DELETE takes no body', async () => {
    const answer = await server.call('DELETE', `${slotsOf(server)}/${id}`, { time: '09:00' })
    expect([answer.status, answer.body.error?.field]).toEqual([400, 'body'])
  })
})

test('an omitted timezone is a 400 when the account has none, and one given is taken', async () => {
  const nowhere = await aServer(db, { timezone: null })
  const body = { dayPreference: 1, time: '09:00' }
  const answer = await nowhere.call('POST', slotsOf(nowhere), body)
  expect([answer.status, answer.body.error?.field]).toEqual([400, 'timezone'])
  expect(answer.body.error?.message).toContain('the account has none')
  expect(await rowsOf(nowhere)).toEqual([])
  expect((await nowhere.call('POST', slotsOf(nowhere), { ...body, timezone: 'Europe/Berlin' })).status).toBe(201)
})

test('evergreen, foreign, missing and malformed slots are the same 404', async () => {
  const [mine, theirs] = [await aServer(db), await aServer(db)]
  const evergreen = await aSlot(mine, 'mon 09:00')
  await setType(mine, evergreen, 'evergreen')
  const before = await rowsOf(mine)
  for (const id of [evergreen, await aSlot(theirs, 'mon 09:00'), '999999', '0', '-1', 'abc', '1e3', '%20', '9'.repeat(30)]) {
    for (const [method, body] of [['PATCH', { dayPreference: 2 }] as const, ['DELETE', undefined] as const]) {
      const answer = await mine.call(method, `${slotsOf(mine)}/${id}`, body)
      const error = { code: 'NOT_FOUND', message: 'Timeslot not found.' }
      expect([answer.status, answer.body.error], `${method} ${id}`).toEqual([404, error])
    }
  }
  expect(await rowsOf(mine)).toEqual(before)
})

test('a foreign, missing or malformed account is the same 404 on each operation', async () => {
  const [mine, theirs] = [await aServer(db), await aServer(db)]
  const slot = await aSlot(theirs, 'mon 09:00')
  for (const accountId of [theirs.accountId, '999999', 'abc', '0']) {
    const url = `/v1/accounts/${accountId}/timeslots`
    const asked = [
      await mine.call('GET', url),
      await mine.call('POST', url, { dayPreference: 1, time: '09:00' }),
      await mine.call('PATCH', `${url}/${slot}`, { time: '10:00' }),
      await mine.call('DELETE', `${url}/${slot}`),
    ]
    for (const { status, body } of asked) {
      expect([status, body.error]).toEqual([404, { code: 'NOT_FOUND', message: 'Account not found.' }])
    }
  }
  expect(await rowsOf(theirs)).toHaveLength(1)
})

test('a slot is not found under another account of the same organization', async () => {
  const server = await aServer(db)
  const id = await aSlot(server, 'mon 09:00')
  const [other] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${server.organizationId}, 'other', 'other', 'Other', ${server.clock.now})
    returning id`
  const url = `/v1/accounts/${other.id}/timeslots/${id}`
  expect((await server.call('PATCH', url, { time: '10:00' })).status).toBe(404)
  expect((await server.call('DELETE', url)).status).toBe(404)
})

test('every operation needs a key', async () => {
  const { call, ...server } = await aServer(db)
  const url = slotsOf({ call, ...server })
  for (const [method, at] of [
    ['GET', url],
    ['POST', url],
    ['PATCH', `${url}/1`],
    ['DELETE', `${url}/1`],
  ] as const) {
    expect((await call(method, at, undefined, { authorization: '' })).status).toBe(401)
  }
})

describe('while another write holds the schedule lock', () => {
  test('a write is a 409 with nothing written, and works on a retry', async () => {
    const server = await aServer(db)
    const ids = [await aSlot(server, 'mon 09:00'), await aSlot(server, 'tue 09:00')]
    await aPin(server, { at: '2026-03-02T14:00:00Z', timeslotId: ids[0]! })
    await aPin(server, { at: '2026-03-03T14:00:00Z', timeslotId: ids[1]! })
    const before = await rowsOf(server)
    const write = () =>
      Promise.all([
        server.call('POST', slotsOf(server), { dayPreference: 1, time: '09:00' }, { 'idempotency-key': 'again' }),
        server.call('PATCH', `${slotsOf(server)}/${ids[0]}`, { time: '10:00' }),
        server.call('DELETE', `${slotsOf(server)}/${ids[1]}`),
      ])
    const release = await lockSchedule(server)
    for (const { status, body } of await write()) {
      expect([status, body.error?.code, body.error?.reason]).toEqual([409, 'CONFLICT', 'schedule_locked'])
    }
    expect((await server.call('GET', slotsOf(server))).body.data.timeslots).toHaveLength(2)
    await release()
    expect(await rowsOf(server)).toEqual(before)
    expect((await write()).map(({ status }) => status)).toEqual([201, 200, 200])
  })

  test('400 of the schema and 404 go before 409, and 409 before 400 of a rule', async () => {
    const server = await aServer(db, { timezone: null })
    const release = await lockSchedule(server)
    const answers = await Promise.all([
      server.call('POST', slotsOf(server), { dayPreference: 9, time: '09:00' }),
      server.call('PATCH', `${slotsOf(server)}/999999`, { time: '10:00' }),
      server.call('DELETE', `${slotsOf(server)}/999999`),
      server.call('POST', slotsOf(server), { dayPreference: 1, time: '09:00' }), // the account has no timezone
    ])
    await release()
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 404, 409])
  })
})

describe('an account has at most 2,000 timeslots', () => {
  const fill = ({ organizationId, accountId, clock }: Server, count: number, type = 'manual') => db.sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, created_at)
    select ${organizationId}, ${accountId}, n % 7, n % 1440, 'UTC', ${type}, ${clock.now}
      from generate_series(1, ${count}::int) n`
  const body = { dayPreference: 1, time: '09:00' }

  test('one more is a 400 that says what to do, evergreen ones not counted', async () => {
    const server = await aServer(db)
    await fill(server, 1999)
    await fill(server, 10, 'evergreen')
    const last = await server.call('POST', slotsOf(server), body)
    expect(last.status).toBe(201)
    const answer = await server.call('POST', slotsOf(server), body)
    expect([answer.status, answer.body.error?.field]).toEqual([400, 'dayPreference'])
    expect(answer.body.error?.message).toMatch(/2,000 timeslots.*Remove one/)
    expect(await rowsOf(server)).toHaveLength(2010)
    const url = `${slotsOf(server)}/${last.body.data.timeslot.id}`
    expect((await server.call('PATCH', url, { time: '10:00' })).status).toBe(200)
    expect((await server.call('DELETE', url)).status).toBe(200)
    expect((await server.call('POST', slotsOf(server), body)).status).toBe(201)
  })

  test('also when several are added side by side', async () => {
    const server = await aServer(db)
    await fill(server, 1997)
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.call('POST', slotsOf(server), body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400, 400, 400, 400, 400])
    expect(await rowsOf(server)).toHaveLength(2000)
  })
})
