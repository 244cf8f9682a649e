import { expect, test } from 'vitest'
import { withScheme } from '../../../src/core/lib/http/url.js'

test.each([
  ['shop.example.com/x', 'https://shop.example.com/x'],
  [' shop.example.com/a?b=1#c ', 'https://shop.example.com/a?b=1#c'],
  ['shop.example.com:8080/x', 'https://shop.example.com:8080/x'],
  ['www.müller.de', 'https://www.müller.de'],
  ['example.com', 'https://example.com'],
])('%j is the address %j', (typed, address) => {
  expect(withScheme(typed)).toBe(address)
})

test.each([
  '',
  'https://example.com/x',
  'HTTP://example.com',
  'ftp://example.com',
  'javascript:alert(1)',
  'mailto:ada@example.com',
  'ada@example.com',
  'localhost:3000/x',
  '10.0.0.1/x',
  'shop example.com',
  'oak-shelf',
  'shelf.jpg/x.local',
])('%j stays as it was typed: it has a scheme, or is the address of no website', (typed) => {
  expect(withScheme(typed)).toBe(typed)
})
