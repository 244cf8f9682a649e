/** The digest of all accounts: a few lines each on last week and the next days, accounts that need attention first. */
import type { AnyBlock } from '@slack/types'
import type { Digest } from '../../src/core/insight/analytics/digest.js'
import { ALL_ACCOUNTS } from '../pins/week.js'
import { accountSwitch, type Switchable } from '../kit/account-switch.js'
import { capital } from '../kit/sentence.js'
import { button, context, divider, header, inline, type Message, section } from '../kit/kit.js'
import { counted, whole } from '../kit/numbers.js'
import { dayOfYear, slackDate } from '../kit/times.js'
import { inShort, throughText } from './text.js'

export const action = {
  /** The buttons of a digest or nudge act on its account, not on the reader's current one. */
  digestAccount: 'digest_account',
  /** Shows the digest of one account or of all. */
  digestOf: 'show_digest',
} as const

/** A section and a divider each, within the 50 blocks and 13,200 characters of a message. */
export const MOST_DIGESTS = 20

export type AllDigestsModel = {
  /** MOST_DIGESTS or fewer. */
  digests: Digest[]
  /** All accounts, to choose from. */
  accounts: Switchable['accounts']
  now: Date
}

export function allDigestsMessage({ digests, accounts, now }: AllDigestsModel): Message {
  const headline = `All accounts: ${weekText(digests, now)}`
  const sorted = [...digests].sort((a, b) => needsOf(b).length - needsOf(a).length) // a stable sort keeps the order of the others
  const more = accounts.length - digests.length
  const choices = { accounts: withAll(accounts), accountId: ALL_ACCOUNTS }
  return {
    text: `${headline}: ${totalsOf(digests)}`,
    blocks: [
      header(capital(weekText(digests, now))),
      ...accountSwitch(choices, action.digestAccount),
      section(`*${totalsOf(digests)}*`),
      ...sorted.flatMap((digest): AnyBlock[] => [divider(), accountBlock(digest)]),
      ...(more > 0 ? [context(`${whole(more)} more: /pin stats digest @account`)] : []),
    ],
  }
}

/** The choice of accounts with “All accounts” added. */
export const withAll = (accounts: Switchable['accounts']): Switchable['accounts'] => [
  { id: ALL_ACCOUNTS, username: 'All accounts' },
  ...accounts,
]

/** Names the dates if all accounts share them: each has the week of its own zone, so around midnight some are a week ahead. */
function weekText(digests: readonly Digest[], now: Date): string {
  const [first] = digests
  if (!first || digests.some(({ week }) => week.startDate !== first.week.startDate)) return 'last week'
  return `week of ${dayOfYear(first.week.startDate, now)} to ${dayOfYear(first.week.endDate, now)}`
}

function totalsOf(digests: readonly Digest[]): string {
  const sum = (of: (digest: Digest) => number) => digests.reduce((all, digest) => all + of(digest), 0)
  const coming = sum(({ ahead }) => ahead.pins.count)
  const needy = digests.filter((digest) => needsOf(digest).length > 0).length
  return [
    `${counted(
      sum(({ published }) => published.count),
      'pin',
    )} published`,
    `${coming === 0 ? 'none goes' : coming === 1 ? '1 goes' : `${whole(coming)} go`} out in the next 7 days`,
    `${counted(
      sum(({ ahead }) => ahead.slots.open),
      'open slot',
    )}`,
    ...(needy > 0 ? [`${counted(needy, 'account')} ${needy === 1 ? 'needs' : 'need'} attention`] : []),
  ].join(', ')
}

function accountBlock(digest: Digest): AnyBlock {
  const { account, published, numbers, ahead } = digest
  const { count, before } = published
  const totals = numbers ? inShort(numbers.stats.compared) : ''
  const seen = numbers && totals ? `${totals}${throughText(numbers.stats)}` : ''
  const needs = needsOf(digest)
  const lines = [
    `*${inline(account.username, 30)}*`,
    ...(needs.length > 0 ? [`:warning: ${needs.join(' · ')}`] : []),
    [
      `${counted(count, 'pin')} published (${before === 0 ? 'none' : whole(before)} the week before)`,
      ...(seen === '' ? [] : [seen]),
    ].join(' · '),
    `Next 7 days: ${counted(ahead.pins.count, 'pin')}, ${slotsText(digest)}`,
  ]
  const view = button({
    text: 'View digest',
    actionId: action.digestOf,
    value: account.id,
    label: `View digest: ${account.username}`,
  })
  return section(lines.join('\n'), view)
}

const slotsText = ({ ahead: { slots } }: Digest): string =>
  slots.count === 0 ? 'no slots' : `${whole(slots.open)} of ${counted(slots.count, 'slot')} open`

/** The problems of an account in short; its own digest has the remedies. */
function needsOf({ account, connectionEndsAt, failed, lowOn }: Digest): string[] {
  return [
    ...(account.tokenStatus === 'unauthorized' ? ['Disconnected'] : []),
    ...(connectionEndsAt === null ? [] : [`Connection ends ${slackDate(connectionEndsAt)}`]),
    ...(account.publishing === 'paused' ? ['Paused'] : []),
    ...(failed > 0 ? [`${counted(failed, 'failed pin')}`] : []),
    ...(lowOn ? ['Few credits left'] : []),
  ]
}
