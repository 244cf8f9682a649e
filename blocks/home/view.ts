/** The app's Home: what needs attention, then this week, and a menu for everything else. */
import { shared } from '../ids.js'
import { action as reviewAction } from '../review/view.js'
import type { AnyBlock, HomeView, StaticSelect } from '@slack/types'
import type { Role } from '../../src/core/lib/actor.js'
import type { Stats } from '../../src/core/insight/analytics/stats.js'
import type { WeekTotals } from '../../src/core/posts/schedule/week.js'
import { type HomeAccount, switcher, standstill } from './account.js'
import { actions, button, context, section, option, text, inline } from '../kit/kit.js'
import { totalsOf } from '../pins/week.js'
import { type DrawnWeek, weekBlock } from '../pins/week-picture.js'
import { useRow, weekRowBlock, type WeekRow } from '../pins/week-row.js'
import { addPostingTimes } from '../slots/add-times.js'
import { setUpBlocks, type SetUpModel } from '../slots/set-up.js'
import { lowLine, type UsageLine } from '../stats/usage-line.js'
import type { StatsRef } from '../stats/view.js'
import { inShort, throughText } from '../stats/text.js'
import type { FailedOfReason } from '../../src/core/many/bulk/fix.js'
import { fixLines } from '../bulk/fix.js'
import { action as pinButtonsAction, isUnknown, mayEdit, pinRef } from '../pin/buttons.js'
import { failureText } from '../pin/failure-text.js'
import { type Card, titleOf } from '../pin/text.js'
import { slackDay } from '../kit/times.js'

export const action = {
  /** Runs the chosen verb over Home. */
  homeMore: 'home_more',
  homeRequests: 'home_requests',
  homeDrafts: 'home_drafts',
  homeNumbers: 'home_numbers',
} as const
export const view = { home: 'home' } as const

export type HomeModel = Omit<AttentionModel, 'canConnect'> & {
  accounts: HomeAccount[]
  /** The reader's role on this account, which decides what is offered. */
  role: Role
  /** The totals of seven days from today. */
  totals: WeekTotals
  picture?: DrawnWeek | undefined
  /** The next pins and open slots, in order of time. */
  rows: readonly WeekRow[]
  /** The zone of the times, if it has to be named. */
  zone: string | undefined
  /** `isMore`: there are more than were counted. */
  drafts: { count: number; isMore: boolean }
  usage: UsageLine | null
  /** `Mon 9:30 AM`, in the reader's zone. */
  timeOf: (at: Date) => string
  /** Whether the reader may choose the time of a pin. */
  canUse: boolean
  /** The remaining set-up, if the reader may do it. */
  setUp?: SetUpModel | undefined
  /** The stats of the last days, if any are stored. */
  stats?: Stats | undefined
  /** Grows with each choice of the menu, so that a new block id empties it. */
  turn?: number
}

/** The most buttons, and rows of the week, that a person sees at a glance. */
const MOST_BUTTONS = 16
const FEWEST_ROWS = 2
const MOST_ROWS = 6

/** Leaves private_metadata to the publisher, which stores a fingerprint of the content there. */
export function homeView(model: HomeModel): HomeView {
  const { accounts, account, role, usage, turn = 0 } = model
  const above = [
    ...switcher(accounts, account.id),
    actions(
      [
        ...(role === 'viewer'
          ? []
          : [
              button({ text: 'New pin', actionId: shared.newPin, value: account.id, style: 'primary' }),
              button({ text: 'New pins', actionId: reviewAction.newPins, value: account.id }),
            ]),
        moreMenu(),
      ],
      `more.${turn}`,
    ),
    ...(model.setUp ? setUpBlocks(model.setUp) : []),
    ...attention({ ...model, canConnect: role === 'admin' }),
  ]
  const low = usage === null ? undefined : lowLine(usage)
  const below = [footOf(model), ...homeNumbers(model.stats), ...(low === undefined ? [] : [context(low)])]
  const room = MOST_BUTTONS - buttonsIn([...above, ...below]) - 1 // one for the line with the last outcome
  const shown = model.rows.slice(0, Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, room)))
  return { type: 'home', callback_id: view.home, blocks: [...above, ...week(model, shown), ...below] }
}

const buttonsIn = (blocks: readonly AnyBlock[]): number =>
  blocks.reduce((sum, block) => {
    if (block.type === 'actions' && 'elements' in block) return sum + block.elements.length
    return sum + (block.type === 'section' && 'accessory' in block && block.accessory?.type !== 'image' ? 1 : 0)
  }, 0)

function week(model: HomeModel, rows: readonly WeekRow[]): AnyBlock[] {
  const { totals, zone, picture, canUse, timeOf } = model
  const line = [`*This week*  ${totalsOf(totals)}`, ...(zone === undefined ? [] : [zone])].join(' · ')
  return [
    section(line),
    ...weekBlock(picture),
    ...(rows.length === 0 ? nothing(model) : []),
    ...rows.map((row) => (row.kind === 'open' ? useRow(row, canUse, timeOf) : weekRowBlock(row, 'home', timeOf))),
  ]
}

/** Explains the words of the page before the first pin. */
function nothing({ drafts: { count }, role, account }: HomeModel): AnyBlock[] {
  if (role === 'viewer') return [section('Nothing is scheduled, and no slot is open.')]
  const isAsking = role === 'contributor' && account.approvalPolicy === 'required'
  const mayOnlyDraft = role === 'contributor' && !isAsking
  const draft = isAsking
    ? 'Your pins need approval: each one stays a draft until someone approves it.'
    : mayOnlyDraft
      ? 'You can save drafts; schedulers and admins schedule them.'
      : 'A *draft* is a pin without a time. Nothing happens until you schedule it.'
  return [
    section('No slots yet. A *slot* is a weekly posting time.', addPostingTimes(account.id)),
    ...(count === 0 ? [context(draft)] : []),
  ]
}

/** The buttons to the whole queue and the drafts. */
function footOf({ drafts: { count, isMore }, account: { id } }: HomeModel): AnyBlock {
  const drafts = isMore ? `${count}+ drafts` : count === 1 ? '1 draft' : `${count} drafts`
  return actions([
    button({ text: 'Queue', actionId: shared.homeQueue, value: id }),
    ...(count === 0 ? [] : [button({ text: drafts, actionId: action.homeDrafts, value: id })]),
  ])
}

/** The menu of Home for everything without a button. Its choices are verbs of /pin. */
const MORE: readonly [group: string, choices: readonly [words: string, verb: string][]][] = [
  ['Pins', [['Find pins', 'find'], ['Published', 'published'], ['Failed', 'failed'], ['Drafts', 'drafts']]], // biome-ignore format: a line a group
  ['Schedule', [['Slots', 'slots'], ['Evergreen', 'evergreen'], ['Boards', 'boards'], ['Feeds', 'feeds']]], // biome-ignore format: as above
  ['Ideas and stats', [['Ideas', 'inspiration'], ['Trends', 'trends'], ['Top pins', 'top'], ['Digest', 'digest']]], // biome-ignore format: as above
  [
    'Pinslot',
    [
      ['Settings', 'settings'],
      ['Help', 'help'],
    ],
  ],
]

export const moreMenu = (): StaticSelect => ({
  type: 'static_select',
  action_id: action.homeMore,
  placeholder: text('More', 150),
  option_groups: MORE.map(([group, choices]) => ({
    label: text(group, 75),
    options: choices.map(([words, verb]) => option(words, verb)),
  })),
})

/** Empty until stats of a day are known. */
export function homeNumbers(stats: Stats | undefined): AnyBlock[] {
  const words = stats ? inShort(stats.compared) : ''
  if (!stats || words === '') return []
  const ref: StatsRef = { accountId: stats.account.id, count: stats.count }
  const more = button({ text: 'Stats', actionId: action.homeNumbers, value: JSON.stringify(ref), label: 'Stats' })
  return [section(`*Last ${stats.count} days*  ${words}${throughText(stats)}`, more)]
}

/** `isMore`: there are more than those listed. */
type Some<T> = { listed: T[]; isMore: boolean }
type AttentionModel = {
  account: HomeAccount
  canConnect: boolean
  usage: UsageLine | null
  /** Pins with an unknown outcome. */
  unresolved: Some<Card>
  failed: Some<Card>
  /** The failed pins by reason; empty if the reader may not fix them. */
  failedOf: readonly FailedOfReason[]
  /** Approval requests that the reader may decide. */
  requests: { count: number; isMore: boolean }
}

/** The most lines about single pins; the others are one press away. */
const MOST_LINES = 3
const TITLE = 40
const REASON = 60

/** Empty if nothing needs attention. */
function attention(model: AttentionModel): AnyBlock[] {
  const { account, canConnect, usage, unresolved, failed, failedOf } = model
  const lines = [...fixLines(account.id, failedOf), ...[...failed.listed, ...unresolved.listed].map(pinLine)]
  const isCut = lines.length > MOST_LINES || failed.isMore || unresolved.isMore
  const blocks = [
    ...standstill(account, canConnect),
    ...(usage && isSpent(usage) ? [section(spentLine(usage))] : []),
    ...requestsLine(model),
    ...lines.slice(0, MOST_LINES),
    ...(isCut ? [section('There are more: see “Failed” in the menu and the queue.')] : []),
  ]
  return blocks.length > 0 ? [section('*Needs you*'), ...blocks] : []
}

function requestsLine({ account, requests: { count, isMore } }: AttentionModel): AnyBlock[] {
  if (count === 0) return []
  const words = isMore ? `${count}+ requests wait` : count === 1 ? '1 request waits' : `${count} requests wait`
  const review = button({
    text: count === 1 ? 'Review request' : `Review requests (${count}${isMore ? '+' : ''})`,
    actionId: action.homeRequests,
    value: account.id,
    style: 'primary',
  })
  return [section(`:raised_hand: ${words} for your decision.`, review)]
}

/** The button of a failed pin opens its form; that of a pin with an unknown outcome opens the details. */
function pinLine(card: Card): AnyBlock {
  const { post } = card
  const title = inline(titleOf(post), TITLE)
  const to = (text: string, actionId: string) =>
    button({ text, actionId, value: pinRef(post, 'home'), label: `${text}: ${titleOf(post)}` })
  if (post.failure === null || isUnknown(post))
    return section(`:question: ${title}: not confirmed yet`, to('Check', pinButtonsAction.details))
  const why = inline(failureText(post.failure).what, REASON)
  return section(
    `:warning: ${title}: ${why}`,
    mayEdit(post, card.reader) ? to('Fix', pinButtonsAction.edit) : to('Details', pinButtonsAction.details),
  )
}

/** True when the account can schedule no more pins. */
function isSpent({ billingSystem, unlimitedScheduling, credits, trialPinsLeft, postLimit, postsThisPeriod }: UsageLine): boolean {
  switch (billingSystem) {
    case 'modular':
      return !unlimitedScheduling && credits === 0 && trialPinsLeft === 0
    case 'legacy':
    case 'shopify':
      return postLimit !== null && postsThisPeriod >= postLimit
  }
}

function spentLine({ billingSystem, monthlyAllowance, resetsAt }: UsageLine): string {
  const stays = 'Scheduled pins go out as planned.'
  if (billingSystem !== 'modular')
    return `:warning: You’ve used all pins of this billing period. You can schedule more from ${slackDay(resetsAt)}. ${stays}`
  const next = monthlyAllowance > 0 ? `You get more on ${slackDay(resetsAt)}.` : 'Ask your Pinslot operator for more.'
  return `:warning: No credits left, so you can’t schedule drafts. ${next} ${stays}`
}
