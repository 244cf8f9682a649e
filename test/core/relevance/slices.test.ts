/** Long work lets other requests run in between. */
import { expect, test } from 'vitest'
import { mapInSlices } from '../../../src/core/lib/work/slices.js'
import { scoreBoard } from '../../../src/core/insight/relevance/score-board.js'
import type { PlatformPin } from '../../../src/core/ports/platform.js'

/** How often other work ran meanwhile, and the longest time (ms) it waited. */
async function watch<T>(work: () => Promise<T>): Promise<{ result: T; turns: number; longest: number; elapsed: number }> {
  let isOver = false
  let turns = 0
  let longest = 0
  const began = performance.now()
  let last = began
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    turns++
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const result = await work()
  isOver = true
  return { result, turns, longest: Math.max(longest, performance.now() - last), elapsed: performance.now() - began }
}

/** Takes a real millisecond. */
function spin<T>(item: T): T {
  const end = performance.now() + 1
  while (performance.now() < end);
  return item
}

/** The machine may be busy with something else in most of them. */
const TRIES = 10

test('what is made of each item comes in their order', async () => {
  expect(await mapInSlices([3, 1, 2], (one) => one * 2)).toEqual([6, 2, 4])
  expect(await mapInSlices([], spin)).toEqual([])
})

test('others have their turn every few milliseconds', async () => {
  const { result, turns } = await watch(() =>
    mapInSlices(
      Array.from({ length: 100 }, (_, index) => index),
      spin,
    ),
  )
  expect(result).toHaveLength(100)
  expect(turns).toBeGreaterThan(15)
})

test('scoring a board of 500 long texts that all fit holds up nobody', async () => {
  const words = 'easy lemon cake with fresh berries and cream for a summer party in the garden'
  const pin = (n: number): PlatformPin => ({
    id: String(n),
    boardId: '1',
    boardSectionId: null,
    title: `Lemon cake ${n}`,
    description: `${words} ${n}. `.repeat(20),
    link: `https://shop.test/lemon-cake-${n}`,
    altText: `A lemon cake, ${n}`,
    mediaType: 'image',
    itemCount: null,
    isOwner: true,
    createdAt: null,
    imageUrl: null,
    parentPinId: null,
  })
  const pins = Array.from({ length: 500 }, (_, n) => pin(n))
  let leastShare = 1
  for (let tries = 0; tries < TRIES && leastShare >= 1 / 3; tries++) {
    const { result, longest, elapsed } = await watch(() =>
      scoreBoard('easy lemon cake recipe for a birthday party', { pins, boardName: 'Cakes' }),
    )
    expect(result).toMatchObject({ state: 'scored', contributingPinCount: 500 })
    leastShare = Math.min(leastShare, longest / elapsed)
  }
  expect(leastShare).toBeLessThan(1 / 3)
})
