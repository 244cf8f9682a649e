/** The settings and their forms: their limits with nasty values, and what who sees. */
import { expect, test } from 'vitest'
import { clientsChosenMessage, clientsView } from '../../blocks/settings/clients.js'
import { stepsView } from '../../blocks/settings/approval-steps.js'
import { deleteAccountView, deleteOrganizationView } from '../../blocks/settings/deletion.js'
import { channelView, pauseView, whilePausedView, zoneView } from '../../blocks/settings/forms.js'
import { defaultLinkView } from '../../blocks/settings/default-link.js'
import { type SpacingModel, spacingRuleView, spacingView } from '../../blocks/settings/spacing.js'
import { type GuardPart, guardView } from '../../blocks/settings/guard.js'
import { done } from '../../blocks/kit/banner.js'
import { trendsView } from '../../blocks/settings/trends.js'
import { utmView } from '../../blocks/settings/utm.js'
import { type SettingsModel, settingsView } from '../../blocks/settings/view.js'
import { DEFAULT_CHOICES } from '../../src/core/accounts/digest-settings.js'
import type { ApprovalRule } from '../../src/core/posts/approval/rules/rule.js'
import { AT, keepsLimits, manyAccounts } from './nasty.js'

const utm = (words: string) => {
  const value = words.slice(0, 100) || null
  return { source: value, medium: value, campaign: value, content: value }
}
/** More than three steps are only shown. */
const approvalRules = (words: string, count: number): ApprovalRule[] => {
  const ids = ['U1', 'U2'].map((id) => ({ kind: 'person' as const, id }))
  const contact = { kind: 'contact' as const, id: words.slice(0, 80) }
  const reviewers = [...ids, { kind: 'role' as const, id: 'admin' }, contact]
  const steps = Array.from({ length: count }, () => ({ name: words.slice(0, 60), reviewers, rule: { atLeast: 3 } }))
  const rule: ApprovalRule = { name: words, steps, onSilence: { remind: true, deputies: true, then: 'hold' }, keepsSlot: true }
  return [rule, { ...rule, when: { findings: true } }]
}
const guard = (words: string, count: number): GuardPart => ({
  settings: {
    perDay: 'auto',
    limitToday: 5,
    samePicturePerMonth: 5,
    blackouts: Array.from({ length: count }, (_, n) => ({
      from: n % 2 === 0 ? '2026-12-24' : '2026-12-24T10:00:00.000Z',
      to: `2026-12-${25 + (n % 6)}`,
      note: words.slice(0, 200) || null,
      pins: n,
      hasEnded: n === 1,
    })),
    daysOver: Array.from({ length: Math.min(count, 31) }, (_, n) => ({
      date: `2026-12-${n + 1}`.replace(/-(\d)$/, '-0$1'),
      pins: 9,
      limit: 5,
    })),
  },
  timezone: 'America/Argentina/ComodRivadavia',
  locale: null,
  now: AT,
})
const PINS = 'C0PINS001'
const clients = (words: string) => ({
  channelId: 'C0CLIENT1',
  contacts: Array.from({ length: 20 }, (_, n) => ({
    name: words.slice(0, 78) + n,
    people: [{ teamId: 'T0BAKERY1', userId: `U0CLIENT${n}`, name: words }],
  })),
})
const settings = (words: string, change: Partial<SettingsModel> = {}): SettingsModel => ({
  account: {
    id: '1',
    username: words,
    timezone: 'America/Argentina/ComodRivadavia',
    tokenStatus: 'authorized',
    publishing: 'paused',
    whilePaused: 'fail',
    pausedBecause: 'app_removed',
    pausedUntil: AT,
    disconnectedAt: null,
    holdSince: null,
    holdReason: null,
    holdMessage: null,
    holdProbeAt: null,
    notifyChannelId: PINS,
    publishedPins: 'daily',
    holdDeadLinks: true,
    approvalPolicy: 'required',
    approvalsChannelId: PINS,
    remindsApprovers: true,
    defaultLink: 'https://shop.example.com/a?b=<c>',
    trendRegion: 'MX+AR+CO+CL',
    trendInterests: ['diy_and_crafts', 'food_and_drinks', 'event_planning', 'childrens_fashion', 'womens_fashion'],
  },
  staysPaused: false,
  accounts: manyAccounts(words),
  canChange: true,
  role: 'admin',
  isOrganizationAdmin: true,
  approvalRules: approvalRules(words, 5),
  clients: clients(words),
  spacing: { days: 7, links: 3 },
  utm: { rule: { boardId: null, ...utm(words) }, boards: 500 },
  trends: { region: 'US' },
  guard: guard(words, 5),
  digest: {
    settings: { ...DEFAULT_CHOICES, timezone: 'America/New_York', nextAt: AT },
    hasChannel: true,
    canAsk: true,
    readerZone: 'America/New_York',
  },
  calendar: { url: `https://pinslot.test/calendar/${'x'.repeat(60)}.ics`, createdAt: AT },
  now: new Date(AT.getTime() + 60_000),
  banner: words || 'Done.',
  ...change,
})
const OF_OTHERS: Partial<SettingsModel> = {
  canChange: false,
  isOrganizationAdmin: false,
  calendar: undefined,
  approvalRules: undefined,
  clients: undefined,
}
const afterRestore = (staysPaused: boolean): Partial<SettingsModel> => ({
  account: { ...settings('').account, pausedBecause: 'restored' },
  staysPaused,
})

const onHold = (words: string): Partial<SettingsModel> => ({
  account: { ...settings(words).account, holdSince: AT, holdReason: 'billing', holdMessage: words, holdProbeAt: AT },
})

const link = (words: string, index: number) => `https://example.com/${index}/${words}${'&'.repeat(1900)}`
const spacing = (words: string, change: Partial<SpacingModel> = {}): SpacingModel => ({
  memory: { accountId: '9'.repeat(18), at: 20, round: 3, evergreen: { accountId: '9'.repeat(18), at: 5, slotsAt: 10, round: 1 } },
  canChange: true,
  days: 365,
  rules: Array.from({ length: 20 }, (_, index) => ({
    key: `${index}`.padEnd(22, 'k'),
    url: link(words, index),
    days: index + 1,
  })),
  count: 1000,
  banner: done(words || 'Done.'),
  ...change,
})
const ruleMemory = { accountId: '1', below: spacing('').memory }
const about = { memory: { accountId: '1' }, account: { timezone: null, whilePaused: 'wait' as const, notifyChannelId: null } }

keepsLimits(
  [
    ['settings', 'modal', (words) => settingsView(settings(words))],
    ['settings, paused by a restore', 'modal', (words) => settingsView(settings(words, afterRestore(false)))],
    ['settings, kept paused after a restore', 'modal', (words) => settingsView(settings(words, afterRestore(true)))],
    ['settings of an account on hold', 'modal', (words) => settingsView(settings(words, onHold(words)))],
    ['settings with what few need', 'modal', (words) => settingsView(settings(words, { isAdvanced: true }))],
    ['approval steps', 'modal', (words) => stepsView(about.memory, { rules: approvalRules(words, 3), changedAt: AT })],
    ['approval steps of the API', 'modal', (words) => stepsView(about.memory, { rules: approvalRules(words, 5), changedAt: AT })],
    ['clients', 'modal', (words) => clientsView(about.memory, clients(words))],
    ['clients chosen', 'message', (words) => clientsChosenMessage({ username: words })],
    ['guard', 'modal', (words) => guardView({ accountId: '1' }, guard(words, 100))],
    [
      'guard, without a blackout',
      'modal',
      (words) => guardView({ accountId: '1' }, { ...guard(words, 0), settings: { ...guard(words, 0).settings, perDay: null } }),
    ],
    ['trends', 'modal', () => trendsView({ memory: { accountId: '1' }, account: settings('').account, region: 'NL+BE+LU' })],
    ['UTM parameters', 'modal', (words) => utmView({ memory: 'm', board: null, rule: utm(words) })],
    ['UTM parameters of a board', 'modal', (words) => utmView({ memory: 'm', board: words, rule: null, ofAccount: utm(words) })],
    [
      'settings of a disconnected account',
      'modal',
      (words) => {
        const { account } = settings(words)
        return settingsView(settings(words, { account: { ...account, tokenStatus: 'unauthorized', disconnectedAt: AT } }))
      },
    ],
    ['settings of others', 'modal', (words) => settingsView(settings(words, OF_OTHERS))],
    ['delete account form', 'modal', (words) => deleteAccountView({ memory: { accountId: '1' }, name: words })],
    ['delete everything form', 'modal', (words) => deleteOrganizationView({ memory: { accountId: '1' }, name: words })],
    ['zone form', 'modal', () => zoneView(about)],
    ['default link form', 'modal', () => defaultLinkView({ memory: about.memory, account: settings('').account })],
    ['channel form', 'modal', () => channelView(about)],
    [
      'pause form',
      'modal',
      () =>
        pauseView(about, [AT, new Date(AT.getTime() + 86_400_000)], {
          timezone: 'America/New_York',
          locale: null,
          own: 'Europe/Berlin',
          now: AT,
        }),
    ],
    ['while paused form', 'modal', () => whilePausedView(about)],
    ['spacing', 'modal', (words) => spacingView(spacing(words))],
    ['spacing, empty', 'modal', (words) => spacingView(spacing(words, { rules: [], count: 0, days: null }))],
    ['new rule', 'modal', () => spacingRuleView({ memory: ruleMemory, rule: null })],
    [
      'default rule',
      'modal',
      () => spacingRuleView({ memory: { ...ruleMemory, key: '' }, rule: { type: 'DEFAULT', url: null, days: 7 } }),
    ],
    [
      'rule of a link',
      'modal',
      (words) =>
        spacingRuleView({
          memory: { ...ruleMemory, key: 'k'.repeat(22) },
          rule: { type: 'CUSTOM', url: link(words, 1), days: 7 },
        }),
    ],
  ],
  [`<#${PINS}>`, '<#C0CLIENT1>', '<@U1>', '<@U2>'],
)

const labelsOf = (view: object): string[] =>
  [...JSON.stringify(view).matchAll(/"type":"button","text":\{"type":"plain_text","text":"([^"]+)"/g)].map(([, label]) => label!)

const DEFAULT_LABELS = [
  'Edit',
  'Edit',
  'Edit',
  'Move out of blackouts',
  'Edit',
  'Turn off',
  'Edit',
  'Edit',
  'Edit',
  'Send now',
  ...Array.from({ length: 4 }, () => 'Edit'),
]
const ADVANCED_LABELS = ['Open', 'Disconnect', 'Delete account…', 'Delete everything…', 'Hide advanced']

test('an admin may change all of it by one kind of button, and what ends something at once asks before', () => {
  const paused = settingsView(settings('maker', { isAdvanced: true }))
  expect(labelsOf(paused)).toEqual(['Resume', ...DEFAULT_LABELS, 'Edit', 'Renew', 'Turn off', ...ADVANCED_LABELS])
  expect(
    [...JSON.stringify(paused).matchAll(/"confirm":\{"title":\{"type":"plain_text","text":"([^"]+)"/g)].map(([, title]) => title),
  ).toEqual(['Resume publishing?', 'Move these pins?', 'Replace the link?', 'Turn off the link?', 'Disconnect this account?'])
  const account = { ...settings('maker').account, publishing: 'active' as const }
  expect(labelsOf(settingsView(settings('maker', { account, calendar: null, isAdvanced: true })))).toEqual([
    'Pause',
    ...DEFAULT_LABELS,
    'Edit',
    'Turn on',
    ...ADVANCED_LABELS,
  ])
})

test('the settings are in sections, and what few need is behind "Advanced"', () => {
  const headers = (view: object) =>
    [...JSON.stringify(view).matchAll(/"type":"header","text":\{"type":"plain_text","text":"([^"]+)"/g)].map(([, words]) => words)
  const short = settingsView(settings('maker'))
  expect(headers(short)).toEqual(['Posting', 'Notifications', 'Team'])
  expect(labelsOf(short).at(-1)).toBe('Advanced')
  expect(JSON.stringify(short)).not.toContain('.ics')
  expect(headers(settingsView(settings('maker', { isAdvanced: true })))).toEqual(['Posting', 'Notifications', 'Team', 'Advanced'])
})

test('others see the values without the controls, and the calendar link only who may schedule', () => {
  const view = settingsView(settings('maker', { ...OF_OTHERS, isAdvanced: true }))
  expect(labelsOf(view)).toEqual(['View', 'Send now', 'Hide advanced'])
  const words = JSON.stringify(view)
  expect(words).toContain('America/Argentina/ComodRivadavia')
  expect(words).toContain('At least 7 days between pins with the same link.\\n3 links have their own rules.')
  expect(words).toContain('Only admins can change these.')
  expect(words).not.toContain('.ics')
})

test('a thousand rules are shown page by page and can be searched; a few need no search', () => {
  const many = JSON.stringify(spacingView(spacing('x')))
  expect(labelsOf(spacingView(spacing('x')))).toEqual(['Add a rule', 'Next 20', 'Back to the first'])
  expect(many).toContain('1000 rules')
  expect(many).toContain('external_select')
  expect(JSON.stringify(spacingView(spacing('x', { count: 20 })))).not.toContain('external_select')
})

test('a rule reads with its link and its days, one day as one', () => {
  const rules = [
    { key: 'a', url: 'https://example.com/shelf', days: 1 },
    { key: 'b', url: 'http://example.com/lamp', days: 14 },
  ]
  const words = JSON.stringify(spacingView(spacing('x', { rules, count: 2, days: null })))
  expect(words).toContain('example.com/shelf\\n*At least 1 day* apart')
  expect(words).toContain('example.com/lamp\\n*At least 14 days* apart')
  expect(words).toContain('No spacing')
})

test('what ends something comes last, and a lost connection first', () => {
  const labels = labelsOf(settingsView(settings('maker', { isAdvanced: true })))
  expect(labels.slice(-5)).toEqual(ADVANCED_LABELS)
  const account = { ...settings('maker').account, tokenStatus: 'unauthorized' as const }
  const lost = labelsOf(settingsView(settings('maker', { account, isAdvanced: true })))
  expect(lost[0]).toBe('Reconnect')
  expect(lost).not.toContain('Disconnect')
  // where "Disconnect" was clicked, something says what became of it
  const { blocks } = settingsView(settings('maker', { account, isAdvanced: true }))
  expect(JSON.stringify(blocks.slice(-5))).toContain('Not connected to Pinterest')
})

test('pins of an account that is paused because the app was removed wait, whatever was chosen', () => {
  const shown = JSON.stringify(settingsView(settings('maker')))
  expect(shown).toContain('Pinslot was removed from Slack')
  expect(shown).toContain('Pins due while paused wait up to 24 hours.')
  expect(shown).not.toContain('go back to drafts')
  const account = { ...settings('maker').account, pausedBecause: null }
  const chosen = settingsView(settings('maker', { account }))
  expect(JSON.stringify(chosen)).toContain('go back to drafts')
  expect([
    JSON.stringify(chosen).includes('Edit: what happens to due pins'),
    shown.includes('Edit: what happens to due pins'),
  ]).toEqual([true, false])
})

test('the forms of deletion say what is deleted, what stays, and that it is for good', () => {
  const memory = { accountId: '1' }
  for (const view of [deleteAccountView({ memory, name: 'maker' }), deleteOrganizationView({ memory, name: 'Maple' })]) {
    const shown = JSON.stringify(view)
    expect(shown).toContain('This deletes ')
    expect(shown).toContain('Scheduled pins won’t go out. Published pins stay on Pinterest.')
    expect(shown).toContain('You can’t undo this.')
  }
})
