/** What a draft begins with: from the name of its file, the words around it and the boards' own words. */
import { expect, test } from 'vitest'
import { planItems, withOwnTitles } from '../../../../src/core/sources/review/proposals.js'
import { asTheOthers, makeBoardProposer } from '../../../../src/core/insight/relevance/propose-board.js'
import { titleOfFile } from '../../../../src/core/sources/review/title.js'

const NOTHING = { words: null, url: null }

test.each([
  ['IMG_1234.jpg', null],
  ['DSC00412.JPG', null],
  ['PXL_20261102_101530123.jpg', null],
  ['Screenshot 2026-11-02 at 10.15.30.png', null],
  ['WhatsApp Image 2026-11-02 at 10.15.30.jpeg', null],
  ['20261102_101530.jpg', null],
  ['image.png', null],
  ['3f2a9c1be07d44a1.jpg', null],
  ['Unbenannt.png', null],
  ['Unbenannt-1.jpg', null],
  ['Ohne Titel (2).jpg', null],
  ['Untitled design (3).png', null],
  ['Sans titre.jpg', null],
  ['Sin título-1.png', null],
  ['Без названия.jpg', null],
  ['無題.png', null],
  ['Pexels photo 1234567.jpg', null],
  ['pexels-anna-shvets-1234567.jpg', null],
  ['john-doe-AbCdEf12345-unsplash.jpg', null],
  ['shutterstock_123456789.jpg', null],
  ['AdobeStock_123456789.jpeg', null],
  ['istockphoto-123456789-612x612.jpg', null],
  ['DALL·E 2026-11-02 10.15.30.png', null],
  ['DALL·E 2026-11-02 10.15.30 - A cozy reading nook.webp', 'A cozy reading nook'],
  ['Gemini_Generated_Image_abc123.png', null],
  ['Firefly jar.jpg', 'Firefly jar'],
  ['ChatGPT Image Nov 2, 2026, 10_15_30 AM.png', null],
  ['Bildschirmfoto 2026-11-02 um 10.15.30.png', null],
  ['Capture d’écran 2026-11-02 à 10.15.30.png', null],
  ['Captura de pantalla 2026-11-02 a las 10.15.30.png', null],
  ['Schermata 2026-11-02 alle 10.15.30.png', null],
  ['Schermafbeelding 2026-11-02 om 10.15.30.png', null],
  ['Zrzut ekranu 2026-11-02.png', null],
  ['Снимок экрана 2026-11-02 в 10.15.30.png', null],
  ['スクリーンショット 2026-11-02 10.15.30.png', null],
  ['截屏2026-11-02 上午10.15.30.png', null],
  ['스크린샷 2026-11-02 오전 10.15.30.png', null],
  ['image (3).png', null],
  ['Imagen de WhatsApp 2026-11-02 a las 10.15.30.jpg', null],
  ['WhatsApp Bild 2026-11-02 um 10.15.30.jpg', null],
  ['Kopie von Unbenannt.png', null],
  ['New project design for a kitchen.png', 'New project design for a kitchen'],
  ['Neues Sofa.jpg', 'Neues Sofa'],
  ['Dalle Pavers.jpg', 'Dalle Pavers'],
  ['oak-shelf_final.png', 'Oak shelf'],
  ['oak-shelf_final_v2 (1).png', 'Oak shelf'],
  ['01-oak-shelf.jpg', 'Oak shelf'],
  ['oak_shelf_1000x1500.jpg', 'Oak shelf'],
  ['oakShelf.jpg', 'Oak Shelf'],
  ['küche-mit-regal.webp', 'Küche mit regal'],
  ['Autumn ideas 2027.jpg', 'Autumn ideas 2027'],
  ['棚.jpg', null],
  ['木の棚.jpg', '木の棚'],
])('of a file called %s the title is %j', (name, title) => {
  expect(titleOfFile(name)).toBe(title)
})

test('a very long name is cut where a word ends', () => {
  const title = titleOfFile(`${'shelf-'.repeat(40)}.jpg`)
  expect([...(title ?? '')].length).toBeLessThanOrEqual(100)
  expect(title).toMatch(/shelf…$/)
})

const file = (name: string, more = {}) => ({ id: `F-${name}`, name, ...more })
const page = (url: string) => ({ url, shows: 'page' as const })
const planned = (given: Partial<Parameters<typeof planItems>[0]>, before: Parameters<typeof planItems>[1] = NOTHING) =>
  planItems({ files: [], links: [], words: '', ...given }, before)

test('what a message says is said of all its pictures, and its link is where they lead', () => {
  const { items } = planned({
    files: [file('oak-shelf.jpg'), file('IMG_1.jpg')],
    links: [page('https://shop.example.com/shelves')],
    words: 'Shelves for small kitchens',
  })
  expect(items.map(({ proposal }) => proposal)).toEqual([
    {
      title: 'Oak shelf',
      description: 'Shelves for small kitchens',
      altText: 'Oak shelf',
      url: 'https://shop.example.com/shelves',
    },
    {
      title: 'Shelves for small kitchens',
      description: 'Shelves for small kitchens',
      altText: null,
      url: 'https://shop.example.com/shelves',
    },
  ])
})

test('as many lines and links as pictures are one for each', () => {
  const { items, around } = planned({
    files: [file('IMG_1.jpg'), file('IMG_2.jpg')],
    links: [page('https://a.example/1'), page('https://a.example/2')],
    words: 'An oak shelf\n\nA pine shelf',
  })
  expect(items.map(({ proposal: { title, url } }) => [title, url])).toEqual([
    ['An oak shelf', 'https://a.example/1'],
    ['A pine shelf', 'https://a.example/2'],
  ])
  expect(around).toEqual(NOTHING) // nothing was said of all
})

test('a second message goes on with what the first one said of all', () => {
  const first = planned({ files: [file('a-shelf.jpg')], links: [page('https://a.example/')], words: 'Autumn' })
  const { items, around } = planned({ files: [file('b-shelf.jpg')] }, first.around)
  expect(items[0]?.proposal).toMatchObject({ description: 'Autumn', url: 'https://a.example/' })
  expect(around).toEqual({ words: 'Autumn', url: 'https://a.example/' })
})

test('links to pictures are pictures, and pages alone are items of their own', () => {
  const picture = { url: 'https://a.example/oak-shelf.jpg', shows: 'image' as const }
  expect(planned({ links: [picture, page('https://a.example/shop')] }).items).toEqual([
    {
      source: { kind: 'link', ...picture },
      name: 'oak-shelf.jpg',
      proposal: { title: 'Oak shelf', description: 'Oak shelf', altText: 'Oak shelf', url: 'https://a.example/shop' },
    },
  ])
  const pages = planned(
    { links: [page('https://a.example/oak-shelves'), page('https://a.example/')] },
    { words: null, url: 'https://b.example/' },
  )
  expect(pages.items.map(({ name, proposal: { title, url } }) => [name, title, url])).toEqual([
    ['oak-shelves', 'Oak shelves', 'https://a.example/oak-shelves'],
    ['a.example', null, 'https://a.example/'],
  ])
})

test('a long text is cut to what the fields take, and its first sentence is the title', () => {
  const words = `Our new shelves are here. ${'They fit small kitchens. '.repeat(60)}`
  const [item] = planned({ files: [file('IMG_1.jpg')], words }).items
  expect(item?.proposal.title).toBe('Our new shelves are here.')
  expect([...(item?.proposal.description ?? '')].length).toBeLessThanOrEqual(800)
})

test('what a person says is seen in a file, and the title they gave it, come before its name', () => {
  const [item] = planned({ files: [file('IMG_1.jpg', { title: 'Oak shelf', altText: 'A shelf above a sink' })] }).items
  expect(item?.proposal).toMatchObject({ title: 'Oak shelf', altText: 'A shelf above a sink' })
})

const BOARDS = [
  { id: '1', name: 'Kitchen ideas', description: null, privacy: 'public' },
  { id: '2', name: 'Garden', description: 'Beds, flowers, raised planters', privacy: 'public' },
  { id: '3', name: 'Living room', description: null, privacy: 'public' },
]
const pin = (title: string, description = '') => ({ title, description })

test('the board is the one whose words fit', () => {
  const propose = makeBoardProposer(BOARDS, { id: '3' })
  expect(propose(pin('Small kitchen shelf'))).toEqual({ boardId: '1', boardSectionId: null, because: 'words' })
  expect(propose(pin('Garden path with gravel'))).toMatchObject({ boardId: '2', because: 'words' })
  expect(propose(pin('IMG', 'A quiet corner of the living room'))).toMatchObject({ boardId: '3', because: 'words' })
})

test('where nothing is known of a picture it has the board of most others', () => {
  const [kitchen, garden] = ['1', '2'].map((boardId) => ({ boardId, boardSectionId: null, because: 'words' as const }))
  expect(asTheOthers([garden!, null, kitchen!, kitchen!])).toMatchObject([{}, { boardId: '1', because: 'others' }, {}, {}])
  expect(asTheOthers([null])).toEqual([null])
})

test('where no words fit it is the board last used, or none', () => {
  expect(makeBoardProposer(BOARDS, { id: '3' })(pin('A quiet evening'))).toMatchObject({ boardId: '3', because: 'last' })
  expect(makeBoardProposer(BOARDS, null)(pin(''))).toBeNull()
})

test.each(['secret', 'protected'])('a %s board is never proposed, neither for its words nor as the one last used', (privacy) => {
  const propose = makeBoardProposer([...BOARDS, { id: '4', name: 'Kitchen shelf', description: null, privacy }], { id: '4' })
  expect(propose(pin('Kitchen shelf'))).toMatchObject({ boardId: '1' })
  expect(propose(pin('A quiet evening'))).toBeNull()
})

test('typed words are the title where a file name has one word, and no two of a review have one title', () => {
  const { items } = planned({
    files: [file('lamp-1.jpg'), file('lamp-2.jpg'), file('brass-reading-lamp.jpg')],
    words: 'Reading lamps for dark corners',
  })
  expect(items.map(({ proposal: { title } }) => title)).toEqual([
    'Reading lamps for dark corners',
    'Reading lamps for dark corners',
    'Brass reading lamp',
  ])
  expect(withOwnTitles(items, ['Brass reading lamp']).map(({ proposal: { title } }) => title)).toEqual([
    'Reading lamps for dark corners',
    'Reading lamps for dark corners (2)',
    'Brass reading lamp (2)',
  ])
})
