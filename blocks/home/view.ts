/** The app's Home: what needs attention, what goes out next, the open slots. */
import type { HomePage } from './memory.js'
import type { AnyBlock, HomeView } from '@slack/types'
import type { Role } from '../../src/core/lib/actor.js'
import type { Stats } from '../../src/core/analytics/stats.js'
import { homeButton, type HomeAccount, switcher } from './account.js'
import { attention, type AttentionModel, pinRow, type Some, type WaitingPin } from './attention.js'
import { featureButtons } from './features.js'
import { homeNumbers } from './numbers.js'
import { action, view } from '../ids.js'
import { actions, button, context, divider, header, inline, section } from '../kit/kit.js'
import { type Card, titleOf } from '../pins/text.js'
import { datedRowBlock } from '../pins/week-row.js'
import { slotRow, type TimeOf } from '../pins/queue.js'
import { creditsHint, type UsageLine, usageLine } from './usage-line.js'
import type { NextRepeat } from '../../src/core/posts/week/next-repeat.js'
import { addPostingTimes } from '../slots/add-times.js'
import { setUpBlocks, type SetUpModel } from '../slots/set-up.js'
import { NOTHING_WILL } from '../evergreen/text.js'
import { slackDate } from '../kit/times.js'

export type HomeModel = {
  accounts: HomeAccount[]
  account: HomeAccount
  /** The reader's: what they may do is offered. */
  /** On this account. */
  role: Role
  isOrganizationAdmin: boolean
  failed: Some<Card>
  failedOf: AttentionModel['failedOf']
  unresolved: Some<Card>
  waiting: Some<WaitingPin>
  next: Card[]
  /** Where these pins begin; null: with the first. */
  from: string | null
  /** Where the next pins go on; null: these are the last. */
  cursor: string | null
  /** The newest of those that did not fail, and how many there are of all; `isMore`: there are more than were counted. */
  drafts: { newest: Card[]; count: number; isMore: boolean }
  usage: UsageLine | null
  openSlots: Date[]
  timeOf: TimeOf
  /** Whether the reader may have a pin for a time of their choice. */
  canUse: boolean
  /** Within the next seven days, today one of them. */
  openThisWeek: number
  /** What evergreen publishes again next. */
  repeat?: NextRepeat | undefined
  /** What is left to set up, for who may do it. */
  setUp?: SetUpModel | undefined
  /** The last days of its numbers, where any are kept. */
  stats?: Stats | undefined
}
/** Without `private_metadata`: the publisher puts a fingerprint of the content there. */
export function homeView(model: HomeModel): HomeView {
  const { accounts, account, role } = model
  return {
    type: 'home',
    callback_id: view.home,
    blocks: [
      ...switcher(accounts, account.id),
      actions([
        ...(role === 'viewer' ? [] : [button({ text: 'New pin', actionId: action.newPin, value: account.id, style: 'primary' })]),
        ...(role === 'viewer'
          ? []
          : [button({ text: 'New pins', actionId: action.newPins, value: account.id, label: 'New pins: many at once' })]),
        homeButton('Schedule', action.homeSchedule, scheduleOf(model)),
        button({ text: 'Find', actionId: action.find, label: 'Find pins' }),
      ]),
      ...(model.setUp ? setUpBlocks(model.setUp) : []),
      ...attention({ ...model, canConnect: role === 'admin' }),
      ...firstSteps(model),
      header('Next pins'),
      ...nextPins(model),
      ...(model.repeat && model.from === null ? [context(repeatLine(model.repeat))] : []),
      header('Open slots'),
      ...openSlots(model),
      header('Drafts'),
      ...drafts(model),
      ...homeNumbers(model.stats),
      divider(),
      actions(featureButtons(model.isOrganizationAdmin)),
      ...credits(model.usage),
      context('See all commands with /pin help.'),
    ],
  }
}

/** Before the first pin: what the words on this page mean. */
function firstSteps({ next, drafts: { count }, from, role, openSlots: slots, account }: HomeModel): AnyBlock[] {
  if (next.length > 0 || count > 0 || from !== null) return []
  const isAsking = role === 'contributor' && account.approvalPolicy === 'required'
  const mayOnlyDraft = role === 'contributor' && account.approvalPolicy !== 'required'
  const draft = isAsking
    ? 'Your pins need approval: each one stays a draft until someone approves it.'
    : mayOnlyDraft
      ? 'You can save drafts; schedulers and admins schedule them.'
      : 'A *draft* is a pin without a time. Nothing happens until you schedule it.'
  const slot = slots.length === 0 ? ' Add some with /pin slots.' : ' Pins go out in open slots.'
  return [
    section(
      [
        `• A *slot* is a weekly posting time, like Mondays at 9:00 AM.${slot}`,
        `• ${draft}`,
        '• A *credit* pays for one scheduled pin. You get it back if the pin fails.',
      ].join('\n'),
    ),
  ]
}

const scheduleOf = ({ account, from }: HomeModel): HomePage => ({ accountId: account.id, cursor: from, shows: 'schedule' })

const repeatLine = ({ at, post, because }: NextRepeat): string =>
  because === null
    ? `:recycle: Evergreen, ${slackDate(at)}: ${post ? inline(titleOf(post), 100) : 'the pin that has waited longest'}`
    : `:recycle: Evergreen, ${slackDate(at)}: ${NOTHING_WILL[because]}`

/** A line between two of them. */
const rows = (cards: Card[]): AnyBlock[] => cards.flatMap((card, index) => [...(index > 0 ? [divider()] : []), ...pinRow(card)])

function nextPins({ next, account, cursor, from, role }: HomeModel): AnyBlock[] {
  const to = (words: string, actionId: string, page: string | null) =>
    homeButton(words, actionId, { accountId: account.id, cursor: page })
  const pages = [
    ...(cursor === null ? [] : [to('Next 5', action.homePage, cursor)]),
    ...(from === null ? [] : [to('Back to the first', action.homeFirst, null)]),
  ]
  const nothing = role === 'viewer' ? 'Nothing is scheduled.' : 'Nothing is scheduled. Start with “New pin”.'
  const empty = from === null ? nothing : 'No more.'
  return [
    ...(next.length > 0 ? next.map((card) => datedRowBlock(card, 'home')) : [section(empty)]),
    ...(pages.length > 0 ? [actions(pages)] : []),
  ]
}

function openSlots({ account: { id: accountId }, openSlots: slots, openThisWeek: count, canUse, timeOf }: HomeModel): AnyBlock[] {
  if (slots.length === 0) return [section('No open slots.', canUse ? addPostingTimes(accountId) : undefined)]
  const line = context(`${count === 0 ? 'None' : count} open in the next 7 days`)
  return [line, ...slots.map((at) => slotRow({ accountId, at }, timeOf, canUse))]
}

function drafts({ drafts: { newest, count, isMore } }: HomeModel): AnyBlock[] {
  if (count === 0) return [section('No drafts.')]
  const all = actions([button({ text: 'All drafts', actionId: action.homeDrafts })])
  const words = isMore ? `More than ${count} drafts` : count === 1 ? '1 draft' : `${count} drafts`
  return [context(words), ...rows(newest), ...(isMore || count > newest.length ? [all] : [])]
}

/** What is left, and what it pays for. */
function credits(usage: UsageLine | null): AnyBlock[] {
  if (!usage) return []
  const hint = creditsHint(usage)
  return [context(hint === undefined ? usageLine(usage) : `${usageLine(usage)}\n${hint}`)]
}
