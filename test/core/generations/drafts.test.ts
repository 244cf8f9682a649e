/** What is made of sixty pages: by a checklist of what can go out unedited, and by the rule that nothing in it is invented. */
import { describe, expect, test } from 'vitest'
import { compose } from '../../../src/core/sources/generations/compose/compose.js'
import type { GeneratedDraft } from '../../../src/core/sources/generations/draft.js'
import { inventedIn } from '../../../src/core/sources/generations/stands.js'
import { lengthOf } from '../../../src/core/lib/prose/text.js'
import { contentOf, htmlOf, PAGES } from '../../web/page/support/pages.js'

const RECORD = 'drafts.txt'

const made = PAGES.map((name) => {
  const page = contentOf(name)
  const composed = compose(page, { drafts: 3 })
  return { name, page, drafts: composed.kind === 'composed' ? composed.drafts : [] }
})

const shown = ({ angle, title, description, altText, link, pictureUrl, warnings }: GeneratedDraft) =>
  [
    `[${[angle, ...warnings].join(' ')}] ${title}`,
    `  ${description}`,
    `  alt: ${altText}`,
    `  ${link} · ${pictureUrl.split('/').at(-1)}`,
  ].join('\n')

test('every page has the drafts recorded for it (npx vitest run test/core/generations/drafts.test.ts -u records again)', async () => {
  const record = made.map(({ name, drafts }) => [`# ${name}`, ...drafts.map(shown), ''].join('\n')).join('\n')
  await expect(record).toMatchFileSnapshot(RECORD)
})

/** Between the digits of one number. */
const OF_THOUSANDS = /(?<=\d),(?=\d{3}\b)/g

test('nothing in them is invented, and every figure stands in the HTML itself', () => {
  for (const { name, page, drafts } of made) {
    const figures = [htmlOf(name), htmlOf(name).replace(OF_THOUSANDS, '')].map((html) => html.replaceAll(/\D+/g, ' ')).join(' ')
    for (const draft of drafts) {
      expect(inventedIn(draft, page), name).toEqual([])
      for (const [digits] of `${draft.title} ${draft.description}`
        .replace(/\d+ (?:hr|h|Std|uur|min|Min)\b/g, '')
        .replace(OF_THOUSANDS, '')
        .matchAll(/\d+/g)) {
        const isCount = Number(digits) === page.facts.ingredients || Number(digits) === page.facts.steps
        expect(isCount || new RegExp(`(?:^| |0)${digits}`).test(figures), `${name}: ${digits}`).toBe(true)
      }
    }
  }
})

const BOILERPLATE =
  /skip to|cookie|subscribe|newsletter|add to cart|rights reserved|read more|previous instructions|abonnier|warenkorb/i

/** What somebody would look at before it goes out. */
const CHECKLIST: Readonly<Record<string, (draft: GeneratedDraft, of: (typeof made)[number]) => boolean>> = {
  'the title has 10 to 100 characters and begins with a capital or a figure': ({ title }) =>
    lengthOf(title) >= 10 && lengthOf(title) <= 100 && /^["“«¿¡]?[\p{Lu}\p{N}]/u.test(title),
  'the title ends with a word and is not cut in one': ({ title }, { page }) =>
    !/[\s,;:–|-]$/.test(title) && `${page.text} ${title}`.includes(title.split(' ').at(-1)!),
  'the title has no name of the site behind it': ({ title }, { page }) =>
    page.siteName === null ||
    page.title === page.siteName ||
    !new RegExp(`[|–—·-] ${page.siteName.replace(/\W/g, '.')}$`).test(title),
  'no text is what every page says': ({ title, description, altText }) => !BOILERPLATE.test(`${title} ${description} ${altText}`),
  'the description is of whole sentences, 60 to 800 characters': ({ description }) =>
    lengthOf(description) >= 60 && lengthOf(description) <= 800 && /[.!?]$/.test(description),
  'the alternative text says what is seen, and is no file name': ({ altText }) =>
    lengthOf(altText) >= 8 && !/\.(?:jpe?g|png|webp)|^IMG/i.test(altText),
  'the link is without tracking': ({ link }) => !/utm_|fbclid|gclid/.test(link),
  'the picture is one of the page, and not of the site around it': ({ pictureUrl }) =>
    !/logo|icon|avatar|other-1/.test(pictureUrl),
}

const failures = made.flatMap((one) =>
  one.drafts.length === 0
    ? [`${one.name}: no draft`]
    : Object.entries(CHECKLIST).flatMap(([check, holds]) => {
        const wrong = one.drafts.filter((draft) => !holds(draft, one))
        return wrong.map(({ title }) => `${one.name}: ${check} (${title})`)
      }),
)

test('nine in ten pages give drafts that could go out as they are', () => {
  const failed = new Set(failures.map((one) => one.split(':')[0]))
  expect(failures.length === 0 ? 0 : failed.size, failures.join('\n')).toBeLessThanOrEqual(PAGES.length * 0.1)
})

describe('drafts of one page', () => {
  test('differ in their title, and in their picture where there are enough', () => {
    for (const { name, page, drafts } of made) {
      expect(new Set(drafts.map(({ title }) => title)).size, name).toBe(drafts.length)
      const repeated = drafts.filter(({ warnings }) => warnings.includes('picture_repeated'))
      expect(new Set(drafts.map(({ pictureUrl }) => pictureUrl)).size, name).toBe(drafts.length - repeated.length)
      if (page.pictures.length >= 3) expect(repeated, name).toEqual([])
    }
  })

  test('take a tall picture first where there is one', () => {
    for (const { name, page, drafts } of made) {
      const isTall = ({ width, height }: (typeof page.pictures)[number]) =>
        width !== null && height !== null && height >= width * 1.2
      if (page.pictures.some(isTall) && !page.pictures.some(({ from }) => from === 'pin'))
        expect(isTall(page.pictures.find(({ url }) => url === drafts[0]!.pictureUrl)!), name).toBe(true)
    }
  })

  test('go to the boards that they fit, each to another while others fit', () => {
    const boards = [
      { id: '1', name: 'Tattoo ideas' },
      { id: '2', name: 'Lemon cake recipes' },
    ]
    const composed = compose(contentOf('en-recipe-lemon-drizzle'), { drafts: 1, boards })
    expect(composed).toMatchObject({ kind: 'composed', drafts: [{ boardId: '2' }] })
  })

  test('say first what people search for', () => {
    const page = contentOf('en-article-small-hallway')
    const [first] = (compose(page, { drafts: 1, words: ['large mirror'] }) as { drafts: GeneratedDraft[] }).drafts
    expect(first!.description).toContain('One large mirror does more than five small pictures.')
  })
})

describe('why there is none', () => {
  const page = contentOf('en-recipe-lemon-drizzle')
  test.each([
    ['not_html', null],
    ['nopin', { ...page, isNopin: true }],
    ['no_picture', { ...page, pictures: [] }],
    ['no_content', { ...page, title: null }],
    ['no_content', { ...page, sentences: [], description: null }],
  ])('%s', (because, given) => expect(compose(given)).toEqual({ kind: 'failed', because }))
})

describe('of the sentences of an article', () => {
  const hallway = contentOf('en-article-small-hallway')
  const toldBy = (sentences: readonly string[]) => {
    const composed = compose({ ...hallway, description: null, sentences: [...sentences] }, { drafts: 3 })
    if (composed.kind === 'failed') throw new Error(composed.because)
    return composed.drafts.map(({ description }) => sentences.filter((sentence) => description.includes(sentence)))
  }

  test('no two drafts tell the same one, where there are enough', () => {
    expect(hallway.sentences.length).toBeGreaterThanOrEqual(6)
    const told = toldBy(hallway.sentences)
    expect(told).toHaveLength(3)
    expect(new Set(told.flat()).size).toBe(told.flat().length)
  })

  test('where there are few, each draft has enough of them all the same', () => {
    for (const own of toldBy(hallway.sentences.slice(0, 4))) expect(own.length).toBeGreaterThanOrEqual(2)
  })
})
