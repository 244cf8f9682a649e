/** The message of an import, from the preview of the file to the result. */
import { shared } from '../ids.js'
import type { AnyBlock, Button } from '@slack/types'
import type { Import, ImportError, ImportPreview, ImportStop, ReadRow } from '../../src/core/sources/imports/model.js'
import { actions, button, context, escape, inline, type Message, section, text } from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { slackDate } from '../kit/times.js'
import { type ImportRef, writeImportRef } from './memory.js'

export const action = {
  importPins: 'import_pins',
  importMode: 'import_mode',
  importColumns: 'open_import_columns',
  importProblems: 'import_problems',
  importRefresh: 'import_refresh',
  importUndo: 'import_undo',
  importBoard: 'import_create_board',
  importCancel: 'import_cancel',
} as const

export const LINES_SHOWN = 12
const ERRORS_SHOWN = 6
const COLUMNS_SHOWN = 6
const BOARDS_SHOWN = 3
const NOTES_SHOWN = 5

export type ImportStage =
  /** The file cannot be read. `canMap`: another choice of columns may help. */
  | { kind: 'refused'; sentence: string; canMap: boolean }
  /** No column with pictures was recognized. */
  | { kind: 'unknown'; columns: readonly string[] }
  /** Columns that look like times were not recognized, so pins would go out at other times. */
  | { kind: 'unreadTimes'; columns: readonly string[] }
  | {
      kind: 'preview'
      preview: Omit<ImportPreview, 'accountId'>
      boards: ReadonlyMap<string, string>
      otherMode: ImportRef['mode'] | null
      /** Whether the reader may create the missing boards. */
      mayCreateBoards: boolean
      /** A fingerprint of the file that was read. */
      shown: string
    }
  | {
      kind: 'running' | 'over'
      import: Pick<Import, 'rows' | 'created' | 'failed' | 'notes' | 'errors' | 'status' | 'stoppedBecause' | 'undoneAt'>
      canUndo?: boolean
    }

export type ImportCardModel = { ref: ImportRef; account?: string | undefined; stage: ImportStage }

const pins = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'pin' : 'pins'}`
const lines = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`

export function importMessage({ ref, account, stage }: ImportCardModel): Message {
  const name = inline(ref.name, 60)
  const beside = account === undefined ? [] : [context(`For ${inline(account)}`)]
  const shown = stageOf(ref, name, stage)
  return { text: shown.text, blocks: [section(shown.text), ...beside, ...shown.blocks] }
}

function stageOf(ref: ImportRef, name: string, stage: ImportStage): Message {
  switch (stage.kind) {
    case 'refused':
      return {
        text: `:warning: *${name}* can’t be imported. ${escape(stage.sentence)}`,
        blocks: stage.canMap ? [actions([columnsButton(ref, 'primary')])] : [],
      }
    case 'unknown':
      return {
        text: `*${name}*: we can’t tell which column has the images.`,
        blocks: [context(`Columns: ${namesOf(stage.columns)}`), actions([columnsButton(ref, 'primary')])],
      }
    case 'unreadTimes':
      return {
        text: `*${name}*: we can’t tell which column has the time.`,
        blocks: [
          context(`${namesOf(stage.columns)} ${stage.columns.length > 1 ? 'look like times' : 'looks like a time'}.`),
          actions([columnsButton(ref, 'primary')]),
        ],
      }
    case 'preview':
      return previewOf(ref, name, stage)
    case 'running': {
      const { rows, created, failed } = stage.import
      const done = created === 0 ? 'none yet' : `${created.toLocaleString('en-US')} done`
      return {
        text: `:hourglass_flowing_sand: Importing ${pins(rows - Math.min(failed, rows))} from *${name}*: ${done}.`,
        blocks: [actions([refButton('Refresh', action.importRefresh, ref), cancelButton(ref)])],
      }
    }
    case 'over': {
      const { created, failed, notes, errors, stoppedBecause, undoneAt = null } = stage.import
      if (undoneAt !== null)
        return { text: `Undone. ${pins(created)} from *${name}* ${created === 1 ? 'was' : 'were'} deleted.`, blocks: [] }
      const stopped = stoppedBecause === null ? '' : `${STOPPED[stoppedBecause]} `
      const went =
        created > 0
          ? `${stopped}:white_check_mark: Imported ${pins(created)} from *${name}*.`
          : `${stopped}:warning: Nothing was imported from *${name}*.`
      const buttons = [
        ...(created > 0 ? [button({ text: 'View queue', actionId: shared.homeQueue, value: ref.accountId })] : []),
        ...(stage.kind === 'over' && stage.canUndo ? [refButton('Undo', action.importUndo, ref)] : []),
        ...(errors.length > 0 ? [problemsButton(ref, errors)] : []),
      ]
      const not = failed === 0 ? '' : ` ${lines(failed)} ${failed === 1 ? 'was' : 'were'} left out:`
      return {
        text: `${went}${not}`,
        blocks: [...errorLines(errors), ...noteLines(notes), ...(buttons.length > 0 ? [actions(buttons)] : [])],
      }
    }
  }
}

function previewOf(
  ref: ImportRef,
  name: string,
  { preview, boards, otherMode, mayCreateBoards, shown }: Extract<ImportStage, { kind: 'preview' }>,
): Message {
  const { rows, created, failed, errors, sample, slots, unknownBoards, template, columns, unknownColumns, notes } = preview
  const rest = created - sample.length
  const unread = unknownColumns.length === 0 ? '' : ` Ignored: ${namesOf(unknownColumns)}.`
  const from = template === null ? '' : `${inline(template, 40)}’s template. `
  const buttons = [
    ...(created > 0
      ? [{ ...refButton(`Import ${pins(created)}`, action.importPins, { ...ref, shown }), style: 'primary' as const }]
      : []),
    ...(otherMode === null ? [] : [refButton(OTHER[otherMode], action.importMode, { ...ref, mode: otherMode })]),
    columnsButton(ref),
    ...(errors.length > 0 ? [problemsButton(ref, errors)] : []),
  ]
  return {
    text: `*${name}*: ${pins(rows)}. ${created === rows ? 'All can be imported.' : `${created.toLocaleString('en-US')} can be imported, ${failed.toLocaleString('en-US')} can’t.`}`,
    blocks: [
      context(`${from}Columns: ${namesOf(columns.map((column) => column.name))}.${unread}\n${MODE[ref.mode]}`),
      ...noteLines(notes),
      ...(sample.length > 0
        ? [
            section(
              sample
                .map((row) => lineOf(row, { boards, mode: ref.mode, isOnSlot: slots.some(({ line }) => line === row.line) }))
                .join('\n'),
            ),
          ]
        : []),
      ...(rest > 0 ? [context(`and ${rest.toLocaleString('en-US')} more`)] : []),
      ...errorLines(errors),
      ...(mayCreateBoards ? unknownBoards.slice(0, BOARDS_SHOWN).map((board) => unknownBoard(ref, board)) : []),
      actions(buttons),
    ],
  }
}

const unknownBoard = (ref: ImportRef, { name, lines: count }: ImportPreview['unknownBoards'][number]): AnyBlock =>
  section(
    `There is no board “${inline(name, 60)}” for ${lines(count)}.`,
    button({
      text: 'Create it',
      actionId: action.importBoard,
      value: writeImportRef({ ...ref, board: name }),
      label: `Create the board ${name}`,
    }),
  )

const STOPPED: Record<ImportStop, string> = {
  cancelled: 'Import cancelled.',
  not_allowed: 'Import stopped.',
}

const MODE: Record<ImportRef['mode'], string> = {
  schedule: 'Lines without a time go out in the next open slots.',
  draft: 'Lines without a time become drafts.',
  approval: 'Each pin is sent for approval.',
}
const OTHER: Record<ImportRef['mode'], string> = {
  schedule: 'Use next open slots',
  draft: 'Save as drafts',
  approval: 'Ask for approval',
}

/** `• *Title* · Board · Mon, Mar 9, 9:00 AM · picture` */
type Shown = { boards: ReadonlyMap<string, string>; mode: ImportRef['mode']; isOnSlot: boolean }
function lineOf({ post }: ReadRow, { boards, mode, isOnSlot }: Shown): string {
  const { title, board, when, media, carouselItems } = post
  const at =
    when.kind === 'at'
      ? `${slackDate(when.at)}${isOnSlot ? ' (first open slot)' : ''}`
      : mode === 'draft'
        ? 'draft'
        : 'next open slot'
  const place = board === null ? 'no board yet' : inline(boards.get(board.boardId) ?? `board ${board.boardId}`, 30)
  const words = carouselItems.length > 0 ? `${carouselItems.length + 1} images` : media?.kind === 'url' ? media.mediaType : ''
  const picture = media?.kind === 'url' ? [linkTo(media.url, words)] : []
  return ['• *'.concat(inline(title ?? 'Untitled pin', 44), '*'), place, at, ...picture].join(' · ')
}

const namesOf = (names: readonly string[]): string => {
  const more = names.length - COLUMNS_SHOWN
  return `${names
    .slice(0, COLUMNS_SHOWN)
    .map((name) => `“${inline(name, 30)}”`)
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export const errorLine = ({ line, column, message }: ImportError): string =>
  `:warning: Line ${line}${column === undefined ? '' : ` (${inline(column, 30)})`}: ${inline(message, 180)}`

function errorLines(errors: readonly ImportError[]): AnyBlock[] {
  if (errors.length === 0) return []
  return [section(errors.slice(0, ERRORS_SHOWN).map(errorLine).join('\n'))]
}

const noteLines = (notes: readonly string[]): AnyBlock[] =>
  notes.length === 0
    ? []
    : [
        context(
          notes
            .slice(-NOTES_SHOWN)
            .map((note) => inline(note, 400))
            .join('\n'),
        ),
      ]

const cancelButton = (ref: ImportRef): Button => ({
  ...refButton('Cancel', action.importCancel, ref),
  confirm: {
    title: text('Cancel this import?', 100),
    text: text('Pins that are already created stay. The rest of the file isn’t imported.', 300),
    confirm: text('Cancel import', 30),
    deny: text('Keep importing', 30),
  },
})

/** The button to the problems, with the number of lines that have any. */
const problemsButton = (ref: ImportRef, errors: readonly ImportError[]): Button =>
  refButton(`All problems (${new Set(errors.map(({ line }) => line)).size})`, action.importProblems, ref)

const columnsButton = (ref: ImportRef, style?: 'primary'): Button => ({
  ...refButton(style ? 'Choose columns' : 'Columns', action.importColumns, ref),
  ...(style && { style }),
})

const refButton = (text: string, actionId: string, ref: ImportRef): Button =>
  button({ text, actionId, value: writeImportRef(ref), label: `${text}: ${ref.name}` })
