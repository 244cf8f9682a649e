/** A pin, a repeat or open slots as one line of a week, with one menu. */
import type { AnyBlock, ContextBlock, Overflow, SectionBlock } from '@slack/types'
import type { NothingBecause } from '../../src/core/posts/evergreen/evergreen.js'
import type { StateName } from '../../src/core/posts/state/state.js'
import { button, inline, md, option, picture, section } from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { slackDate, slackTime } from '../kit/times.js'
import { failureText } from '../pin/failure-text.js'
import { isUnknown, type Origin, type SeenPinRef } from '../pin/buttons.js'
import { lateBy, WAITS } from '../pin/state-text.js'
import { boardOf, type Card, type CardPost, mayAll, titleOf, whereLine } from '../pin/text.js'

export const action = { useSlot: 'use_slot', weekUse: 'week_use', pinRow: 'pin_row' } as const

/** `href`: the page of the published pin. `account`: set in a list of several. `later`: the time that “Later” moves it to. */
export type PinRow = {
  kind: 'pin'
  at: Date
  card: Card
  href: string | null
  isRepeat: boolean
  account?: string | undefined
  later?: string | undefined
  /** The slot that is kept for a draft that waits for approval. */
  keptAt?: Date | undefined
}
/** An evergreen slot; `post`: the pin that is published again, if known; `because`: why none is. */
export type RepeatRow = {
  kind: 'repeat'
  at: Date
  post: Pick<CardPost, 'title' | 'boardId' | 'boardName'> | null
  because: NothingBecause | null
  account?: string | undefined
}
export type OpenRow = { kind: 'open'; at: Date; accountId: string; places: number; account?: string | undefined }
export type WeekRow = PinRow | RepeatRow | OpenRow

/** Keeps a row to one line, and a page of rows within the 13,200 characters of a message even when every character is escaped. */
const TITLE = 44
const BOARD = 22
const ACCOUNT = 16

/** The choices of a row's menu; `view` is a link to Pinterest. */
export const rowVerb = {
  details: 'details',
  edit: 'edit',
  move: 'move',
  later: 'later',
  publish: 'publish',
  schedule: 'schedule',
  unschedule: 'unschedule',
  delete: 'delete',
  view: 'view',
} as const
export type RowVerb = (typeof rowVerb)[keyof typeof rowVerb]
const VERBS: readonly string[] = Object.values(rowVerb)

/** Short, because the value of an option is limited to 75 characters. */
const rowValue = (verb: RowVerb, { id, accountId, version }: Pick<CardPost, 'id' | 'accountId' | 'version'>, from: Origin) =>
  [verb, accountId, id, from, ...(version === undefined ? [] : [version])].join(':')

/** @returns undefined if another version of this program wrote the value */
export function readRowValue(value: string): (SeenPinRef & { verb: RowVerb }) | undefined {
  const [verb = '', accountId = '', postId = '', from = '', version] = value.split(':')
  if (!VERBS.includes(verb)) return undefined
  const seen = version === undefined ? {} : { version: Number(version) }
  return { verb: verb as RowVerb, accountId, postId, from: from as Origin, ...seen } // written by rowValue, signed by Slack
}

/**
 * `*9:30 AM*  Title · Board`, with a sign for the pin's state and words for what it waits for.
 * @param written formats the time
 */
export function pinLine(
  { card, href, isRepeat, account, keptAt }: Omit<PinRow, 'kind' | 'at'>,
  written: (at: Date) => string = slackTime,
): string {
  const { post } = card
  const sign = `${SIGNS[card.state.name]}${isRepeat ? ':recycle: ' : ''}`
  const time = keptAt ?? timeOf(post)
  const words = `${sign}${nameOf(post, href)}`
  const parts = [time === null ? words : `*${written(time)}*  ${words}`, boardOf(post, BOARD), ...stateOf(card), ...of(account)]
  return parts.join(' · ')
}

/** The time of publication if the pin is published, else its scheduled time. */
const timeOf = ({ status, sentAt, sendAt }: CardPost): Date | null => (status === 'sent' ? sentAt : null) ?? sendAt

const of = (account: string | undefined): string[] => (account === undefined ? [] : [inline(account, ACCOUNT)])

export const nameOf = (post: CardPost, href: string | null): string =>
  href === null ? inline(titleOf(post), TITLE) : linkTo(href, titleOf(post), TITLE)

const SIGNS: Record<StateName, string> = {
  draft: '',
  failed: ':warning: ',
  awaiting_approval: ':raised_hand: ',
  approval_expired: ':hourglass: ',
  scheduled: '',
  waiting: ':hourglass: ',
  publishing: ':hourglass_flowing_sand: ',
  unconfirmed: ':question: ',
  published: ':white_check_mark: ',
}

/** Empty if all goes as planned, or if a line above already explains why every pin of the account waits. */
function stateOf({ post, state }: Card): string[] {
  const { name, cause, isLate } = state
  if (name === 'waiting' && !isLate && (cause === 'paused' || cause === 'disconnected')) return []
  if (name === 'waiting') return [`${isLate ? 'late, ' : ''}waiting${cause === null ? '' : `: ${WAITS[cause]}`}`]
  if (name === 'published' && isLate && post.sentAt && post.sendAt) {
    return [`${lateBy(post.sentAt.getTime() - post.sendAt.getTime())} late`]
  }
  if (name === 'unconfirmed') return ['not confirmed yet']
  if (name === 'awaiting_approval') return ['waiting for approval']
  return name === 'approval_expired' ? ['requested time has passed'] : []
}

/** The most frequent actions on a pin, as Slack allows five; the others are on its card, behind "Details". */
export function rowMenu(
  { card: { post, reader }, href, later }: Pick<PinRow, 'card' | 'href' | 'later'>,
  from: Origin,
): Overflow {
  const one = (words: string, verb: RowVerb) => option(words, rowValue(verb, post, from))
  const canChange =
    mayAll(reader) || (reader?.role === 'contributor' && post.status === 'draft' && post.createdBy === reader.userId)
  const options = [
    ...(href === null ? [] : [{ ...one('View on Pinterest', rowVerb.view), url: href }]),
    one('Details', rowVerb.details),
    ...(canChange ? changesOf(post, mayAll(reader), later).map(([words, verb]) => one(words, verb)) : []),
  ]
  return { type: 'overflow', action_id: action.pinRow, options }
}

/** @param maySchedule false for a contributor, who may only change drafts */
function changesOf(post: CardPost, maySchedule: boolean, later: string | undefined): [string, RowVerb][] {
  const now: [string, RowVerb][] = maySchedule && !isUnknown(post) ? [['Publish now', rowVerb.publish]] : []
  switch (post.status) {
    case 'queued':
      return [
        ['Edit', rowVerb.edit],
        ['Move', rowVerb.move],
        [later === undefined ? 'Later' : `Later: ${later}`, rowVerb.later],
        ...now,
      ]
    case 'draft':
      return [['Edit', rowVerb.edit], ['Schedule', rowVerb.schedule], ...now, ['Delete', rowVerb.delete]]
    case 'uploading':
    case 'sent':
      return []
  }
}

/** @param written formats the time */
export const pinRowBlock = (row: PinRow, from: Origin, written?: (at: Date) => string): SectionBlock =>
  section(pinLine(row, written), rowMenu(row, from))

/** The row of a list without a picture above it: its own picture with time and board, then the title with the menu. */
export function picturedRow(row: PinRow, from: Origin): AnyBlock[] {
  const { card, href, isRepeat, account } = row
  const { post, state } = card
  const time = timeOf(post)
  const facts = [...(time === null ? [] : [slackDate(time)]), whereLine(card, BOARD), ...stateOf(card), ...of(account)]
  const shown = picture(card.picture, post.altText ?? titleOf(post))
  const beside: ContextBlock = { type: 'context', elements: [...(shown ? [shown] : []), md(facts.join(' · '))] }
  const why =
    post.failure && (state.name === 'failed' || state.name === 'unconfirmed')
      ? `\n${inline(failureText(post.failure).what, 100)}`
      : ''
  const words = `${SIGNS[state.name]}${isRepeat ? ':recycle: ' : ''}${nameOf(post, href)}${why}`
  return [beside, section(words, rowMenu(row, from))]
}

/** A pin or a repeat in a list of several days. */
export const weekRowBlock = (row: PinRow | RepeatRow, from: Origin, written: (at: Date) => string): SectionBlock =>
  row.kind === 'pin' ? pinRowBlock(row, from, written) : repeatRowBlock(row, written)

const WONT: Record<NothingBecause, string> = {
  empty_pool: 'the pool is empty',
  out_of_season: 'every pin waits for its months',
  dead_links: 'every pin’s link leads nowhere',
  spacing: 'every pin is too close to one with the same link',
  blackout: 'the time is in a blackout',
  day_full: 'the day has as many pins as your limit',
  evergreen_paused: 'evergreen is paused',
  publishing_paused: 'publishing is paused',
  account_on_hold: 'Pinterest takes no pins from this account',
  not_connected: 'the account is disconnected',
  no_credit: 'no credits left',
  too_late: 'its time has passed',
}

/** Names the pin only for the next repeat; later ones are not decided yet. */
export function repeatRowBlock({ at, post, because, account }: RepeatRow, written = slackTime): SectionBlock {
  const what =
    because !== null
      ? `_Evergreen: nothing goes out, ${WONT[because]}_`
      : post === null
        ? '_Evergreen slot_'
        : `${inline(post.title ?? 'Untitled pin', TITLE)} · ${boardOf(post, BOARD)}`
  return section([`*${written(at)}*  :recycle: ${what}`, ...of(account)].join(' · '))
}

/** An open slot in a list of several days. @param timeOf formats a time with its day, as plain text */
export function useRow(row: OpenRow, canUse: boolean, timeOf: (at: Date) => string): SectionBlock {
  const when = timeOf(row.at)
  const use = button({ text: 'Use', actionId: action.useSlot, value: useValue(row), label: `Use this slot: ${when}` })
  return section(`*${when}*  _open_${row.places > 1 ? ` (${row.places})` : ''}`, canUse ? use : undefined)
}

/** The value of the button that uses an open slot. */
export const useValue = ({ accountId, at }: Pick<OpenRow, 'accountId' | 'at'>): string =>
  `${accountId}:${Math.floor(at.getTime() / 1000)}`

/** Parses what useValue() wrote; Slack signs it. Old buttons name no account: then `accountId` is ''. */
export function readUseValue(value: string): { accountId: string; at: Date } {
  const [accountId = '', seconds = ''] = value.includes(':') ? value.split(':') : ['', value]
  return { accountId, at: new Date(Number(seconds) * 1000) }
}

/** Slack's limit for the options of a menu. */
const MOST_IN_MENU = 5

/** `heading`: the name of the day, if it does not stand above. */
type OpenDay = { heading?: string; open: readonly OpenRow[] }

/** Consecutive open slots, split into blocks of as many as a menu takes. */
export function openBlocks(rows: readonly OpenRow[], canUse: boolean, timeOf: (at: Date) => string): SectionBlock[] {
  const blocks: SectionBlock[] = []
  for (let from = 0; from < rows.length; from += MOST_IN_MENU)
    blocks.push(openBlock([{ open: rows.slice(from, from + MOST_IN_MENU) }], canUse, timeOf))
  return blocks
}

/** True when one menu can hold the open slots of these days. */
export const fitsInMenu = (days: readonly OpenDay[]): boolean =>
  days.reduce((sum, { open }) => sum + open.length, 0) <= MOST_IN_MENU

/** Days with their open slots, and a menu to use one. @param timeOf formats a time with its weekday, as plain text */
export function openBlock(days: readonly OpenDay[], canUse: boolean, timeOf: (at: Date) => string): SectionBlock {
  const nameOf = ({ heading }: OpenDay) => (heading === undefined ? '' : `${heading}: `)
  const lines = days.map((day) => `${nameOf(day)}${day.open.map(openText).join(', ')} _open_`)
  const slots = days.flatMap(({ open }) => open).slice(0, MOST_IN_MENU)
  const [first] = slots
  if (!canUse || !first) return section(lines.join('\n'))
  if (slots.length === 1) {
    const label = `Use this slot: ${timeOf(first.at)}`
    return section(lines.join('\n'), button({ text: 'Use', actionId: action.weekUse, value: useValue(first), label }))
  }
  const options = slots.map((row) => option(`Use ${timeOf(row.at)}`, useValue(row)))
  return section(lines.join('\n'), { type: 'overflow', action_id: action.weekUse, options })
}

const openText = ({ at, places, account }: OpenRow): string =>
  [slackTime(at), ...(places > 1 ? [`(${places})`] : []), ...of(account)].join(' ')
