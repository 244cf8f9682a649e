/** What a page's head and linked data say of what it sells. */
import { expect, test } from 'vitest'
import { readPage } from '../../src/web/read-page.js'

const data = (value: object) => `<!doctype html><script type="application/ld+json">${JSON.stringify(value)}</script>`
const offer = (availability: string) => ({ '@type': 'Offer', availability: `https://schema.org/${availability}` })
const product = (...offers: string[]) => ({ '@type': 'Product', name: 'A lamp', offers: offers.map(offer) })

test.each<[string, string, boolean]>([
  ['one offer that is sold out', data(product('SoldOut')), true],
  [
    'all offers out of stock, in a graph',
    data({ '@graph': [{ '@type': 'WebSite' }, product('OutOfStock', 'Discontinued')] }),
    true,
  ],
  ['one of two in stock', data(product('OutOfStock', 'InStock')), false],
  ['one that can be ordered in advance', data(product('PreOrder')), false],
  ['no word about it', data(product()), false],
  ['a related product that is sold out', data({ ...product('InStock'), isRelatedTo: product('SoldOut') }), false],
  ['an article with a product beside it', data({ '@type': 'Article', headline: 'Lamps', mentions: product('SoldOut') }), false],
  ['the words of Facebook', '<meta property="product:availability" content="oos">', true],
  ['the words of Facebook for what is there', '<meta property="og:availability" content="instock">', false],
])('%s', (_what, html, isSoldOut) => {
  expect(readPage(html).isSoldOut).toBe(isSoldOut)
})
