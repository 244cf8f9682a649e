/** Which pin of a board came of a save whose answer never came: the rule alone. */
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { matchPins } from '../../../src/core/publish/model/match-pins.js'
import type { PlatformPin } from '../../../src/core/ports/platform.js'

const sendingAt = new Date('2026-03-02T10:00:00Z')
const payload = { savedPinId: '55', boardId: '101', boardSectionId: null }
const aCopy = (fields: Partial<PlatformPin> = {}): PlatformPin => ({
  id: '7',
  boardId: '101',
  boardSectionId: null,
  title: 'Oak',
  description: null,
  link: null,
  altText: null,
  mediaType: 'video',
  itemCount: null,
  isOwner: true,
  createdAt: sendingAt,
  imageUrl: null,
  parentPinId: '55',
  ...fields,
})
const at = (minutes: number) => new Date(sendingAt.getTime() + minutes * MINUTE_MS)
const match = (pins: PlatformPin[], claimed: string[] = []) =>
  matchPins({ payload, sendingAt, pins, claimedPinIds: new Set(claimed) })

test('the one copy of the pin from that time is found, whatever its words and its kind', () => {
  const others = [
    aCopy({ id: '6', parentPinId: '54', createdAt: at(-60) }),
    aCopy({ id: '5', parentPinId: null, createdAt: at(-5) }),
  ]
  expect(match([...others, aCopy()])).toEqual({ kind: 'found', pinId: '7', createdAt: sendingAt, movedTo: null })
})

test('a copy in a section, or on the board that its pins were moved to, is found there', () => {
  expect(match([aCopy({ boardSectionId: '9' })])).toMatchObject({ movedTo: { boardId: '101', boardSectionId: '9' } })
  expect(match([aCopy({ boardId: '102' })])).toMatchObject({ movedTo: { boardId: '102', boardSectionId: null } })
})

test('copies that belong to other posts are none of it', () => {
  expect(match([aCopy()], ['7'])).toEqual({ kind: 'absent' })
  expect(match([aCopy(), aCopy({ id: '8' })], ['7'])).toMatchObject({ kind: 'found', pinId: '8' })
})

const doubtful: [string, PlatformPin[]][] = [
  ['two copies from that time', [aCopy(), aCopy({ id: '8' })]],
  ['a copy from long before: it may show the time of its original', [aCopy({ createdAt: at(-60 * 24) })]],
  ['a copy from that time beside one from before', [aCopy(), aCopy({ id: '8', createdAt: at(-60) })]],
  ['a copy without a time', [aCopy({ createdAt: null })]],
  ['a copy that is not shown as the account’s own', [aCopy({ isOwner: false })]],
  ['a pin of that moment that names no original', [aCopy({ parentPinId: null })]],
  ['a pin of that moment that names another original', [aCopy({ parentPinId: '50' })]],
]

test.each(doubtful)('for a person to decide: %s', (_, pins) => {
  expect(match(pins)).toEqual({ kind: 'ambiguous' })
})

test('pins of other times that name no copy of it are none of it', () => {
  expect(
    match([aCopy({ parentPinId: null, createdAt: at(10) }), aCopy({ id: '8', parentPinId: '50', createdAt: at(-10) })]),
  ).toEqual({
    kind: 'absent',
  })
})
