import { expect, test } from 'vitest'
import { z } from 'zod'
import { rebuildSchema } from '../../../src/http/wire/best-times.js'
import { timeslotSchema } from '../../../src/http/wire/timeslot.js'
import { aDatabase } from '../../support/database.js'
import { aServer, copy, mediaUrl, type Answer } from '../support/support.js'

const { db } = await aDatabase()
const strict = z.strictObject({
  ...rebuildSchema.shape,
  added: z.array(z.strictObject(rebuildSchema.shape.added.element.shape)),
  removed: z.array(z.strictObject(timeslotSchema.shape)),
  kept: z.array(z.strictObject(timeslotSchema.shape)),
  pins: z.strictObject(rebuildSchema.shape.pins.shape),
})
const rebuildOf = ({ text }: Answer) => strict.parse((JSON.parse(text) as { data: { rebuild: unknown } }).data.rebuild)

async function anAccount(options = {}) {
  const server = await aServer(db, options)
  const slots = `/v1/accounts/${server.accountId}/timeslots`
  return {
    ...server,
    slots,
    rebuild: (body: unknown, headers = {}) => server.call('POST', `${slots}/rebuild`, body, headers),
    list: async () => (await server.call('GET', slots)).body.data.timeslots,
  }
}

test('a preview says what comes, goes and stays and writes nothing; the rebuild then does it', async () => {
  const { call, accountId, slots, rebuild, list } = await anAccount()
  const { body: stays } = await call('POST', slots, { dayPreference: 1, time: '21:00' })
  const { body: goes } = await call('POST', slots, { dayPreference: 2, time: '09:00' })
  const body = { mediaUrl, ...copy, boardId: '101', useNextOpenSlot: true }
  for (let pins = 0; pins < 3; pins++) await call('POST', `/v1/accounts/${accountId}/posts`, body)
  const before = await list()

  const asked = await rebuild({ pinsPerDay: 1, preview: true })
  expect(asked.status).toBe(200)
  const preview = rebuildOf(asked)
  expect(await list()).toEqual(before)
  expect(preview).toMatchObject({ preview: true, basis: 'default', timezone: 'America/New_York', pinsPerDay: 1 })
  expect(preview.added).toHaveLength(6)
  expect(preview.added[0]).toEqual({
    dayPreference: 0,
    timePreference: '2100',
    timezone: 'America/New_York',
    type: 'auto-created',
  })
  expect(preview.removed).toEqual([goes.data.timeslot])
  expect(preview.kept).toEqual([{ ...stays.data.timeslot, type: 'auto-created' }])
  expect(preview.pins).toEqual({ reattached: 0, offSlot: 1 })

  const made = rebuildOf(await rebuild({ pinsPerDay: 1 }))
  expect(made).toEqual({ ...preview, preview: false, added: made.added })
  expect(made.added.map(({ id: _, ...slot }) => slot)).toEqual(preview.added)
  const after = await list()
  expect(after).toHaveLength(7)
  expect(after.map(({ id }) => id).sort()).toEqual([...made.added, ...made.kept].map(({ id }) => id).sort())
  const { body: posts } = await call('GET', `/v1/accounts/${accountId}/posts`)
  expect(posts.data.posts).toHaveLength(3)
})

test.each([
  [{}, 'pinsPerDay'],
  [{ pinsPerDay: 0 }, 'pinsPerDay'],
  [{ pinsPerDay: 51 }, 'pinsPerDay'],
  [{ pinsPerDay: 1.5 }, 'pinsPerDay'],
  [{ pinsPerDay: '3' }, 'pinsPerDay'],
  [{ pinsPerDay: 3, timezone: 'Mars/Olympus' }, 'timezone'],
  [{ pinsPerDay: 3, timezone: null }, 'timezone'],
  [{ pinsPerDay: 3, preview: 'yes' }, 'preview'],
  [{ pinsPerDay: 3, days: [1] }, 'days'],
])('%j is a 400 that names %s', async (body, field) => {
  const { rebuild, list } = await anAccount()
  const answer = await rebuild(body)
  expect([answer.status, answer.body.error?.field]).toEqual([400, field])
  expect(answer.body.error?.message).toContain(field)
  expect(await list()).toEqual([])
})

test('an account without a timezone needs one in the call; another organization’s is a 404', async () => {
  const { rebuild, call } = await anAccount({ timezone: null })
  const refused = await rebuild({ pinsPerDay: 2 })
  expect([refused.status, refused.body.error?.field]).toEqual([400, 'timezone'])
  expect(rebuildOf(await rebuild({ pinsPerDay: 2, timezone: 'Europe/Berlin' })).added).toHaveLength(14)
  const other = await anAccount()
  expect((await call('POST', `${other.slots}/rebuild`, { pinsPerDay: 2 })).status).toBe(404)
  expect((await call('POST', `/v1/accounts/none/timeslots/rebuild`, { pinsPerDay: 2 })).status).toBe(404)
})

test('with an Idempotency-Key it happens once, and the same is told again', async () => {
  const { rebuild, list } = await anAccount()
  const key = { 'idempotency-key': 'rebuild-1' }
  const first = await rebuild({ pinsPerDay: 2 }, key)
  const slots = await list()
  const again = await rebuild({ pinsPerDay: 2 }, key)
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
  expect(rebuildOf(again)).toEqual(rebuildOf(first))
  expect(await list()).toEqual(slots)
  expect((await rebuild({ pinsPerDay: 3 }, key)).status).toBe(422)
  const preview = { 'idempotency-key': 'preview-1' }
  const seen = await rebuild({ pinsPerDay: 5, preview: true }, preview)
  expect(rebuildOf(await rebuild({ pinsPerDay: 5, preview: true }, preview))).toEqual(rebuildOf(seen))
})

test('while somebody else has the schedule it is a 409 and nothing is written', async () => {
  const { rebuild, list, organizationId } = await anAccount()
  await db.tx(async (sql) => {
    await sql`select id from schedules where organization_id = ${organizationId} for update`
    const { status, body } = await rebuild({ pinsPerDay: 2 })
    expect([status, body.error?.code, body.error?.reason]).toEqual([409, 'CONFLICT', 'schedule_locked'])
  })
  expect(await list()).toEqual([])
})
