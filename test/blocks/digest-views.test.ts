/** The weekly digest, the nudge and their settings, with the largest and nastiest values; and what they say. */
import type { ContainerBlock } from '@slack/types'
import { describe, expect, test } from 'vitest'
import { withOlder } from '../../blocks/kit/older.js'
import { digestMessage, type DigestModel } from '../../blocks/stats/digest.js'
import { allDigestsMessage, MOST_DIGESTS } from '../../blocks/stats/all-digests.js'
import { slotText } from '../../blocks/stats/digest-text.js'
import { emptySlotsMessage } from '../../blocks/stats/empty-slots.js'
import { digestBlocks, digestView } from '../../blocks/settings/digest.js'
import type { Account } from '../../src/core/accounts/account.js'
import { DEFAULT_CHOICES } from '../../src/core/accounts/digest-settings.js'
import { compareWindows } from '../../src/core/insight/analytics/compare.js'
import type { Digest } from '../../src/core/insight/analytics/digest.js'
import { pictureDays } from '../../src/core/insight/analytics/stats-picture.js'
import type { Stats } from '../../src/core/insight/analytics/stats.js'
import { addDates } from '../../src/core/lib/time.js'
import type { Usage } from '../../src/core/billing/usage.js'
import type { Post } from '../../src/core/posts/post.js'
import type { MetricDay } from '../../src/core/ports/platform.js'
import { aPost, AT, keepsLimits, manyAccounts } from './nasty.js'
import { pinterestPages } from '../../src/platform/client.js'

const NOW = new Date('2026-03-09T13:00:00Z')
const LONGEST_ID = '9'.repeat(18)
const MANY = Number.MAX_SAFE_INTEGER
const PICTURE = { kind: 'file', id: 'F012345678' } as const

const account = (words: string, change: Partial<Account> = {}): Account =>
  ({
    organizationId: '1',
    id: LONGEST_ID,
    username: words,
    displayName: words,
    timezone: 'America/Argentina/ComodRivadavia',
    tokenStatus: 'authorized',
    publishing: 'active',
    whilePaused: 'wait',
    isBusiness: true,
    notifyChannelId: 'C1',
    ...change,
  }) as Account // what the message reads of it
const post = (words: string): Post => ({ ...aPost(words), pinId: '8'.repeat(19) }) as Post // likewise

const week = { startDate: '2026-03-02', endDate: '2026-03-08' }
const before = { startDate: '2026-02-23', endDate: '2026-03-01' }
const daysFrom = (first: string, count: number, of: number): MetricDay[] =>
  Array.from({ length: count }, (_, index) => ({
    day: addDates(first, index),
    dataStatus: 'READY',
    metrics: { impression: of * 100, save: of, outboundClick: of, pinClick: of, engagement: of },
  }))

function stats(words: string, whole: number, of: number): Stats {
  const days = daysFrom(week.startDate, whole, of)
  const counting: MetricDay[] = whole < 7 ? [{ day: '2026-03-08', dataStatus: 'PROCESSING', metrics: {} }] : []
  return {
    account: { organizationId: '1', id: LONGEST_ID, username: words },
    count: 7,
    ...week,
    before,
    compared: compareWindows(days, daysFrom(before.startDate, 7, of / 2)),
    days: pictureDays([...days, ...counting], week),
    wholeDays: whole,
    lastWholeDay: days.at(-1)?.day ?? null,
  }
}

const usage = (credits: number): Usage => ({
  accountId: '7',
  billingSystem: 'modular',
  scope: 'account',
  credits,
  allowanceLeft: 0,
  monthlyAllowance: 50,
  resetsAt: NOW,
  unlimitedScheduling: false,
  postLimit: null,
  postsThisPeriod: 0,
  trialPinsLeft: 0,
  ledger: [],
})

const coming = (words: string, length: number) =>
  Array.from({ length }, () => ({ title: words, boardName: words, sendAt: AT, isRepeat: true }))

const digest = (words: string, change: Partial<Digest> = {}): Digest => ({
  account: account(words),
  timezone: 'America/New_York',
  week,
  before,
  numbers: { stats: stats(words, 6, 10), both: stats(words, 6, 10) },
  published: { count: 5, before: 3, byLabel: [{ name: words, count: 3 }] },
  best: Array.from({ length: 3 }, () => ({ post: post(words), impressions: 480, saves: 12, pinClicks: 30, outboundClicks: 1 })),
  ahead: {
    pins: {
      count: 5,
      first: coming(words, 3),
      boards: Array.from({ length: 4 }, () => ({ name: words, count: MANY, first: coming(words, 4) })),
    },
    slots: { count: 14, open: 9, firstOpen: AT, closed: 0 },
    soon: { pins: 1, open: 4 },
  },
  searches: [],
  approvals: null,
  failed: 0,
  connectionEndsAt: null,
  lowOn: null,
  ...change,
})
const model = (of: Digest, change: Partial<DigestModel> = {}): DigestModel => ({
  digest: of,
  now: NOW,
  picture: PICTURE,
  pictures: [PICTURE, PICTURE, null],
  isAsked: false,
  pages: pinterestPages,
  ...change,
})
const message = (of: Digest, change: Partial<DigestModel> = {}) => digestMessage(model(of, change))
const worst = (words: string): Digest =>
  digest(words, {
    searches: Array.from({ length: 3 }, () => ({
      keyword: words || 'x',
      peak: '2026-04-20',
      startBy: '2026-03-14',
      board: { id: LONGEST_ID, name: words },
    })),
    account: account(words, { tokenStatus: 'unauthorized', publishing: 'paused' }),
    numbers: { stats: stats(words, 6, MANY / 1000), both: stats(words, 6, MANY / 1000) },
    published: { count: MANY, before: MANY - 1, byLabel: Array.from({ length: 10 }, () => ({ name: words, count: MANY })) },
    failed: MANY,
    approvals: {
      decided: MANY,
      medianMs: MANY,
      waiting: { count: MANY, longest: { title: words, askedAt: AT } },
      sentBack: { count: MANY, reasons: [words, words, words] },
      edited: [{ field: 'title', count: MANY }],
    },
    lowOn: usage(4),
  })
const settings = { ...DEFAULT_CHOICES, timezone: 'America/Argentina/ComodRivadavia', nextAt: NOW }

keepsLimits(
  [
    ['a digest', 'message', (words) => message(digest(words))],
    ['a digest with everything amiss', 'message', (words) => message(worst(words), { isAsked: true })],
    ['a digest of an account that is no business', 'message', (words) => message(digest(words, { numbers: null, best: [] }))],
    ['a digest of a connection that ends', 'message', (words) => message(digest(words, { connectionEndsAt: AT }))],
    ['a digest for one reader', 'message', (words) => message(worst(words), { choice: manyAccounts(words), hasOthers: true })],
    [
      'the digests of all accounts',
      'message',
      (words) =>
        allDigestsMessage({
          digests: Array.from({ length: MOST_DIGESTS }, () => ({ ...worst(words), connectionEndsAt: AT })),
          accounts: manyAccounts(words),
          now: NOW,
        }),
    ],
    ['a nudge', 'message', (words) => emptySlotsMessage({ account: account(words), ahead: digest(words).ahead })],
    ['the form of the digest', 'modal', () => digestView({ memory: { accountId: LONGEST_ID }, settings })],
    [
      'the form of no digest at all',
      'modal',
      () => digestView({ memory: { accountId: '7' }, settings: { ...settings, digest: false, nudge: false, nextAt: null } }),
    ],
  ],
  ['<https://www.pinterest.com/pin/8888888888888888888/|'],
)

const plain = (words: string) => words.replaceAll('\u00a0', ' ')
const banner = (of: Digest, change: Partial<DigestModel> = {}): string => plain(JSON.stringify(message(of, change).blocks))
const buttonsOf = (blocks: unknown): string[] => [...JSON.stringify(blocks).matchAll(/"action_id":"(\w+)"/g)].map(([, id]) => id!)

test('the digests of all accounts say up to which day the numbers count, where it is not the whole week', () => {
  const of = (whole: number) => {
    const one = digest('maker')
    const digests = [{ ...one, numbers: { ...one.numbers!, stats: stats('maker', whole, 10) } }]
    return plain(JSON.stringify(allDigestsMessage({ digests, accounts: manyAccounts('maker'), now: NOW }).blocks))
  }
  expect(of(5)).toContain('outbound clicks (+100%), through Mar 6')
  expect(of(7)).not.toContain('through')
})

describe('a digest', () => {
  test('tells the week against the one before, with its picture', () => {
    const words = banner(digest('maker'))
    expect(words).toContain('maker: week of Mar 2 to Mar 8')
    expect(words).toContain('*Published*\\n5 pins\\n3 the week before')
    expect(words).toContain('*Impressions*\\n6,000 (+100%)')
    expect(words).toContain('*Saves*\\n60 (+100%)')
    expect(words).toContain('*Outbound clicks*\\n60 (+100%)')
    expect(words).toContain('6 of 7 days are counted, through Mar 7. Pinterest is still counting Mar 8.')
    expect(words).toContain('"slack_file":{"id":"F012345678"}')
    expect(plain(message(digest('maker')).text)).toBe(
      'maker: week of Mar 2 to Mar 8: 6,000 impressions (+100%), 60 saves (+100%), 60 outbound clicks (+100%), 5 pins published, 5 go out in the next 7 days',
    )
  })

  test('goes without a picture where there is none', () => {
    expect(banner(digest('maker'), { picture: null, pictures: [] })).not.toContain('"type":"image"')
  })

  test('names the best pins with their numbers, and leads to them', () => {
    const words = banner(digest('Oak|shelf'))
    expect(words).toContain('<https://www.pinterest.com/pin/8888888888888888888/|Oak¦shelf>')
    expect(words).toContain('12 saves · 1 outbound click · 30 pin clicks · 480 impressions')
    const { best, ...rest } = digest('Oak shelf')
    const gone = best.map((pin) => ({ ...pin, post: { ...pin.post, pinDeletedAt: AT } }))
    expect(banner({ ...rest, best: gone })).not.toContain('/pin/8888888888888888888/')
  })

  test('says what goes out, and how many slots are open', () => {
    const words = banner(digest('maker'))
    expect(words).toContain('5 pins go out:')
    expect(words).toContain('• and 2 more')
    expect(words).toContain('9 of 14 slots are open. Next: <!date^')
  })

  test('begins with what needs attention', () => {
    const words = banner(digest('maker', { connectionEndsAt: AT }))
    expect(words.indexOf('Needs attention')).toBeLessThan(words.indexOf('*Published*'))
    expect(words.indexOf('Needs attention')).toBeGreaterThan(0)
  })

  test('says what needs attention, and has no such heading where nothing does', () => {
    expect(banner(digest('maker'))).not.toContain('Needs attention')
    const words = banner(worst('maker'))
    expect(words).toContain('The account is disconnected')
    expect(words).toContain('Publishing is paused.')
    expect(words).toContain('pins failed.')
    expect(words).toContain('4 credits left')
    expect(banner(digest('maker', { connectionEndsAt: AT }))).toContain('The connection ends <!date^')
    expect(banner(digest('maker', { failed: 1 }))).toContain('1 pin failed.')
  })

  test('says why there are no numbers', () => {
    expect(banner(digest('maker', { numbers: null }))).toContain('need a Pinterest business account')
    const none = stats('maker', 0, 1)
    expect(banner(digest('maker', { numbers: { stats: none, both: none } }))).toContain('Pinterest is still counting')
    const unknown = { ...none, days: pictureDays([], week) }
    expect(banner(digest('maker', { numbers: { stats: unknown, both: unknown } }))).toContain('No stats for this week.')
  })

  test('leads to the queue, open slots, numbers and settings, as far as there are any', () => {
    const ofPins = ['evergreen_put', 'duplicate_pin'] // below each of the best
    expect(buttonsOf(message(digest('maker')).blocks)).toEqual([
      ...[...ofPins, ...ofPins, ...ofPins],
      'digest_fill_slots',
      'queue_more',
      'show_stats',
      'digest_settings',
    ])
    const full = { ...digest('maker').ahead, slots: { count: 14, open: 0, firstOpen: null, closed: 0 } }
    expect(buttonsOf(message(digest('maker', { ahead: full, numbers: null })).blocks)).toEqual([
      ...[...ofPins, ...ofPins, ...ofPins],
      'queue_more',
      'digest_settings',
    ])
  })

  test('that was asked for says so', () => {
    expect(banner(digest('maker'), { isAsked: true })).toContain('Sent only to you, because you asked for it.')
    expect(banner(digest('maker'))).not.toContain('because you asked')
  })
})

test.each([
  [{ count: 0, open: 0, firstOpen: null, closed: 0 }, 'No slots yet.'],
  [{ count: 1, open: 0, firstOpen: null, closed: 0 }, 'Its slot is filled.'],
  [{ count: 14, open: 0, firstOpen: null, closed: 0 }, 'All 14 slots are filled.'],
  [{ count: 14, open: 0, firstOpen: null, closed: 9 }, 'No slots are open: a blackout'],
  [{ count: 14, open: 14, firstOpen: AT, closed: 0 }, 'All 14 slots are open. Next: <!date'],
  [{ count: 14, open: 1, firstOpen: AT, closed: 0 }, '1 of 14 slots is open: <!date'],
  [{ count: 1, open: 1, firstOpen: AT, closed: 0 }, '1 slot is open: <!date'],
])('slots %o are said', (slots, words) => expect(slotText({ slots })).toContain(words))

test('a nudge says how much room there is, and that nothing goes out soon', () => {
  const { ahead } = digest('maker')
  const { text } = emptySlotsMessage({ account: account('maker'), ahead })
  expect(text).toBe('maker: 9 of 14 slots in the next 7 days are open.')
  const later = emptySlotsMessage({ account: account('maker'), ahead: { ...ahead, soon: { pins: 0, open: 4 } } })
  expect(later.text).toContain('Nothing goes out in the next 3 days.')
  const empty = { ...ahead, pins: { count: 0, first: [], boards: [] }, soon: { pins: 0, open: 4 } }
  const nudge = emptySlotsMessage({ account: account('maker'), ahead: empty })
  expect(JSON.stringify(nudge.blocks)).toContain('No pin goes out in the next 7 days.')
  expect(buttonsOf(nudge.blocks)).toEqual(['digest_fill_slots', 'queue_more', 'digest_settings'])
})

describe('the part of the settings', () => {
  const part = (change = {}, hasChannel = true) =>
    plain(
      JSON.stringify(
        digestBlocks(
          {
            settings: { ...settings, timezone: 'America/New_York', ...change },
            hasChannel,
            canAsk: true,
            readerZone: 'America/New_York',
          },
          true,
          NOW,
        ),
      ),
    )
  test('says day and time, and when the next one comes', () => {
    expect(part({ nextAt: new Date('2026-03-16T13:00:00Z') })).toContain('Mondays at 9:00 AM; next Monday, March 16')
  })
  test('says that nobody hears it without a channel', () => {
    expect(part({}, false)).toContain('no channel is set')
  })
  test('says when there is none', () => {
    expect(part({ digest: false, nextAt: null, nudge: false })).toContain('Off.\\nDoesn’t warn about empty slots.')
  })
  test('has its buttons for who may press them', () => {
    expect(
      buttonsOf(digestBlocks({ settings, hasChannel: true, canAsk: true, readerZone: 'America/New_York' }, true, NOW)),
    ).toEqual(['open_digest', 'send_digest_now'])
    expect(
      buttonsOf(digestBlocks({ settings, hasChannel: true, canAsk: true, readerZone: 'America/New_York' }, false, NOW)),
    ).toEqual(['send_digest_now'])
    expect(
      buttonsOf(digestBlocks({ settings, hasChannel: true, canAsk: false, readerZone: 'America/New_York' }, false, NOW)),
    ).toEqual([])
  })
})

test('the figures of approvals are in words, and a week without requests says nothing of them', () => {
  const approvals: Digest['approvals'] = {
    decided: 5,
    medianMs: 3 * 3_600_000,
    waiting: { count: 2, longest: { title: 'A jug', askedAt: AT } },
    sentBack: { count: 3, reasons: ['Name the wood.', 'Say the price.'] },
    edited: [{ field: 'title', count: 2 }],
  }
  const said = JSON.stringify(message(digest('Shelf', { approvals })).blocks)
  expect(said).toContain('5 decided, half of them within 3 hours.\\n2 wait, longest “A jug” since <!date')
  expect(said).toContain('Edited on approval: title (2).\\nChanges requested for 3 pins:\\n>Name the wood.\\n>Say the price.')
  expect(JSON.stringify(message(digest('Shelf')).blocks)).not.toContain('Approvals')
})

test('the coming pins are folded by board once some are not named, and the older form says the same', () => {
  const { pins, ...rest } = digest('Shelf').ahead
  const boards = [
    { name: 'Kitchens', count: 7, first: coming('Shelf', 4) },
    { name: null, count: 1, first: coming('Lamp', 1) },
  ]
  const { blocks } = message(digest('Shelf', { ahead: { ...rest, pins: { ...pins, count: 8, boards } } }))
  const folds = (blocks as ContainerBlock[]).filter(({ type }) => type === 'container')
  expect(folds.map(({ title, subtitle }) => [title?.text, subtitle?.text])).toEqual([
    ['Kitchens', '7 pins'],
    ['A board that is gone', '1 pin'],
  ])
  expect(JSON.stringify(folds[0]?.child_blocks)).toContain('• and 3 more')
  const older = JSON.stringify(withOlder(blocks, new Set(['container'])))
  expect(older).toContain('*Kitchens* · 7 pins')
  expect(older).toContain('• and 3 more')
  expect(older).not.toContain('"container"')
  const all = message(digest('Shelf', { ahead: { ...rest, pins: { ...pins, count: 3, boards } } }))
  expect(JSON.stringify(all.blocks)).not.toContain('"container"')
})
