/** The forms of an import: the choice of columns, and the problems of its lines. */
import type { ModalView } from '@slack/types'
import type { DateOrder } from '../../src/core/sources/imports/days.js'
import type { ImportError, ImportField } from '../../src/core/sources/imports/model.js'
import { shared, field } from '../ids.js'
import { actions, button, context, form, inline, input, option, section, text } from '../kit/kit.js'
import { pageButtons, pageOf, type PagedList } from '../kit/paging.js'
import { errorLine } from './card.js'
import { type ImportColumnsMemory, importColumnsMemory, type ImportProblemsMemory, importProblemsMemory } from './memory.js'

export const action = {
  importProblemsNext: 'import_problems_next',
  importProblemsFirst: 'import_problems_first',
  importProblemsFile: 'import_problems_file',
} as const
export const view = { importColumns: 'import_columns' } as const

/** The fields to choose columns for, in this order; other recognized columns stay unchanged. */
export const ASKED: readonly ImportField[] = [
  'mediaUrl',
  'title',
  'description',
  'url',
  'board',
  'section',
  'altText',
  'labels',
  'aiDisclosures',
  'date',
  'time',
]
const LABEL: Partial<Record<ImportField, string>> = {
  mediaUrl: 'Image or video URL',
  title: 'Title',
  description: 'Description',
  url: 'Destination link',
  board: 'Board',
  section: 'Section',
  altText: 'Alt text',
  labels: 'Labels',
  aiDisclosures: 'AI disclosures',
  date: 'Date, or date and time',
  time: 'Time, if in a separate column',
}

/** A select takes 100 options, but the view as a whole has a limit of bytes. */
const MOST_COLUMNS = 90
export const NO_COLUMN = 'none'

/** The id of the select for the order of day and month. */
export const orderInput = `${field.column}-order`
const ORDERS = { day: 'Day first: April 3', month: 'Month first: March 4' } satisfies Record<DateOrder, string>
const AS_WRITTEN = option('Only dates that are clear', NO_COLUMN)

export type ImportColumn = { name: string; field: ImportField | null }
export const columnInput = (asked: ImportField): string => `${field.column}-${asked}`

export function importColumnsView(memory: ImportColumnsMemory, columns: readonly ImportColumn[]): ModalView {
  const named = columns.map(({ name }, index) => ({ name, index })).filter(({ name }) => name !== '')
  const shown = named.slice(0, MOST_COLUMNS)
  const none = option('None', NO_COLUMN)
  return form({
    callbackId: view.importColumns,
    title: 'Columns',
    submit: 'Preview',
    memory: importColumnsMemory.write(memory),
    blocks: [
      section(`Choose which column of *${inline(memory.ref.name, 60)}* holds each part of a pin.`),
      ...(named.length > shown.length ? [context(`Only the first ${shown.length} of ${named.length} columns are listed.`)] : []),
      ...ASKED.map(askFor),
      orderOf(memory.ref.order),
    ],
  })

  function askFor(asked: ImportField) {
    const options = shown.map(({ name, index }) => option(name, String(index)))
    const index = columns.findIndex((column) => column.field === asked)
    const chosen = options.find(({ value }) => value === String(index))
    const isNeeded = asked === 'mediaUrl'
    const initial = chosen ?? (isNeeded ? undefined : none)
    return input({
      blockId: columnInput(asked),
      label: LABEL[asked] ?? asked,
      optional: !isNeeded,
      element: {
        type: 'static_select',
        action_id: shared.value,
        placeholder: text('Choose a column', 150),
        options: isNeeded ? options : [none, ...options],
        ...(initial && { initial_option: initial }),
      },
    })
  }
}

function orderOf(chosen: DateOrder | undefined) {
  const options = [AS_WRITTEN, ...Object.entries(ORDERS).map(([order, label]) => option(label, order))]
  return input({
    blockId: orderInput,
    label: 'Dates such as 3/4/2027',
    optional: true,
    element: {
      type: 'static_select',
      action_id: shared.value,
      placeholder: text('Choose', 150),
      options,
      initial_option: options.find(({ value }) => value === chosen) ?? AS_WRITTEN,
    },
  })
}

export const importProblemPages: PagedList = {
  size: 40,
  next: action.importProblemsNext,
  first: action.importProblemsFirst,
  label: 'Problems in the file',
}
const LINES_A_BLOCK = 8

/** @param refused the number of all refused lines; only the first problems are kept */
export function importProblemsView(memory: ImportProblemsMemory, errors: readonly ImportError[], refused: number): ModalView {
  const { at, shown } = pageOf(importProblemPages, errors, { at: memory.at })
  const blocks = []
  for (let from = 0; from < shown.length; from += LINES_A_BLOCK)
    blocks.push(
      section(
        shown
          .slice(from, from + LINES_A_BLOCK)
          .map(errorLine)
          .join('\n'),
      ),
    )
  const pages = pageButtons(importProblemPages, { at, of: errors.length })
  return {
    type: 'modal',
    title: text('Problems', 24),
    close: text('Close', 24),
    private_metadata: importProblemsMemory.write({ ...memory, at }),
    blocks: [
      section(
        `*${inline(memory.ref.name, 60)}*: ${refused.toLocaleString('en-US')} ${refused === 1 ? 'line' : 'lines'} can’t be imported.`,
      ),
      ...blocks,
      actions([...pages, button({ text: 'Send me a CSV', actionId: action.importProblemsFile })]),
    ],
  }
}
