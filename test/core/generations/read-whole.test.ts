/** From a page of the web to its drafts: what they say stands on the page as it is meant, and what is no page of its own gives none. */
import { describe, expect, test } from 'vitest'
import type { NewGeneration } from '../../../src/core/generations/model.js'
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
