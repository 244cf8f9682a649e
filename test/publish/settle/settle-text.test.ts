import { expect, test } from 'vitest'
import { causeOf, quoted } from '../../../src/core/publish/model/failure-cause.js'
import { failureMessage } from '../../../src/core/posts/state/failure-messages.js'

const said = `${'ab '.repeat(66)}a😀 and more`

test('what the platform said is quoted in 200 characters, and never with half a character: no notice could be written of it', () => {
  expect(quoted(said).isWellFormed()).toBe(true)
  expect(quoted(said)).toHaveLength(201)
  expect(quoted('It is too small.')).toBe('It is too small.')
  expect(failureMessage(causeOf('platform_rejected', said))).toMatch(/Pinterest said: ab ab .*…$/)
  expect(failureMessage(causeOf('platform_rejected', said)).isWellFormed()).toBe(true)
})
