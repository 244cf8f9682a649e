/** The preview of a bulk edit. */
import type { AnyBlock, ModalView } from '@slack/types'
import { context, form, inline, section, text } from '../kit/kit.js'
import { type Problem, withProblem } from '../kit/problem.js'
import { countOf, type ManyKind, manyLines, type ManyRow, spanOf } from './lines.js'
import { type PreviewManyMemory, previewManyMemory } from './memory.js'

export const view = { previewMany: 'preview_many' } as const

export type PreviewManyModel = {
  memory: PreviewManyMemory
  rows: readonly ManyRow[]
  /** The number of matching pins, which may exceed the rows, as one edit has a limit. */
  matched: number
  /** The account's name, if there are several. */
  account: string | undefined
  problem?: Problem
}

const WILL: Record<ManyKind, string> = {
  reschedule: 'will go out in the next open slots',
  unschedule: 'will become drafts',
  delete: 'will be deleted',
  edit: 'will be changed',
}
const BUTTON: Record<ManyKind, string> = { reschedule: 'Move', unschedule: 'Unschedule', delete: 'Delete', edit: 'Change' }

export function previewManyView({ memory, rows, matched, account, problem }: PreviewManyModel): ModalView {
  const { kind } = memory
  const going = rows.filter((row) => row.problem === undefined)
  const blocks = withProblem([...previewBlocks(kind, rows, matched), ...accountLine(account)], problem)
  if (going.length === 0) return { type: 'modal', title: text('Bulk edit', 24), close: text('Close', 24), blocks }
  return form({
    callbackId: view.previewMany,
    title: 'Bulk edit',
    submit: `${BUTTON[kind]} ${going.length}`,
    memory: previewManyMemory.write(memory),
    blocks,
  })
}

/** Shared with the form that fixes failed pins. */
export function previewBlocks(kind: ManyKind, rows: readonly ManyRow[], matched: number): AnyBlock[] {
  const going = rows.filter((row) => row.problem === undefined)
  return [section(headline(kind, rows, going)), ...moreLine(rows, matched), ...manyLines(kind, rows)]
}

function headline(kind: ManyKind, rows: readonly ManyRow[], going: readonly ManyRow[]): string {
  if (rows.length === 0) return 'No pins match.'
  if (going.length === 0) return '*None of these can be changed.*'
  const sign = kind === 'delete' ? ':warning: ' : ''
  return `${sign}*${countOf(going.length)} ${WILL[kind]}${kind === 'reschedule' ? spanOf(going) : ''}.* You can undo it for 10 minutes.`
}

const moreLine = (rows: readonly ManyRow[], matched: number): AnyBlock[] =>
  matched > rows.length
    ? [context(`${matched.toLocaleString('en-US')} pins match. These are the first ${rows.length}: change the rest afterwards.`)]
    : []

export const accountLine = (account: string | undefined): AnyBlock[] =>
  account === undefined ? [] : [context(`For ${inline(account)}`)]
