/** Every view and message there is, checked against Slack's limits: the list is read from the sources, so that none is forgotten. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { evergreenSlotDeleteView } from '../../blocks/evergreen/slots.js'
import { homeView } from '../../blocks/home/view.js'
import { inline, section } from '../../blocks/kit/kit.js'
import { lateFormMessage } from '../../blocks/kit/too-late.js'
import { checkLimits } from '../../blocks/limits/limits.js'
import { wrongWeekMessage } from '../../blocks/pins/queue.js'
import { REQUESTS_SHOWN, requestsMessage } from '../../blocks/approval/requests.js'
import { SOME_PINS, somePinsMessage } from '../../blocks/pins/some-pins.js'
import { weekMessage, type WeekModel } from '../../blocks/pins/week.js'
import type { PinRow, WeekRow } from '../../blocks/pins/week-row.js'
import { inList, listView } from '../../blocks/pin/lists.js'
import { evergreenStoppedMessage } from '../../blocks/pin/notices.js'
import { workingMessage } from '../../blocks/kit/working.js'
import { replyTooLongMessage } from '../../blocks/pin/comments.js'
import { fixOf } from '../../src/core/many/bulk/fix.js'
import { FAILURE_REASONS } from '../../src/core/ports/notice.js'
import { root } from '../../src/root.js'
import { aCard, aFailure, AT, everyChange, keepsLimits, manyAccounts, NASTY, type NastyView } from './nasty.js'

const BLOCKS = path.join(root, 'blocks')
const TESTS = path.join(root, 'test/blocks')
const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))

/** What Slack is sent whole. */
const WHOLE = /^(Message|ModalView|HomeView|Told)( \| undefined)?$/
const WITHIN = String.raw`(?:(?!\nexport )[\s\S])*?`
const DECLARED = [
  new RegExp(String.raw`^export function (\w+)\(${WITHIN}\): ([\w |]+) \{$`, 'gm'),
  new RegExp(String.raw`^export const (\w+) =\s*\(${WITHIN}\): ([\w |]+) =>`, 'gm'),
]
const builders = sourcesIn(BLOCKS).flatMap(({ name: file, text }) =>
  DECLARED.flatMap((form) => [...text.matchAll(form)])
    .filter(([, , type = '']) => WHOLE.test(type))
    .map(([, name = '']) => ({ file, name })),
)
/** Only parts of others: checked with those. */
const PARTS = ['form']

test('each view and each message has a sample whose limits are checked', () => {
  expect(builders.length).toBeGreaterThan(60)
  const checking = sourcesIn(TESTS).filter(({ name, text }) => name.endsWith('.test.ts') && text.includes('keepsLimits('))
  const missing = builders
    .filter(({ name }) => !PARTS.includes(name) && !checking.some(({ text }) => new RegExp(String.raw`\b${name}\(`).test(text)))
    .map(({ file, name }) => `${name} of blocks/${file} has no sample: call it in a list of views that is given to keepsLimits()`)
  expect(missing).toEqual([])
})

/** Of every reason, as many as nobody counts. */
const EVERY_FAILURE = FAILURE_REASONS.map((reason) => ({ reason, count: 12_345, fix: fixOf(reason) }))

const account = (words: string) => ({
  id: '7',
  username: words.slice(0, 100),
  tokenStatus: 'unauthorized' as const,
  publishing: 'paused' as const,
  whilePaused: 'fail' as const,
})
const approval = (words: string) => ({
  organizationId: '1',
  id: '5',
  accountId: '7',
  postId: '12',
  batchId: null,
  state: 'open' as const,
  requestedTime: { kind: 'at' as const, at: AT },
  dueAt: null,
  keptSlot: null,
  progress: [
    {
      name: words,
      reviewers: (['person', 'group', 'role', 'contact'] as const).map((kind) => ({
        kind,
        id: kind === 'contact' ? words : 'U1',
      })),
      rule: { atLeast: 2 },
      number: 1,
      state: 'pending' as const,
      missing: 1,
      decisions: [
        {
          id: '1',
          approvalId: '5',
          step: 1,
          decision: 'approve' as const,
          decidedBy: 'link:7',
          decidedFor: null,
          name: words,
          postVersion: 1,
          fingerprint: null,
          reason: null,
          token: null,
          decidedAt: AT,
        },
      ],
    },
  ],
  keeping: null,
  lostSlot: null,
  plan: null,
  waitsFor: null,
  decisions: [],
  onSilence: null,
  hold: null,
  editedBy: null,
  askedBy: 'T1:U1',
  askedWith: { apiKeyId: '7', keyName: words, agent: words },
  askedAt: AT,
  postVersion: 1,
  title: words,
  changes: everyChange(words),
  decidedBy: null,
  decidedAt: null,
  reason: null,
  revision: 1,
})
const cards = (count: number, ...card: Parameters<typeof aCard>) => Array.from({ length: count }, () => aCard(...card))
const fullRequests = (words: string): Parameters<typeof requestsMessage>[0] => ({
  accountId: '9'.repeat(18),
  account: words,
  accounts: Array.from({ length: 500 }, (_, index) => ({ ...account(words), id: String(index) })),
  of: 'forMe',
  at: 8,
  counts: { forMe: 99_999, mine: 1, others: 1, dueToday: 1, overdue: 1, onHold: 1 },
  mayDecide: true,
  lines: cards(REQUESTS_SHOWN, words, { status: 'draft' }).map((card, index) => ({
    approval: { ...approval(words), dueAt: AT, ...(index === 1 && { hold: { by: 'T1:U1', at: AT, until: AT, reason: words } }) },
    card: { ...card, post: { ...card.post, description: `${words} ${'d'.repeat(800)}`.slice(0, 800), version: 1 } },
    sendAt: AT,
    link: `https://example.com/${words}${'l'.repeat(2000)}`,
    isPast: index === 2,
    isHeld: index === 1,
    isOverdue: index === 0,
    warnings: [{ code: 'account_paused' as const, message: '', whilePaused: 'wait' as const }],
    problem: words,
    comments: 12,
    reader: index === 3 ? ('takesBack' as const) : index === 4 ? ('reads' as const) : ('decides' as const),
  })),
})
const fullHome = (words: string) =>
  homeView({
    accounts: Array.from({ length: 500 }, (_, index) => ({ ...account(words), id: String(index) })),
    account: account(words),
    role: 'admin',
    failed: { listed: cards(3, words, { status: 'draft', failure: aFailure(words) }), isMore: true },
    failedOf: EVERY_FAILURE,
    unresolved: { listed: cards(3, words, { status: 'uploading' }), isMore: true },
    requests: { count: 9, isMore: true },
    totals: { published: 12_000, coming: 12_000, repeats: 50, open: 2000 },
    picture: { picture: { kind: 'file', id: 'F1' }, words },
    rows: Array.from({ length: 6 }, () => pinRow(words, AT)),
    zone: 'You see Berlin time; slots are in New York time',
    drafts: { count: 99, isMore: true },
    usage: {
      billingSystem: 'modular' as const,
      credits: 0,
      monthlyAllowance: 500,
      resetsAt: AT,
      unlimitedScheduling: false,
      postLimit: null,
      postsThisPeriod: 0,
      trialPinsLeft: 0,
    },
    timeOf: () => 'Mon 9:30 AM',
    canUse: true,
  })

/** Nothing in the name of an account grows when it is escaped: Pinterest takes letters, digits and underscores. */
const nameIn = (words: string): string => words.replaceAll('&', '_')

const pinRow = (words: string, at: Date, change: Parameters<typeof aCard>[1] = {}): PinRow => ({
  kind: 'pin',
  at,
  card: aCard(words, { sendAt: at, ...change }),
  href: null,
  isRepeat: true,
  account: nameIn(words),
})
const dayAfter = (day: number) => new Date(AT.getTime() + day * 43_200_000)

/** As long as it gets: 22 rows of a page, beside what waits and what is overdue. */
const fullWeek = (words: string): WeekModel => ({
  locale: null,
  ref: { accountId: '7', words: '2026-W11', at: AT.getTime(), cursor: 'c'.repeat(200) },
  accounts: manyAccounts(words),
  timezone: 'America/Argentina/ComodRivadavia',
  zone: 'Times in America/Argentina/ComodRivadavia',
  picture: { picture: { kind: 'file', id: 'F1' }, words: 'w'.repeat(1990) },
  now: AT,
  name: 'Monday, March 9, 2026 to Sunday, March 15, 2026',
  rows: Array.from({ length: 22 }, (_, index): WeekRow => {
    const at = dayAfter(index / 2)
    if (index % 11 === 9) return { kind: 'open', at, accountId: '7', places: 2, account: nameIn(words) }
    if (index % 11 === 10) return { kind: 'repeat', at, post: aCard(words).post, because: null, account: nameIn(words) }
    return { ...pinRow(words, at, { status: 'sent' }), href: `https://www.pinterest.com/pin/${'9'.repeat(18)}/` }
  }),
  totals: { published: 12_000, coming: 12_000, repeats: 50, open: 2000 },
  beside: { before: 'from 2026-03-02', after: 'from 2026-03-16' },
  cursor: 'c'.repeat(200),
  standstill: [],
  unresolved: [],
  overdue: [],
  canMake: true,
  canChange: true,
  canUse: true,
  timeOf: () => 'Wed 10:30 AM',
  dayOf: (at: Date) => Math.floor((at.getTime() - AT.getTime()) / 86_400_000),
})
const firstWeek = (words: string): WeekModel => ({
  ...fullWeek(words),
  ref: { accountId: 'all' },
  rows: fullWeek(words).rows.slice(0, 14),
  standstill: [section('*maker* is disconnected.'), section('*maker* is paused.')],
  unresolved: cards(3, words, { status: 'uploading' }),
  overdue: Array.from({ length: 5 }, (_, index) => pinRow(words, dayAfter(index))),
})
/** Few pins, with open slots before and after each. */
const airyWeek = (words: string, pins: number): WeekModel => ({
  ...firstWeek(words),
  rows: [
    ...Array.from({ length: 22 }, (_, index): WeekRow => {
      const at = dayAfter((index * 14) / 22)
      return index % 3 === 1 && index < pins * 3
        ? pinRow(words, at)
        : { kind: 'open', at: new Date(at.getTime() + index), accountId: '7', places: 2, account: nameIn(words) }
    }),
    ...Array.from({ length: 10 - pins }, (_, index) => pinRow(words, dayAfter(16 + 2 * index))),
  ],
})
const somePins = (words: string, status: 'sent' | 'draft') => ({
  ref: { accountId: '7', which: status === 'sent' ? ('published' as const) : ('failed' as const), cursor: 'c'.repeat(200) },
  account: words.slice(0, 100) || 'maker',
  accounts: manyAccounts(words),
  rows: Array.from({ length: SOME_PINS }, (_, index) =>
    pinRow(words, dayAfter(index), { status, ...(status === 'draft' && { failure: aFailure(words), sendAt: null }) }),
  ),
  cursor: 'c'.repeat(200),
  failed: status === 'draft' ? EVERY_FAILURE : [],
  mayChange: true,
})
const emptyWeek = (words: string): WeekModel => ({ ...fullWeek(words), rows: [], cursor: null, accounts: [] })

const SLOT_MEMORY = { accountId: '7', timeslotId: '9', below: { accountId: '7', at: 0, slotsAt: 0, round: 0 } }
const EVERGREEN_SLOT = { id: '9', day: 3, minute: 1439, timezone: 'America/Argentina/ComodRivadavia' }
const views: NastyView[] = [
  ['Home with all that needs attention', 'home', fullHome],
  ['evergreen slot to delete', 'modal', () => evergreenSlotDeleteView(SLOT_MEMORY, EVERGREEN_SLOT)],
  [
    'late form',
    'message',
    (words) => lateFormMessage(words || 'Sorry.', { actionId: 'open_composer', value: words.slice(0, 2000) }),
  ],
  ['wrong week', 'message', (words) => wrongWeekMessage(words)],
  ['evergreen stopped', 'message', (words) => evergreenStoppedMessage({ username: words }, words)],
  ['a week', 'message', (words) => weekMessage(fullWeek(words))],
  ['a week below what waits', 'message', (words) => weekMessage(firstWeek(words))],
  ...[0, 3, 5, 7].map(
    (pins): NastyView => [`a week of ${pins} pins and open slots`, 'message', (words) => weekMessage(airyWeek(words, pins))],
  ),
  ['a week without anything', 'message', (words) => weekMessage(emptyWeek(words))],
  ['published pins', 'message', (words) => somePinsMessage(somePins(words, 'sent'))],
  ['failed pins', 'message', (words) => somePinsMessage(somePins(words, 'draft'))],
  ['requests', 'modal', (words) => listView('requests', requestsMessage(fullRequests(words)), {})],
  [
    'requests as a message',
    'message',
    (words) =>
      inList(requestsMessage(fullRequests(words)), { kind: 'requests', accountId: '9'.repeat(18), of: 'dueToday', at: 99_999 }),
  ],
  ['no requests', 'message', (words) => requestsMessage({ ...fullRequests(words), lines: [] })],
  ['a week as a form', 'modal', (words) => listView('queue', weekMessage(fullWeek(words)), {})],
  ['working', 'message', (words) => workingMessage(words || 'Sorry.')],
  ['a reply that is too long', 'message', () => replyTooLongMessage()],
]
keepsLimits(views, ['<@U1>', '<https://www.pinterest.com/pin/'])

test.each(NASTY)('the fullest Home stays far below its limits with %s', (_what, words) => {
  const view = fullHome(words)
  expect(view.blocks.length).toBeLessThanOrEqual(90)
  expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThan(150_000)
  expect(checkLimits(view, 'home')).toEqual([])
})

test.each(NASTY)('user text is at most five times as long as its place has room for: %s', (_what, words) => {
  for (const max of [20, 50, 100, 150]) expect(inline(words, max).length).toBeLessThanOrEqual(max * 5)
})
