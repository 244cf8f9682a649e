/** Every view and message there is, checked against Slack's limits: the list is read from the sources, so that none is forgotten. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { evergreenSlotDeleteView } from '../../blocks/evergreen/slots.js'
import { homeView } from '../../blocks/home/view.js'
import { inline } from '../../blocks/kit/kit.js'
import { lateFormMessage } from '../../blocks/kit/too-late.js'
import { checkLimits } from '../../blocks/limits/limits.js'
import { queueMessage, wrongWeekMessage } from '../../blocks/pins/queue.js'
import { evergreenStoppedMessage } from '../../blocks/pins/notices.js'
import { workingMessage } from '../../blocks/kit/working.js'
import { root } from '../../src/root.js'
import { aCard, aFailure, AT, keepsLimits, NASTY, type NastyView } from './nasty.js'

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

const account = (words: string) => ({
  id: '7',
  username: words.slice(0, 100),
  tokenStatus: 'unauthorized' as const,
  publishing: 'paused' as const,
  whilePaused: 'fail' as const,
})
const approval = (words: string) => ({
  ...{
    organizationId: '1',
    id: '5',
    accountId: '7',
    postId: '12',
    state: 'open' as const,
    requestedTime: { kind: 'at' as const, at: AT },
  },
  ...{ askedBy: 'T1:U1', askedAt: AT, postVersion: 1, title: words, decidedBy: null, decidedAt: null, reason: null, revision: 1 },
})
const cards = (count: number, ...card: Parameters<typeof aCard>) => Array.from({ length: count }, () => aCard(...card))
const fullHome = (words: string) =>
  homeView({
    accounts: Array.from({ length: 500 }, (_, index) => ({ ...account(words), id: String(index) })),
    account: account(words),
    role: 'admin',
    failed: { listed: cards(3, words, { status: 'draft', failure: aFailure(words) }), isMore: true },
    unresolved: { listed: cards(3, words, { status: 'uploading' }), isMore: true },
    waiting: {
      listed: cards(3, words, { status: 'draft' }).map((card) => ({
        approval: approval(words),
        card: { ...card, post: { ...card.post, description: `${words} ${'d'.repeat(800)}`.slice(0, 800), version: 1 } },
      })),
      isMore: true,
    },
    next: cards(5, words, { intervalGroupId: '3' }),
    from: 'f'.repeat(300),
    cursor: 'c'.repeat(300),
    drafts: { newest: cards(3, words, { status: 'draft' }), count: 100, isMore: true },
    usage: {
      ...{ billingSystem: 'modular' as const, credits: 0, monthlyAllowance: 500, resetsAt: AT, unlimitedScheduling: false },
      ...{ postLimit: null, postsThisPeriod: 0, trialPinsLeft: 0 },
    },
    openSlots: [AT, AT, AT],
    canUse: true,
    openThisWeek: 900,
  })

const fullQueue = (words: string) =>
  queueMessage({
    ...{ account: words.slice(0, 100), timezone: 'Asia/Kathmandu', now: AT, window: null, isContinued: false },
    cards: Array.from({ length: 10 }, (_, day) => aCard(words, { sendAt: new Date(AT.getTime() + day * 86_400_000) })),
    unresolved: cards(3, words, { status: 'uploading' }),
    more: { accountId: '7', cursor: 'c'.repeat(300) },
  })

const SLOT_MEMORY = { accountId: '7', timeslotId: '9', below: { accountId: '7', at: 0, slotsAt: 0, round: 0 } }
const EVERGREEN_SLOT = { id: '9', dayPreference: 3, time: '23:59', timezone: 'America/Argentina/ComodRivadavia' }
const views: NastyView[] = [
  ['Home with all that needs attention', 'home', fullHome],
  ['evergreen slot to delete', 'modal', () => evergreenSlotDeleteView(SLOT_MEMORY, EVERGREEN_SLOT as never)],
  [
    'late form',
    'message',
    (words) => lateFormMessage(words || 'Sorry.', { actionId: 'open_composer', value: words.slice(0, 2000) }),
  ],
  ['wrong week', 'message', (words) => wrongWeekMessage(words)],
  ['evergreen stopped', 'message', (words) => evergreenStoppedMessage({ username: words }, words)],
  ['queue below what is looked for', 'message', (words) => fullQueue(words)],
  ['working', 'message', (words) => workingMessage(words || 'Sorry.')],
]
keepsLimits(views, ['<@U1>'])

test.each(NASTY)('the fullest Home stays far below its limits with %s', (_what, words) => {
  const view = fullHome(words)
  expect(view.blocks.length).toBeLessThanOrEqual(90)
  expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThan(150_000)
  expect(checkLimits(view, 'home')).toEqual([])
})

test.each(NASTY)('user text is at most five times as long as its place has room for: %s', (_what, words) => {
  for (const max of [20, 50, 100, 150]) expect(inline(words, max).length).toBeLessThanOrEqual(max * 5)
})
