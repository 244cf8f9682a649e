/** Which pictures of a page can be a pin: what the page names is taken whatever it is called, what its body shows is chosen. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readContent } from '../../../src/web/page/read-content.js'
import { candidatesOf } from '../../../src/web/page/srcset.js'

const ADDRESS = 'https://shop.example/things/one'
const picturesOf = (head: string, body = '', title = 'Oak dining table') =>
  readContent(
    `<html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`,
    ADDRESS,
  ).pictures
const urlsOf = (...given: Parameters<typeof picturesOf>) =>
  picturesOf(...given).map(({ url }) => url.replace('https://shop.example', ''))
const data = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const product = (image: unknown) => data({ '@type': 'Product', name: 'Oak dining table', image })

const WORDS =
  'logo icon favicon sprite avatar gravatar pixel spacer blank placeholder badge payment visa paypal mastercard flag emoji 1x1 tracking track beacon loader loading spinner transparent share social default-share og-default thumb'.split(
    ' ',
  )
const NAMED: readonly (readonly [string, (address: string) => string])[] = [
  ['linked data', (address) => product(address)],
  ['an ImageObject', (address) => product([{ '@type': 'ImageObject', url: address }])],
  [
    'an ImageObject in a graph',
    (address) =>
      data({
        '@graph': [
          { '@type': 'Article', headline: 'Oak dining table', image: { '@id': '#main' } },
          { '@type': 'ImageObject', '@id': '#main', contentUrl: address },
        ],
      }),
  ],
  ['the primary image of a page', (address) => data({ '@type': 'WebPage', primaryImageOfPage: { contentUrl: address } })],
  ['a variant', (address) => data({ '@type': 'ProductGroup', name: 'Oak dining table', hasVariant: [{ image: address }] })],
  ['thumbnailUrl', (address) => data({ '@type': 'Article', headline: 'Oak dining table', thumbnailUrl: address })],
  ['og:image', (address) => `<meta property="og:image" content="${address}">`],
  ['og:image:secure_url', (address) => `<meta property="og:image:secure_url" content="${address}">`],
  ['twitter:image', (address) => `<meta name="twitter:image" content="${address}">`],
  ['image_src', (address) => `<link rel="image_src" href="${address}">`],
  ['itemprop on a meta element', (address) => `<meta itemprop="image" content="${address}">`],
  ['itemprop on a link', (address) => `<link itemprop="image" href="${address}">`],
  ['a picture for Pinterest', (address) => `<meta property="pinterest:media" content="${address}">`],
]

describe.each(NAMED)('a picture that the page names by %s', (_, named) => {
  test('is not judged by a word in its name or folder', () => {
    for (const word of WORDS)
      for (const address of [`/img/${word}.jpg`, `/img/rainbow-${word}.jpg`, `/${word}/one.jpg`])
        expect(urlsOf(named(address)), address).toEqual([address])
  })

  test.each(['/image.php?id=12', '/i/7f3a', '/pic.gif', '/pic.svg', '/render.aspx', '/cdn/pic;v=1', '/pic.jpg/'])(
    'is taken though its address ends like %s',
    (address) => {
      expect(urlsOf(named(address))).toEqual([address])
    },
  )

  test('keeps its place where the body shows it again under words for decoration', () => {
    const shown = '<img src="/img/tee.jpg" alt="Vintage logo" width="800" height="1200">'
    expect(picturesOf(named('/img/tee.jpg'), shown)).toEqual([
      expect.objectContaining({ url: 'https://shop.example/img/tee.jpg', width: 800, height: 1200 }),
    ])
    expect(urlsOf(named('/img/flag-300x300.jpg'), '<img src="/img/flag.jpg" width="1200" height="1200">')).toHaveLength(1)
  })
})

test('itemprop within a thing is a picture of that thing, not of the page', () => {
  const other = '<div itemscope itemtype="https://schema.org/Person"><meta itemprop="image" content="/me.jpg"></div>'
  expect(urlsOf('', other)).toEqual([])
})

test('a named picture that is said to be small is asked for where there is no other one', () => {
  const small = '<meta property="og:image" content="/a.jpg"><meta property="og:image:width" content="150">'
  expect(urlsOf(small)).toEqual(['/a.jpg'])
  expect(urlsOf(small, '<img src="/b.jpg" width="800" height="1200">')).toEqual(['/b.jpg'])
})

test.each([
  ['linked data', data({ '@type': 'Organization', name: 'Oak & Co', logo: { url: '/brand.png' } }), ''],
  ['an icon', '<link rel="shortcut icon" href="/brand.png">', ''],
  ['the link home', '', '<header><a href="/"><img src="/brand.png" alt="Oak & Co"></a></header>'],
])('what %s shows to be the logo of the site comes after everything else that is named', (_, head, body) => {
  const [og, card] = ['<meta property="og:image" content="/brand.png">', '<meta name="twitter:image" content="/table.jpg">']
  expect(urlsOf(`${head}${og}${card}`, body)).toEqual(['/table.jpg', '/brand.png'])
  expect(urlsOf(`${head}${og}`, body)).toEqual(['/brand.png'])
})

describe('a picture of the body', () => {
  const shown = (attributes: string) => urlsOf('', `<img ${attributes}>`)
  test.each([
    ...['logo', 'site-logo', 'siteLogo', 'logo2', 'placeholder', 'sprite', 'avatar', '1x1', 'spacer', 'tracking-pixel'],
    ...['facebook-icon', 'flag-us', 'loading', 'blank', 'badge', 'paypal', 'og-default-share', 'thumb', 'one-thumbnail'],
  ])('that is called %s is decoration', (name) => {
    expect(shown(`src="/img/${name}.png"`)).toEqual([])
  })

  test.each([
    ...['iconic-chair', 'silicone-mold', 'pixelated-quilt', 'blankets', 'flagstone-path', 'tracks-of-a-fox', 'soundtrack'],
    ...['thumbprint-cookies', 'catalogo', 'analogous-colors', 'unshared', 'antisocial', 'badger', 'visage', 'iconoclast'],
  ])('with such a word within another one is none: %s', (name) => {
    expect(shown(`src="/img/${name}.jpg"`)).toEqual([`/img/${name}.jpg`])
  })

  test('of a large size may be a flag, a badge or a track', () => {
    for (const name of ['rainbow-flag', 'scout-badge', 'race-track', 'blank-notebook', 'loading-dock'])
      expect(shown(`src="/${name}.jpg" width="800" height="1200"`)).toEqual([`/${name}.jpg`])
    expect(shown('src="/site-logo.jpg" width="800" height="1200"')).toEqual([])
  })

  test('that is called what the page is called is its subject', () => {
    expect(urlsOf('', '<img src="/avatar-pillow.jpg"><img src="/site-logo.png">', 'Avatar pillow')).toEqual([
      '/avatar-pillow.jpg',
    ])
    expect(urlsOf('', '<img src="/a.jpg" alt="The new logo">', 'How we drew our logo')).toEqual(['/a.jpg'])
  })

  test('whose text says logo of something is none; one whose text ends so is', () => {
    expect(shown('src="/a.jpg" alt="Vintage logo tee"')).toEqual(['/a.jpg'])
    expect(shown('src="/a.jpg" alt="Oak & Co logo"')).toEqual([])
  })

  test('is decoration by a whole word of its class alone', () => {
    for (const name of ['icon', 'custom-logo', 'siteLogo', 'author_photo', 'avatar avatar-32', 'wp-emoji'])
      expect(shown(`class="${name}" src="/a.jpg"`), name).toEqual([])
    for (const name of ['silicone', 'iconic', 'pixelart', 'badgers', 'emojis4u', 'spriteful'])
      expect(shown(`class="${name}" src="/a.jpg"`), name).toEqual(['/a.jpg'])
  })

  test('that is a GIF, an SVG or made by a script is taken where there is no other one', () => {
    for (const address of ['/pic.gif', '/pic.svg', '/image.php?id=12'])
      expect(shown(`src="${address}"`), address).toEqual([address])
    expect(urlsOf('', '<img src="/pic.gif"><img src="/count.php"><img src="/a.jpg">')).toEqual(['/a.jpg'])
    expect(urlsOf('', '<img src="/image.php?id=12" alt="A table of oak"><img src="/a.jpg">')).toEqual([
      '/image.php?id=12',
      '/a.jpg',
    ])
  })
})

describe('a srcset is cut as HTML cuts it', () => {
  test.each<[srcset: string, taken: string | null]>([
    ['/a.jpg 400w,/b.jpg 800w', '/b.jpg'],
    ['/a.jpg 400w, /b.jpg 800w', '/b.jpg'],
    ['/a.jpg 400w ,/b.jpg 800w', '/b.jpg'],
    ['\n  /a.jpg 400w,\n\t/b.jpg 800w,\n', '/b.jpg'],
    ['/b.jpg 800w, /a.jpg 400w', '/b.jpg'],
    ['/a.jpg, /b.jpg 2x', '/b.jpg'],
    ['/a.jpg 1x,/b.jpg 1.5x,/c.jpg 3x', '/c.jpg'],
    ['/a.jpg', '/a.jpg'],
    [',,/a.jpg,,', '/a.jpg'],
    ['/w_400,h_600/a.jpg 400w,/w_800,h_1200/b.jpg 800w', '/w_800,h_1200/b.jpg'],
    ['https://c.example/t_a,w_400/a.jpg 400w, https://c.example/t_a,w_800/b.jpg 800w', 'https://c.example/t_a,w_800/b.jpg'],
    ['/a.jpg 400w 600h, /b.jpg 800w 1200h', '/b.jpg'],
    ['/a.jpg 400w, /b.jpg 800px', '/a.jpg'],
    ['/a.jpg 400w, /b.jpg 800w 2x', '/a.jpg'],
    ['/a.jpg 400w, /b.jpg -800w', '/a.jpg'],
    ['/a.jpg 400w, /b.jpg 0w', '/a.jpg'],
    ['/a.jpg 400w, /b.jpg 1.5w', '/a.jpg'],
    ['/b.jpg 800w (x, 2w), /a.jpg 400w', '/a.jpg'],
    ['/a.jpg 1e3x', '/a.jpg'],
    ['data:image/gif;base64,R0lGODlh 1w, /b.jpg 800w', '/b.jpg'],
    ['', null],
    [' , ,', null],
  ])('%j: %s', (srcset, taken) => {
    expect(urlsOf('', `<img srcset="${srcset}" alt="A table of oak">`)).toEqual(taken === null ? [] : [taken])
  })

  test('also where a picture comes late, in sources, behind elements and in what is to be loaded first', () => {
    const set = '/a.jpg 400w,/b.jpg 800w'
    for (const body of [
      `<img src="data:image/gif;base64,R0lGODlh" data-srcset="${set}">`,
      `<img data-lazy-srcset="${set}">`,
      `<picture><source srcset="${set}"><img alt=""></picture>`,
      `<picture><source type="image/avif" srcset="/c.avif 999w"><source data-srcset="${set}"><img src="/s.jpg" width="400"></picture>`,
      `<div data-bgset="${set}"></div>`,
    ])
      expect(urlsOf('', body), body).toEqual(['/b.jpg'])
    expect(urlsOf(`<link rel="preload" as="image" imagesrcset="${set}" imagesizes="50vw">`)).toEqual(['/b.jpg'])
    expect(urlsOf('<link rel="preload" as="script" href="/a.js">')).toEqual([])
  })

  test('of densities the highest is taken, as wide as the page shows it times its density', () => {
    expect(picturesOf('', '<img src="/a.jpg" srcset="/b.jpg 2x" width="400" height="600">')).toEqual([
      expect.objectContaining({ url: 'https://shop.example/b.jpg', width: 800, height: 1200 }),
    ])
  })

  test('a long one is read to its end', () => {
    const long = Array.from({ length: 16 }, (_, at) => `/${'x'.repeat(400)}/${at + 1}.jpg ${(at + 1) * 100}w`).join(', ')
    expect(urlsOf('', `<img srcset="${long}">`)).toEqual([`/${'x'.repeat(400)}/16.jpg`])
  })

  test('each address and width that was written is read again, however they are spaced', () => {
    const address = fc.stringMatching(/^\/[a-z0-9/_=;:.?&%-]{1,30}[a-z0-9]$/)
    const between = fc.constantFrom(',', ', ', ' , ', ',\n\t', ' ,')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(address, fc.integer({ min: 1, max: 9999 }), between), { minLength: 1, maxLength: 20 }),
        (all) => {
          const srcset = all.map(([url, width, comma]) => `${url} ${width}w${comma}`).join('')
          expect(candidatesOf(srcset)).toEqual(all.map(([url, width]) => ({ address: url, width, density: 1 })))
        },
      ),
    )
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => Array.isArray(candidatesOf(any))))
  })
})

test.each([
  ['<base href="/shop/">', 'https://shop.example/shop/a.jpg'],
  ['<base target="_blank"><base href="https://cdn.example/x/">', 'https://cdn.example/x/a.jpg'],
  ['<base href="javascript:1">', 'https://shop.example/things/a.jpg'],
  ['<base href="/one/"><base href="/two/">', 'https://shop.example/one/a.jpg'],
])('addresses count from %s', (base, url) => {
  for (const head of ['<meta property="og:image" content="a.jpg">', '<link rel="image_src" href="a.jpg">', product('a.jpg')])
    expect(picturesOf(`${base}${head}`).map((one) => one.url)).toEqual([url])
  expect(picturesOf(base, '<img srcset="a.jpg 800w">').map((one) => one.url)).toEqual([url])
})
