/** Pins as Work Objects, with whatever people write: what Slack’s pages require of them, and the limits that they name. */
import { describe, expect, test } from 'vitest'
import { classicUnfurl, paneComment, paneEntity, type PinEntity, readSeen, unfurlEntity } from '../../../blocks/pin/entity.js'
import { authorOf, type Comment } from '../../../src/core/posts/comments/comment.js'
import { voiceProblems } from '../../support/voice.js'
import { aCard, AT, keepsLimits, NASTY } from '../../blocks/nasty.js'

const comments = { count: 0, last: [] }
const known = { postId: '12', url: 'https://pinslot.test/p/12', now: AT }
const cardOf = (words: string) => {
  const card = aCard(words)
  return {
    ...card,
    picture: { kind: 'url' as const, url: 'https://pinslot.test/a.jpg' },
    post: { ...card.post, description: words, createdAt: AT },
  }
}
const unfurlOf = (words: string | null | undefined) => ({
  ...known,
  posted: `${known.url}?by=me`,
  card: typeof words === 'string' ? cardOf(words) : words,
  comments,
})
const seen = { title: 'abc-_1234567', description: 'd'.repeat(12), url: 'u'.repeat(12), sendAt: '1773000000' }
const objects: [string, (words: string) => PinEntity][] = [
  ['an unfurl', (words) => unfurlEntity(unfurlOf(words))],
  ['a pane', (words) => paneEntity({ ...known, card: cardOf(words), comments, seen: undefined })],
  ['a pane that is edited', (words) => paneEntity({ ...known, card: cardOf(words), comments, seen })],
]

describe.each(objects)('%s', (_name, make) => {
  test.each(NASTY)('has with %s what Slack requires, within its limits', (_what, words) => {
    const { entity_type, external_ref, entity_payload: payload } = make(words)
    expect([entity_type, external_ref]).toEqual(['slack#/entities/content_item', { id: '12', type: 'pin' }])
    const { attributes, fields, custom_fields: custom = [], display_order: order = [], actions = {} } = payload
    expect(attributes.title.text).toBeTruthy()
    expect(attributes.title.text.length).toBeLessThanOrEqual(2048)
    expect(fields).toMatchObject({ preview: { alt_text: expect.stringMatching(/\S/) as string } })
    for (const { key, label, type, value } of custom) {
      expect([key, label, type].every(Boolean) && value !== undefined).toBe(true)
      expect(`${key}.input`.length).toBeLessThanOrEqual(255)
      expect(order).toContain(key)
    }
    expect((fields as { description?: { value: string } }).description?.value.length).toBeLessThanOrEqual(3000)
    const { primary_actions: primary = [], overflow_actions: overflow = [] } = actions
    expect(primary.length).toBeLessThanOrEqual(2)
    expect(overflow.length).toBeLessThanOrEqual(5)
    for (const { text, value = '' } of [...primary, ...overflow])
      expect([text.length <= 75, value.length <= 2000]).toEqual([true, true])
  })
})

test('an object says nothing of a pin that is not for everybody, or was deleted, but its number', () => {
  for (const card of [null, undefined]) {
    const { attributes, fields, custom_fields, actions } = unfurlEntity(unfurlOf(card)).entity_payload
    expect([attributes.title.text, custom_fields, actions]).toEqual(['Pin 12', undefined, undefined])
    expect(
      voiceProblems(
        Object.values(fields ?? {})
          .map(({ value }: { value: string }) => value)
          .join(' '),
      ),
    ).toEqual([])
  }
})

test('what a pane showed comes back with the name of a field', () => {
  const { custom_fields: fields = [] } = paneEntity({
    ...known,
    card: cardOf('Shelf'),
    comments,
    seen: { ...seen, sendAt: '' },
  }).entity_payload
  expect(readSeen(fields.map(({ key }) => key))).toEqual({ ...seen, sendAt: '' })
  for (const names of [[], ['url'], ['url.a.b'], ['url.a.b.c.d.e']]) expect(readSeen(names)).toBeUndefined()
})

test('a comment names its person to Slack, and marks keys, agents and clients', () => {
  const comment: Comment = {
    organizationId: '1',
    id: '3',
    accountId: '7',
    postId: '12',
    text: '<!channel>',
    audience: 'internal',
    author: 'T1:U1',
    name: null,
    writtenWith: null,
    isAgent: false,
    createdAt: AT,
  }
  const senderOf = (change: Partial<Comment>) =>
    paneComment({ ...comment, ...change }, authorOf({ ...comment, ...change })).sender
  expect(senderOf({})).toEqual({ user_id: 'U1' })
  expect(senderOf({ author: 'key:3', writtenWith: { apiKeyId: '3', keyName: 'CMS', agent: null } })).toEqual({
    text: 'CMS (API key)',
  })
  expect(senderOf({ isAgent: true, writtenWith: { apiKeyId: '3', keyName: 'CMS', agent: 'Bot' } })).toEqual({
    text: 'Bot (agent)',
  })
  expect(senderOf({ author: 'link:7', name: 'Rosa' })).toEqual({ text: 'Rosa (client)' })
})

keepsLimits([
  ['a classic unfurl', 'message', (words) => ({ text: 'Pin', blocks: classicUnfurl(unfurlOf(words)) })],
  ['a classic unfurl of a number', 'message', () => ({ text: 'Pin', blocks: classicUnfurl(unfurlOf(null)) })],
  ['a classic unfurl of a deleted pin', 'message', () => ({ text: 'Pin', blocks: classicUnfurl(unfurlOf(undefined)) })],
])
