/** What people do type, and the check that a view with it pings nobody and keeps Slack's limits. */
import { mixedTimes, voiceProblems } from '../support/voice.js'
import { describe, expect, test } from 'vitest'
import type { AnyBlock } from '@slack/types'
import { NEWER, withOlder } from '../../blocks/kit/older.js'
import { checkLimits, type Surface } from '../../blocks/limits/limits.js'
import type { Card, CardPost } from '../../blocks/pin/text.js'
import { type ApprovalChange, CHANGED_FIELDS } from '../../src/core/posts/approval/model.js'
import type { Comments } from '../../src/core/posts/comments/comment.js'
import type { ShownApproval } from '../../src/core/posts/approval/status.js'
import { reasonOf } from '../../src/core/publish/model/failure-cause.js'
import { plainState } from '../../src/core/posts/state/state.js'
import { failureMessage } from '../../src/core/posts/state/failure-messages.js'
import type { FailureCause } from '../../src/core/ports/notice.js'

export const NASTY: [string, string][] = [
  ['a hundred emoji', '👩‍👩‍👧‍👦'.repeat(100)],
  ['a ping', '<!channel> <@U1> <#C1> & <https://evil.test|click>'],
  ['nothing but signs that grow when they are escaped', '&'.repeat(800)],
  ['right to left', '\u202eمرحبا بالعالم\u202c'],
  ['line breaks', 'one\n\ntwo\r\nthree\n> four\n```five'],
  ['markup', '*bold* _soft_ ~gone~ `code`'],
  ['marks by turns', '* _ ~ ` '.repeat(100)],
  ['emoji names by turns', ':a:b '.repeat(160)],
  ['a hundred emoji and no more', '👩‍🎨'.repeat(33)],
  ['a hundred letters from right to left', 'ש'.repeat(100)],
  ['a quote of a ping', '> <!here>\n> *<@U1>*'],
  ['an address of 2,048 characters', `https://example.com/${'_a&'.repeat(676)}`],
  ['white space alone', ' \n\t '],
  ['eight hundred letters', 'ж'.repeat(800)],
  ['nothing', ''],
]
/** More than a select has room for. @param words their names */
export const manyAccounts = (words: string): { id: string; username: string }[] =>
  Array.from({ length: 150 }, (_, index) => ({ id: `1${String(index).padStart(17, '0')}`, username: words }))

export const AT = new Date('2026-03-08T07:30:00Z') // inside New York's gap

export const aPost = (words: string, change: Partial<CardPost> = {}): CardPost => ({
  id: '12',
  accountId: '7',
  status: 'queued',
  title: words,
  altText: words,
  boardId: '101',
  boardName: words,
  sendAt: AT,
  sentAt: AT,
  url: 'https://example.com',
  failure: null,
  mediaType: 'image',
  media: [{ durationMs: null }],
  intervalGroupId: null,
  delayedBy: null,
  ...change,
})
/** As the pin alone tells. */
export const withState = <P extends CardPost>(post: P) => ({ post, state: plainState(post) })
export const aCard = (words: string, change: Partial<CardPost> = {}): Card => ({
  ...withState(aPost(words, change)),
  picture: { kind: 'url', url: 'https://pinslot.test/media/1_a.jpg' },
})
export const aFailure = (words: string, cause: FailureCause = { code: 'missed', platformMessage: words }) =>
  ({ reason: reasonOf(cause), cause, message: failureMessage(cause), failedAt: AT, sendAt: AT }) as const

/** Of every field. */
export const everyChange = (words: string): ApprovalChange[] =>
  CHANGED_FIELDS.map((field) => {
    const [before, after] = [`${words} before`, `${words} after`]
    if (field === 'media') return { field, before: 'image', after: 'carousel of 5' }
    if (field === 'boardId' || field === 'boardSectionId') return { field, before: '1', after: '2', names: { before, after } }
    return { field, before, after }
  })
export const anApproval = (words: string, change: Partial<ShownApproval> = {}): ShownApproval => ({
  organizationId: '1',
  id: '9'.repeat(18),
  accountId: '7',
  postId: '9'.repeat(18),
  batchId: null,
  state: 'open',
  requestedTime: { kind: 'at', at: AT },
  dueAt: null,
  keptSlot: null,
  progress: [],
  keeping: null,
  lostSlot: null,
  plan: null,
  waitsFor: null,
  decisions: [],
  onSilence: null,
  hold: null,
  editedBy: null,
  askedBy: 'T1:U2',
  askedWith: null,
  askedAt: AT,
  postVersion: 3,
  title: words || null,
  changes: [],
  decidedBy: null,
  decidedAt: null,
  reason: null,
  revision: 1,
  ...change,
})

/** By a key, as its longest; `count` of them, and more than are shown. */
export const someComments = (words: string, count: number): Comments => ({
  last: Array.from({ length: count }, (_, index) => ({
    organizationId: '1',
    id: String(index + 1),
    accountId: '7',
    postId: '9'.repeat(18),
    text: `${words} ${words.slice(0, 1).repeat(1999)}`.slice(0, 2000),
    audience: 'client' as const,
    author: 'T1:U1',
    name: null,
    writtenWith: { apiKeyId: '9'.repeat(18), keyName: words, agent: words },
    isAgent: index % 2 === 0,
    createdAt: AT,
  })),
  count: count + 1234,
})

export const UNDO = { accountId: '7', postId: '12', version: 3 }

export type NastyView = [name: string, surface: Surface, make: (words: string) => object]

/** What is read of a view: every text of its blocks, and what a screen reader says. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'string' ? (/^(?:text|accessibility_label|alt_text)$/.test(key) ? [each] : []) : textsOf(each),
  )
}

/** The visible words of each, and its name where that is another. */
function buttonsIn(value: unknown): [words: string, name: string | undefined][] {
  if (Array.isArray(value)) return value.flatMap(buttonsIn)
  if (typeof value !== 'object' || value === null) return []
  if ('type' in value && value.type === 'button') {
    const { text, accessibility_label: name } = value as unknown as { text: { text: string }; accessibility_label?: string }
    return [[text.text, name]]
  }
  return Object.values(value).flatMap(buttonsIn)
}

/** @param allowed markup of ours that names a person */
export function keepsLimits(views: readonly NastyView[], allowed: readonly string[] = []): void {
  describe.each(views)('%s', (_name, surface, make) => {
    test('writes times in one way, and in the voice', () => {
      const texts = textsOf(make('Shelf'))
      expect(mixedTimes(texts)).toEqual([])
      expect(texts.flatMap(voiceProblems)).toEqual([])
    })

    test('names each button for a screen reader with its visible words', () => {
      const misnamed = buttonsIn(make('Shelf')).filter(
        ([words, name]) => name !== undefined && !name.toLowerCase().includes(words.toLowerCase()),
      )
      expect(misnamed).toEqual([])
    })

    test.each(NASTY)('with %s keeps the limits and pings nobody', (_what, words) => {
      const view = make(words)
      expect(checkLimits(view, surface)).toEqual([])
      if ('blocks' in view)
        for (const kinds of [new Set<string>(), new Set(NEWER)])
          expect(checkLimits(inForm(view as Shown, kinds), surface)).toEqual([])
      const markup = markupOf(view).map((each) => allowed.reduce((rest, own) => rest.replaceAll(own, ''), each))
      expect(markup.filter((each) => /<[!@#h](?!date\^)/.test(each))).toEqual([])
    })
  })
}

type Shown = { blocks: AnyBlock[] }
/** As a workspace gets it that refuses blocks of these kinds. */
const inForm = (view: Shown, kinds: ReadonlySet<string>): Shown => ({ ...view, blocks: withOlder(view.blocks, kinds) })

/** Every text that Slack reads as markup: mrkdwn, and the text of a message. */
function markupOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(markupOf)
  if (typeof value !== 'object' || value === null) return []
  const own =
    'text' in value && typeof value.text === 'string' && (!('type' in value) || value.type === 'mrkdwn') ? [value.text] : []
  return [...own, ...Object.values(value).flatMap(markupOf)]
}
