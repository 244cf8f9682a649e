import { expect, test } from 'vitest'
import { matchPins, nextReadBack } from '../../src/core/posts/publish/reconcile.js'
import type { PlatformPin } from '../../src/core/platform-port.js'

const sendingAt = new Date('2026-03-02T10:00:00Z')
const payload = {
  boardId: '101',
  boardSectionId: null,
  title: 'A pin',
  description: 'Two\nlines',
  link: 'https://example.com/pin',
  altText: null,
  isSimplified: false,
  mediaKind: 'image' as const,
  mediaIds: ['1'],
}
const aPin = (fields: Partial<PlatformPin> = {}): PlatformPin => ({
  id: '7',
  boardId: '101',
  boardSectionId: null,
  title: 'A pin',
  description: 'Two\nlines',
  link: 'https://example.com/pin',
  altText: null,
  mediaType: 'image',
  itemCount: null,
  isOwner: true,
  createdAt: sendingAt,
  imageUrl: null,
  parentPinId: null,
  ...fields,
})
const match = (pins: PlatformPin[], claimed: string[] = []) =>
  matchPins({ payload, sendingAt, pins, claimedPinIds: new Set(claimed) })

test('the one pin that equals what was sent is found', () => {
  expect(match([aPin({ id: '6', title: 'Another' }), aPin()])).toEqual({ kind: 'found', pinId: '7', createdAt: sendingAt })
})

test('differences of writing are none: line ends, blanks at the ends, composed letters, empty for nothing', () => {
  expect(match([aPin({ description: ' Two\r\nlines ', altText: '', isOwner: null, mediaType: null })]).kind).toBe('found')
})

test.each([
  ['of another account', { isOwner: false }],
  ['in another section', { boardSectionId: '1011' }],
  ['of another kind', { mediaType: 'video' }],
  ['with another title', { title: 'Other' }],
  ['with another description', { description: 'Other' }],
  ['with another alt text', { altText: 'Other' }],
  ['of another time', { createdAt: new Date(sendingAt.getTime() + 16 * 60_000) }],
])('a pin %s is not it', (_, fields) => {
  expect(match([aPin(fields)])).toEqual({ kind: 'absent' })
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
  expect(matchPins({ ...look, pins: [aPin(), aPin({ mediaType: 'multiple_images', itemCount: 5 })] })).toEqual({ kind: 'absent' })
})

test('a pin of another post is not it', () => {
  expect(match([aPin()], ['7'])).toEqual({ kind: 'absent' })
})

test.each([
  ['two equal ones', [aPin(), aPin({ id: '8' })]],
  ['one whose link differs', [aPin({ link: 'https://example.com/pin?utm=1' })]],
  ['one without a time', [aPin({ createdAt: null })]],
])('%s are for a person to decide', (_, pins) => {
  expect(match(pins)).toEqual({ kind: 'ambiguous' })
})

test('the board is looked at after 5 s, 20 s, 1, 3 and 10 minutes', () => {
  const waits = [0, 1, 2, 3, 4, 5].map((looks) => nextReadBack(sendingAt, looks)?.getTime())
  expect(waits.map((at) => at && (at - sendingAt.getTime()) / 1000)).toEqual([5, 20, 60, 180, 600, undefined])
})
