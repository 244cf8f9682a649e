/** The weekly digest: the results of a week with a chart, the best pins, and the coming days. */
import { shared } from '../ids.js'
import type { ActionsBlock, AnyBlock, SectionBlock } from '@slack/types'
import type { BestPin } from '../../src/core/insight/analytics/digest-pins.js'
import type { Digest, DigestNumbers } from '../../src/core/insight/analytics/digest.js'
import { action as weekAction, ALL_ACCOUNTS } from '../pins/week.js'
import { accountSwitch, hasChoice, type Switchable } from '../kit/account-switch.js'
import { action as allDigestsAction, withAll } from './all-digests.js'
import { approvalsText, attentionBlocks, aheadText, boardFolds } from './digest-text.js'
import type { PlatformPages } from '../../src/core/ports/platform.js'
import {
  actions,
  button,
  clip,
  context,
  escape,
  header,
  inline,
  charactersIn,
  md,
  type Message,
  type Picture,
  section,
} from '../kit/kit.js'
import { carousel } from '../kit/cards.js'
import { dayOfYear } from '../kit/times.js'
import { counted, whole } from '../kit/numbers.js'
import { boardText } from '../relevance/text.js'
import { addPostingTimes } from '../slots/add-times.js'
import { seasonText } from '../settings/trend-names.js'
import { draftButton, type TrendsRef } from '../trends/view.js'
import { action as topAction, againButtons, rankedTitle } from './top.js'
import { daysCharts } from './days.js'
import { comparedText, inShort, totalText, wholeText } from './text.js'

export const action = { digestFill: 'digest_fill_slots', trends: 'show_trends' } as const

export type DigestModel = {
  digest: Digest
  now: Date
  /** The chart of both weeks; null: there is none (yet). */
  picture: Picture | null
  /** The pictures of the best pins, in their order. */
  pictures: (Picture | null)[]
  pages: PlatformPages
  /** True if a person requested the digest now. */
  isAsked: boolean
  /** The accounts to choose from; undefined if the message has several readers. */
  choice?: Switchable['accounts'] | undefined
  /** Whether there are other accounts. */
  hasOthers?: boolean | undefined
}

const ROW_KEYWORD = 80
const ROW_BOARD = 60

export function digestMessage(model: DigestModel): Message {
  const { digest, now, isAsked, choice = [], hasOthers } = model
  const { account, week, ahead } = digest
  const days = `${dayOfYear(week.startDate, now)} to ${dayOfYear(week.endDate, now)}`
  const headline = `${clip(account.username, 90)}: week of ${days}`
  const attention = attentionBlocks(digest)
  const withFolds = (folds: AnyBlock[]): Message => ({
    text: `${escape(headline)}: ${shortText(digest)}`,
    blocks: [
      header(hasChoice({ accounts: choice }) ? `Week of ${days}` : headline),
      ...(hasChoice({ accounts: choice })
        ? accountSwitch({ accounts: withAll(choice), accountId: account.id }, allDigestsAction.digestAccount)
        : []),
      ...(attention.length > 0 ? [section('*Needs attention*'), ...attention] : []),
      ...numbersBlocks(model),
      ...bestBlocks(model),
      ...labelBlocks(digest.published.byLabel),
      section(`*Next 7 days*\n${aheadText(ahead)}`),
      ...folds,
      ...(digest.approvals ? [section(`*Approvals*\n${approvalsText(digest.approvals)}`)] : []),
      ...searchBlocks(digest, now),
      digestButtons(digest, hasOthers === true && choice.length === 0),
      context(`${isAsked ? 'Sent only to you, because you asked for it. ' : ''}Change the day or turn it off: /pin settings.`),
    ],
  })
  const folds = boardFolds(digest.ahead)
  while (folds.length > 0 && charactersIn(withFolds(folds).blocks) > MOST_CHARACTERS) folds.pop()
  return withFolds(folds)
}

/** Less than Slack takes, because the older form of a fold has marks around its name. */
const MOST_CHARACTERS = 12_000

/** The digest in one sentence. */
function shortText({ numbers, published, ahead }: Digest): string {
  const compared = numbers ? inShort(numbers.stats.compared) : ''
  return [
    ...(compared === '' ? [] : [compared]),
    `${counted(published.count, 'pin')} published`,
    `${ahead.pins.count === 0 ? 'none goes' : ahead.pins.count === 1 ? '1 goes' : `${whole(ahead.pins.count)} go`} out in the next 7 days`,
  ].join(', ')
}

function numbersBlocks({ digest: { numbers, published }, now, picture: shown }: DigestModel): AnyBlock[] {
  const own = publishedText(published)
  if (!numbers) {
    return [fields([own]), context('Impressions, saves and clicks need a Pinterest business account.')]
  }
  const { stats } = numbers
  if (stats.wholeDays === 0) return [fields([own]), context(noNumbers(numbers))]
  return [
    fields([own, ...totalText(stats.compared)]),
    ...daysCharts(numbers.both, shown, now),
    context(`${comparedText(stats, now)}\n${wholeText(stats, now)} Days are in UTC.`),
  ]
}

/** The labels of most pins. */
const labelBlocks = (byLabel: Digest['published']['byLabel']): AnyBlock[] =>
  byLabel.length === 0
    ? []
    : [section(`*By label*\n${byLabel.map(({ name, count }) => `${inline(name ?? '', ROW_BOARD)} ${whole(count)}`).join(' · ')}`)]

const fields = (words: string[]): SectionBlock => ({ type: 'section', fields: words.map(md) })

const noNumbers = ({ stats: { days } }: DigestNumbers): string =>
  days.some(({ isCounting }) => isCounting)
    ? 'Pinterest is still counting this week. Check /pin stats later.'
    : 'No stats for this week.'

function publishedText({ count, before }: Digest['published']): string {
  const beside = count === before ? 'same as the week before' : `${before === 0 ? 'none' : whole(before)} the week before`
  return `*Published*\n${count === 0 ? 'no pins' : counted(count, 'pin')}\n${beside}`
}

function bestBlocks({ digest: { account, best }, pictures, pages }: DigestModel): AnyBlock[] {
  if (best.length === 0) return []
  return [
    section('*Top pins*'),
    ...carousel(
      best.map((pin, index) => ({
        title: rankedTitle(index + 1, urlOf(pin, pages), titleOf(pin)),
        subtitle: seenText(pin),
        image: pictures[index] ?? null,
        altText: titleOf(pin),
        buttons: againButtons({ id: pin.post.id, accountId: account.id }, titleOf(pin)),
      })),
    ),
  ]
}

const titleOf = ({ post: { title } }: BestPin): string => (title === null || title.trim() === '' ? 'Untitled pin' : title)

const urlOf = ({ post: { pinId, pinDeletedAt } }: BestPin, pages: PlatformPages): string | undefined =>
  pinId === null || pinDeletedAt || !/^\d+$/.test(pinId) ? undefined : pages.pin(pinId)

/** `*12 saves* · 30 pin clicks · 480 impressions`, without zero counts. */
const seenText = ({ saves, pinClicks, outboundClicks, impressions }: BestPin): string =>
  [
    [saves, 'save'] as const,
    [outboundClicks, 'outbound click'] as const,
    [pinClicks, 'pin click'] as const,
    [impressions, 'impression'] as const,
  ]
    .flatMap(([count, thing]) => (count > 0 ? [`${whole(count)} ${count === 1 ? thing : `${thing}s`}`] : []))
    .join(' · ')

/** Searches worth a pin now; empty if there are none. */
function searchBlocks({ account: { id: accountId }, searches }: Digest, now: Date): AnyBlock[] {
  if (searches.length === 0) return []
  return [
    section('*Trending soon*'),
    ...searches.map((one) => {
      const { keyword, board } = one
      const fits = board === null ? '' : ` Fits ${inline(boardText(board), ROW_BOARD)}.`
      return section(
        `*${inline(keyword, ROW_KEYWORD)}*\n${seasonText(one, now)}${fits}`,
        draftButton(keyword, { accountId, ...(board && { boardId: board.id }) }),
      )
    }),
  ]
}

/** Buttons for the account of the message, not the reader's current one. @param hasOthers adds the way to other accounts */
export function digestButtons(
  {
    account: { id: accountId },
    numbers,
    ahead,
    searches = [],
  }: Pick<Digest, 'account' | 'numbers' | 'ahead'> & Partial<Pick<Digest, 'searches'>>,
  hasOthers = false,
): ActionsBlock {
  const fill = button({ text: 'Fill open slots', actionId: action.digestFill, value: accountId, style: 'primary' })
  return actions([
    ...(ahead.slots.open > 0 ? [fill] : []),
    ...(ahead.slots.count === 0 ? [addPostingTimes(accountId)] : []),
    button({ text: 'View queue', actionId: weekAction.queueMore, value: JSON.stringify({ accountId }) }),
    ...(numbers
      ? [
          button({
            text: 'Stats',
            actionId: topAction.stats,
            value: JSON.stringify({ accountId, count: 7 }),
            label: 'Stats of the last 7 days',
          }),
        ]
      : []),
    ...(searches.length > 0
      ? [
          button({
            text: 'Trends',
            actionId: action.trends,
            value: JSON.stringify({ accountId, type: 'seasonal', from: 0 } satisfies TrendsRef),
            label: 'Trends: what people search for',
          }),
        ]
      : []),
    ...(hasOthers
      ? [
          button({
            text: 'All accounts',
            actionId: allDigestsAction.digestOf,
            value: ALL_ACCOUNTS,
            label: 'All accounts: digest',
          }),
        ]
      : []),
    button({ text: 'Settings', actionId: shared.digestSettings, value: accountId, label: 'Settings of the account' }),
  ])
}
