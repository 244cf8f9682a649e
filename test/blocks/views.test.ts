/** Home, lists, messages and small forms with values that people do type: nothing pings, nothing breaks Slack's limits. */
import { expect, test } from 'vitest'
import { helpMessage, moreHelpMessage, type VerbHelp, wrongLineMessage } from '../../blocks/home/help.js'
import { type HomeModel, homeView } from '../../blocks/home/view.js'
import { moveSeriesView } from '../../blocks/pins/move-series.js'
import { moveView } from '../../blocks/pins/move.js'
import { publishHeldView, publishView } from '../../blocks/pins/publish.js'
import { noticeMessage, noticeView } from '../../blocks/kit/sentence.js'
import { slotsMessage } from '../../blocks/pins/queue.js'
import { failedMessage, lateMessage, manyLateMessage, publishedMessage, tagsFailedMessage } from '../../blocks/pins/notices.js'
import { accountOnHoldMessage, holdEndedMessage, missedOnHoldMessage } from '../../blocks/settings/hold.js'
import { reconnectMessage } from '../../blocks/admin/account-notices.js'
import { webhookStoppedMessage } from '../../blocks/webhooks/notices.js'
import { scheduleView } from '../../blocks/home/schedule.js'
import { usageLine } from '../../blocks/home/usage-line.js'
import { workingView } from '../../blocks/kit/working.js'
import type { FailureReason } from '../../src/core/ports/notice.js'
import type { FourWeeks } from '../../src/core/ports/charts.js'
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

const weeks = (username: string, counts = { taken: 999, open: 999 }): FourWeeks => ({
  username,
  timezone: 'America/Argentina/ComodRivadavia',
  hour: 2,
  days: Array.from({ length: 28 }, (_, day) => ({
    date: new Date(AT.getTime() + day * 86_400_000).toISOString().slice(0, 10),
    hours: Array.from({ length: 24 }, () => counts),
  })),
})

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
  isOrganizationAdmin: true,
  failed: NONE,
  failedOf: [],
  unresolved: NONE,
  waiting: NONE,
  next: [],
  from: null,
  cursor: null,
  drafts: { newest: [], count: 0, isMore: false },
  usage: null,
  openSlots: [],
  timeOf: () => 'Mon, Mar 9, 9:30 AM',
  canUse: true,
  openThisWeek: 0,
}

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
        isOrganizationAdmin: true,
        failedOf: [{ reason: 'missed', count: 12_345, fix: 'time' }],
        failed: {
          listed: Array.from({ length: 3 }, () => aCard(words, { status: 'draft', failure: aFailure(words) })),
          isMore: true,
        },
        unresolved: { listed: Array.from({ length: 3 }, () => aCard(words, { status: 'uploading' })), isMore: true },
        waiting: NONE,
        next: Array.from({ length: 5 }, () => aCard(words)),
        openSlots: [AT, AT, AT],
        timeOf: () => 'Mon, Mar 9, 9:30 AM',
        canUse: true,
        openThisWeek: 12,
        from: 'f'.repeat(300),
        cursor: 'c'.repeat(300),
        drafts: { newest: Array.from({ length: 3 }, () => aCard(words, { status: 'draft' })), count: 100, isMore: true },
        usage: USAGE,
      }),
  ],
  [
    'schedule',
    'home',
    (words) =>
      scheduleView({
        accounts: accounts(words),
        account: accounts(words)[3]!,
        canConnect: true,
        weeks: weeks(words),
        picture: { kind: 'url', url: `https://pinslot.test/pictures/schedule/${'9'.repeat(130)}.png` },
        openSlots: Array.from({ length: 8 }, () => AT),
        timeOf: () => 'Mon, Mar 9, 9:30 AM',
        from: 'f'.repeat(300),
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
  ['wrong verb', 'message', (words) => wrongLineMessage({ typed: words, line: `queue ${words}`, place: 'It is on Home.' })],
  ['no verb', 'message', (words) => wrongLineMessage({ typed: words, line: undefined, place: undefined })],
  ['published', 'message', (words) => publishedMessage({ username: words }, aCard(words, { status: 'sent' }))],
  ['late', 'message', (words) => lateMessage({ username: words }, aCard(words), words)],
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
  [{ count: 0, isMore: false }, 'No drafts.'],
  [{ count: 1, isMore: false }, '1 draft'],
  [{ count: 100, isMore: true }, 'More than 100 drafts'],
])('Home counts the drafts', (drafts, line) => {
  expect(words(homeView({ ...EMPTY_HOME, drafts: { ...drafts, newest: [] } }))).toContain(line)
})

test('Home shows what needs attention before the next pins', () => {
  const failed = { listed: [aCard('Fell over', { status: 'draft', failure: aFailure('x') })], isMore: false }
  const view = words(homeView({ ...EMPTY_HOME, failed, next: [aCard('Goes on')] }))
  expect(view.indexOf('Fell over')).toBeLessThan(view.indexOf('Goes on'))
})

test('the schedule tells in words what its picture shows, and week by week', () => {
  const [account] = accounts('x')
  const known = { accounts: [account!], account: account!, canConnect: false }
  const model = {
    ...known,
    openSlots: [],
    timeOf: () => '',
    from: null,
    picture: { kind: 'url' as const, url: 'https://pinslot.test/a.png' },
  }
  const shown = words(scheduleView({ ...model, weeks: weeks('x', { taken: 1, open: 0 }) }))
  expect(shown).toContain('"alt_text":"The next 28 days: 672 pins, no open slots"')
  expect(shown).toContain('*Mar 8 to Mar 14*\\n168 pins · no open slots')
  const { timezone } = weeks('x')
  const named = [null, 'Europe/Berlin', timezone].map((ownZone) => words(scheduleView({ ...model, ownZone, weeks: weeks('x') })))
  expect(named.map((view) => view.includes('Times in'))).toEqual([true, true, false]) // to who lives there it needs no name
  expect(shown).toContain('*Mar 29 to Apr 4*')
  expect(words(scheduleView({ ...model, weeks: weeks('x'), picture: null }))).not.toContain('"type":"image"')
})

test('a paused account can be resumed from both views of Home', () => {
  const [account] = accounts('x')
  const schedule = scheduleView({
    accounts: [],
    account: account!,
    canConnect: true,
    openSlots: [],
    timeOf: () => 'Mon, Mar 9, 9:30 AM',
    from: null,
    picture: null,
    weeks: weeks('x'),
  })
  const resume = '"action_id":"home_resume","value":"0"'
  for (const view of [homeView(EMPTY_HOME), schedule]) expect(words(view)).toContain(resume)
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
