/** What a feed has shown, as bytes: nothing is lost, nothing grows for ever, and nothing is written for nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entryKey, FORGOTTEN_DAYS, idOf, Known } from '../../../src/core/sources/feeds/known.js'
import { DAY_MS } from '../../../src/core/lib/duration.js'

const at = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * DAY_MS)
const key = (name: string | number) => entryKey('shop.example.com', String(name))

test('what was seen is known when it is read again, and nothing else is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 200 }), fc.string(), (names, other) => {
      const known = Known.read(null, at(0))
      known.see(names.map((name) => idOf(key(name))))
      const again = Known.read(known.write(), at(1))
      for (const name of names) expect(again.has(key(name))).toBe(true)
      expect(again.has(key(`${other} not seen`))).toBe(names.includes(`${other} not seen`))
      expect(Known.read(again.write(), at(1)).write()).toBeNull()
    }),
  )
})

test('a feed that stays as it is costs a write a month', () => {
  const known = Known.read(null, at(0))
  known.see([idOf(key('a'))])
  const bytes = known.write()
  const writes = Array.from({ length: 29 }, (_, day) => {
    const later = Known.read(bytes, at(day + 1))
    later.see([idOf(key('a'))])
    return later.write()
  })
  expect(writes.every((one) => one === null)).toBe(true)
  const later = Known.read(bytes, at(30))
  later.see([idOf(key('a'))])
  expect(later.write()).toHaveLength(10)
})

test('what is gone is known for more than a year, and then forgotten', () => {
  const first = Known.read(null, at(0))
  first.see(['gone', 'here'].map((name) => idOf(key(name))))
  const bytes = first.write()
  const of = (day: number) => {
    const known = Known.read(bytes, at(day))
    known.see(['here', `new ${day}`].map((name) => idOf(key(name))))
    return Known.read(known.write(), at(day))
  }
  expect(of(FORGOTTEN_DAYS).has(key('gone'))).toBe(true)
  expect(of(FORGOTTEN_DAYS + 1).has(key('gone'))).toBe(false)
  expect(of(FORGOTTEN_DAYS + 1).has(key('here'))).toBe(true)
})

test('two hundred thousand ids and pages are two megabytes, and no more are kept: what is gone goes first', () => {
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, number) => idOf(key(from + number)))
  const known = Known.read(null, at(0))
  known.see(ids(0, 200_000))
  const bytes = known.write()
  expect(bytes).toHaveLength(2_000_000)
  const next = Known.read(bytes, at(40))
  next.see([...ids(100_000, 100_000), ...ids(200_000, 1000)])
  const kept = Known.read(next.write(), at(40))
  expect([kept.has(key(160_000)), kept.has(key(200_500))]).toEqual([true, true])
  expect(next.write()).toHaveLength(2_000_000)
})
