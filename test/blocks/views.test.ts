/** Home, lists, messages and small forms with values that people do type: nothing pings, nothing breaks Slack's limits. */
import { expect, test } from 'vitest'
import {
  helpMessage,
  moreHelpMessage,
  partsMessage,
  ranMessage,
  type VerbHelp,
  wrongLineMessage,
} from '../../blocks/home/help.js'
import { type HomeModel, homeView } from '../../blocks/home/view.js'
import { moveSeriesView } from '../../blocks/pins/move-series.js'
import { moveView } from '../../blocks/pin/move.js'
import { publishHeldView, publishView } from '../../blocks/pin/publish.js'
import { noticeMessage, noticeView } from '../../blocks/kit/sentence.js'
import { slotsMessage } from '../../blocks/pins/queue.js'
import {
  failedMessage,
  lateMessage,
  manyLateMessage,
  PINS_OF_DAY,
  publishedDayMessage,
  publishedMessage,
  tagsFailedMessage,
} from '../../blocks/pin/notices.js'
import { accountOnHoldMessage, holdEndedMessage, missedOnHoldMessage } from '../../blocks/settings/hold.js'
import { reconnectMessage } from '../../blocks/admin/account-notices.js'
import { webhookStoppedMessage } from '../../blocks/webhooks/notices.js'
import { usageLine } from '../../blocks/stats/usage-line.js'
import type { WeekRow } from '../../blocks/pins/week-row.js'
import { workingView } from '../../blocks/kit/working.js'
import type { FailureReason } from '../../src/core/ports/notice.js'
import { aCard, aFailure, aPost, AT, keepsLimits, manyAccounts, type NastyView, withState } from './nasty.js'

const accounts = (words: string) =>
  Array.from({ length: 120 }, (_, index) => ({
    id: String(index),
    username: `${index}${words}`,
    displayName: words,
    timezone: 'America/Argentina/ComodRivadavia',
    tokenStatus: 'unauthorized' as const,
    publishing: 'paused' as const,
    whilePaused: 'fail' as const,
  }))

const REASONS: FailureReason[] = [
  'media_rejected',
  'board_gone',
  'board_forbidden',
  'section_gone',
  'account_disconnected',
  'paused',
  'missed',
  'platform_rejected',
  'platform_unavailable',
  'outcome_unknown',
]

const USAGE = {
  billingSystem: 'modular',
  credits: 412,
  monthlyAllowance: 500,
  resetsAt: AT,
  unlimitedScheduling: false,
  postLimit: null,
  postsThisPeriod: 0,
  trialPinsLeft: 0,
} as const
const NONE = { listed: [], isMore: false }
const EMPTY_HOME: HomeModel = {
  accounts: accounts('x').slice(0, 1),
  account: accounts('x')[0]!,
  role: 'admin',
  failed: NONE,
  failedOf: [],
  unresolved: NONE,
  requests: { count: 0, isMore: false },
  totals: { published: 0, coming: 0, repeats: 0, open: 0 },
  rows: [],
  zone: undefined,
  drafts: { count: 0, isMore: false },
  usage: null,
  timeOf: () => 'Mon 9:30 AM',
  canUse: true,
}
const row = (words: string): WeekRow => ({ kind: 'pin', at: AT, card: aCard(words), href: null, isRepeat: false })

const HELP = (['pins', 'schedule', 'boards', 'account', 'help'] as const).flatMap((group) =>
  Array.from(
    { length: 4 },
    (): VerbHelp => ({
      verb: 'queue',
      usage: '/pin queue [WEEK]',
      group,
      label: 'Queue',
      example: '/pin queue next week',
      does: 'see your queue, for all days, a week or a day, as long as such a sentence of the help may become',
    }),
  ),
)

const views: NastyView[] = [
  [
    'move',
    'modal',
    (words) =>
      moveView({
        ...withState(aPost(words)),
        memory: { accountId: '7', postId: '12', from: 'list' },
        others: Array.from({ length: 50 }, (_, index) => ({ id: '9'.repeat(15), version: index, title: words, sendAt: AT })),
        slots: Array.from({ length: 20 }, (_, index) => new Date(AT.getTime() + index * 3_600_000)),
        timezone: 'Asia/Kathmandu',
        now: AT,
        accountZone: 'America/New_York',
        asks: true,
      }),
  ],
  [
    'schedule',
    'modal',
    (words) =>
      moveView({
        ...withState({ ...aPost(words), status: 'draft', sendAt: null, failure: aFailure(words) }),
        memory: { accountId: '7', postId: '12', from: 'home' },
        others: [],
        slots: [],
        timezone: 'UTC',
        now: AT,
        accountZone: null,
        asks: true,
      }),
  ],
  [
    'publish now',
    'modal',
    (words) => publishView({ card: aCard(words), account: words, memory: { accountId: '7', postId: '12', from: 'list' } }),
  ],
  ...(['resume', 'reconnect', null] as const).map(
    (remedy): NastyView => [
      `publish now, ${remedy}`,
      'modal',
      (words) =>
        publishHeldView({
          card: aCard(words),
          account: { id: '7', username: words.slice(0, 100) },
          memory: { accountId: '7', postId: '12', from: 'list' },
          sentence: words,
          remedy,
        }),
    ],
  ),
  [
    'move series',
    'modal',
    (words) =>
      moveSeriesView({
        memory: { accountId: '7', postId: '12', from: 'card', intervalGroupId: '12', seenAt: 1, shown: '0123456789abcdef' },
        title: words,
        count: 20,
        first: AT,
        timezone: 'Asia/Kathmandu',
        accountZone: 'America/New_York',
      }),
  ],
  ['working', 'modal', (words) => workingView(words, words)],
  ['notice view', 'modal', (words) => noticeView(words || 'Sorry.')],
  [
    'home',
    'home',
    (words) =>
      homeView({
        accounts: accounts(words),
        account: accounts(words)[3]!,
        role: 'admin',
        failedOf: [{ reason: 'missed', count: 12_345, fix: 'time' }],
        failed: {
          listed: Array.from({ length: 3 }, () => aCard(words, { status: 'draft', failure: aFailure(words) })),
          isMore: true,
        },
        unresolved: { listed: Array.from({ length: 3 }, () => aCard(words, { status: 'uploading' })), isMore: true },
        requests: { count: 9, isMore: true },
        totals: { published: 12_000, coming: 12_000, repeats: 7, open: 900 },
        picture: { picture: { kind: 'file', id: 'F1' }, words },
        rows: [...Array.from({ length: 5 }, () => row(words)), { kind: 'open', at: AT, accountId: '7', places: 2 }],
        zone: 'You see Berlin time; slots are in New York time',
        timeOf: () => 'Mon 9:30 AM',
        canUse: true,
        drafts: { count: 99, isMore: true },
        usage: { ...USAGE, credits: 0 },
      }),
  ],
  ['empty home', 'home', () => homeView(EMPTY_HOME)],
  ['notice', 'message', (words) => noticeMessage(words || 'Sorry.')],
  [
    'slots',
    'message',
    (words) =>
      slotsMessage({
        account: { id: '7', username: words },
        accounts: manyAccounts(words),
        slots: [AT, AT, AT, AT, AT],
        timeOf: () => 'x',
      }),
  ],
  [
    'no slots',
    'message',
    (words) =>
      slotsMessage({ account: { id: '7', username: words }, accounts: manyAccounts(words), slots: [], timeOf: () => '' }),
  ],
  ['help', 'message', () => helpMessage(HELP.slice(0, 5))],
  ['all other help', 'message', () => moreHelpMessage(HELP)],
  ['parts of a verb', 'message', () => partsMessage('Ideas', HELP.slice(0, 5))],
  ['what another word ran', 'message', (words) => ranMessage(`queue ${words}`, words)],
  ['wrong verb', 'message', (words) => wrongLineMessage({ typed: words, line: `queue ${words}`, place: 'It is on Home.' })],
  ['no verb', 'message', (words) => wrongLineMessage({ typed: words, line: undefined, place: undefined })],
  [
    'published on a day',
    'message',
    (words) =>
      publishedDayMessage(
        { username: words },
        {
          day: AT,
          count: 100,
          pins: Array.from({ length: PINS_OF_DAY }, () => ({
            title: words,
            boardName: words,
            sentAt: AT,
            isRepeat: true,
            href: undefined,
          })),
        },
      ),
  ],
  ['published', 'message', (words) => publishedMessage({ username: words }, aCard(words, { status: 'sent' }))],
  ['late', 'message', (words) => lateMessage({ username: words }, aCard(words), words, AT)],
  ['many late', 'message', (words) => manyLateMessage({ username: words }, 1_000_000)],
  [
    'published without tags',
    'message',
    (words) => tagsFailedMessage({ username: words }, aCard(words, { status: 'sent' }), words),
  ],
  [
    'webhook stopped',
    'message',
    () => webhookStoppedMessage({ kind: 'webhookStopped', webhookId: '7', host: `${'x'.repeat(253)}:8443`, because: 'failing' }),
  ],
  [
    'on hold',
    'message',
    (words) =>
      accountOnHoldMessage({ id: '7', username: words }, { since: AT, reason: 'terms', platformMessage: words, probeAt: AT }),
  ],
  ['hold ended', 'message', (words) => holdEndedMessage({ id: '7', username: words }, 3)],
  ['missed on hold', 'message', (words) => missedOnHoldMessage({ id: '7', username: words })],
  ['reconnect', 'message', (words) => reconnectMessage({ id: '7', username: words, tokenStatus: 'unauthorized' })],
  ...REASONS.map(
    (code): NastyView => [
      `failed: ${code}`,
      'message',
      (words) =>
        failedMessage(
          { username: words },
          aCard(words, { status: 'draft', failure: aFailure(words, { code, platformMessage: words }) }),
          {
            ...aFailure(words, { code, platformMessage: words }),
            refunded: true,
          },
        ),
    ],
  ),
]

keepsLimits(views)

const words = (view: object) => JSON.stringify(view)

test.each([
  [{ ...USAGE }, '412 credits left; 500 more on <!date^1772955000^{date_short}|Mar 8, 2026>'],
  [{ ...USAGE, credits: 1, monthlyAllowance: 0 }, '1 credit left'],
  [{ ...USAGE, credits: 0, monthlyAllowance: 0 }, 'No credits left'],
  [{ ...USAGE, credits: 0, monthlyAllowance: 0, trialPinsLeft: 3 }, '3 trial pins left'],
  [{ ...USAGE, unlimitedScheduling: true }, 'Scheduling is free on this plan'],
  [{ ...USAGE, billingSystem: 'shopify', unlimitedScheduling: true }, 'Unlimited pins on this plan'],
  [
    { ...USAGE, billingSystem: 'legacy', postLimit: 30, postsThisPeriod: 12 },
    '12 of 30 pins used across all accounts until <!date^1772955000^{date_short}|Mar 8, 2026>',
  ],
] as const)('what is left to spend is one line', (usage, line) => {
  expect(usageLine(usage)).toBe(line)
})

test.each([
  [{ count: 1, isMore: false }, '1 draft'],
  [{ count: 99, isMore: true }, '99+ drafts'],
])('Home counts the drafts', (drafts, line) => {
  expect(words(homeView({ ...EMPTY_HOME, drafts }))).toContain(`"${line}"`)
})

test.each([
  [USAGE, undefined],
  [{ ...USAGE, credits: 51 }, undefined],
  [{ ...USAGE, credits: 50 }, '50 credits left'],
  [{ ...USAGE, credits: 3, unlimitedScheduling: true }, undefined],
  [{ ...USAGE, billingSystem: 'legacy', postLimit: 30, postsThisPeriod: 12 }, '12 of 30 pins used'],
  [{ ...USAGE, billingSystem: 'legacy', postLimit: 300, postsThisPeriod: 12 }, undefined],
  [{ ...USAGE, billingSystem: 'shopify', postLimit: null }, undefined],
] as const)('Home speaks of credits where they run out soon, and only there', (usage, line) => {
  const account = { ...EMPTY_HOME.account, publishing: 'active' as const } // a pause has its own word on credits
  const shown = words(homeView({ ...EMPTY_HOME, account, usage }))
  if (line === undefined) expect(shown).not.toMatch(/credits|pins used|on this plan/)
  else expect(shown).toContain(line)
})

test('however much there is, Home has 16 buttons at most, and never fewer than two rows of the week', () => {
  const cards = (change: Parameters<typeof aCard>[1]) => Array.from({ length: 3 }, () => aCard('x', change))
  const busy = homeView({
    ...EMPTY_HOME,
    accounts: accounts('x').slice(0, 3),
    failed: { listed: cards({ status: 'draft', failure: aFailure('x') }), isMore: true },
    unresolved: { listed: cards({ status: 'uploading' }), isMore: true },
    requests: { count: 3, isMore: false },
    rows: Array.from({ length: 6 }, () => row('x')),
    drafts: { count: 10, isMore: false },
  })
  const shown = words(busy)
  const count = (type: string) => shown.split(`"type":"${type}"`).length - 1
  expect(count('button') + count('static_select') + count('overflow')).toBeLessThanOrEqual(16)
  expect(count('overflow')).toBeGreaterThanOrEqual(2)
})

test('Home shows what needs attention before the week', () => {
  const failed = { listed: [aCard('Fell over', { status: 'draft', failure: aFailure('x') })], isMore: false }
  const view = words(homeView({ ...EMPTY_HOME, failed, rows: [row('Goes on')] }))
  expect(view.indexOf('Fell over')).toBeLessThan(view.indexOf('Goes on'))
})

test('a paused account can be resumed on Home', () => {
  expect(words(homeView(EMPTY_HOME))).toContain('"action_id":"home_resume","value":"0"')
})

test('Home says that pins wait where the app was removed, whatever was chosen for a pause', () => {
  const account = { ...accounts('x')[0]!, publishing: 'paused' as const, whilePaused: 'fail' as const }
  expect(words(homeView({ ...EMPTY_HOME, account: { ...account, pausedBecause: null } }))).toContain('go back to drafts')
  const removed = words(homeView({ ...EMPTY_HOME, account: { ...account, pausedBecause: 'app_removed' } }))
  expect(removed).toContain('Pins due while paused wait up to 24 hours.')
  expect(removed).not.toContain('go back to drafts')
})

test('Home says that an account waits for a comparison after a restore, and its pins with it', () => {
  const account = {
    ...accounts('x')[0]!,
    publishing: 'paused' as const,
    whilePaused: 'fail' as const,
    pausedBecause: 'restored' as const,
  }
  const restored = words(homeView({ ...EMPTY_HOME, account }))
  expect(restored).toContain(
    'Pinslot was restored from a backup. Publishing can resume once your operator has run “admin compare”',
  )
  expect(restored).not.toContain('go back to drafts')
})

test('who may not resume it is not asked to', () => {
  for (const role of ['viewer', 'contributor', 'scheduler'] as const)
    expect(words(homeView({ ...EMPTY_HOME, role }))).not.toContain('"action_id":"home_resume"')
  expect(words(homeView({ ...EMPTY_HOME, role: 'viewer' }))).not.toContain('"action_id":"open_composer"')
})

test('the form that schedules a failed pin offers the time it had only while that lies ahead', () => {
  const failure = (sendAt: Date) => ({ ...aFailure('x'), sendAt })
  const formFor = (sendAt: Date) =>
    JSON.stringify(
      moveView({
        ...withState({ ...aPost('x'), status: 'draft', sendAt: null, failure: failure(sendAt) }),
        memory: { accountId: '7', postId: '12', from: 'list' },
        others: [],
        slots: [],
        timezone: 'UTC',
        now: AT,
        accountZone: null,
        asks: true,
      }),
    )
  expect(formFor(new Date(AT.getTime() + 60_000))).toContain('"initial_date_time"')
  expect(formFor(new Date(AT.getTime() - 60_000))).not.toContain('"initial_date_time"')
})
