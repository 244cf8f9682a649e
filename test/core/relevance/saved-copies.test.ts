import { expect, test } from 'vitest'
import type { PlatformPin, PublicPin } from '../../../src/core/ports/platform.js'
import { makeSavedPins, withoutRepeats } from '../../../src/core/insight/relevance/recommended/recommended-pins.js'

const found = (fields: Partial<PublicPin> = {}): PublicPin => ({
  id: '1',
  title: 'Oak shelf',
  description: null,
  link: null,
  altText: null,
  imageUrl: null,
  isPromoted: null,
  ...fields,
})
const onBoard = (fields: Partial<PlatformPin> = {}): PlatformPin => ({
  id: '2',
  boardId: '101',
  boardSectionId: null,
  title: 'Oak shelf',
  description: null,
  link: null,
  altText: null,
  mediaType: 'image',
  itemCount: null,
  isOwner: true,
  createdAt: null,
  imageUrl: null,
  parentPinId: null,
  ...fields,
})
function holds(pin: Partial<PublicPin>, held: Partial<PlatformPin>): boolean {
  const holding = makeSavedPins()
  holding.add(onBoard(held))
  return holding.holds(found(pin))
}
const picture = (path: string, host = 'https://i.pinimg.com') => `${host}/${path}`
const SHELF = 'https://shop.example/shelf'

test.each([
  ['the same id', { id: '2' }, {}, true],
  ['the one it was saved from', { id: '7' }, { parentPinId: '7' }, true],
  ['another with the same words and no destination', {}, {}, false],
  [
    'the same file in another size',
    { imageUrl: picture('600x/a/b/c/f1.jpg') },
    { imageUrl: picture('originals/a/b/c/f1.png') },
    true,
  ],
  [
    'the same file at another host of the platform',
    { imageUrl: picture('236x/f1.jpg') },
    { imageUrl: picture('f1.jpg', 'http://s.pinimg.com') },
    true,
  ],
  [
    'another file in the same folder',
    { imageUrl: picture('600x/a/b/c/f1.jpg') },
    { imageUrl: picture('600x/a/b/c/f2.jpg') },
    false,
  ],
  [
    'a file of the same name elsewhere',
    { imageUrl: 'https://a.example/1/main.jpg' },
    { imageUrl: 'https://a.example/2/main.jpg' },
    false,
  ],
  [
    'the same picture elsewhere',
    { imageUrl: 'https://a.example/1/main.jpg' },
    { imageUrl: 'https://a.example/1/main.jpg' },
    true,
  ],
  [
    'a host that only ends alike',
    { imageUrl: picture('f1.jpg', 'https://notpinimg.com') },
    { imageUrl: picture('f1.jpg') },
    false,
  ],
  ['an address without a file', { imageUrl: picture('') }, { imageUrl: picture('') }, false],
  [
    'one destination and title, written otherwise',
    { link: `http://SHOP.example/shelf/#x`, title: 'OAK — shelf!' },
    { link: SHELF },
    true,
  ],
  ['one destination, another title', { link: SHELF, title: 'Shelf of oak' }, { link: SHELF }, false],
  ['one title, another destination', { link: `${SHELF}?size=2` }, { link: SHELF }, false],
  [
    'one description, where neither has a title',
    { link: SHELF, title: null, description: 'So good!' },
    { link: SHELF, title: ' ', description: 'so good' },
    true,
  ],
  ['a description that is the other’s title', { link: SHELF, title: null, description: 'Oak shelf' }, { link: SHELF }, false],
  ['one destination, not a word in either', { link: SHELF, title: null }, { link: SHELF, title: '✨' }, false],
  ['a destination that is no address', { link: 'mailto:a@b.example' }, { link: 'mailto:a@b.example' }, false],
  ['a destination that cannot be read', { link: 'https://[' }, { link: 'https://[' }, false],
] as [string, Partial<PublicPin>, Partial<PlatformPin>, boolean][])('%s: %#', (_, pin, held, isHeld) => {
  expect(holds(pin, held)).toBe(isHeld)
})

test('a holding grows by its pins, each counted once', () => {
  const holding = makeSavedPins()
  for (const id of ['1', '2', '2', '3']) holding.add(onBoard({ id }))
  expect(holding.size()).toBe(3)
})

test('of copies the first stays', () => {
  const one = found({ id: '1', imageUrl: picture('a/f1.jpg') })
  const copy = found({ id: '2', imageUrl: picture('600x/a/f1.jpg'), link: SHELF })
  const other = found({ id: '3', imageUrl: picture('a/f2.jpg'), title: 'Pine shelf', link: SHELF })
  expect(withoutRepeats([one, copy, other], (pin) => pin).map(({ id }) => id)).toEqual(['1', '3'])
})
