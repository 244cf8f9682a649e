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

test.each([
  'a\u0301',
  '\u0301',
  '٣',
  'a.',
  'a@',
  'a-',
  '0-1',
  'eyJ',
  'password="',
  'basic ',
  'a\u200b',
  '-----BEGIN PRIVATE KEY-----',
])('a description of nothing but %j is read once, however long', (unit) => {
  const text = [...unit.repeat(400_000)].slice(0, 400_000).join('') // read again from each letter it would take half an hour
  expect(redact(text)).not.toBe('')
})

test('an address whose parts are as long as they may be is taken out', () => {
  const address = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.example`
  expect(redact(`Write to ${address}.`)).toBe('Write to [redacted: e-mail address].')
})
