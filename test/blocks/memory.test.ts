/** What a view remembers comes back as it was written, or not at all. */
import { expect, test } from 'vitest'
import { readHomePage, writeHome } from '../../blocks/pin/home-memory.js'
import { MOST_REMEMBERED, UnreadableMemory } from '../../blocks/kit/memory.js'
import { askMemory, moveMemory } from '../../blocks/pin/memory.js'
import { slotMemory, slotsMemory } from '../../blocks/slots/memory.js'

const kept = (memory: string) => ({ private_metadata: memory })
const slot = { accountId: '7', timeslotId: '3', seen: { day: 1, minute: 540, timezone: 'Europe/Berlin' } }

test('what was written is read', () => {
  expect(slotMemory.read(kept(slotMemory.write(slot)))).toEqual(slot)
})

test('a form in a stack reads of the memory what it shares with the others', () => {
  expect(slotsMemory.read(kept(slotMemory.write({ ...slot, part: '2' })))).toEqual({ accountId: '7', part: '2' })
})

test.each(['', 'no JSON', '[]', '{}', '{"accountId":7}'])('%o is no memory of the slots', (written) => {
  expect(() => slotsMemory.read(kept(written))).toThrow(UnreadableMemory)
})

test('a form of old may lack what may be absent', () => {
  const old = { accountId: '7', postId: '12', from: 'card' }
  expect(moveMemory.read(kept(JSON.stringify(old)))).toEqual(old)
})

test('more than Slack keeps is not written', () => {
  const long = (characters: number) => ({ responseUrl: 'x'.repeat(characters - '{"responseUrl":""}'.length) })
  expect(askMemory.write(long(MOST_REMEMBERED))).toHaveLength(MOST_REMEMBERED)
  expect(() => askMemory.write(long(MOST_REMEMBERED + 1))).toThrow('3001 characters')
})

test('Home remembers what was done on it', () => {
  const page = { accountId: '7', turn: 3, said: { words: 'Moved.', until: 1 } }
  expect(readHomePage(kept(writeHome('print', page)))).toEqual(page)
  expect(readHomePage(kept(writeHome('print', null)))).toBeUndefined()
  expect(readHomePage(kept('print {"accountId":7,"shows":"what was once there"}'))).toBeUndefined()
})
