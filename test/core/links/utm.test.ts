/** UTM parameters on links: what is added, once, and what stays. */
import { expect, test } from 'vitest'
import { NO_UTM, type UtmRule, withUtm } from '../../../src/core/links/utm.js'

const place = { username: 'maker', boardId: '101', boardName: 'Warm kitchens & light' }
const rule = (change: Partial<UtmRule>): UtmRule => ({ ...NO_UTM, boardId: null, ...change })
const PINTEREST = [rule({ source: 'pinterest', medium: 'social', campaign: '{board}', content: '{account}' })]
const ADDED = 'utm_source=pinterest&utm_medium=social&utm_campaign=warm-kitchens-light&utm_content=maker'

test.each([
  ['https://shop.test/vase', `https://shop.test/vase?${ADDED}`],
  ['https://shop.test', `https://shop.test?${ADDED}`],
  ['https://shop.test/vase?', `https://shop.test/vase?${ADDED}`],
  ['https://shop.test/vase?a=1%20b&c=%C3%A9+x', `https://shop.test/vase?a=1%20b&c=%C3%A9+x&${ADDED}`],
  ['https://shop.test/vase?a=1&', `https://shop.test/vase?a=1&${ADDED}`],
  ['https://shop.test/vase#top', `https://shop.test/vase?${ADDED}#top`],
  ['https://shop.test/vase?a=1#/shop?b=2#c', `https://shop.test/vase?a=1&${ADDED}#/shop?b=2#c`],
  ['https://shop.test/#utm_source=x', `https://shop.test/?${ADDED}#utm_source=x`],
  ['https://shop.test/v?my_utm_source=x', `https://shop.test/v?my_utm_source=x&${ADDED}`],
])('%s goes out as %s, and never gets them twice', (link, out) => {
  expect(withUtm(link, PINTEREST, place)).toBe(out)
  expect(withUtm(out, PINTEREST, place)).toBe(out)
})

test.each(['utm_source=mail', 'a=1&utm_campaign=', 'UTM_Medium=x', 'utm_term', 'utm_id=7&b=2'])(
  'a link with %s keeps its own parameters and gets none',
  (query) => {
    const link = `https://shop.test/vase?${query}#top`
    expect(withUtm(link, PINTEREST, place)).toBe(link)
  },
)

test('a board has its own values, and the account’s where it has none', () => {
  const rules = [...PINTEREST, rule({ boardId: '101', campaign: 'spring 2026', content: 'a&b=c#d' })]
  expect(withUtm('https://shop.test/', rules, place)).toBe(
    'https://shop.test/?utm_source=pinterest&utm_medium=social&utm_campaign=spring%202026&utm_content=a%26b%3Dc%23d',
  )
  expect(withUtm('https://shop.test/', rules, { ...place, boardId: '102' })).toBe(`https://shop.test/?${ADDED}`)
  expect(withUtm('https://shop.test/', [rules[1]!], { ...place, boardId: '102' })).toBe('https://shop.test/')
})

test('a board whose name has no letters, or is not known, is named by its id', () => {
  const out = (boardName: string | null) => withUtm('https://s.test/', [rule({ campaign: '{board}' })], { ...place, boardName })
  expect([out('✨'), out(null), out('Küche für zwei')]).toEqual([
    'https://s.test/?utm_campaign=101',
    'https://s.test/?utm_campaign=101',
    `https://s.test/?utm_campaign=${encodeURIComponent('küche-für-zwei')}`,
  ])
})

test('without rules a link stays as it is; so does one that would be too long', () => {
  expect(withUtm('https://shop.test/vase', [], place)).toBe('https://shop.test/vase')
  const long = `https://shop.test/${'x'.repeat(2000)}`
  expect(withUtm(long, PINTEREST, place)).toBe(long)
})
