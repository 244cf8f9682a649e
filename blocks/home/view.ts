/** The app's Home: what needs attention, then this week. Everything else is behind one menu. */
import type { AnyBlock, HomeView } from '@slack/types'
import type { Role } from '../../src/core/lib/actor.js'
import type { Stats } from '../../src/core/analytics/stats.js'
import type { WeekTotals } from '../../src/core/posts/week/week.js'
import { type HomeAccount, switcher } from './account.js'
import { attention, type AttentionModel } from './attention.js'
import { moreMenu } from './more.js'
import { homeNumbers } from './numbers.js'
import { action, view } from '../ids.js'
import { actions, button, context, section } from '../kit/kit.js'
import { totalsOf } from '../pins/week.js'
import { type DrawnWeek, weekBlock } from '../pins/week-picture.js'
import { useRow, weekRowBlock, type WeekRow } from '../pins/week-row.js'
import { addPostingTimes } from '../slots/add-times.js'
import { setUpBlocks, type SetUpModel } from '../slots/set-up.js'
import { lowLine, type UsageLine } from './usage-line.js'

export type HomeModel = Omit<AttentionModel, 'canConnect'> & {
  accounts: HomeAccount[]
  /** The reader's, on this account: what they may do is offered. */
  role: Role
  /** Seven days from today. */
  totals: WeekTotals
  picture?: DrawnWeek | undefined
  /** What comes next, pins and open slots in one order of time. */
  rows: readonly WeekRow[]
  /** Whose times these are, where that needs to be said. */
  zone: string | undefined
  /** How many there are; `isMore`: there are more than were counted. */
  drafts: { count: number; isMore: boolean }
  usage: UsageLine | null
  /** `Mon 9:30 AM`, in the reader's zone. */
  timeOf: (at: Date) => string
  /** Whether the reader may have a pin for a time of their choice. */
  canUse: boolean
  /** What is left to set up, for who may do it. */
  setUp?: SetUpModel | undefined
  /** The last days of its numbers, where any are kept. */
  stats?: Stats | undefined
  /** Grows with each choice of the menu, which is empty again after it. */
  turn?: number
}

/** What a person can take in at a glance. */
const MOST_BUTTONS = 16
const FEWEST_ROWS = 2
const MOST_ROWS = 6

/** Without `private_metadata`: the publisher puts a fingerprint of the content there. */
export function homeView(model: HomeModel): HomeView {
  const { accounts, account, role, usage, turn = 0 } = model
  const above = [
    ...switcher(accounts, account.id),
    actions(
      [
        ...(role === 'viewer'
          ? []
          : [
              button({ text: 'New pin', actionId: action.newPin, value: account.id, style: 'primary' }),
              button({ text: 'New pins', actionId: action.newPins, value: account.id }),
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
  const room = MOST_BUTTONS - buttonsIn([...above, ...below]) - 1 // the line of what was just done has one
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

/** Before the first pin: what the words on this page mean. */
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

/** The rest of the queue, and the drafts. */
function footOf({ drafts: { count, isMore }, account: { id } }: HomeModel): AnyBlock {
  const drafts = isMore ? `${count}+ drafts` : count === 1 ? '1 draft' : `${count} drafts`
  return actions([
    button({ text: 'Queue', actionId: action.homeQueue, value: id }),
    ...(count === 0 ? [] : [button({ text: drafts, actionId: action.homeDrafts, value: id })]),
  ])
}
