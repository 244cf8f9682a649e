/** The best pins of an account, with pictures and stats. */
import type { Button } from '@slack/types'
import type { StatsDays } from '../../src/core/insight/analytics/stats.js'
import type { TopPin, TopPins } from '../../src/core/insight/analytics/top-pins.js'
import type { Metrics, TopPinSort } from '../../src/core/ports/platform.js'
import { connectAgain } from '../admin/connect.js'
import { CARD_TITLE, type CardModel, carousel, fitting } from '../kit/cards.js'
import { hostOf } from '../kit/host.js'
import { accountSwitch, hasChoice, type Switchable } from '../kit/account-switch.js'
import { capital } from '../kit/sentence.js'
import {
  actions,
  button,
  clip,
  context,
  escape,
  header,
  inline,
  type Message,
  option,
  type Picture,
  section,
  text,
} from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { action as pinButtonsAction, pinRef } from '../pin/buttons.js'
import { whole } from '../kit/numbers.js'
import { action as statsAction, type StatsRef, type Unread } from './view.js'
import { asOfText } from './text.js'
import { dayOfYear, slackDay } from '../kit/times.js'
import { SORT_NAMES, SORTS } from './top-text.js'

export const action = { stats: 'show_stats', topAccount: 'top_pins_account', topSort: 'top_pins_sort' } as const

export type RankedPin = TopPin & {
  /** null: there is none (yet). */
  picture: Picture | null
  /** The post that published the pin, if the reader may reuse it. */
  postId?: string | undefined
}
export type TopModel = Omit<TopPins, 'pins'> & {
  username: string
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  count: StatsDays
  pins: RankedPin[]
  now: Date
}

/** What a ranking is made from. */
export type TopRef = { accountId: string; count: StatsDays; sortBy: TopPinSort }

const ROW_HOST = 60
const MOST_PINS = 10
/** The metrics shown beside that of the ranking. */
const OTHER_METRICS: TopPinSort[] = ['IMPRESSION', 'SAVE', 'OUTBOUND_CLICK']
const OTHERS_SHOWN = 2

export function topMessage(model: TopModel): Message {
  const { username, accounts, accountId, sortBy, count, pins, now, isPartial } = model
  const ranked = `top pins by ${SORTS[sortBy].name.toLowerCase()}, last ${count} days`
  const headline = `${clip(username, 90)}: ${ranked}`
  const ways = waysOn(model)
  const others = accountSwitch({ accounts, accountId }, action.topAccount, (other) =>
    topValue({ accountId: other, count, sortBy }),
  )
  if (pins.length === 0) {
    const none = `No pins of ${inline(username, 90)} have stats for the last ${count} days yet.`
    return { text: none, blocks: [...others, section(none), ways] }
  }
  const shown = rankedBy(pins, sortBy).slice(0, MOST_PINS)
  if (shown.length === 0) {
    const none = `No pin of ${inline(username, 90)} has any ${SORTS[sortBy].many} in the last ${count} days.`
    return { text: none, blocks: [...others, section(none), ways] }
  }
  const partial = isPartial
    ? [context(':warning: Pinterest is slow or limiting us right now, so some pins show only stats. Try again in a few minutes.')]
    : []
  return {
    text: `${escape(headline)}: ${shown
      .slice(0, 3)
      .map((pin, index) => `${index + 1}. ${inline(titleOf(pin), 60)}`)
      .join(', ')}`,
    blocks: [
      header(hasChoice({ accounts }) ? capital(ranked) : headline),
      ...others,
      ...partial,
      ...carousel(shown.map((pin, index) => cardOf(pin, index, model))),
      context(`${dayOfYear(model.startDate, now)} to ${dayOfYear(model.endDate, now)}. ${asOfText(now)}`),
      ways,
    ],
  }
}

/** The number of best pins with buttons; ten rows of buttons would hide the pins where cards are rows. */
const MOST_AGAIN = 3

function cardOf(pin: RankedPin, index: number, { accountId, sortBy }: TopModel): CardModel {
  const { postId, pinUrl, metrics, picture: image } = pin
  const title = titleOf(pin)
  return {
    title: rankedTitle(index + 1, pinUrl, title),
    subtitle: numbersOf(metrics, sortBy),
    body: aboutOf(pin),
    image,
    altText: title,
    ...(postId !== undefined && index < MOST_AGAIN && { buttons: againButtons({ id: postId, accountId }, title) }),
  }
}

/** `*1.* <https://…|Title>`. @param url undefined: it leads nowhere */
export const rankedTitle = (rank: number, url: string | undefined, title: string): string =>
  fitting(CARD_TITLE, (room) => `*${rank}.* ${url === undefined ? inline(title, room) : linkTo(url, title, room)}`)

/** The buttons that reuse a good pin: publish it again as evergreen, or start a new version. */
export function againButtons(post: { id: string; accountId: string }, title: string): Button[] {
  const value = pinRef(post, 'list')
  const to = (words: string, actionId: string) => button({ text: words, actionId, value, label: `${words}: ${title}` })
  return [to('Add to evergreen', pinButtonsAction.evergreenPut), to('Make a new version', pinButtonsAction.duplicate)]
}

/** Sorts by the metric, then by impressions, and leaves out pins with a zero count. */
function rankedBy(pins: RankedPin[], sortBy: TopPinSort): RankedPin[] {
  const numberOf = ({ metrics }: RankedPin, sort: TopPinSort) => metrics[SORTS[sort].metric]
  const valueOf = (pin: RankedPin, sort: TopPinSort) => numberOf(pin, sort) ?? 0
  return pins
    .filter((pin) => numberOf(pin, sortBy) !== 0)
    .sort(
      (one, other) => valueOf(other, sortBy) - valueOf(one, sortBy) || valueOf(other, 'IMPRESSION') - valueOf(one, 'IMPRESSION'),
    )
}

const titleOf = ({ title }: TopPin): string => (title === undefined || title.trim() === '' ? 'Untitled pin' : title)

/** `*312 saves* · 12,480 impressions · 96 outbound clicks` */
function numbersOf(metrics: Metrics, sortBy: TopPinSort): string {
  const wordsOf = (sort: TopPinSort): string[] => {
    const { metric, one, many } = SORTS[sort]
    const count = metrics[metric]
    return typeof count === 'number' ? [`${whole(count)} ${count === 1 ? one : many}`] : []
  }
  const others = OTHER_METRICS.filter((sort) => sort !== sortBy).flatMap(wordsOf)
  return [...wordsOf(sortBy).map((words) => `*${words}*`), ...others.slice(0, OTHERS_SHOWN)].join(' · ')
}

/** The host of its link, and its date of publication. */
function aboutOf({ destinationUrl, createdAt }: TopPin): string {
  const host = hostOf(destinationUrl)
  const at = createdAt === undefined ? Number.NaN : Date.parse(createdAt)
  return [
    ...(host === '' ? [] : [`leads to ${inline(host, ROW_HOST)}`]),
    ...(Number.isNaN(at) ? [] : [`published ${slackDay(new Date(at))}`]),
  ].join(' · ')
}

/** The other rankings, and the way to the stats of the account. */
export function waysOn({ accountId, count, sortBy }: TopRef) {
  const options = SORT_NAMES.map((sort) =>
    option(`By ${SORTS[sort].name.toLowerCase()}`, topValue({ accountId, count, sortBy: sort })),
  )
  const chosen = options[SORT_NAMES.indexOf(sortBy)]
  const toStats: StatsRef = { accountId, count }
  return actions([
    {
      type: 'static_select',
      action_id: action.topSort,
      placeholder: text('Rank by', 150),
      options,
      ...(chosen && { initial_option: chosen }),
    },
    button({
      text: 'Stats',
      actionId: action.stats,
      value: JSON.stringify(toStats),
      label: `${count} days: stats`,
    }),
  ])
}

/** Fits the 75 characters of an option's value. */
const topValue = ({ accountId, count, sortBy }: TopRef): string => `${sortBy}:${count}:${accountId}`

/** Parses what topValue() wrote. */
export function readTopValue(value: string): TopRef {
  const [sortBy = '', count = '', accountId = ''] = value.split(':')
  return { accountId, count: Number(count) as StatsDays, sortBy: sortBy as TopPinSort } // written by topValue(), signed by Slack
}

/** @param typed the words in place of a metric */
export function wrongSortMessage(typed: string, nearest: TopRef): Message {
  const names = SORT_NAMES.map((sort) => SORTS[sort].name.toLowerCase())
  const topRef = `I didn’t understand “${inline(typed, 40)}”. Rank pins by ${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}.`
  const sentence = `${topRef} Did you mean ${SORTS[nearest.sortBy].name.toLowerCase()}?`
  const value = JSON.stringify(nearest)
  return {
    text: sentence,
    blocks: [
      section(sentence),
      actions([
        button({
          text: `By ${SORTS[nearest.sortBy].name.toLowerCase()}`,
          actionId: statsAction.topPins,
          value,
          style: 'primary',
        }),
      ]),
    ],
  }
}

/** Replaces the waiting message when the pins cannot be read. */
export const failedTopMessage = ({ sentence, connects }: Unread, topRef: TopRef): Message => ({
  text: escape(sentence),
  blocks: [section(escape(sentence)), ...(connects ? [actions([connectAgain(connects, 'primary')])] : []), waysOn(topRef)],
})
