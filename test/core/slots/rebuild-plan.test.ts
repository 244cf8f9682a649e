import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { attach, compareWeek } from '../../../src/core/slots/week/rebuild-plan.js'

const rule = (day: number, minute: number, timezone = 'UTC') => ({ day, minute, timezone })
const slot = (id: string, day: number, minute: number, timezone = 'UTC') => ({ id, ...rule(day, minute, timezone) })

describe('comparing the week with the planned one', () => {
  test('a slot stays where one with the same day, time and zone is planned', () => {
    const [same, otherZone, otherDay] = [slot('1', 1, 540), slot('2', 2, 540, 'Europe/London'), slot('3', 4, 540)]
    expect(compareWeek([same, otherZone, otherDay], [rule(1, 540), rule(2, 540), rule(3, 540)])).toEqual({
      kept: [same],
      removed: [otherZone, otherDay],
      added: [rule(2, 540), rule(3, 540)],
    })
  })

  test('of identical slots as many stay as are planned, the oldest ones', () => {
    const slots = ['1', '2', '3'].map((id) => slot(id, 1, 540))
    expect(compareWeek(slots, [rule(1, 540)])).toEqual({ kept: [slots[0]], removed: slots.slice(1), added: [] })
    expect(compareWeek(slots.slice(0, 1), [rule(1, 540), rule(1, 540)]).added).toEqual([rule(1, 540)])
  })
})

describe('pins that find a slot', () => {
  const now = new Date('2026-03-02T10:00:00Z') // a Monday
  const at = (text: string) => new Date(`2026-03-${text}:00Z`)
  const pin = (postId: string, sendAt: Date) => ({ postId, sendAt })
  const found = async (...args: Parameters<typeof attach>) =>
    (await attach(...args)).map(({ postId, timeslotId }) => [postId, timeslotId])

  test('are those whose instant is an occurrence, in any week to come', async () => {
    const pins = [pin('1', at('03T09:00')), pin('2', at('03T09:01')), pin('3', at('31T09:00')), pin('4', at('04T09:00'))]
    expect(await found([slot('7', 2, 540)], pins, [], now)).toEqual([
      ['1', '7'],
      ['3', '7'],
    ])
    expect(await found([], pins, [], now)).toEqual([])
    expect(await found([slot('7', 2, 540)], [], [], now)).toEqual([])
  })

  test('are never more than slots, and the oldest goes on the oldest slot', async () => {
    const pins = ['1', '2', '3'].map((id) => pin(id, at('03T09:00')))
    const slots = [slot('7', 2, 540), slot('8', 2, 600, 'Europe/Berlin')] // the same instant
    expect(await found(slots, pins, [], now)).toEqual([
      ['1', '7'],
      ['2', '8'],
    ])
    expect(await found(slots, pins, [{ timeslotId: '7', sendAt: at('03T09:00') }], now)).toEqual([['1', '8']])
    expect(await found(slots, pins.slice(0, 1), [{ timeslotId: '7', sendAt: at('10T09:00') }], now)).toEqual([['1', '7']])
  })

  test('stand on two slots where the clocks leave out one of their hours', async () => {
    const slots = [slot('7', 0, 150, 'America/New_York'), slot('8', 0, 210, 'America/New_York')] // 2:30 and 3:30 on 8 March are one
    const pins = [pin('1', at('08T07:30')), pin('2', at('08T07:30'))]
    expect(await found(slots, pins, [], now)).toEqual([
      ['1', '7'],
      ['2', '8'],
    ])
  })

  test('are looked for step by step: others have their turns in between', async () => {
    const pins = Array.from({ length: 520 }, (_, week) =>
      pin(String(week), new Date(at('03T09:00').getTime() + week * 7 * 86_400_000)),
    )
    let turns = 0
    let isOver = false
    const others = (async () => {
      while (!isOver) {
        await setImmediate()
        turns++
      }
    })()
    expect(await attach([slot('7', 2, 540)], pins, [], now)).toHaveLength(520)
    isOver = true
    await others
    expect(turns).toBeGreaterThan(100)
  })
})
