/**
 * The coming days as a picture: each pin with its cover and the color of its board, and the open slots. This file decides the
 * layout; src/charts/week.mjs draws it.
 */
import type { ImageBlock } from '@slack/types'
import type { WeekCell, WeekPlan } from '../../src/core/ports/charts.js'
import type { StateName } from '../../src/core/posts/state/state.js'
import { clip, oneLine, type Picture, pictureBlock } from '../kit/kit.js'
import { clockIn, columnIn, type Reader, timeIn } from '../kit/times.js'
import { type CardPost, titleOf } from '../pin/text.js'

/** `cover`: the key by which the caller finds the pin's picture. */
export type WeekItem<Cover> =
  | { kind: 'pin'; at: Date; post: CardPost; state: StateName; isRepeat: boolean; cover: Cover | null }
  | { kind: 'repeat'; at: Date; title: string | null }
  | { kind: 'open'; at: Date; places: number }
export type PlannedWeek<Cover> = { plan: WeekPlan; covers: Cover[]; words: string }
export type DrawnWeek = { picture: Picture | null; words: string }

const MOST_ROWS = 6
const TITLE = 60
const BOARD = 40
/** The most characters of a title in the alt text, so that a full week fits Slack's 2,000. */
const SPOKEN = 30
const MOST_SPOKEN = 1990

export const weekBlock = (drawn: DrawnWeek | undefined): ImageBlock[] => (drawn ? pictureBlock(drawn.picture, drawn.words) : [])

/** @param days the first instant of each day @returns undefined if nothing is planned and no slot is open */
export function planWeek<Cover>(
  items: readonly WeekItem<Cover>[],
  days: readonly Date[],
  reader: Reader & { now: Date },
): PlannedWeek<Cover> | undefined {
  const dayOf = (at: Date) => days.filter((start) => start <= at).length - 1
  const minuteOf = (at: Date) => {
    const [hour = 0, minute = 0] = clockIn(at, reader.timezone, 'en-GB').split(':').map(Number)
    return hour * 60 + minute
  }
  const shown = items.filter(({ at }) => dayOf(at) >= 0).sort((a, b) => a.at.getTime() - b.at.getTime())
  if (shown.length === 0) return undefined
  const boards = boardsOf(shown)
  const covers: Cover[] = []
  const rows = bandsOf([...new Set(shown.map(({ at }) => minuteOf(at)))].sort((a, b) => a - b)).map((band) => {
    const inBand = shown.filter(({ at }) => band.includes(minuteOf(at)))
    const cells = days.map((_, day) => {
      const here = inBand.filter(({ at }) => dayOf(at) === day)
      const [first] = here.toSorted((a, b) => RANK[a.kind] - RANK[b.kind])
      return first ? cellOf(first, here, boards, covers) : null
    })
    return {
      label: labelOf(
        inBand.map(({ at }) => at),
        minuteOf,
        reader,
      ),
      cells,
    }
  })
  const plan = { days: days.map((day) => columnIn(day, reader)), rows, boards: boards.map(({ name }) => clip(name, BOARD)) }
  return { plan, covers, words: wordsOf(shown, days, dayOf, reader) }
}

/** The order of items at the same time. */
const RANK = { pin: 0, repeat: 1, open: 2 }

const isPin = <Cover>(item: WeekItem<Cover>): item is Extract<WeekItem<Cover>, { kind: 'pin' }> => item.kind === 'pin'

/** The boards in order of their ids, so that a board keeps its color when the pins change. */
function boardsOf(items: readonly WeekItem<unknown>[]): { id: string; name: string }[] {
  const named = items
    .filter(isPin)
    .flatMap(({ post: { boardId, boardName } }): [string, string][] =>
      boardId === null ? [] : [[boardId, boardName ?? `Board ${boardId}`]],
    )
  return [...new Map(named)]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1))
}

/** Groups the times into at most MOST_ROWS rows, split at the widest gaps. */
function bandsOf(minutes: readonly number[]): number[][] {
  const starts = minutes
    .map((minute, index) => ({ index, gap: index === 0 ? Infinity : minute - (minutes[index - 1] ?? 0) }))
    .sort((a, b) => b.gap - a.gap || a.index - b.index)
    .slice(0, MOST_ROWS)
    .map(({ index }) => index)
    .sort((a, b) => a - b)
  return starts.map((start, index) => minutes.slice(start, starts[index + 1]))
}

/** A time on two lines, “9:30” above “AM”; for several times, the first and the last. */
function labelOf(times: readonly Date[], minuteOf: (at: Date) => number, { timezone, locale }: Reader): string {
  const sorted = times.toSorted((a, b) => minuteOf(a) - minuteOf(b))
  const [first, last] = [sorted[0], sorted.at(-1)].map((at) => (at ? clockIn(at, timezone, locale) : ''))
  return first === last || first === undefined
    ? (first ?? '').replace(' ', '\n')
    : `${first.replace(/ .*/, '')}–\n${(last ?? '').replace(/ .*/, '')}`
}

function cellOf<Cover>(
  item: WeekItem<Cover>,
  here: readonly WeekItem<Cover>[],
  boards: readonly { id: string }[],
  covers: Cover[],
): WeekCell {
  const others = here.filter(({ kind }) => kind !== 'open').length - 1
  const empty = { title: '', board: null, mark: null, isRepeat: false, cover: null }
  if (item.kind === 'open') {
    const places = here.reduce((sum, one) => sum + (one.kind === 'open' ? one.places : 0), 0)
    return { kind: 'open', ...empty, more: places - 1 }
  }
  if (item.kind === 'repeat') return { kind: 'repeat', ...empty, more: others }
  const { post, state, isRepeat, cover } = item
  const board = boards.findIndex(({ id }) => id === post.boardId)
  return {
    kind: 'pin',
    title: clip(oneLine(titleOf(post)), TITLE),
    board: board < 0 ? null : board,
    mark: MARKS[state] ?? null,
    isRepeat,
    more: others,
    cover: cover === null ? null : covers.push(cover) - 1,
  }
}

const MARKS: Partial<Record<StateName, WeekCell['mark']>> = { published: 'published', unconfirmed: 'unknown', failed: 'failed' }
const SAID: Partial<Record<StateName, string>> = {
  published: ', published',
  unconfirmed: ', not confirmed',
  failed: ', failed',
  awaiting_approval: ', waiting for approval',
}

/** The alt text of the picture, day by day. */
function wordsOf(
  items: readonly WeekItem<unknown>[],
  days: readonly Date[],
  dayOf: (at: Date) => number,
  { now, ...reader }: Reader & { now: Date },
): string {
  const said = (item: WeekItem<unknown>): string => {
    if (item.kind === 'open') return item.places > 1 ? `${item.places} open slots` : 'open slot'
    if (item.kind === 'repeat') return `evergreen${item.title === null ? '' : `, ${clip(oneLine(item.title), SPOKEN)}`}`
    return `${clip(oneLine(titleOf(item.post)), SPOKEN)}${item.isRepeat ? ', again' : ''}${SAID[item.state] ?? ''}`
  }
  const lines = days.map((day, index) => {
    const own = items.filter(({ at }) => dayOf(at) === index)
    const name = timeIn(day, reader.timezone, now, reader.locale).replace(/,? \S+(?: [AP]M)?$/, '')
    const list = own.map((item) => `${clockIn(item.at, reader.timezone, reader.locale)} ${said(item)}`)
    return `${name}: ${list.length === 0 ? 'nothing' : list.join('; ')}.`
  })
  return clip(`The next ${days.length} days. ${lines.join(' ')}`, MOST_SPOKEN)
}
