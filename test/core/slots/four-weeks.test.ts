import { describe, expect, test } from 'vitest'
import { readFourWeeks } from '../../../src/core/slots/calendar/four-weeks.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'
import { aPin, aSlot, setType } from './support/fixtures.js'

const { db } = await aDatabase()
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.

const read = ({ deps, actor, accountId }: World) => readFourWeeks(deps, actor, { accountId })

/** What is not empty: `2026-03-02 09 taken 1 open 2`. */
async function cells(world: World): Promise<string[]> {
  const { days } = await read(world)
  return days.flatMap(({ date, hours }) =>
    hours.flatMap(({ taken, open }, hour) =>
      taken + open === 0 ? [] : [`${date} ${String(hour).padStart(2, '0')} taken ${taken} open ${open}`],
    ),
  )
}

describe('the picture of the coming four weeks', () => {
  test('has 28 days of 24 hours in the account’s zone, today first, and tells the hour', async () => {
    const { username, timezone, hour, days } = await read(await aWorld(db))
    expect([username, timezone, hour]).toEqual(['maker', 'America/New_York', 5])
    expect([days.length, days[0]?.date, days[27]?.date]).toEqual([28, '2026-03-02', '2026-03-29'])
    expect(days.every(({ hours }) => hours.length === 24)).toBe(true)
  })

  test('is in UTC for an account without a zone', async () => {
    const { timezone, hour, days } = await read(await aWorld(db, { timezone: null, at: new Date('2026-03-02T23:59:59Z') }))
    expect([timezone, hour, days[0]?.date]).toEqual(['UTC', 23, '2026-03-02'])
  })

  test('begins with the day that it is there, not here', async () => {
    const { hour, days } = await read(await aWorld(db, { timezone: 'Pacific/Auckland', at: new Date('2026-03-02T11:30:00Z') }))
    expect([days[0]?.date, hour]).toEqual(['2026-03-03', 0])
  })

  test('counts live pins in their hour: queued, uploading and sent, on a slot or not, at any second', async () => {
    const world = await aWorld(db)
    await aPin(world, { at: '2026-03-02T05:00:00Z', status: 'sent' }) // today's first instant
    await aPin(world, { at: '2026-03-02T09:59:59Z', status: 'uploading' })
    await aPin(world, { at: '2026-03-04T14:00:00Z' })
    await aPin(world, { at: '2026-03-04T14:59:59Z' })
    await aPin(world, { at: '2026-03-30T03:59:59Z' }) // the last second of the 28th day
    expect(await cells(world)).toEqual([
      '2026-03-02 00 taken 1 open 0',
      '2026-03-02 04 taken 1 open 0',
      '2026-03-04 09 taken 2 open 0',
      '2026-03-29 23 taken 1 open 0',
    ])
  })

  test('shows nothing of yesterday, of the 29th day, of drafts and of other accounts', async () => {
    const [world, other] = [await aWorld(db), await aWorld(db)]
    await aPin(world, { at: '2026-03-02T04:59:59Z', status: 'sent' })
    await aPin(world, { at: '2026-03-30T04:00:00Z' })
    await aPin(other, { at: '2026-03-04T14:00:00Z' })
    expect(await cells(world)).toEqual([])
  })

  test('counts as open what the slots of an instant exceed its live pins by', async () => {
    const world = await aWorld(db)
    for (const when of ['wed 09:00', 'wed 09:00', 'wed 09:00', 'wed 09:30']) await aSlot(world, when)
    await aPin(world, { at: '2026-03-04T14:00:00Z' })
    await aPin(world, { at: '2026-03-11T13:30:00Z' })
    await aPin(world, { at: '2026-03-11T13:30:00Z' })
    expect(await cells(world)).toEqual([
      '2026-03-04 09 taken 1 open 3',
      '2026-03-11 09 taken 2 open 3',
      '2026-03-18 09 taken 0 open 4',
      '2026-03-25 09 taken 0 open 4',
    ])
  })

  test('shows no slot open that is past, that is now, or that is evergreen', async () => {
    const world = await aWorld(db, { at: new Date('2026-03-02T14:00:00Z') })
    await aSlot(world, 'mon 08:00')
    await aSlot(world, 'mon 09:00')
    await setType(world, await aSlot(world, 'mon 10:00'), 'evergreen')
    expect((await cells(world)).slice(0, 2)).toEqual(['2026-03-09 08 taken 0 open 1', '2026-03-09 09 taken 0 open 1'])
  })

  test('takes a slot of another zone into the hour that it is here', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'wed 09:00', 'Asia/Kathmandu') // 03:15 UTC
    expect((await cells(world))[0]).toBe('2026-03-03 22 taken 0 open 1')
  })
})

describe('where the clocks change', () => {
  test('an hour that is skipped is empty, and its slots stand in the next', async () => {
    const world = await aWorld(db) // New York: 8 March, 02:00 becomes 03:00
    await aSlot(world, 'sun 02:30')
    await aPin(world, { at: '2026-03-08T06:59:59Z' })
    await aPin(world, { at: '2026-03-08T07:00:00Z' })
    expect((await cells(world)).slice(0, 2)).toEqual(['2026-03-08 01 taken 1 open 0', '2026-03-08 03 taken 1 open 1'])
  })

  test('an hour that is repeated counts once, with what stands in both', async () => {
    const world = await aWorld(db, { at: new Date('2026-10-20T12:00:00Z') }) // 1 November, 02:00 becomes 01:00
    for (const at of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T07:00:00Z']) await aPin(world, { at })
    expect(await cells(world)).toEqual(['2026-11-01 01 taken 2 open 0', '2026-11-01 02 taken 1 open 0'])
  })

  test('half an hour is skipped and repeated on Lord Howe', async () => {
    const world = await aWorld(db, { at: new Date('2026-03-20T00:00:00Z'), timezone: 'Australia/Lord_Howe' }) // 5 April, 02:00 becomes 01:30
    for (const at of ['2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z', '2026-04-04T15:30:00Z']) await aPin(world, { at })
    expect(await cells(world)).toEqual(['2026-04-05 01 taken 2 open 0', '2026-04-05 02 taken 1 open 0'])
  })

  test('a day that is skipped is there, and empty', async () => {
    const world = await aWorld(db, { at: new Date('2011-12-20T00:00:00Z'), timezone: 'Pacific/Apia' })
    for (const at of ['2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z', '2011-12-30T20:00:00Z', '2011-12-31T09:00:00Z'])
      await aPin(world, { at })
    expect(await cells(world)).toEqual([
      '2011-12-29 23 taken 1 open 0',
      '2011-12-31 00 taken 1 open 0',
      '2011-12-31 10 taken 1 open 0',
      '2011-12-31 23 taken 1 open 0',
    ])
  })

  test('midnight may be skipped', async () => {
    const world = await aWorld(db, { at: new Date('2026-04-24T01:00:00Z'), timezone: 'Africa/Cairo' }) // 24 April, 00:00 became 01:00
    await aPin(world, { at: '2026-04-23T22:00:00Z' })
    expect(await cells(world)).toEqual(['2026-04-24 01 taken 1 open 0'])
  })
})

test('a foreign account is not found', async () => {
  const [mine, theirs] = [await aWorld(db), await aWorld(db)]
  await expect(read({ ...mine, accountId: theirs.accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
