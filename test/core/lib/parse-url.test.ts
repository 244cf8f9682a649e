/** Addresses that may be none. */
import { expect, test } from 'vitest'
import { isUrl, parseUrl } from '../../../src/core/lib/http/parse-url.js'

test('an absolute address is taken apart, and what is none is undefined', () => {
  expect(parseUrl('https://Example.com/page?a=1')).toMatchObject({ host: 'example.com', pathname: '/page', search: '?a=1' })
  for (const text of ['', 'example.com', '/page', 'https://', 'null']) {
    expect(parseUrl(text), text).toBeUndefined()
    expect(isUrl(text), text).toBe(false)
  }
})

test('a relative address is read from its base', () => {
  expect(parseUrl('/page', 'https://example.com/other')?.href).toBe('https://example.com/page')
})

test('an address with letters beyond ASCII is one however often it was asked', () => {
  const asked = Array.from({ length: 10_000 }, () => isUrl('https://müller.example/straße'))
  expect(asked).not.toContain(false)
})
