import { expect, test } from 'vitest'
import { redact } from '../../../src/core/reports/redact.js'

const basic = Buffer.from('user:pässword').toString('base64')

test.each([
  [`curl -H "Proxy-Authorization: Basic ${basic}"`, 'curl -H "Proxy-Authorization: Basic [redacted: credential]"'],
  [`it sends basic ${basic} each time`, 'it sends basic [redacted: credential] each time'],
  [`Authorization: Basic ${basic}`, 'Authorization: Basic [redacted: credential]'],
  ['Basic eDp5', 'Basic [redacted: credential]'],
  [`uploadId up_12_${'aB3_-x'.repeat(5)}Zz is refused`, 'uploadId [redacted: upload id] is refused'],
  ['{"uploadId":"up_1_abcdefgh"}', '{"uploadId":"[redacted: upload id]"}'],
])('%s', (text, redacted) => {
  expect(redact(text)).toBe(redacted)
})

test.each([
  'Basic functionality is missing',
  'basic JavaScript',
  'a basic authentication page',
  'start_up_2_things',
  'up_and running',
])('%s stays', (text) => {
  expect(redact(text)).toBe(text)
})
