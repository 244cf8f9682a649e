/** The stats of an account: the total and change of each metric, and a chart of the days. */
import { action as allDigestsAction } from './all-digests.js'
import type { Button, SectionBlock } from '@slack/types'
import type { Share } from '../../src/core/insight/analytics/digest-pins.js'
import type { Stats, StatsDays } from '../../src/core/insight/analytics/stats.js'
import { connectAgain, type Connects } from '../admin/connect.js'
import { accountSwitch, hasChoice, type Switchable } from '../kit/account-switch.js'
import { actions, button, clip, context, escape, header, inline, md, type Message, type Picture, section } from '../kit/kit.js'
import { dataTable } from '../kit/figures.js'
import { daysCharts, daysTable } from './days.js'
import { monthReportButton } from './month-report.js'
import { asOfText, comparedText, inShort, totalText, wholeText } from './text.js'

export const action = {
  statsAccount: 'stats_account',
  stats7: 'stats_7_days',
  stats30: 'stats_30_days',
  stats90: 'stats_90_days',
  topPins: 'show_top_pins',
} as const

export type StatsModel = {
  stats: Stats & { byLabel: Share[] }
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  now: Date
  /** null: there is none (yet). */
  picture: Picture | null
}

/** The stats that a button shows. */
export type StatsRef = { accountId: string; count: StatsDays }

/** The choices of days; each has an action id of its own, because Slack wants them unique within a row. */
const CHOICES = [
  [7, action.stats7],
  [30, action.stats30],
  [90, action.stats90],
] as const satisfies readonly (readonly [StatsDays, string])[]

export function statsMessage({ stats, accounts, now, picture }: StatsModel): Message {
  const { account, count, compared, wholeDays } = stats
  const headline = `${clip(account.username, 100)}: last ${count} days`
  const heading = header(hasChoice({ accounts }) ? `Last ${count} days` : headline)
  const buttons = actions(statsButtons({ accountId: account.id, count }))
  const others = accountSwitch({ accounts, accountId: account.id }, action.statsAccount, (accountId) =>
    valueOf({ accountId, count }),
  )
  if (wholeDays === 0) {
    const nothing = `No stats for the last ${count} days yet. ${whyNot(stats)}`
    return {
      text: `${escape(headline)}: ${nothing}`,
      blocks: [heading, ...others, section(nothing), context(asOfText(now)), buttons],
    }
  }
  return {
    text: `${escape(headline)}: ${inShort(compared)}`,
    blocks: [
      heading,
      ...others,
      totals(totalText(compared)),
      ...daysCharts(stats, picture, now),
      ...daysTable(stats, now),
      ...dataTable(
        'Pins published in these days, by label',
        ['Label', 'Pins'],
        stats.byLabel.map(({ name, count: pins }) => [name, pins]),
      ),
      context([comparedText(stats, now), wholeText(stats, now), asOfText(now)].join('\n')),
      buttons,
    ],
  }
}

const whyNot = ({ days }: Stats): string =>
  days.some(({ isCounting }) => isCounting) ? 'Pinterest is still counting.' : 'Pinterest hasn’t shared any.'

const totals = (words: string[]): SectionBlock =>
  words.length > 0 ? { type: 'section', fields: words.map(md) } : section('Pinterest shares no stats for this account.')

/** The choices of days, and the buttons to the top pins, the weekly digest and the monthly report. */
export const statsButtons = (shown: StatsRef): Button[] => [
  ...CHOICES.map(([count, actionId]) =>
    button({
      text: `${count} days`,
      actionId,
      value: valueOf({ ...shown, count }),
      label: `${count} days: stats`,
      ...(count === shown.count && { style: 'primary' }),
    }),
  ),
  button({ text: 'Top pins', actionId: action.topPins, value: valueOf(shown), label: 'Top pins' }),
  button({ text: 'Digest', actionId: allDigestsAction.digestOf, value: shown.accountId, label: 'Digest of last week' }),
  monthReportButton(shown.accountId),
]
const valueOf = (ref: StatsRef): string => JSON.stringify(ref)

/** @param typed the words in place of a number of days @param usual the stats shown without a number */
export function wrongDaysMessage(typed: string, usual: StatsRef): Message {
  const sentence = `I didn’t understand “${inline(typed, 40)}”. Stats cover the last 7, 30 or 90 days.`
  return { text: sentence, blocks: [section(sentence), actions(statsButtons(usual))] }
}

/** Why there are no stats. `connects`: the account to reconnect first, if the reader may do so. */
export type Unread = { sentence: string; connects?: Connects }

/** Replaces the waiting message when the stats cannot be read. */
export const failedStatsMessage = ({ sentence, connects }: Unread, shown: StatsRef): Message => ({
  text: escape(sentence),
  blocks: [
    section(escape(sentence)),
    actions([...(connects ? [connectAgain(connects, 'primary')] : []), ...statsButtons(shown)]),
  ],
})
