import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { field } from '../../../blocks/ids.js'
import { chargeDenied } from '../../../src/core/billing/charge.js'
import { DEFAULT_RETENTION } from '../../../src/core/care/retention.js'
import type { Sentence } from '../../../src/core/lib/codes.js'
import { badRequest, DomainError, notFound, RefusedBecause, type Thing } from '../../../src/core/lib/errors.js'
import { wrongLength } from '../../../src/core/lib/prose/text.js'
import { requireDestination } from '../../../src/core/lib/http/url.js'
import { readProductTags } from '../../../src/core/posts/content.js'
import { requireSendTime } from '../../../src/core/posts/rules.js'
import { changedSince } from '../../../src/core/posts/undo/change.js'
import { type Question, toDomainError } from '../../../src/core/connections/platform-refusals.js'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { root } from '../../../src/root.js'
import { errorText, explain } from '../../../src/slack/reply/errors.js'

const settings = {
  publicUrl: 'https://pinslot.test',
  dailyRequestLimit: 1,
  sendTimeoutMs: 1,
  simplifiedPins: false,
  aiDisclosures: true,
  searchCountry: 'US',
  retention: DEFAULT_RETENTION,
}
const lines: object[] = []
const line = (fields: object) => void lines.push(fields)
const log = { debug: line, info: line, warn: line, error: line }
const explained = (error: unknown) => explain({ settings, log }, error, { type: 'test' })

test('a broken rule names the field as the form does', () => {
  expect(explained(badRequest('altText', wrongLength('altText', 501, 500)))).toEqual({
    field: 'altText',
    sentence: 'Alt text is 1 character too long: at most 500.',
  })
})

test('a denial says what to do, and where', () => {
  const denied = chargeDenied('insufficient_credits', '1')
  expect(explained(denied).sentence).toBe(
    'Not enough credits left. Ask your Pinslot operator for more, or save a draft. How credits work: https://pinslot.test/billing/credits',
  )
})

test.each<[DomainError, string]>([
  [new RefusedBecause('no_open_slot'), 'No open slots. Choose an exact time, or add slots with /pin slots.'],
  [
    new RefusedBecause('no_open_slot', { isGuarded: true }),
    'No open slots. Blackouts and the limit of a day close slots, too: see /pin settings. Choose an exact time, or add slots',
  ],
  [notFound('Post'), 'Pin not found. It may have been deleted: see /pin queue.'],
  [new RefusedBecause('post_not_schedulable', { noTime: true }), 'The pin is a draft, so it has no time to move from.'],
  [new RefusedBecause('platform_reconnect_required'), 'You can still save drafts.'],
  [new DomainError('INTERNAL_SERVER_ERROR', 'secret words'), 'Something went wrong on our side. Try again.'],
])('%s gets its sentence', (error, sentence) => {
  expect(explained(error).sentence).toContain(sentence)
})

const READ: Question = { thing: 'Board', forbids: 'board' }
const WRITE: Question = { ...READ, writes: true }
const refused = (kind: PlatformError['kind'], question = READ, details: PlatformError['details'] = {}) =>
  toDomainError(new PlatformError(kind, 'what it said', details), question)

test.each<[string, DomainError, string]>([
  [
    'a dead connection',
    refused('reconnect'),
    'This account is disconnected. Admins can reconnect it with /pin connect. You can still save drafts.',
  ],
  ['no answer to a read', refused('timeout'), 'Pinterest did not answer in time. Nothing changed. Try again.'],
  [
    'no answer to a write',
    refused('timeout', WRITE),
    'Pinterest did not answer in time. We don’t know if the change was made: check /pin boards first.',
  ],
  [
    'a write that never left',
    refused('unavailable', WRITE, { neverLeft: true }),
    'Pinterest did not answer in time. Nothing changed. Try again.',
  ],
  [
    'a limit of some seconds',
    refused('rate_limited', READ, { retryAfterMs: 30_000 }),
    'Pinterest is limiting this account right now. Try again in 30 seconds. Scheduled pins still go out.',
  ],
  ['a limit of minutes', refused('rate_limited', READ, { retryAfterMs: 600_000 }), 'Try again in 10 minutes.'],
  ['a limit of a day', refused('rate_limited', READ, { retryAfterMs: 36_000_000 }), 'Try again in 10 hours.'],
  [
    'a board of somebody else, to pin to or to rename',
    refused('forbidden'),
    'Pinterest refused this for the account, usually because it does not own the board. Only the board’s owner can do this.',
  ],
  [
    'numbers of an account that is no business',
    new RefusedBecause('platform_analytics_forbidden'),
    'Analytics need a Pinterest business account. Trying again will not help. Convert the account on Pinterest; stats start from then.',
  ],
  [
    'an app that may not',
    refused('app_refused'),
    'Pinterest does not allow Pinslot to do this right now. The operator has been alerted. Try again later.',
  ],
  ['spam', refused('spam'), 'Pinterest blocked this as spam. Do not repeat it unchanged.'],
  [
    'what it does not accept',
    refused('invalid'),
    'Pinterest did not accept this: what it said. Change your input. If that doesn’t help, tell us with /pin help report.',
  ],
])('the platform refuses: %s', (_what, error, sentence) => {
  expect(explained(error).sentence).toContain(sentence)
})

test.each<[Thing, string]>([
  ['Board', 'Board not found. It may have been deleted: see /pin boards.'],
  ['Board section', 'Board section not found. It may have been deleted: /pin boards shows each board’s sections.'],
  ['Board list', 'Board list not found. It may have been deleted.'],
  ['Pin', 'Pin not found. It may have been deleted on Pinterest, or it belongs to another account.'],
  ['Timeslot', 'Timeslot not found. It may have been deleted: see /pin slots.'],
  ['Account', 'Account not found. It may have been removed: Home shows your accounts.'],
])('a %s that is not there is told with where to look', (thing, sentence) => {
  expect(explained(notFound(thing)).sentence).toBe(sentence)
})

/** What no form of ours asks for: an API client, a tool or the command line alone is refused it. */
const ASKED_ELSEWHERE = [
  ...['accessToken', 'refreshToken', 'key', 'uploadUrl', 'cursor', 'limit', 'startDate', 'endDate', 'end'],
  ...['approvals', 'boards', 'postIds', 'failureReason', 'kind', 'keywords', 'drafts', 'date', 'month', 'setUp', 'edit'],
  'confirm',
]

/** Files of cursors, which no person writes, and of the table that has Slack’s own words beside those of the API. */
const SAID_ELSEWHERE = ['posts/cursor.ts', 'lib/rows/cursor.ts', 'posts/schedule/week.ts', 'lib/reasons.ts', 'lib/codes.ts']

test('every field that the core names in a sentence is called otherwise in Slack, but for those that only the API has', () => {
  const core = path.join(root, 'src/core')
  const sources = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(core, name), 'utf8'))
    .filter((text) => text.includes('(of) =>') || text.includes('cleanText('))
  const named = sources.flatMap((text) =>
    [...text.matchAll(/\$\{of\('(\w+)'\)|\b(?:wrongLength|cleanText|cleanLine|requireStorable)\('(\w+)'/g)].flatMap(
      ([, inSentence, ofHelper]) => inSentence ?? ofHelper ?? [],
    ),
  )
  const unknown = [...new Set(named)].filter((name) => explained(badRequest(name, (of) => of(name))).sentence === name)
  expect(unknown.sort()).toEqual(ASKED_ELSEWHERE.sort())
  expect(ASKED_ELSEWHERE.filter((name) => Object.values<string>(field).includes(name))).toEqual([])
})

test('an API client’s words never reach a person in Slack, also where the next step stands beside the sentence', () => {
  for (const error of [
    new RefusedBecause('no_open_slot'),
    new RefusedBecause('slot_resolution_timeout'),
    badRequest('sendAt', (of) => `${of('sendAt')} must be in the future.`),
  ])
    for (const words of [explained(error).sentence, errorText(error)]) expect(words).not.toMatch(/sendAt|\bpass\b/)
  expect(errorText(new RefusedBecause('upload_already_attached', { about: 'media' }))).toBe(
    'One of the files was used for another pin. Save this pin again.',
  )
})

test('no refusal of the core tells a person to pass or send a field, but for those that only the API has', () => {
  const core = path.join(root, 'src/core')
  const told = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !SAID_ELSEWHERE.includes(name))
    .flatMap((name) =>
      readFileSync(path.join(core, name), 'utf8')
        .split('\n')
        .filter((line) => /['`].*(?:[:;.,]| or) (?:pass|send) (?:\$\{|an? |at least|one |no |the (?:cursor|request))/i.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    )
  expect(told).toEqual([])
})

test.each<[string, Sentence, string]>([
  ['carouselItems[1].mediaUrl', (of) => `${of('carouselItems[1].mediaUrl')} is no picture.`, 'Image 3 is no picture.'],
  ['carouselItems[0].uploadId', (of) => `${of('carouselItems[0].uploadId')}: no bytes yet.`, 'Image 2: no bytes yet.'],
  [
    'intervalBoards[1].boardId',
    (of) => `${of('intervalBoards[1].boardId')} names the board of ${of('intervalBoards[0].boardId')} again.`,
    'Board 2 names the board of Board 1 again.',
  ],
  [
    'intervalBoards[2].boardSectionId',
    (of) => `${of('intervalBoards[2].boardSectionId')} is not on the board.`,
    'Section of board 3 is not on the board.',
  ],
  ['intervalDays', (of) => `${of('intervalDays')} must be 1 to 90.`, 'Days between must be 1 to 90.'],
  [
    'name',
    (of) => `${of('name')} is taken by a board of this name. Choose another name.`,
    'Name is taken by a board of this name. Choose another name.',
  ],
  ['slot', 'Choose a slot. A title is no slot.', 'Choose a slot. A title is no slot.'],
])('%s is called as the form calls it', (field, said, sentence) => {
  expect(explained(badRequest(field, said))).toEqual({ field, sentence })
})

test('what the core refuses is about the inputs of the form', () => {
  const refusal = (refuse: () => unknown) => {
    try {
      refuse()
    } catch (error) {
      return explained(error).sentence
    }
    return undefined
  }
  expect(refusal(() => readProductTags(['one']))).toBe('Product tags must be ids of product pins: digits only.')
  expect(refusal(() => requireSendTime(new Date(0), new Date(1)))).toBe('Time must be in the future.')
  expect(refusal(() => requireDestination('url', 'nowhere'))).toBe(
    'Destination link must be a full http or https address, such as https://example.com/page.',
  )
})

test('a post of the API is a pin in Slack', () => {
  const published = new RefusedBecause('post_not_schedulable', { status: 'sent', so: 'cannot be rescheduled' })
  expect(explained(published).sentence).toBe('The pin is published and cannot be rescheduled.')
  expect(explained(changedSince({ status: 'sent' })).sentence).toBe('The pin is published. Nothing was undone. See /pin queue.')
  expect(explained(notFound('Post')).sentence).toBe('Pin not found. It may have been deleted: see /pin queue.')
})

test('what is not for people’s eyes is in the log alone, under the reference they see', () => {
  lines.length = 0
  const { sentence } = explained(new Error('password is hunter2'))
  expect(sentence).not.toContain('hunter2')
  const reference = /reference ([0-9a-f]{8})/.exec(sentence)?.[1]
  expect(lines).toEqual([expect.objectContaining({ reference, type: 'test' })])
})
