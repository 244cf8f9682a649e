import { expect, test } from 'vitest'
import type { Log } from '../../src/core/ports/deps.js'
import { makeClock } from '../../src/db/clock.js'
import { aDatabase } from '../support/database.js'

const { db } = await aDatabase()
const log: Log = { debug() {}, info() {}, warn() {}, error() {} }
const noon = new Date('2026-03-02T12:00:00.000Z')
const databaseTime = async () => noon
const wallAt = (offsetMs: number) => () => new Date(noon.getTime() + offsetMs)
const clockAt = (offsetMs: number, isVirtual = false) =>
  makeClock({ sql: db.sql, wallClock: wallAt(offsetMs), databaseTime, isVirtual, log })

test('two processes five minutes apart agree on the time of the database', async () => {
  const [early, late] = [await clockAt(-300_000), await clockAt(300_000)]
  expect(early.now()).toEqual(noon)
  expect(late.now()).toEqual(noon)
  early.close()
  late.close()
})

test('the virtual time goes forward only, tells who asked, and survives a restart', async () => {
  const serviceClock = await clockAt(0, true)
  let calls = 0
  const stop = serviceClock.onMove(() => calls++)
  const tomorrow = new Date('2026-03-03T12:00:00.000Z')
  await serviceClock.moveTo(tomorrow)
  expect(serviceClock.now()).toEqual(tomorrow)
  await serviceClock.moveTo(noon)
  expect(serviceClock.now()).toEqual(tomorrow)
  expect(calls).toBe(2)
  stop()
  serviceClock.close()
  const next = await clockAt(0, true)
  expect(next.now()).toEqual(tomorrow)
  next.close()
})

test('the clock of a real platform is not moved', async () => {
  const serviceClock = await clockAt(0)
  await expect(serviceClock.moveTo(new Date('2027-01-01T00:00:00Z'))).rejects.toThrow('not moved')
  expect(serviceClock.now()).toEqual(noon)
  serviceClock.close()
})
