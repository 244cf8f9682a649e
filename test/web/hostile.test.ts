/** What a website may send to keep us busy: each is answered in moments, and would take minutes or all memory without its limit. */
import { describe, expect, test } from 'vitest'
import { makeXmlReader } from '../../src/web/feed/xml.js'
import { readList } from '../../src/web/feed/json.js'
import { readContent } from '../../src/web/page/read-content.js'
import { readPage } from '../../src/web/read-page.js'
import { mayRead } from '../../src/web/robots.js'

const ADDRESS = 'https://shop.example.com/shelf'
const PATIENT = { timeout: 30_000 }
const HEAD = '<meta property="og:type" content="article"><meta property="og:title" content="Oak shelf"><h1>Oak shelf</h1>'
const DEEP = '<p><b>'.repeat(800_000)
const UNBALANCED = '<b>'.repeat(700_000) + '</i>'.repeat(700_000)
const JUST_BELOW = '<b>'.repeat(1_990) + '</i>'.repeat(1_200_000)

function titlesIn(source: string): (string | null)[] {
  const titles: (string | null)[] = []
  readList(source, { address: ADDRESS, wanted: null, mostEntries: 1_000, onEntry: ({ title }) => titles.push(title) })
  return titles
}

describe('pages of elements in each other', () => {
  test.each([
    ['without end', DEEP],
    ['whose ends belong to nothing', UNBALANCED],
    ['as deep as may be, whose ends belong to nothing', JUST_BELOW],
  ])('%s', PATIENT, (_, rest) => {
    expect(readPage(HEAD + rest).richTitle).toBe('Oak shelf')
    expect(readContent(HEAD + rest, ADDRESS).title).toBe('Oak shelf')
  })
})

describe('words that a database does not keep', () => {
  const half = `${'a'.repeat(499)}\u{1f600}`

  test.each([
    [
      'a letter in two halves, at the end of what is kept',
      `<meta property="og:type" content="article"><meta property="og:title" content="${half}">`,
    ],
    ['half a letter', '<script type="application/ld+json">{"@type":"Product","name":"Oak \\ud800shelf\\u0000"}</script>'],
    [
      'a zero',
      '<meta property="og:type" content="article"><meta property="og:title" content="Oak\0 shelf"><meta property="og:site_name" content="M\0T">',
    ],
  ])('%s', (_, html) => {
    const kept = JSON.stringify(readPage(html))
    expect(kept).not.toMatch(/\\u0000|\\ud[89a-f]/)
    expect(kept).toMatch(/Oak ?.?shelf|aaaa/)
    const title = readContent(`<title>${'a'.repeat(299)}\u{1f600} shelf</title>`, ADDRESS).title
    expect(title).toBe('a'.repeat(299))
  })

  test('a product whose name or address has one is a product', () => {
    const source = '[{"id":1,"handle":"o\\ud800k","title":"Oak \\u0000\\ud800"},{"id":2,"handle":"ash","title":"Ash"}]'
    expect(titlesIn(source)).toEqual(['Oak', 'Ash'])
  })
})

describe('feeds', () => {
  const options = { address: ADDRESS, wanted: null, mostEntries: 1_000, onEntry: () => {} }

  test('what stands behind the end of one is not read', PATIENT, () => {
    const reader = makeXmlReader(options)
    reader.write(`<rss><channel><title>Oak</title></channel></rss>${UNBALANCED}`)
    reader.write(UNBALANCED)
    expect(reader.end()).toEqual({ kind: 'entries', of: 'rss', title: 'Oak' })
  })

  const product = { id: 1, handle: 'oak', title: 'Oak' }

  test('a list of millions is too large before any of them is read', PATIENT, () => {
    expect(() => titlesIn(`[${'{},'.repeat(2_700_000)}{}]`)).toThrow('too_large')
  })

  test('of pictures that are none, the first ten are looked at', PATIENT, () => {
    const source = JSON.stringify({ products: [{ ...product, images: Array<number>(3_000_000).fill(0) }] })
    expect(titlesIn(source)).toEqual(['Oak'])
  })
})

describe('rules of a website', () => {
  const may = (text: string, url = ADDRESS) => mayRead(text, url, 'Pinslot')

  test('that name everybody twenty thousand times take no more memory than their own length', PATIENT, () => {
    const many = 'User-agent: *\n'.repeat(18_000)
    expect(may(`${many}${'Disallow: /x\n'.repeat(18_000)}`)).toBe(true)
    expect(may(`${many}${'Disallow: /x\n'.repeat(18_000)}Disallow: /shelf\n`)).toBe(false)
  })

  test('of more patterns than any website has are taken to forbid everything', PATIENT, () => {
    const patterns = 'Disallow: /*a*b\n'.repeat(30_000)
    expect(may(`User-agent: *\n${patterns}`, `https://shop.example.com/${'a'.repeat(16_000)}`)).toBe(false)
    expect(may(`User-agent: other\n${patterns}User-agent: *\nDisallow: /cart\n`)).toBe(true)
  })

  test.each([
    ['everybody', 'User-agent: *\nDisallow: /shelf', false],
    ['nobody', 'User-agent: *\nDisallow:', true],
    ['others', 'User-agent: other\nDisallow: /', true],
    ['us beside others', 'User-agent: other\nUSER-AGENT: pinslot/2 # ours\nDisallow: /shelf', false],
    ['everybody but us', 'User-agent: *\nDisallow: /\n\nUser-agent: Pinslot\nAllow: /', true],
    ['us, who only has to wait', 'User-agent: *\nDisallow: /\nUser-agent: Pinslot\nCrawl-delay: 5', true],
    ['a part, by a pattern', 'User-agent: *\r\nDisallow: /*elf$\r\n', false],
    ['all but a part', 'User-agent: *\nDisallow: /\nAllow: /shelf', true],
    ['nobody, in words that are no rules', 'Dear robots\n\nplease: /shelf\nDisallow: /shelf', true],
  ])('are those that speak of us: %s', (_, text, expected) => expect(may(text)).toBe(expected))
})
