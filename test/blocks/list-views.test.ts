/** Lists that know what they are made of, and cards that say what became of their pin. */
import { expect, test } from 'vitest'
import { deletedMessage, followUpMessage } from '../../blocks/pin/follow-up.js'
import { inList, listRefOf, listView, outcomeLineOf } from '../../blocks/pin/lists.js'
import type { ListRef } from '../../blocks/pin/memory.js'
import { accountChangedMessage } from '../../blocks/settings/account-changed.js'
import { messageView } from '../../blocks/kit/sentence.js'
import { pinCard } from '../../blocks/pin/card.js'
import { foundMessage } from '../../blocks/pins/search.js'
import type { PostAction } from '../../src/core/posts/action.js'
import { aCard, aFailure, AT, keepsLimits, type NastyView } from './nasty.js'

const account = (words: string) => ({ username: words.slice(0, 100) })
const changes = (...actions: PostAction[]) => actions.map((action) => ({ action, via: 'slack', actor: 'T1:U1' }))
const queue = (words: string) =>
  foundMessage({
    words: 'shelf',
    account: { id: '7', username: words.slice(0, 100) },
    isCut: false,
    searched: null,
    accounts: [],
    rows: Array.from({ length: 15 }, () => ({ kind: 'pin', at: AT, card: aCard(words), href: null, isRepeat: true })),
  })
const ref: ListRef = { kind: 'queue', accountId: '7', words: 'next week', at: 1_790_000_000_000, cursor: 'x'.repeat(120) }

keepsLimits(
  [
    ['queue as a form', 'modal', (words) => listView('queue', inList(queue(words), ref), { list: JSON.stringify(ref) })],
    ...(['paused', 'resumed', 'weekRebuilt', 'approvalOn', 'approvalOff'] as const).map(
      (kind): NastyView => [
        `account, ${kind}`,
        'message',
        (words) =>
          accountChangedMessage(
            { username: words.slice(0, 100), whilePaused: 'wait', approvalsChannelId: null },
            { change: { kind, overdue: 2, added: 1, removed: 2 }, via: 'slack', by: 'T1:U1' },
          ),
      ],
    ),
    ['message as a form', 'modal', (words) => messageView(words, queue(words))],
    ['follow-up', 'message', (words) => followUpMessage(account(words), aCard(words), changes('schedule', 'edit'))],
    [
      'follow-up of a failure',
      'message',
      (words) => followUpMessage(account(words), aCard(words, { status: 'draft', failure: aFailure(words) }), []),
    ],
    [
      'follow-up of a deleted pin',
      'message',
      (words) => deletedMessage(account(words), { postId: '12', title: words }, changes('delete')),
    ],
  ],
  ['<@U1>'],
)

test('what is pressed in a list names the list', () => {
  const pressed = inList(queue('Shelf'), ref).blocks.flatMap(({ block_id: id }) => id ?? [])
  expect(pressed).toHaveLength(15)
  expect(new Set(pressed).size).toBe(15)
  expect(pressed.map(listRefOf)).toEqual(Array(15).fill(ref))
})

test('a reference that does not fit, or of another version, is none', () => {
  const long = inList(queue('Shelf'), { ...ref, words: 'w'.repeat(200) })
  expect(long.blocks.every((block) => block.block_id === undefined)).toBe(true)
  for (const id of [undefined, 'x', '3 {"kind":"unheard of"}', '3 {']) expect(listRefOf(id)).toBeUndefined()
})

test('what a press did is its sentence, its pin and its Undo', () => {
  const undo = { accountId: '7', postId: '12', version: 3 }
  expect(outcomeLineOf(pinCard(aCard('Shelf'), { headline: 'Scheduled.', undo }))).toMatchObject({
    words: expect.stringMatching(/^Scheduled\. Shelf, /) as string,
    undo,
  })
  expect(outcomeLineOf(pinCard(aCard('Shelf'), { headline: 'Nothing changed.' })).undo).toBeUndefined()
})

test.each([
  ['sent', changes('sayThere'), '*Published*'],
  ['sent', changes('sayThereUnchecked'), 'Confirmed by <@U1>, not checked: Pinterest doesn’t let Pinslot read this pin.'],
  ['uploading', [], '*Publishing now.*'],
  ['queued', changes('schedule', 'edit'), '*Fixed and rescheduled* by <@U1> for <!date^'],
  ['queued', changes('reschedule'), '*Rescheduled* by <@U1> for <!date^'],
  ['queued', changes('sayNotThere'), '*Checked* by <@U1>: it isn’t on Pinterest. We’re publishing it again.'],
  ['draft', changes('unschedule'), '*Unscheduled* by <@U1>. It’s a draft now.'],
  ['draft', changes('edit'), '*Edited* by <@U1>. It’s a draft without a time.'],
  ['draft', [], 'It’s a draft now.'],
] as const)('a pin that is %s after %j', (status, since, words) => {
  const { blocks } = followUpMessage(account('maker'), aCard('Shelf', { status }), since)
  expect(JSON.stringify(blocks[0])).toContain(words)
})
