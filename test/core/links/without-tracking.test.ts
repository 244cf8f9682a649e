import { expect, test } from 'vitest'
import { withoutTracking } from '../../../src/core/links/without-tracking.js'

const SHELF = 'https://shop.example/shelf'

test.each([
  'utm_source=x&utm_medium=y',
  'fbclid=1',
  'gad_campaignid=12&gclsrc=aw.ds',
  'click_key=abc&click_sum=1',
  'pd_rd_w=1&pf_rd_p=2',
  '_hsenc=p&_hsmi=3',
  'mkt_tok=1',
  '_kx=1',
])('%s says where somebody came from, and goes', (query) => {
  expect(withoutTracking(`${SHELF}?${query}`)).toBe(SHELF)
  expect(withoutTracking(`${SHELF}?${query}#size`)).toBe(`${SHELF}#size`)
})

test('what names the page, or who is paid for a sale, stays, in the letters that it came in', () => {
  for (const query of ['variant=12', 'ref=maple', 'tag=maple-20', 'q=a%20b+c', 'page=2&sort=price'])
    expect(withoutTracking(`${SHELF}?${query}&utm_source=x`)).toBe(`${SHELF}?${query}`)
})
