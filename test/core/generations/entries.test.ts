/** Drafts of the entries of a list, and of single sentences: what they say and show is of what their title names. */
import { expect, test } from 'vitest'
import { compose } from '../../../src/core/sources/generations/compose/compose.js'
import { readContent } from '../../../src/web/page/read-content.js'

const draftsOf = (title: string, body: string, drafts = 3) => {
  const html = `<html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${body}</article></body></html>`
  const composed = compose(readContent(html, 'https://x.example/list'), { drafts })
  return composed.kind === 'composed' ? composed.drafts : []
}
const img = (name: string, alt: string) => `<img src="/${name}.jpg" alt="${alt}" width="800" height="1200">`
const LEAD =
  '<p>A good bench hides the shoes and makes the front door feel finished. These are the ones that we would buy again.</p>'
const entry = (name: string, text: string, picture = '') => `<h2>${name}</h2>${picture}<p>${text}</p>`

test('an entry of a list has its own picture and sentences, though all entries share a word', () => {
  const drafts = draftsOf(
    '4 Benches for the Hallway',
    `${LEAD}${entry('1. Slim Oak Bench', 'This one is only a hand deep.', img('slim', 'Slim oak bench in a hall'))}
     ${entry('2. Cubby Bench', 'Six cubbies take baskets or boots.', img('cubby', 'Bench with grey cushion'))}
     ${entry('3. Chest Bench', 'The lid closes softly behind the last boot.', img('chest', 'White bench below hooks'))}
     ${entry('4. Corner Bench', 'It makes a seat of the corner that nobody uses.')}`,
    4,
  )
  const shown = drafts
    .filter(({ angle }) => angle === 'item')
    .map(({ title, pictureUrl }) => [title.split(' – ')[0], pictureUrl.slice(18)])
  expect(shown.slice(0, 2)).toEqual([
    ['Cubby Bench', 'cubby.jpg'],
    ['Chest Bench', 'chest.jpg'],
  ])
  expect(shown).not.toContainEqual(['Corner Bench', expect.anything()])
  expect(drafts.find(({ title }) => title.startsWith('Cubby'))?.description).toMatch(/^Six cubbies take baskets or boots\./)
})

test('a sentence that points at its heading is said where the title names that heading', () => {
  const [, item] = draftsOf(
    '3 Benches for the Hallway',
    `${LEAD}${entry('1. Slim bench', 'It fits behind a door and holds four pairs.', img('a', 'A bench behind a door'))}
     ${entry('2. Cubby bench', 'It takes baskets or boots in six cubbies.', img('b', 'Boots in cubbies'))}
     ${entry('3. Chest', 'It has a lid that closes softly.', img('c', 'A chest below hooks'))}`,
  )
  expect(item?.title).toBe('Cubby bench – 3 Benches for the Hallway')
  expect(item?.description).toMatch(/^It takes baskets or boots in six cubbies\./)
})

test('a sentence that is a title says what it speaks of', () => {
  const titles = draftsOf(
    'Tide Hoops',
    `${img('a', 'Silver hoops on linen')}<p>Each pair takes about a week to make. The silver of the hoops was something else before.</p><p>Wipe them with a soft cloth after a day at the sea.</p>`,
  ).map(({ title }) => title)
  expect(titles).toContain('Tide Hoops: Each pair takes about a week to make')
  expect(titles).toContain('The silver of the hoops was something else before')
})

test('a title that is cut ends with a word after which nothing has to come', () => {
  const long =
    'Personalised Oak Recipe Box Wooden Card Holder With Engraved Lid and Gift Wrap for Mum on Her Birthday the 5th of May'
  const [first] = draftsOf(long, `${img('a', 'An oak box with a lid')}${LEAD}`)
  expect(long.startsWith(first!.title)).toBe(true)
  expect(first?.title).toMatch(/ for Mum$/)
})

test('emoji and shouting stay out of titles and sentences', () => {
  const [first] = draftsOf(
    '🔥 VANILLA NOIR CANDLE 🕯️ NEW!!',
    `${img('a', 'A black candle with two wicks')}<p>⭐ 50 HOURS OF LIGHT ⭐ The candle smells of warm vanilla and a little smoke. HURRY, ONLY 3 LEFT!!</p>`,
  )
  expect(first?.title).toBe('Vanilla noir candle new!')
  expect(first?.description).toMatch(/^Vanilla noir candle new! The candle smells of warm vanilla and a little smoke\./)
  expect(first?.description).not.toContain('HURRY')
})

test('pages of letters without capitals have as many drafts as others', () => {
  const html = `<html lang="ja"><body><article><h1>鶏むね肉のしっとりレモン煮</h1>${img('a', '鍋の中の鶏むね肉とレモン')}<p>鶏むね肉がしっとり仕上がる、レモンの煮ものです。冷めてもおいしいのでお弁当にも合います。弱火で十分ほど煮て、火を止めてから十分おきます。</p></article></body></html>`
  const composed = compose(readContent(html, 'https://x.example/ja'), { drafts: 3 })
  const drafts = composed.kind === 'composed' ? composed.drafts : []
  expect(drafts).toHaveLength(3)
  expect(drafts[0]).toMatchObject({ altText: '鍋の中の鶏むね肉とレモン' })
  expect(drafts[0]?.description).not.toContain('。 ')
})
