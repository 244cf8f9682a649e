import { describe, expect, test } from 'vitest'
import { NotOnScreen } from '../../../src/sandbox/slack/views/targets.js'
import { readTyped } from '../../../src/sandbox/slack/views/typed-value.js'

const typed = (value: unknown) => readTyped({ type: 'datetimepicker' }, value, 'America/New_York')
const seconds = (iso: string) => Date.parse(iso) / 1000

describe('a time field takes', () => {
  test.each([
    ['an instant', '2026-12-01T10:00:00Z', '2026-12-01T10:00:00Z'],
    ['an instant with milliseconds, which are dropped', '2026-12-01T10:00:00.900Z', '2026-12-01T10:00:00Z'],
    ['an offset', '2026-12-01T10:00:00+02:00', '2026-12-01T08:00:00Z'],
    ["the person's own time", '2026-12-01T10:00', '2026-12-01T15:00:00Z'],
    ['a blank between date and time', '2026-12-01 10:00', '2026-12-01T15:00:00Z'],
    ['a blank and an offset', '2026-12-01 10:00:00+01:00', '2026-12-01T09:00:00Z'],
    ['Unix seconds', 1796119200, '2026-12-01T10:00:00Z'],
    ['Unix seconds as words', '1796119200', '2026-12-01T10:00:00Z'],
    ['Unix milliseconds', 1796119200900, '2026-12-01T10:00:00Z'],
    ['Unix milliseconds as words', '1796119200000', '2026-12-01T10:00:00Z'],
  ])('%s', (_what, value, at) => {
    expect(typed(value)).toBe(seconds(at))
  })

  test.each([[null], ['']])('%j as empty', (value) => {
    expect(typed(value)).toBeNull()
  })
})

test.each([['tomorrow'], ['10:00'], ['2026-12-01'], [true], [-5], [1.5], [42], [[]], [{}]])(
  'a time field refuses %j and says what it takes',
  (value) => {
    expect(() => typed(value)).toThrow(NotOnScreen)
    expect(() => typed(value)).toThrow(/is not a time like 2026-03-01T10:00:00Z|Only text/)
  },
)
