/** The price of a page: its linked data, its meta elements and what it shows, held against each other. */
import { describe, expect, test } from 'vitest'
import { readContent } from '../../../src/web/page/read-content.js'

const TEXT = '<p>This table is cut from one piece of oak and oiled by hand in our workshop.</p>'
const CART = '<form action="/cart/add"><button>Add to cart</button></form>'
type Given = { head?: string; lang?: string; address?: string; offers?: unknown }

function priceOf(shown: string, { head = '', lang = 'de', address = 'https://shop.example/table', offers }: Given = {}): string {
  const data = { '@type': 'Product', name: 'Oak table', offers }
  const script = offers === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  const html = `<html lang="${lang}"><head>${head}${script}<title>Oak table</title></head><body><main><h1>Oak table</h1>${TEXT}${CART}${shown}</main></body></html>`
  const { price } = readContent(html, address).facts
  return price === null ? 'none' : `${price.isFrom ? 'from ' : ''}${price.currency} ${price.amount}`
}

const offer = (price: unknown, priceCurrency = 'EUR') => ({ '@type': 'Offer', price, priceCurrency })

describe('what the page shows, where nothing else says it', () => {
  test.each([
    ['<span class="price">1.250 €</span>', {}, 'EUR 1250.00'],
    ["<span class='price'>CHF 1'250.00</span>", {}, 'CHF 1250.00'],
    ['<span class="price">R$ 1.250</span>', { lang: 'pt' }, 'BRL 1250.00'],
    ['<span class="price">C$1,299</span>', { lang: 'en' }, 'CAD 1299.00'],
    ['<span class="price">$1,299</span>', { lang: 'en-CA' }, 'CAD 1299.00'],
    ['<span class="price">$1,299</span>', { lang: 'en', address: 'https://shop.com.au/x' }, 'AUD 1299.00'],
    ['<span class="price">$1,299</span>', { lang: 'en-US', address: 'https://shop.ca/x' }, 'none'],
    ['<span class="price">1.250 KWD</span>', { lang: 'en' }, 'KWD 1.250'],
    ['<span class="price">¥1,250</span>', { lang: 'ja' }, 'JPY 1250.00'],
    ['<div class="price"><del>99 €</del> <ins>79 €</ins></div>', {}, 'EUR 79.00'],
    ['<div class="price"><s>99 €</s><span>79 €</span></div>', {}, 'EUR 79.00'],
    ['<div class="price"><span style="text-decoration: line-through">99 €</span> 79 €</div>', {}, 'EUR 79.00'],
    ['<div class="price"><span class="line-through">99 €</span> <span>79 €</span></div>', {}, 'EUR 79.00'],
    ['<div class="price"><span class="old-price">99 €</span> <span class="special-price">79 €</span></div>', {}, 'EUR 79.00'],
    ['<div class="price gold-box washable">79 €</div>', {}, 'EUR 79.00'],
    ['<p class="price"><span class="amount">38 €</span> – <span class="amount">46 €</span></p>', {}, 'from EUR 38.00'],
    ['<p class="price">ab 38 €</p>', {}, 'from EUR 38.00'],
    ['<p class="price"><span>$</span><span>12</span><span>.</span><span>99</span></p>', { lang: 'en' }, 'USD 12.99'],
    ['<p class="price">12<sup>99</sup> €</p>', {}, 'none'],
    ['<p class="price">79 €</p><p class="price">99 €</p>', {}, 'none'],
    ['<p class="price">19€99</p>', { lang: 'fr' }, 'none'],
    ['<p class="price">19€<sup>99</sup></p>', { lang: 'fr' }, 'none'],
    ['<p class="price">19 € 99</p>', { lang: 'fr' }, 'none'],
    ['<p class="price">Size 12 $25</p>', { lang: 'en' }, 'USD 25.00'],
    ['<p class="price">$1.2M</p>', { lang: 'en' }, 'none'],
    ['<p class="price">$12k</p>', { lang: 'en' }, 'none'],
    ['<p class="price">Rp150rb</p>', { lang: 'id' }, 'none'],
    ['<p class="price">$2 million</p>', { lang: 'en' }, 'none'],
    ['<p class="price">¥3万</p>', { lang: 'ja' }, 'none'],
    ['<p class="price">₹2.5 lakh</p>', { lang: 'en-IN' }, 'none'],
    ['<p class="price">$25 Mug</p>', { lang: 'en' }, 'USD 25.00'],
    ['<p class="price">£3.50/100g</p>', { lang: 'en' }, 'none'],
    ['<p class="price">19 € / 2,5 kg</p>', {}, 'none'],
    ['<p class="price">$19 $3.80/100ml</p>', { lang: 'en' }, 'USD 19.00'],
    ['<p class="price">up to $50</p>', { lang: 'en' }, 'none'],
    ['<p class="price">bis zu 50 €</p>', {}, 'none'],
    ['<p class="price">under $50</p>', { lang: 'en' }, 'none'],
    ['<p class="price">2 for $30</p>', { lang: 'en' }, 'none'],
    ['<p class="price">Pay in 4: $5</p>', { lang: 'en' }, 'none'],
    ['<p class="price">$40 today, $10 deposit</p>', { lang: 'en' }, 'USD 40.00'],
    ['<p class="price">Zł 1.2.3</p>', { lang: 'pl' }, 'none'],
    ['<p class="price">79 €</p><p class="price">AB$99</p>', {}, 'none'],
    [`<p class="price">${'x'.repeat(396)} 1.250 €</p>`, {}, 'none'],
  ] as const)('%s', (shown, given, wanted) => expect(priceOf(shown, given)).toBe(wanted))
})

describe('right linked data wins over what is shown and cannot be read', () => {
  test.each([
    ['1.250 €', offer('1250.00'), {}, 'EUR 1250.00'],
    ['1 250 €', offer('1250.00'), { lang: 'en' }, 'EUR 1250.00'],
    ['12<sup>99</sup> €', offer('12.99'), {}, 'EUR 12.99'],
    ['AB$ 5', offer('12.99'), {}, 'EUR 12.99'],
    ['$1,299', offer(1299, 'CAD'), { lang: 'en' }, 'CAD 1299.00'],
    ['1.250 €', offer('1.250'), {}, 'EUR 1250.00'],
    ['1,25 €', offer('1.250'), {}, 'EUR 1.25'],
    ['', offer('1.250'), {}, 'none'],
    ['', offer('1.250,00'), {}, 'EUR 1250.00'],
    ['', offer('€ 1.250,00'), {}, 'EUR 1250.00'],
    ['', offer('1250', '€'), {}, 'EUR 1250.00'],
    ['', offer('1.250', 'KWD'), {}, 'KWD 1.250'],
    ['58 €', offer('49'), {}, 'none'],
  ] as const)('%s beside %j', (shown, offers, given, wanted) =>
    expect(priceOf(`<span class="price">${shown}</span>`, { ...given, offers })).toBe(wanted),
  )
})

describe('a price stands under its own name alone', () => {
  test.each([
    ['one that cannot be read is no other one', { ...offer('on request'), lowPrice: '5', highPrice: '9' }, 'none'],
    ['the least of several is said to be', { '@type': 'AggregateOffer', lowPrice: '5', priceCurrency: 'EUR' }, 'from EUR 5.00'],
    ['a range is', { '@type': 'AggregateOffer', lowPrice: '5', highPrice: '9', priceCurrency: 'EUR' }, 'from EUR 5.00'],
    ['a range of one is one', { '@type': 'AggregateOffer', lowPrice: '5', highPrice: '5.00', priceCurrency: 'EUR' }, 'EUR 5.00'],
    [
      'a price for a kilo is none',
      { priceSpecification: { price: '5', priceCurrency: 'EUR', referenceQuantity: { value: 1, unitCode: 'KGM' } } },
      'none',
    ],
    ['a price for a month is none', { priceSpecification: { price: '5', priceCurrency: 'EUR', billingDuration: 'P1M' } }, 'none'],
    [
      'a list price is none',
      {
        priceSpecification: [
          { price: '9', priceCurrency: 'EUR', priceType: 'https://schema.org/ListPrice' },
          { price: '5', priceCurrency: 'EUR' },
        ],
      },
      'EUR 5.00',
    ],
  ])('%s', (_, offers, wanted) => expect(priceOf('', { offers })).toBe(wanted))

  test('a reduced price that cannot be read is not the full one', () => {
    const meta = (name: string, content: string) => `<meta property="product:${name}" content="${content}">`
    const full = meta('price:amount', '99') + meta('price:currency', 'EUR')
    expect(priceOf('', { head: full })).toBe('EUR 99.00')
    expect(priceOf('', { head: `${full}${meta('sale_price:amount', 'soon')}${meta('sale_price:currency', 'EUR')}` })).toBe('none')
  })
})
