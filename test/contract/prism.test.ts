import { expect, test } from 'vitest'
import { errorsOf } from './prism.js'

test('a line of Prism is an error by its level, not by a word in a route', () => {
  const lines = [
    '[3:33:48 PM] › [CLI] ℹ  info      GET        http://127.0.0.1:4999/keywords/metrics?keywords=ut,error,suscipit',
    '[3:33:49 PM] › [CLI] ▶  start     Prism is listening on http://127.0.0.1:4999',
    '[3:33:51 PM] › [HTTP SERVER] get /error ℹ  info      Request received',
    '[3:33:51 PM] › [HTTP SERVER] get /boards ✖  error     Request terminated with error: Invalid request',
    '[3:33:51 PM] ›     [VALIDATOR] ✖  error     Violation: response.body.items Request body must be array',
    '',
  ]
  expect(errorsOf(lines)).toEqual(lines.slice(3, 5))
})
