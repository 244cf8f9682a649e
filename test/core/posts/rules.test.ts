import { expect, test } from 'vitest'
import { readContent, readProductTags } from '../../../src/core/posts/content.js'
import { isSimplifiedWith, requireSendTime, requireTaggable } from '../../../src/core/posts/rules.js'
import { urlKeyOf } from '../../../src/core/lib/http/url.js'

const none = { title: null, description: null, url: null, altText: null }

test('lengths are code points after trimming', () => {
  expect(readContent({ ...none, title: `  ${'🙂'.repeat(100)}\n` }).title).toBe('🙂'.repeat(100))
  expect(() => readContent({ ...none, title: '🙂'.repeat(101) })).toThrow('title is 1 character too long: at most 100.')
  expect(readContent({ ...none, description: 'd'.repeat(800) }).description).toHaveLength(800)
  expect(() => readContent({ ...none, description: 'd'.repeat(801) })).toThrow('description')
})

test('whitespace alone is empty: refused as title and description, nothing as alt text', () => {
  expect(() => readContent({ ...none, title: ' \t ' })).toThrow('title is empty: use 1 to 100 characters.')
  expect(() => readContent({ ...none, description: '' })).toThrow('description')
  expect(readContent({ ...none, altText: '  ' }).altText).toBeNull()
  expect(() => readContent({ ...none, altText: 'a'.repeat(501) })).toThrow('altText')
})

test.each([
  'ftp://example.com',
  'javascript:alert(1)',
  'example.com',
  'https://',
  'http:example.com',
  'https://exa mple.com',
  `https://example.com/${'a'.repeat(2048)}`,
  '',
])('%s is no destination', (url) => expect(() => readContent({ ...none, url })).toThrow('url'))

test.each(['https://example.com', 'HTTP://Example.com/a?b#c', ' https://example.com/ä '])(
  '%s is a destination, kept as written',
  (url) => expect(readContent({ ...none, url }).url).toBe(url.trim()),
)

test('a send time is floored to the second, lies after now and within ten calendar years', () => {
  const now = new Date('2026-03-02T10:00:00.500Z')
  expect(requireSendTime(new Date('2026-03-02T10:00:01.999Z'), now)).toEqual(new Date('2026-03-02T10:00:01.000Z'))
  expect(() => requireSendTime(new Date('2026-03-02T10:00:00.900Z'), now)).toThrow('future')
  expect(requireSendTime(new Date('2036-03-02T10:00:00Z'), now)).toEqual(new Date('2036-03-02T10:00:00Z'))
  expect(() => requireSendTime(new Date('2036-03-02T10:00:01Z'), now)).toThrow('10 years')
  expect(() => requireSendTime(new Date(Number.NaN), now)).toThrow('sendAt')
})

test.each([
  ['http://example.com', 'https://example.com/'],
  ['https://EXAMPLE.com:443/a', 'http://example.com:80/a/'],
  ['https://example.com/a#top', 'https://example.com/a//'],
  ['https://example.com/a?b=1#x', 'http://example.com/a?b=1'],
])('%s and %s are the same url', (one, two) => expect(urlKeyOf(one)).toBe(urlKeyOf(two)))

test.each([
  ['https://example.com/a', 'https://example.com/A'],
  ['https://example.com/a?b=1', 'https://example.com/a?b=2'],
  ['https://example.com:8443/', 'https://example.com/'],
  ['https://www.example.com/', 'https://example.com/'],
])('%s and %s are not', (one, two) => expect(urlKeyOf(one)).not.toBe(urlKeyOf(two)))

test('product tags are at most 24 digit strings without repeats', () => {
  const tags = Array.from({ length: 25 }, (_, index) => String(index))
  expect(readProductTags(tags.slice(1))).toEqual(tags.slice(1))
  expect(readProductTags([])).toEqual([])
  expect(() => readProductTags(tags)).toThrow('productTagPinIds must be at most 24 pins; there are 25.')
  expect(() => readProductTags(['1', '2', '1'])).toThrow('productTagPinIds must not list a pin twice.')
  for (const id of ['', ' 1', '-1', '1.5', 'b_1', '٣']) expect(() => readProductTags([id])).toThrow('digits only')
})

test('product tags are refused on a carousel and on an account that is no business; no tags never are', () => {
  const requireOn = (tags: string[], isCarousel: boolean, isBusiness: boolean) => () =>
    requireTaggable(tags, { isCarousel, isBusiness })
  requireOn(['1'], false, true)()
  requireOn([], true, false)()
  expect(requireOn(['1'], true, true)).toThrow('productTagPinIds cannot be used on a carousel')
  expect(requireOn(['1'], false, false)).toThrow('productTagPinIds need a business account')
})

test.each([
  [false, [], false, false],
  [false, [], true, true],
  [false, ['1'], false, true],
  [true, [], true, false],
])('a carousel: %s, tags: %j, asked: %s: simplified is %s', (isCarousel, tags, isSimplified, expected) =>
  expect(isSimplifiedWith(tags, { isCarousel, isSimplified })).toBe(expected),
)
