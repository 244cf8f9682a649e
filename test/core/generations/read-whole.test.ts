/** From a page of the web to its drafts: what they say stands on the page as it is meant, and what is no page of its own gives none. */
import { describe, expect, test } from 'vitest'
import type { NewGeneration } from '../../../src/core/sources/generations/model.js'
import { readPost } from '../../../src/core/posts/list.js'
import { aDatabase } from '../../support/database.js'
import { draftsOf, generateAll, openSites, type Site } from './support/generations.js'

const { db } = await aDatabase()
const aWebsite = openSites(db)

const PICTURE = 'https://pictures.test/600x900-a33'
const OG = `<meta property="og:image" content="${PICTURE}">`
const OAK =
  '<p>This table is cut from one piece of oak and oiled by hand in our workshop.</p><p>It is large enough for a family of eight and has rounded corners.</p>'

type Page = { lang?: string; title?: string; head?: string; body: string }
const htmlOf = ({ lang = 'en', title = 'Oak dining table', head = OG, body }: Page) =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`

async function textsOf(site: Site): Promise<string[]> {
  const drafts = await draftsOf(site)
  const posts = await Promise.all(
    drafts.map(({ id }) => readPost(site.deps, site.actor, { accountId: site.accountId, postId: id })),
  )
  return posts.map(({ title, description }) => `${title}\n${description}`)
}

async function draftsFrom(page: string | Buffer, given: Partial<NewGeneration> = {}, meta?: object) {
  const site = await aWebsite()
  site.put('x.html', page)
  if (meta) site.put('x.html.meta.json', JSON.stringify(meta))
  const { status, failureCode } = await generateAll(site, site.at('x.html'), given)
  return { status, failureCode, texts: await textsOf(site), drafts: await draftsOf(site), site }
}

describe('the price that a page shows is the price of its draft', () => {
  const data = `<script type="application/ld+json">{"@type":"Product","name":"Oak dining table","image":"${PICTURE}","offers":{"@type":"Offer","price":"1250.00","priceCurrency":"EUR"}}</script>`
  const shop = (lang: string, price: string, head = `${OG}<meta property="og:type" content="product">`) =>
    htmlOf({
      lang,
      head,
      body: `<h1>Oak dining table</h1>${OAK}<form class="cart" action="/cart/add"><button>Add to cart</button></form><span class="price">${price}</span>`,
    })
  test.each([
    ['1.250 €', shop('de', '1.250 €'), /€1,250\.(?!\d)/],
    ['CHF 1’250.00', shop('de', "CHF 1'250.00"), /CHF 1,250\b/],
    ['R$ 1.250', shop('pt', 'R$ 1.250'), /R\$1,250\b/],
    ['C$1,299', shop('en', 'C$1,299'), /CA\$1,299\b/],
    ['1.250 € beside linked data', shop('de', '1.250 €', data), /€1,250\b/],
    ['a sign that nobody knows, beside linked data', shop('en', 'AB$ 1.250', data), /€1,250\b/],
    ['1,250 kr on a page that may be of three countries', shop('en', '1,250 kr'), /^(?!.*1,250)/s],
  ])('%s', async (_, html, wanted) => {
    const { texts } = await draftsFrom(html, { drafts: 1 })
    expect(texts).toHaveLength(1)
    expect(texts[0]).toMatch(wanted)
  })
})

describe('the time of a recipe is its total time, or is not told', () => {
  const recipe = (total: unknown) =>
    htmlOf({
      title: 'Homemade limoncello',
      head: `<script type="application/ld+json">${JSON.stringify({
        '@type': 'Recipe',
        name: 'Homemade limoncello',
        image: PICTURE,
        recipeYield: '1 liter',
        recipeIngredient: ['10 lemons'],
        recipeInstructions: [{ '@type': 'HowToStep', text: 'Peel.' }],
        prepTime: 'PT5M',
        totalTime: total,
      })}</script>`,
      body: '<h1>Homemade limoncello</h1><p>Lemon peel rests in vodka until the colour has gone into the spirit.</p><p>Keep the bottle in the freezer and serve it in small glasses after dinner.</p>',
    })
  test.each([
    ['PT10080M', 'Ready in 7 days'],
    ['P1W', 'Ready in 7 days'],
    ['P0Y0M0DT1H30M0.000S', 'Ready in 1 hr 30 min'],
    ['PT1.5H', 'Ready in 1 hr 30 min'],
    ['PT4200S', 'Ready in 1 hr 10 min'],
    ['8 hours', 'Ready in 8 hr'],
    ['PTNaNM', null],
    [{ '@type': 'Duration', minValue: 'PT30M', maxValue: 'PT1H' }, null],
    [undefined, null],
  ])('%j', async (total, wanted) => {
    const { status, texts } = await draftsFrom(recipe(total))
    expect(status).toBe('success')
    if (wanted === null) expect(texts.join('\n')).not.toMatch(/Ready in/)
    else expect(texts[0]).toContain(wanted)
    expect(texts.join('\n')).not.toContain('5 min')
  })
})

describe('what stands before a page gives no draft', () => {
  const paragraphs = (...lines: string[]) => lines.map((line) => `<p>${line}</p>`).join('')
  test.each([
    [
      'a notice of consent',
      'Oak dining table',
      `<div id="cmp"><h2>We value your privacy</h2>${paragraphs('We and our 800 partners store and access information on a device, such as cookies, and process personal data.', 'You can accept or manage your choices by clicking below, including your right to object.')}<button>Accept all</button></div>`,
    ],
    [
      'a check for robots',
      'Are you a person?',
      `<h1>Are you a person?</h1>${paragraphs('Our system has found unusual traffic from your network and wants to be sure.', 'Solve the puzzle below to go on to the page that you asked for.')}`,
    ],
    [
      'a shop that is not open yet',
      'Opening soon',
      `<h1>Opening soon</h1><form action="/password"><input type="password"></form>${paragraphs('Be the first to know when we launch our new collection of things for the house.', 'Enter the store using a password if you are one of our partners and friends.')}`,
    ],
  ])('%s', async (_, title, body) => {
    const { status, failureCode, texts } = await draftsFrom(htmlOf({ title, body }), { drafts: 1 })
    expect({ status, failureCode, texts }).toEqual({ status: 'failed', failureCode: 'no_content', texts: [] })
    const titled = await draftsFrom(htmlOf({ title, body }), { drafts: 1, title: 'A title of our own' })
    expect(titled).toMatchObject({ status: 'failed', failureCode: 'no_content', texts: [] })
  })
})

describe('the matter of a page is read', () => {
  test.each([
    [
      'hidden on small screens by Tailwind',
      htmlOf({ body: `<div class="hidden md:block"><h1>Oak dining table</h1>${OAK}</div>` }),
    ],
    [
      'hidden on small screens by Bootstrap',
      htmlOf({ body: `<div class="d-none d-md-block"><h1>Oak dining table</h1>${OAK}</div>` }),
    ],
    [
      'with the classes of its author and its comments',
      htmlOf({
        head: '',
        body: `<h1>Oak dining table</h1><article class="post recipe_author-255 comments-open category-logo-design">${OAK}<img src="${PICTURE}" alt="Oak table" width="600" height="900"></article>`,
      }),
    ],
    ['without a full stop', htmlOf({ body: `<h1>Oak dining table</h1>${OAK.replaceAll('.', '')}` })],
  ])('%s', async (_, html) => {
    const { status, texts } = await draftsFrom(html, { drafts: 1 })
    expect(status).toBe('success')
    expect(texts[0]).toContain('This table is cut from one piece of oak and oiled by hand in our workshop. It is large enough')
  })

  test.each([
    [
      'hi',
      'ओक की मेज',
      'यह मेज ओक के एक टुकड़े से काटी गई है और हमारी कार्यशाला में हाथ से तेल लगाया गया है।',
      'यह आठ लोगों के परिवार के लिए काफी बड़ी है।',
    ],
    [
      'ur',
      'بلوط کی میز',
      'یہ میز بلوط کے ایک ٹکڑے سے کاٹی گئی ہے اور ہاتھ سے تیل لگایا گیا ہے۔',
      'یہ آٹھ لوگوں کے خاندان کے لیے کافی بڑی ہے۔',
    ],
    ['th', 'โต๊ะไม้โอ๊ค', 'โต๊ะนี้ทำจากไม้โอ๊คชิ้นเดียวและทาน้ำมันด้วยมือในโรงงานของเรา', 'มีขนาดใหญ่พอสำหรับครอบครัวแปดคนและมีมุมโค้งมน'],
    ['ja', 'オークのテーブル', 'このテーブルは一枚のオーク材から切り出されています。', '八人家族でも十分な大きさです。'],
    ['km', 'តុឈើអុក', 'តុនេះធ្វើពីឈើអុកមួយដុំ ហើយលាបប្រេងដោយដៃនៅក្នុងសិក្ខាសាលារបស់យើង។', 'វាធំល្មមសម្រាប់គ្រួសារប្រាំបីនាក់។'],
  ])('in %s', async (lang, title, first, second) => {
    const body = `<h1>${title}</h1><p>${first}</p><p>${second}</p>`
    const { status, texts } = await draftsFrom(htmlOf({ lang, title, body }), { drafts: 1 })
    expect(status).toBe('success')
    expect(texts[0]).toContain(first)
  })
})

describe('a page is read in its own charset', () => {
  const TITLE = 'Дубовый стол'
  const LINES =
    '<p>Этот стол сделан из одного куска дуба и покрыт маслом вручную.</p><p>Он достаточно велик для семьи из восьми человек.</p>'
  const bytesOf = (head: string) => {
    const html = `<!doctype html><html lang="ru"><head>${head}<title>${TITLE}</title>${OG}</head><body><h1>${TITLE}</h1>${LINES}</body></html>`
    const codes = new Map(
      Array.from({ length: 128 }, (_, at) => [new TextDecoder('windows-1251').decode(Uint8Array.of(at + 128)), at + 128]),
    )
    return Buffer.from([...html].map((letter) => codes.get(letter) ?? letter.charCodeAt(0)))
  }
  test.each([
    ['named behind two kilobytes', `<!-- ${'x'.repeat(2_100)} --><meta charset="windows-1251">`, 'text/html'],
    ['named wrongly by its server', '<meta charset="windows-1251">', 'text/html; charset=utf-8'],
    ['named by nobody', '', 'text/html'],
  ])('%s', async (_, head, type) => {
    const { status, texts } = await draftsFrom(bytesOf(head), { drafts: 1 }, { headers: { 'content-type': type } })
    expect(status).toBe('success')
    expect(texts[0]).toContain(TITLE)
    expect(texts[0]).toContain('Этот стол сделан из одного куска дуба')
  })

  test('what nobody can read gives no draft', async () => {
    const twice = Buffer.from(`${htmlOf({ lang: 'ru', title: TITLE, body: `<h1>${TITLE}</h1>${LINES}` })}`, 'utf8')
    const garbled = Buffer.from(twice.toString('latin1'), 'utf8')
    expect(await draftsFrom(garbled, { drafts: 1 })).toMatchObject({ status: 'failed', failureCode: 'no_content', texts: [] })
  })
})
