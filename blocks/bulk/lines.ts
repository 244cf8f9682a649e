/** The results of a bulk edit: a line for each pin, and a sentence for all. */
import type { AnyBlock } from '@slack/types'
import type { Post } from '../../src/core/posts/post.js'
import { context, escape, inline, section } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { boardOf, titleOf } from '../pin/text.js'

type Shown = Pick<Post, 'id' | 'title' | 'boardId' | 'boardName' | 'sendAt' | 'url' | 'status'>
export type ManyKind = 'reschedule' | 'unschedule' | 'delete' | 'edit'
/** `was`: undefined if the pin no longer exists. `then`: undefined if the edit deletes it. `problem`: why it does not change. */
export type ManyRow = { was?: Shown | undefined; then?: Shown | undefined; problem?: string | undefined }

const TITLE = 60
const LINES_A_BLOCK = 12

/** The pins that change, then those that do not, with the reason. */
export function manyLines(kind: ManyKind, rows: readonly ManyRow[]): AnyBlock[] {
  const going = rows.filter(({ problem }) => problem === undefined)
  const staying = rows.filter(({ problem }) => problem !== undefined)
  return [
    ...inBlocks(going.map((row) => `• ${nameOf(row)}${becomes(kind, row)}`)),
    ...(staying.length === 0 ? [] : [context(`*${countOf(staying.length)} won’t change*`)]),
    ...inBlocks(staying.map((row) => `:warning: ${nameOf(row)}: ${inline(row.problem ?? '', 150)}`)),
  ]
}

/** Only the titles, before the edit is chosen. */
export const titleLines = (posts: readonly Pick<Shown, 'title'>[]): AnyBlock[] =>
  inBlocks(posts.map((post) => `• ${inline(titleOf(post), TITLE)}`))

function inBlocks(lines: readonly string[]): AnyBlock[] {
  const blocks: AnyBlock[] = []
  for (let at = 0; at < lines.length; at += LINES_A_BLOCK) blocks.push(section(lines.slice(at, at + LINES_A_BLOCK).join('\n')))
  return blocks
}

const nameOf = ({ was }: ManyRow): string => (was ? `*${inline(titleOf(was), TITLE)}*` : 'A deleted pin')

function becomes(kind: ManyKind, { was, then }: ManyRow): string {
  switch (kind) {
    case 'delete':
      return was?.sendAt ? ` · ${slackDate(was.sendAt)}` : ''
    case 'unschedule':
      return was?.sendAt ? ` · ${slackDate(was.sendAt)} → draft` : ' · already a draft'
    case 'edit':
      return was && then
        ? `${changesOf(was, then) || ' · nothing to change'}${was.sendAt ? ` · ${slackDate(was.sendAt)}` : ''}`
        : ''
    case 'reschedule':
      return was && then ? `${changesOf(was, then)} · ${timesOf(was, then)}` : ''
  }
}

function timesOf({ sendAt: was }: Shown, { sendAt: then }: Shown): string {
  const at = then ? slackDate(then) : 'draft'
  if (!was) return at
  return was.getTime() === then?.getTime() ? `${at} (no change)` : `${slackDate(was)} → ${at}`
}

const changesOf = (was: Shown, then: Shown): string =>
  [
    ...(was.boardId === then.boardId ? [] : [`${boardOf(was, 30)} → ${boardOf(then, 30)}`]),
    ...(was.url === then.url ? [] : [`${was.url === null ? 'no link' : inline(was.url, 60)} → ${inline(then.url ?? '', 60)}`]),
  ]
    .map((change) => ` · ${change}`)
    .join('')

export const countOf = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'pin' : 'pins'}`

/** The result in mrkdwn: `Moved 7 pins to the next open slots, Thu … to Mon …. Skipped 2 pins: …` */
export function manyDone(kind: ManyKind, rows: readonly ManyRow[]): string {
  const going = rows.filter(({ problem }) => problem === undefined)
  const first = going.length === 0 ? 'Nothing was changed.' : `${doneTo(kind, going)}.`
  return [first, ...stayingOf(rows)].join(' ')
}

function doneTo(kind: ManyKind, going: readonly ManyRow[]): string {
  const count = countOf(going.length)
  switch (kind) {
    case 'delete':
      return `Deleted ${count}`
    case 'unschedule':
      return `Unscheduled ${count}. ${going.length === 1 ? 'It’s a draft' : 'They’re drafts'} now`
    case 'edit': {
      const boards = new Set(going.map(({ then }) => then?.boardId ?? null))
      const [{ was, then } = {}] = going
      const isMove = boards.size === 1 && then?.boardId != null && going.every((row) => row.was?.boardId !== row.then?.boardId)
      return isMove && was?.url === then.url ? `Moved ${count} to “${boardOf(then, 50)}”` : `Changed ${count}`
    }
    case 'reschedule':
      return `${going.every(({ was }) => was?.status === 'draft') ? 'Scheduled' : 'Moved'} ${count}${spanOf(going)}`
  }
}

/** `, Thu … to Mon …` */
export function spanOf(going: readonly ManyRow[]): string {
  const times = going.flatMap(({ then }) => then?.sendAt ?? []).sort((a, b) => a.getTime() - b.getTime())
  const [first] = times
  const last = times.at(-1)
  if (!first || !last) return ''
  return first.getTime() === last.getTime() ? `, ${slackDate(first)}` : `, ${slackDate(first)} to ${slackDate(last)}`
}

const REASONS_SAID = 3

/** Each reason once, with its number of pins. */
function stayingOf(rows: readonly ManyRow[]): string[] {
  const counts = new Map<string, number>()
  for (const { problem } of rows) if (problem !== undefined) counts.set(problem, (counts.get(problem) ?? 0) + 1)
  const all = [...counts].sort(([, a], [, b]) => b - a)
  return all.slice(0, REASONS_SAID).map(([problem, count]) => `Skipped ${countOf(count)}: ${escape(problem)}`)
}
