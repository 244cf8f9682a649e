/** Fixing all pins that failed for one reason: the line that offers it, and its form. */
import type { AnyBlock, ModalView, SectionBlock } from '@slack/types'
import type { FailedOfReason, Fix } from '../../src/core/many/bulk/fix.js'
import type { FailureReason } from '../../src/core/ports/notice.js'
import { field } from '../ids.js'
import { button, escape, form, input, option, section, text } from '../kit/kit.js'
import { addressElement } from '../kit/words.js'
import { type Problem, withProblem } from '../kit/problem.js'
import { failureText } from '../pin/failure-text.js'
import { countOf, type ManyRow, titleLines } from './lines.js'
import { type FixManyMemory, fixManyMemory } from './memory.js'
import { accountLine, previewBlocks } from './preview.js'

export const action = { fixMany: 'open_fix_many', fixBoard: 'fix_board' } as const
export const view = { fixMany: 'fix_many' } as const

export type FixManyRef = { accountId: string; reason: FailureReason }

/** One line for each reason that several pins share and that one action can fix. */
export const fixLines = (accountId: string, failed: readonly FailedOfReason[]): SectionBlock[] =>
  failed
    .filter(({ count, fix }) => count > 1 && fix !== 'each')
    .map(({ reason, count }) =>
      section(
        `*${countOf(count)}:* ${escape(whatOf(reason))}`,
        button({
          text: `Fix all (${count})`,
          actionId: action.fixMany,
          value: JSON.stringify({ accountId, reason } satisfies FixManyRef),
          label: `Fix all (${count}): ${whatOf(reason)}`,
        }),
      ),
    )

const whatOf = (reason: FailureReason): string => failureText({ reason, cause: { code: reason }, message: '' }).what

export type FixManyModel = {
  memory: FixManyMemory
  fix: Exclude<Fix, 'each'>
  /** The chosen board, if any. */
  board: { id: string; name: string } | null
  /** The result for each pin; undefined until the necessary choices are made. */
  rows: readonly ManyRow[] | undefined
  /** The titles of the pins, shown while `rows` is undefined. */
  titles: readonly { title: string | null }[]
  matched: number
  account: string | undefined
  problem?: Problem
}

const ASKS: Record<Exclude<Fix, 'each'>, string> = {
  board: 'Choose a board for all of them. They’ll go out in the next open slots.',
  section: 'They’ll go to the board itself, without a section, in the next open slots. Or choose another board.',
  words: 'Pinterest may accept them with another link or on another board. They’ll go out in the next open slots.',
  link: 'Give them another link, or publish them anyway. They’ll go out in the next open slots.',
  connection: 'The account is connected again, so they can go out in the next open slots.',
  time: 'They’ll go out in the next open slots.',
}

export function fixManyView({ memory, fix, board, rows, titles, matched, account, problem }: FixManyModel): ModalView {
  const going = rows?.filter((row) => row.problem === undefined)
  const count = going?.length ?? titles.length
  const blocks = withProblem(
    [
      section(`*${countOf(rows?.length ?? titles.length)}:* ${escape(whatOf(memory.reason))} ${ASKS[fix]}`),
      ...inputsOf(fix, board),
      ...(rows ? previewBlocks('reschedule', rows, matched) : titleLines(titles)),
      ...accountLine(account),
    ],
    problem,
  )
  const asks = fix === 'board' || fix === 'section' || fix === 'words' || fix === 'link'
  if (count === 0 && !asks) return { type: 'modal', title: text('Fix all', 24), close: text('Close', 24), blocks }
  return form({
    callbackId: view.fixMany,
    title: 'Fix all',
    submit: `Schedule ${count}`,
    memory: fixManyMemory.write(memory),
    blocks,
  })
}

function inputsOf(fix: FixManyModel['fix'], board: FixManyModel['board']): AnyBlock[] {
  const boardInput = input({
    blockId: field.board,
    label: 'Board',
    optional: fix !== 'board',
    dispatches: true,
    element: {
      type: 'external_select',
      action_id: action.fixBoard,
      min_query_length: 0,
      placeholder: text(fix === 'board' ? 'Choose a board' : 'Keep the board', 150),
      ...(board && { initial_option: option(board.name, board.id) }),
    },
  })
  const linkInput = input({
    blockId: field.link,
    label: 'Destination link',
    optional: true,
    hint: 'Leave empty to keep each pin’s link.',
    element: addressElement(),
  })
  switch (fix) {
    case 'board':
    case 'section':
      return [boardInput]
    case 'link':
      return [linkInput]
    case 'words':
      return [linkInput, boardInput]
    case 'connection':
    case 'time':
      return []
  }
}
