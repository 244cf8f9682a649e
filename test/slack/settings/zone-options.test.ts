import { expect, test } from 'vitest'
import { isTimezone } from '../../../src/core/lib/time.js'
import { zonesFor } from '../../../src/slack/features/settings/zone-options.js'

const NEAR = ['Europe/Berlin', 'America/New_York']

test('nothing typed: the near zones come first, then UTC, and no more than a field takes', () => {
  const zones = zonesFor('', NEAR)
  expect(zones.slice(0, 3)).toEqual([...NEAR, 'UTC'])
  expect(zones).toHaveLength(100)
  expect(new Set(zones).size).toBe(100)
})

test.each([
  ['new york', 'America/New_York'],
  ['  New_Y', 'America/New_York'],
  ['kath', 'Asia/Kathmandu'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['utc', 'UTC'],
])('a city is found by its words: %s', (words, zone) => {
  expect(zonesFor(words, [])[0]).toBe(zone)
})

test('a city that begins with the words stands before one that merely has them', () => {
  const zones = zonesFor('lo', [])
  expect(zones.indexOf('Europe/London')).toBeLessThan(zones.indexOf('Europe/Oslo'))
  expect(zones.indexOf('Europe/London')).toBeGreaterThanOrEqual(0)
})

test('words that are no city find nothing; every zone that is offered is one that is taken', () => {
  expect(zonesFor('nowhere at all', NEAR)).toEqual([])
  const offered = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter) => zonesFor(letter, []))
  expect(offered.filter((zone) => !isTimezone(zone))).toEqual([])
})
