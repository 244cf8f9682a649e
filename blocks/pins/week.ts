/** A week, a day or any days, one line a pin: published and scheduled pins, and open slots. */
import { shared } from '../ids.js'
import type { AnyBlock, SectionBlock } from '@slack/types'
import type { WeekTotals } from '../../src/core/posts/schedule/week.js'
import { changeManyButton } from '../bulk/choose.js'
import { exportButton } from '../bulk/export.js'
import { accountSelect } from '../kit/account-switch.js'
import { actions, button, context, inline, type Message, section } from '../kit/kit.js'
import { counted } from '../kit/numbers.js'
import { dayIn, type Locale } from '../kit/times.js'
import type { Origin } from '../pin/buttons.js'
import {
  fitsInMenu,
  openBlock,
  openBlocks,
  type OpenRow,
  pinRowBlock,
  type PinRow,
  repeatRowBlock,
  type RepeatRow,
  type WeekRow,
} from './week-row.js'
import { type DrawnWeek, weekBlock } from './week-picture.js'
import type { Card } from '../pin/text.js'
import { unresolvedRow } from '../pin/unknown.js'

export const action = {
  queueMore: 'queue_more',
  weekBefore: 'week_before',
  weekAfter: 'week_after',
  weekFirst: 'week_first',
  weekAccount: 'week_account',
} as const

/** Stands for an account id and means all accounts. */
export const ALL_ACCOUNTS = 'all'

/**
 * What a list of days is made from, so that it can be made again: the days as typed, at the instant `at` (Unix milliseconds), to
 * which "tomorrow" refers. `accountId` may be ALL_ACCOUNTS.
 */
export type WeekRef = { accountId: string; words?: string; at?: number; cursor?: string }

export type WeekModel = {
  ref: WeekRef
  /** The accounts to choose from. */
  accounts: { id: string; username: string }[]
  /** The reader's zone, which decides where a day begins. */
  timezone: string
  locale: Locale
  /** The zone of the times, if it has to be named. */
  zone: string | undefined
  /** Set only for seven days of one account. */
  picture?: DrawnWeek | undefined
  now: Date
  /** `Monday 2 March to Sunday 8 March`. */
  name: string
  /** Only pins with this label are listed. */
  label?: string | undefined
  rows: WeekRow[]
  totals: WeekTotals
  /** The typed form of the days before and after. */
  beside: { before: string; after: string }
  /** Where the next page begins; null: there is none. */
  cursor: string | null
  /** Blocks about what keeps pins from being published. */
  standstill: AnyBlock[]
  /** Pins with an unknown outcome. */
  unresolved: Card[]
  /** Waiting pins that were due before these days. */
  overdue: PinRow[]
  canMake: boolean
  /** Whether the reader may change what is scheduled. */
  canChange: boolean
  /** Whether the reader may make a pin for an open slot. */
  canUse: boolean
  /** `Mon 9:30 AM`: plain text. */
  timeOf: (at: Date) => string
  /** The day of an instant in the reader's zone, counted from today. */
  dayOf: (at: Date) => number
}

export const WEEK_ROWS = 22
/** Slack's 50 blocks of a message, less the line with the outcome of a press. */
const MOST_BLOCKS = 49

/** Shared by the message, the form and Home. */
export function weekBlocks(model: WeekModel, from: Origin = 'list'): AnyBlock[] {
  const { rows, overdue, unresolved, standstill, picture, ref } = model
  const isEmpty = rows.length === 0 && overdue.length === 0
  const above = [
    headline(model),
    navigation(model),
    ...standstill,
    ...weekBlock(picture),
    ...unresolved.flatMap((card) => unresolvedRow(card, from)),
    ...(overdue.length > 0 ? [context('*Overdue*'), ...overdue.map((row) => pinRowBlock(row, from))] : []),
  ]
  const below = [...pages(model), ...(rows.length > 5 ? [daysButtons(model)] : [])]
  const room = MOST_BLOCKS - above.length - below.length
  const days = isEmpty ? [section(ref.cursor === undefined ? 'Nothing is scheduled.' : 'No more.')] : byDay(model, from, room)
  return [...above, ...days, ...below]
}

export function weekMessage(model: WeekModel): Message {
  const isEmpty = model.rows.length === 0 && model.overdue.length === 0
  const text = isEmpty
    ? `Nothing is scheduled for ${accountOf(model)}: ${nameOf(model)}`
    : `Queue · ${titleOf(model)}: ${totalsIn(model)}`
  return { text, blocks: weekBlocks(model) }
}

function accountOf({ ref, accounts }: WeekModel): string {
  const account = accounts.find(({ id }) => id === ref.accountId)?.username
  return account === undefined ? 'All accounts' : inline(account, 40)
}

const titleOf = (model: WeekModel): string => `${accountOf(model)} · ${nameOf(model)}`
const nameOf = ({ name, label }: WeekModel): string => (label === undefined ? name : `${name} · ${inline(label)}`)
/** Open slots have no label. */
const totalsIn = ({ totals, label }: WeekModel): string =>
  label === undefined ? totalsOf(totals) : someOf(totals.published + totals.coming, 'pin')

/** `10 pins, 4 open slots`. */
export function totalsOf({ published, coming, repeats, open }: WeekTotals): string {
  if (coming + repeats + open === 0) return published === 0 ? 'no pins' : `${counted(published, 'pin')} published`
  const pins = someOf(published + coming + repeats, 'pin')
  const went = published > 0 && published < published + coming + repeats ? ` (${published} published)` : ''
  return `${pins}${went}, ${someOf(open, 'open slot')}`
}

const someOf = (count: number, thing: string) => (count === 0 ? `no ${thing}s` : counted(count, thing))

function headline(model: WeekModel): SectionBlock {
  const { accounts, ref, zone } = model
  const totals = `${totalsIn(model)}${zone === undefined ? '' : ` · ${inline(zone)}`}`
  if (accounts.length < 2) return section(`*${titleOf(model)}*\n${totals}`)
  const all = { id: ALL_ACCOUNTS, username: 'All accounts' }
  const select = accountSelect({ accounts: [all, ...accounts], accountId: ref.accountId }, action.weekAccount)
  return section(`*${nameOf(model)}*\n${totals}`, select)
}

type Day = { heading: string; rows: WeekRow[] }

function daysOf(model: WeekModel): Day[] {
  const days = new Map<number, Day>()
  for (const row of model.rows) {
    const number = model.dayOf(row.at)
    const day = days.get(number) ?? { heading: headingOf(row.at, model), rows: [] }
    day.rows.push(row)
    days.set(number, day)
  }
  return [...days.values()]
}

const isOpenRow = (row: WeekRow): row is OpenRow => row.kind === 'open'
const openOf = ({ heading, rows }: Day) => ({ heading, open: rows.filter(isOpenRow) })

/**
 * The pins of each day with the open slots between them, in order of time. Consecutive days with only open slots share a block.
 * @param room the blocks available; if they are too few, the open slots of a day share one block
 */
function byDay(model: WeekModel, from: Origin, room: number): AnyBlock[] {
  const blocks = blocksByDay(model, from, false)
  return blocks.length <= room ? blocks : blocksByDay(model, from, true)
}

function blocksByDay(model: WeekModel, from: Origin, isTight: boolean): AnyBlock[] {
  const { canUse, timeOf } = model
  const blocks: AnyBlock[] = []
  let free: Day[] = []
  const endFree = () => {
    if (free.length > 0) blocks.push(openBlock(free.map(openOf), canUse, timeOf))
    free = []
  }
  for (const day of daysOf(model)) {
    const isFree = day.rows.every(isOpenRow)
    if (!isFree || !fitsInMenu([...free, day].map(openOf))) endFree()
    if (isFree) free.push(day)
    else blocks.push(context(`*${day.heading}*`), ...runsOf(day.rows, isTight).flatMap((run) => runBlocks(run, model, from)))
  }
  endFree()
  return blocks
}

/** One pin, or consecutive open slots. */
type Run = PinRow | RepeatRow | OpenRow[]

/** @param isTight true puts all open slots into one run, at the first of them */
function runsOf(rows: readonly WeekRow[], isTight: boolean): Run[] {
  const runs: Run[] = []
  for (const row of rows) {
    if (!isOpenRow(row)) {
      runs.push(row)
      continue
    }
    const before = isTight ? runs.find((run) => Array.isArray(run)) : runs.at(-1)
    if (Array.isArray(before)) before.push(row)
    else runs.push([row])
  }
  return runs
}

function runBlocks(run: Run, { canUse, timeOf }: WeekModel, from: Origin): AnyBlock[] {
  if (Array.isArray(run)) return openBlocks(run, canUse, timeOf)
  return [run.kind === 'pin' ? pinRowBlock(run, from) : repeatRowBlock(run)]
}

const NEAR = new Map([
  [-1, 'Yesterday'],
  [0, 'Today'],
  [1, 'Tomorrow'],
])

function headingOf(at: Date, { timezone, locale, now, dayOf }: WeekModel): string {
  const near = NEAR.get(dayOf(at))
  const day = dayIn(at, timezone, now, locale)
  return near === undefined ? day : `${near}, ${day}`
}

const weekButton = (text: string, actionId: string, ref: WeekRef, name: string) =>
  button({ text, actionId, value: JSON.stringify(ref), label: `${text}: ${name}` })

type Turn = { accountId: string } & Pick<WeekModel, 'beside' | 'name'>
const turns = ({ accountId, beside, name }: Turn) => [
  weekButton('‹ Previous', action.weekBefore, { accountId, words: beside.before }, name),
  weekButton('Next ›', action.weekAfter, { accountId, words: beside.after }, name),
]

/** Repeats the navigation below a list that is longer than a screen. */
const daysButtons = ({ ref: { accountId }, beside, name }: WeekModel) => actions(turns({ accountId, beside, name }))

function navigation({ ref: { accountId }, rows, beside, canMake, canChange, name }: WeekModel) {
  const coming = rows.filter((row) => row.kind === 'pin' && row.card.post.status === 'queued')
  return actions([
    ...turns({ accountId, beside, name }),
    ...(canMake
      ? [button({ text: 'New pin', actionId: shared.newPin, ...(accountId !== ALL_ACCOUNTS && { value: accountId }) })]
      : []),
    ...(canChange && accountId !== ALL_ACCOUNTS && coming.length > 1 ? [changeManyButton(accountId, 'queued')] : []),
    ...(accountId !== ALL_ACCOUNTS && coming.length > 0 ? [exportButton(accountId, 'queued')] : []),
  ])
}

function pages({ ref: { cursor: page, ...same }, cursor, name }: WeekModel): AnyBlock[] {
  const buttons = [
    ...(cursor === null ? [] : [weekButton('Show more', action.queueMore, { ...same, cursor }, name)]),
    ...(page === undefined ? [] : [weekButton('Back to the first', action.weekFirst, same, name)]),
  ]
  return buttons.length > 0 ? [actions(buttons)] : []
}
