/** The numbers of an account: what each metric came to, how that changed, and the days as a picture. */
import type { Button, SectionBlock } from '@slack/types'
import type { Stats, StatsDays } from '../../src/core/insight/analytics/stats.js'
import { connectAgain, type Connects } from '../admin/connect.js'
import { action } from '../ids.js'
import { accountSwitch, hasChoice, type Switchable } from '../kit/account-switch.js'
import {
  actions,
  button,
  clip,
  context,
  escape,
  header,
  inline,
  md,
  type Message,
  type Picture,
  pictureBlock,
  section,
} from '../kit/kit.js'
import { asOfText, comparedText, inShort, pictureText, totalText, wholeText } from './text.js'

export type StatsModel = {
  stats: Stats
  /** Those that can be chosen. */
  accounts: Switchable['accounts']
  now: Date
  /** null: there is none (yet). */
  picture: Picture | null
}

/** Which numbers a button leads to. */
export type StatsRef = { accountId: string; count: StatsDays }

/** What a person may choose: beside each other in a row, so each has an action id of its own. */
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
      ...pictureBlock(picture, pictureText(stats, now)),
      context([comparedText(stats, now), wholeText(stats, now), asOfText(now)].join('\n')),
      buttons,
    ],
  }
}

const whyNot = ({ days }: Stats): string =>
  days.some(({ isCounting }) => isCounting) ? 'Pinterest is still counting.' : 'Pinterest hasn’t shared any.'

const totals = (words: string[]): SectionBlock =>
  words.length > 0 ? { type: 'section', fields: words.map(md) } : section('Pinterest shares no stats for this account.')

/** The windows to choose from, and the ways to the pins behind the numbers and to the week's digest. */
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
  button({ text: 'Digest', actionId: action.digestOf, value: shown.accountId, label: 'Digest of last week' }),
]
const valueOf = (ref: StatsRef): string => JSON.stringify(ref)

/** @param typed what was typed in place of a number of days; `usual`: what is shown without one */
export function wrongDaysMessage(typed: string, usual: StatsRef): Message {
  const sentence = `I didn’t understand “${inline(typed, 40)}”. Stats cover the last 7, 30 or 90 days.`
  return { text: sentence, blocks: [section(sentence), actions(statsButtons(usual))] }
}

/** Why there are no numbers. `connects`: what has to be connected again first, where the reader may do that. */
export type Unread = { sentence: string; connects?: Connects }

/** After a wait that came to nothing, in the place where the numbers would be. */
export const failedStatsMessage = ({ sentence, connects }: Unread, shown: StatsRef): Message => ({
  text: escape(sentence),
  blocks: [
    section(escape(sentence)),
    actions([...(connects ? [connectAgain(connects, 'primary')] : []), ...statsButtons(shown)]),
  ],
})
