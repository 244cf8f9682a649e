import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { matchPins, nextReadBack } from '../../../src/core/publish/model/match-pins.js'
import type { PlatformPin } from '../../../src/core/ports/platform.js'

const sendingAt = new Date('2026-03-02T10:00:00Z')
const payload = {
  boardId: '101',
  boardSectionId: null as string | null,
  title: 'Salt & "pepper"  mill ✨',
  description: 'Two lines of oak.\nA mill — it’s made to last, and made by hand in the north of Sweden since 1921.',
  link: 'https://example.com/mills/7?colour=oak',
  altText: 'A mill on a table' as string | null,
  isSimplified: false,
  mediaKind: 'image' as const,
  mediaIds: ['1'],
}
const aPin = (fields: Partial<PlatformPin> = {}): PlatformPin => ({
  id: '7',
  boardId: '101',
  boardSectionId: null,
  title: payload.title,
  description: payload.description,
  link: payload.link,
  altText: payload.altText,
  mediaType: 'image',
  itemCount: null,
  isOwner: true,
  createdAt: sendingAt,
  imageUrl: null,
  parentPinId: null,
  ...fields,
})
/** A pin somebody made by hand: it shares nothing with ours but board, kind and, roughly, its time. */
const byHand = (fields: Partial<PlatformPin> = {}): PlatformPin =>
  aPin({
    id: '6',
    title: 'Lamp',
    description: 'A lamp',
    link: 'https://example.org/lamp',
    altText: null,
    createdAt: new Date(sendingAt.getTime() + 5 * MINUTE_MS),
    ...fields,
  })
const match = (pins: PlatformPin[], { claimed = [], ...sent }: { claimed?: string[] } & Partial<typeof payload> = {}) =>
  matchPins({ payload: { ...payload, ...sent }, sendingAt, pins, claimedPinIds: new Set(claimed) })

test('the one pin that equals what was sent is found', () => {
  expect(match([byHand(), aPin()])).toMatchObject({ kind: 'found', pinId: '7', createdAt: sendingAt })
})

const rewritten: [string, Partial<PlatformPin>][] = [
  ['line ends and blanks at the ends', { description: ` ${payload.description.replace('\n', '\r\n')} ` }],
  ['a lone carriage return', { description: payload.description.replace('\n', '\r') }],
  ['one blank for several', { title: 'Salt & "pepper" mill ✨' }],
  ['a blank put before a line end', { description: payload.description.replace('\n', ' \n') }],
  ['a no-break space for a blank', { title: 'Salt\u00a0& "pepper"\u00a0\u00a0mill ✨' }],
  ['entities', { title: 'Salt &amp; &quot;pepper&quot;  mill ✨', description: payload.description.replace('’', '&#39;') }],
  ['entities of entities', { title: 'Salt &amp;amp; &amp;quot;pepper&amp;quot;  mill ✨' }],
  ['an emoji dropped', { title: 'Salt & "pepper"  mill' }],
  ['an emoji in its text form', { title: 'Salt & "pepper"  mill ✨\ufe0e' }],
  ['quotes and dashes made straight', { description: payload.description.replace('’', "'").replace('—', '-') }],
  ['curly quotes', { title: 'Salt & “pepper”  mill ✨' }],
  ['decomposed letters, full width', { title: 'Ｓalt & "pepper"  mill ✨' }],
  ['other case', { title: 'SALT & "PEPPER"  MILL ✨' }],
  ['a description cut with an ellipsis', { description: `${payload.description.slice(0, 60)}…` }],
  ['a description cut at a limit', { description: payload.description.slice(0, 60) }],
  ['no alt text', { altText: null }],
  ['another alt text', { altText: 'Possibly an image of a mill' }],
  ['another section', { boardSectionId: '1011' }],
  ['http for https', { link: 'http://example.com/mills/7?colour=oak' }],
  ['a host in capitals, with the default port and a fragment', { link: 'https://EXAMPLE.com:443/mills/7?colour=oak#top' }],
  ['a slash at the end of the path', { link: 'https://example.com/mills/7/?colour=oak' }],
  ['tracking parameters', { link: 'https://example.com/mills/7?utm_source=pinterest&colour=oak&utm_medium=social&epik=dj0y' }],
  ['an entity in the link', { link: 'https://example.com/mills/7?colour=oak&amp;utm_source=pinterest' }],
  [
    'all of it',
    { title: 'salt &amp; &quot;pepper&quot; mill', altText: null, link: 'http://Example.com/mills/7/?colour=oak&fbclid=x' },
  ],
]
test.each(rewritten)('a pin that the platform writes with %s is found', (_, fields) => {
  expect(match([byHand(), aPin(fields)])).toMatchObject({ kind: 'found', pinId: '7' })
})

test('what only we wrote is no difference either: control and zero-width characters, entities, tracking parameters', () => {
  const link = 'https://example.com?utm_source=pin'
  const sent = { title: 'A\u200bB\u0007C &amp; D', description: 'one\u00adtwo\u2060', link }
  const there = { title: 'ABC & D', description: 'onetwo' }
  expect(match([aPin({ ...there, link: 'https://example.com/' })], sent).kind).toBe('found')
  expect(match([aPin({ ...there, link: 'https://example.com/?utm_source=pin' })], sent).kind).toBe('found')
})

test.each([
  [
    'letters beyond ASCII',
    { title: 'Søm til gulve', link: 'https://bücher.example/søm?q=æ' },
    { link: 'https://xn--bcher-kva.example/s%C3%B8m?q=%C3%A6', title: 'Søm  til gulve' },
  ],
  ['no letters at all', { title: '✨✨', description: '💡' }, { title: null, description: '' }],
])('texts of %s are found too', (_, sent, there) => {
  expect(match([aPin({ ...sent, ...there })], sent)).toMatchObject({ kind: 'found', pinId: '7' })
})

test.each([
  ['of another account', { isOwner: false }],
  ['of another kind', { mediaType: 'video' }],
  ['of another time', { createdAt: new Date(sendingAt.getTime() + 16 * MINUTE_MS) }],
])('a pin %s is not it', (_, fields) => {
  expect(match([aPin(fields)])).toEqual({ kind: 'absent' })
})

test('a pin of another post is not it', () => {
  expect(match([aPin()], { claimed: ['7'] })).toEqual({ kind: 'absent' })
})

test.each([
  ['with texts of its own', {}],
  ['with another title and nothing else', { description: null, link: null }],
  ['with the beginning of our title as its own', { title: 'Salt' }],
  ['with the same host in its link', { link: 'https://example.com/lamps/1' }],
])('a pin made by hand minutes later, %s, asks nobody', (_, fields) => {
  expect(match([byHand(fields)])).toEqual({ kind: 'absent' })
})

test.each([
  ['a carousel', { mediaKind: 'multiple_images', mediaIds: ['1', '2', '3'] }, { mediaType: 'multiple_images', itemCount: 3 }],
  [
    'a carousel whose pictures the platform does not tell',
    { mediaKind: 'multiple_images', mediaIds: ['1', '2'] },
    { mediaType: 'multiple_images' },
  ],
  ['a video', { mediaKind: 'video' }, { mediaType: 'video' }],
  ['a video that is still being processed', { mediaKind: 'video' }, { mediaType: null }],
] as const)('%s is found by its kind', (_, sent, pin) => {
  const look = {
    payload: { ...payload, ...sent, mediaIds: [...('mediaIds' in sent ? sent.mediaIds : ['1'])] },
    sendingAt,
    claimedPinIds: new Set<string>(),
  }
  expect(matchPins({ ...look, pins: [aPin({ id: '6' }), aPin(pin)] })).toMatchObject({ kind: 'found', pinId: '7' })
  expect(matchPins({ ...look, pins: [aPin()] })).toEqual({ kind: 'absent' })
})

const carousel = { mediaKind: 'multiple_images' as never, mediaIds: ['1', '2'] }
test.each<[string, PlatformPin[], Partial<typeof payload>?]>([
  ['two equal ones', [aPin(), aPin({ id: '8' })]],
  ['one without a time', [aPin({ createdAt: null })]],
  ['one whose link alone is equal', [byHand({ link: payload.link })]],
  ['one whose title alone is equal', [byHand({ title: 'salt & pepper mill' })]],
  ['one whose description alone is equal', [byHand({ description: payload.description })]],
  ['one whose link goes elsewhere', [aPin({ link: 'https://example.com/other' })]],
  ['one whose link has parameters nobody knows', [aPin({ link: `${payload.link}&size=2` })]],
  [
    'one whose tracking parameters say another thing',
    [aPin({ link: 'https://example.com/?utm_campaign=b' })],
    { link: 'https://example.com/?utm_campaign=a' },
  ],
  ['one without its title', [aPin({ title: null })]],
  ['one without its link', [aPin({ link: null })]],
  ['one whose title was rewritten', [aPin({ title: 'A mill' })]],
  ['one without a word, minutes later', [byHand({ title: null, description: '', link: null })]],
  ['one with other words that was made at that very moment', [byHand({ createdAt: new Date(sendingAt.getTime() + 20_000) })]],
  ['a carousel of another number of pictures', [aPin({ mediaType: 'multiple_images', itemCount: 3 })], carousel],
  ['one of a kind nobody knows', [aPin({ mediaType: 'hologram' })]],
])('%s: a person decides', (_, pins, sent) => {
  expect(match(pins, sent)).toEqual({ kind: 'ambiguous' })
})

test('a pin of the same moment on another board is no matter of this one', () => {
  expect(match([byHand({ boardId: '999', createdAt: sendingAt })])).toEqual({ kind: 'absent' })
})

test('a strong match is adopted although others have a word in common with it', () => {
  expect(match([byHand({ link: payload.link }), aPin()])).toMatchObject({ kind: 'found', pinId: '7' })
})

test('the board is looked at after 5 s, 20 s, 1, 3 and 10 minutes', () => {
  const waits = [0, 1, 2, 3, 4, 5].map((looks) => nextReadBack(sendingAt, looks)?.getTime())
  expect(waits.map((at) => at && (at - sendingAt.getTime()) / 1000)).toEqual([5, 20, 60, 180, 600, undefined])
})
