/** What is read of a page: its facts as they stand on it, and nothing that no visitor can see. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readContent } from '../../../src/web/page/read-content.js'
import { contentOf, htmlOf, PAGES } from './support/pages.js'

const ADDRESS = 'https://shop.example/things/one?utm_source=x'
const page = (head: string, body: string) =>
  readContent(`<html lang="en"><head>${head}</head><body>${body}</body></html>`, ADDRESS)
const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

test('at least sixty pages of seven languages are read, each with a title, sentences, a picture and the language it is in', () => {
  expect(PAGES.length).toBeGreaterThanOrEqual(60)
  for (const name of PAGES) {
    const { language, title, sentences, pictures, isNopin } = contentOf(name)
    expect(language, name).toBe(name.slice(0, 2))
    expect(title, name).toEqual(expect.stringMatching(/^.{5,120}$/))
    expect(sentences.length, name).toBeGreaterThan(0)
    expect(pictures.length, name).toBeGreaterThan(0)
    expect(isNopin, name).toBe(false)
  }
})

test('no picture of a page is a logo, an icon, an avatar, a tracker, of another product, or no address of the web', () => {
  for (const name of PAGES)
    for (const { url } of contentOf(name).pictures) {
      expect(url, name).toMatch(/^https?:\/\//)
      expect(url, name).not.toMatch(/logo|icon|avatar|facebook|sprite|other-1|\.gif/)
    }
})

describe('facts stand as they are written', () => {
  test.each([
    [
      'en-shopify-linen-duvet',
      { price: { amount: '189.00', currency: 'USD', isFrom: true }, rating: { value: '4.8', count: 212 } },
    ],
    ['en-shopify-sale-mug', { price: { amount: '24.00', currency: 'USD', isFrom: false }, brand: 'Clay Harbor' }],
    ['en-woo-planter-sold-out', { availability: 'out_of_stock', price: { amount: '39.00', currency: 'USD', isFrom: false } }],
    ['en-shop-without-data-basket', { price: { amount: '46.00', currency: 'USD', isFrom: false } }],
    ['de-woo-brotkasten', { price: { amount: '89.90', currency: 'EUR', isFrom: false } }],
    ['pt-produto-rede', { price: { amount: '289.90', currency: 'BRL', isFrom: false } }],
    ['en-recipe-lemon-drizzle', { minutes: 60, ingredients: 5, steps: 4, yield: '10 slices', author: 'Nora Whitfield' }],
    ['en-recipe-trailing-commas', { minutes: 45, ingredients: 3, steps: 2, yield: 'Serves 4' }],
    ['en-recipe-microdata-granola', { minutes: 40, ingredients: 3, steps: 3 }],
    ['de-event-weihnachtsmarkt', { date: '2026-12-05T11:00', place: 'Hofgut Linde' }],
    ['fr-tuto-couronne', { minutes: 60, steps: 3 }],
  ])('%s', (name, facts) => expect(contentOf(name).facts).toMatchObject(facts))
})

test('a page that names two prices has none', () => {
  expect(contentOf('en-shop-conflicting-prices').facts.price).toBeNull()
})

test('what is hidden, in scripts or addressed to models is not read', () => {
  const { text, sentences, description } = contentOf('en-hostile-hidden-instructions')
  expect([...sentences, description].join(' ')).not.toMatch(/Rolodyne|9\.99|GlowMax|12345|previous/)
  expect(text).not.toMatch(/GlowMax|12345|90%/)
  const figures = contentOf('en-hostile-figures-in-scripts')
  expect(figures.text).not.toMatch(/1\.11|3\.33|4\.44|987\.65|Fake Bowl/)
  expect(figures.facts.price?.amount).toBe('72.00')
})

test('a page that says UTF-8 and is none keeps its letters', () => {
  expect(htmlOf('de-rezept-linsensuppe')).toContain('macht für lange Zeit satt')
})

test('letters that turn the text around or cannot be seen are left out', () => {
  expect(contentOf('en-hostile-addresses').title).toBe('Pressed Flower Frames for Every Wall')
})

test('a canonical link on another site is not followed', () => {
  expect(contentOf('en-hostile-addresses').link).toContain('petalpress.example')
})

test('the picture that a blog hides for Pinterest is found, with what it says', () => {
  const [first] = contentOf('en-recipe-lemon-drizzle').pictures
  expect(first).toMatchObject({ alt: 'Lemon drizzle loaf cut into slices on a rack', from: 'pin' })
  expect(first?.url).toContain('-pin.jpg')
})

test('of a srcset the largest is taken, of lazy pictures the address that comes later', () => {
  const { pictures } = page(
    '',
    `<main><h1>Things</h1><img src="data:," data-src="/a-300.jpg" srcset="/a-300.jpg 300w, /a-1500.jpg 1500w" width="300" height="450" alt="A thing"></main>`,
  )
  expect(pictures).toEqual([expect.objectContaining({ url: 'https://shop.example/a-1500.jpg', width: 1500, height: 2250 })])
})

test('a picture that says nopin, and a page that does', () => {
  expect(
    page('<meta name="pinterest" content="nopin">', '<main><img nopin="nopin" src="/a.jpg" width="900" height="900"></main>'),
  ).toMatchObject({ isNopin: true, pictures: [] })
})

test.each([
  [
    'in a graph, with what it names by its id',
    data({
      '@graph': [
        { '@id': '#b', '@type': 'Brand', name: 'Moor' },
        { '@type': ['Product'], name: 'Cup', brand: { '@id': '#b' } },
      ],
    }),
  ],
  [
    'with character references',
    data({ '@type': 'Product', name: 'Cup', brand: { name: 'Moor' } })
      .replaceAll('"', '&quot;')
      .replace('type=&quot;application/ld+json&quot;', 'type="application/ld+json"'),
  ],
  [
    'in a comment, with line breaks in texts',
    `<script type="application/ld+json"><!--\n{"@type":"Product","name":"Cup","brand":"Moor","description":"a\nb"}\n--></script>`,
  ],
  [
    'after a block that is no data',
    `<script type="application/ld+json">{{{</script>${data({ '@type': 'Product', name: 'Cup', brand: 'Moor' })}`,
  ],
])('linked data %s', (_, head) => {
  const { kind, title, facts } = page(head, '')
  expect({ kind, title, brand: facts.brand }).toEqual({ kind: 'product', title: 'Cup', brand: 'Moor' })
})

test('a rating that is not of five, and a sum of times that stands nowhere, are no facts', () => {
  expect(
    page(data({ '@type': 'Product', name: 'Cup', aggregateRating: { ratingValue: 88, bestRating: 100, ratingCount: 9 } }), '')
      .facts.rating,
  ).toBeNull()
  expect(page(data({ '@type': 'Recipe', name: 'Pie', prepTime: 'PT10M', cookTime: 'PT20M' }), '').facts.minutes).toBeNull()
})

describe('pages that are made to break a reader', () => {
  test.each([
    ['a hundred thousand elements', `<h1>Still here</h1>${'<div><p>Some words that fill it.</p></div>'.repeat(50_000)}`],
    ['fifteen thousand headings side by side', `<h1>Still here</h1><article>${'<h2>A shelf</h2>'.repeat(15_000)}</article>`],
    ['a hundred thousand deep', `<h1>Still here</h1>${'<div>'.repeat(100_000)}`],
    ['a million deep', `<h1>Still here</h1>${'<div>'.repeat(990_000)}`],
    ['bold and links that never end', `<h1>Still here</h1>${'<b><i><a href="#">'.repeat(290_000)}`],
    ['tables in each other', `<h1>Still here</h1>${'<table><tr><td>'.repeat(330_000)}`],
    [
      'linked data of a great depth',
      `<h1>Still here</h1><script type="application/ld+json">${'{"@graph":['.repeat(20_000)}</script>`,
    ],
    ['one word of a million letters', `<h1>Still here</h1><p>${'a'.repeat(1_000_000)}</p>`],
    ['a million brackets', `<h1>Still here</h1>${'<'.repeat(1_000_000)}`],
    ['a srcset of ten thousand', `<h1>Still here</h1><img srcset="${'/a.jpg 1w, '.repeat(10_000)}">`],
  ])(
    '%s',
    (_, html) => {
      expect(readContent(html, ADDRESS).title).toBe('Still here')
    },
    30_000,
  )

  test('whatever is on it, every address is of the web and every text can be kept', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        '"',
        '<p>',
        '</div>',
        'javascript:1',
        '\u0000',
        '&#0;',
        '\ud800',
        '<img src=x>',
        '<h1>',
        '<meta property=og:image content=//a',
        '{"@type":"Product","offers":[null,1,{"price":{}}],"image":[[]]}',
      ),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.boolean(), (words, isData) => {
        const html = isData ? `<script type="application/ld+json">${words.join('')}</script>${words.join(' ')}` : words.join(' ')
        const content = readContent(html, ADDRESS)
        expect(content.link).toMatch(/^https?:/)
        for (const { url } of content.pictures) expect(url).toMatch(/^https?:/)
        for (const text of [content.title, content.text, content.description, ...content.sentences])
          expect(text ?? '').not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
        expect(content.text.isWellFormed()).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})

test('sentences of a language without spaces are sentences', () => {
  const html =
    '<html lang="ja"><body><article><h1>メロンパン</h1><p>外はサクサク、中はふんわり。クッキー生地は冷蔵庫で30分休ませます。</p></article></body></html>'
  const { sentences } = readContent(html, ADDRESS)
  expect(sentences).toEqual(['外はサクサク、中はふんわり。', 'クッキー生地は冷蔵庫で30分休ませます。'])
})

test('what buyers say of a product, and the box that sells it, are no matter of its page', () => {
  const said = page(
    '',
    `<h1>Oak shelf</h1><div id="description"><p>A shelf of solid oak for the wall above the sink.</p></div>
     <div id="buybox"><p>Ships from the store and is sold by Brevo Direct.</p></div>
     <div id="customerReviews"><h2>Customer reviews</h2><p>It broke after three weeks and nobody answered my emails.</p></div>
     <div itemprop="review"><p>The best shelf that I ever had in my kitchen.</p></div>`,
  )
  expect(said.sentences).toEqual(['A shelf of solid oak for the wall above the sink.'])
})

test('what shops and blogs say under every page is no matter of one', () => {
  const said = page(
    '',
    `<article><h1>Oak shelf</h1><p>A shelf of solid oak for the wall above the sink. Returns accepted within 14 days.</p>
     <h2>How it hangs</h2><h2>Leave a comment</h2></article>`,
  )
  expect(said.sentences).toEqual(['A shelf of solid oak for the wall above the sink.'])
  expect(said.facts.items).not.toContain('Leave a comment')
})

test.each(['Reviews (12)', 'Kundenbewertungen', 'Avis clients', 'Opiniones de clientes'])(
  'what buyers say under the heading “%s” is no matter of the page',
  (heading) => {
    const told = '<p>Sechs Karten und ein paar Scheine passen hinein.</p>'
    const said = page('', `<h1>Geldbörse</h1><div>${told}</div><h2>${heading}</h2><p>Super Qualität, mein Mann liebt sie!</p>`)
    expect(said.sentences).toEqual(['Sechs Karten und ein paar Scheine passen hinein.'])
  },
)

test('other events are no matter of the page of one', () => {
  const said = page(
    '',
    `<main><h1>Nacht van de keramiek</h1><p>Eén avond lang draaien pottenbakkers in alle zalen van het museum.</p>
     <img src="/keramiek.jpg" width="1200" height="1600" alt="Pottenbakker achter de draaischijf">
     <h2>Ook in de agenda</h2><img src="/middag.jpg" width="1200" height="1600" alt="Kinderen schilderen"><p>Kindermiddag op 14 december.</p></main>`,
  )
  expect(said.sentences).toEqual(['Eén avond lang draaien pottenbakkers in alle zalen van het museum.'])
  expect(said.pictures.map(({ alt }) => alt)).toEqual(['Pottenbakker achter de draaischijf'])
})

test.each([
  'After purchase you will receive an email with a link to the file.',
  'Once your payment clears you’ll receive a download link.',
  'We may earn a small commission when you buy through links on this page.',
  'As an Amazon Associate I earn from qualifying purchases.',
  'Prices and availability are subject to change.',
  'Click here to shop our full collection.',
  'Pin this for later!',
  'Tu dirección de correo electrónico no será publicada.',
  'Consult your doctor before you start.',
  'See our disclosure policy.',
  'Our model is 5\'9" and wears a size S.',
  'Rates from €210 per night, subject to availability.',
])('how something is bought, what its seller earns and what every page says is no matter of one: %s', (sentence) => {
  const said = page(
    '',
    `<article><h1>Linen bunting</h1><p>Twelve flags of washed linen on a cotton cord. ${sentence}</p></article>`,
  )
  expect(said.sentences).toEqual(['Twelve flags of washed linen on a cotton cord.'])
})
