import { z } from 'zod'
import {
  IMPORT_FIELDS,
  IMPORT_STATUSES,
  type Import,
  type ImportPreview,
  MOST_ERRORS,
  type ReadRow,
  STOPS,
} from '../../../core/sources/imports/model.js'
import { BATCH_MODES } from '../../../core/many/batch/model.js'
import { seconds, secondsOrNull, secondsSchema } from '../../wire/time.js'

const textOrNull = (description: string) => z.string().nullable().meta({ description })

const sampleSchema = z
  .object({
    line: z.int().min(1).meta({ description: 'Line number where it begins, from 1' }),
    title: textOrNull('As read'),
    description: textOrNull('As read'),
    url: textOrNull('As read'),
    altText: textOrNull('As read'),
    mediaUrls: z.array(z.string()).meta({ description: 'One, or several for a carousel' }),
    boardId: textOrNull('The board that was found'),
    boardSectionId: textOrNull('The section that was found'),
    sendAt: secondsSchema.nullable().meta({ description: 'Its own time, Unix seconds; null: depends on mode' }),
  })
  .meta({ id: 'ImportLine', description: 'A line of the file, as read' })

/** @see docs/contract.md#imports */
export const importSchema = z
  .object({
    id: z.string().nullable().meta({ description: 'Null: a preview' }),
    accountId: z.string().meta({ description: 'The account the posts belong to' }),
    status: z.enum(IMPORT_STATUSES).meta({
      description:
        'queued, processing: lines are still being written; success: finished, posts were created; failed: finished, none were created',
    }),
    mode: z.enum(BATCH_MODES).meta({ description: 'As requested' }),
    rows: z.int().min(0).meta({ description: 'Number of lines with a pin' }),
    created: z.int().min(0).meta({ description: 'Posts written so far; in a preview, posts that would be written' }),
    failed: z.int().min(0).meta({ description: 'Lines refused so far' }),
    template: z.string().nullable().meta({
      description: 'The program whose template the columns are of, such as Pinterest or Publer; null: none that we know',
    }),
    columns: z
      .array(
        z
          .object({
            name: z.string().meta({ description: 'Its name in the file' }),
            field: z.enum(IMPORT_FIELDS).meta({ description: 'The field it is read as' }),
          })
          .meta({ id: 'ImportColumn', description: 'A column of the file that is imported' }),
      )
      .meta({ description: 'Columns that are imported' }),
    unknownColumns: z.array(z.string()).meta({ description: 'Columns that are ignored' }),
    notes: z.array(z.string()).meta({ description: 'How the file was read, where that is not obvious: sentences for a person' }),
    errors: z
      .array(
        z
          .object({
            line: z.int().min(1).meta({ description: 'Line number where it begins, from 1; the header is line 1' }),
            column: z.string().optional().meta({ description: 'Name of the column; absent: the whole line' }),
            message: z.string().meta({ description: 'What is wrong and how to fix it' }),
          })
          .meta({ id: 'ImportError', description: 'Why a line was refused' }),
      )
      .meta({ description: `Errors by line; the first ${MOST_ERRORS.toLocaleString('en-US')}` }),
    stoppedBecause: z.enum(STOPS).nullable().meta({
      description:
        'cancelled: it was cancelled; not_allowed: the key or person that started it may no longer add pins; null: it was not stopped',
    }),
    undoneAt: secondsSchema.nullable().meta({ description: 'When its posts were deleted by undoImport; null: they were not' }),
    createdAt: secondsSchema,
    slots: z
      .array(z.object({ line: z.int().min(1).meta({ description: 'Line number' }), sendAt: secondsSchema }))
      .optional()
      .meta({
        description: `In a preview: lines with a date but no time, each with the slot it takes, the first open one of its day; the first ${MOST_ERRORS.toLocaleString('en-US')}`,
      }),
    unknownBoards: z
      .array(
        z.object({
          name: z.string().meta({ description: 'As in the file' }),
          lines: z.int().min(1).meta({ description: 'How many lines name it' }),
        }),
      )
      .optional()
      .meta({
        description:
          'In a preview: boards that the account does not have, up to 20. createBoard with ifMissing creates one, and its lines are right',
      }),
    sample: z.array(sampleSchema).optional().meta({ description: 'In a preview: the first lines without errors' }),
  })
  .meta({ id: 'Import', description: 'A file of pins and the result of its lines' })

export function importToWire(one: Import | ImportPreview): z.output<typeof importSchema> {
  const {
    id,
    accountId,
    status,
    mode,
    rows,
    created,
    failed,
    template,
    columns,
    unknownColumns,
    notes,
    errors,
    stoppedBecause,
    undoneAt = null,
    createdAt,
  } = one
  return {
    id,
    accountId,
    status,
    mode,
    rows,
    created,
    failed,
    template,
    columns,
    unknownColumns,
    notes,
    errors,
    stoppedBecause,
    undoneAt: secondsOrNull(undoneAt),
    createdAt: seconds(createdAt),
    ...('sample' in one && {
      slots: one.slots.map(({ line, at }) => ({ line, sendAt: seconds(at) })),
      unknownBoards: one.unknownBoards,
      sample: one.sample.map(lineToWire),
    }),
  }
}

const lineToWire = ({ line, post }: ReadRow): z.output<typeof sampleSchema> => ({
  line,
  title: post.title,
  description: post.description,
  url: post.url,
  altText: post.altText,
  mediaUrls: [post.media, ...post.carouselItems].flatMap((media) => (media?.kind === 'url' ? media.url : [])),
  boardId: post.board?.boardId ?? null,
  boardSectionId: post.board?.boardSectionId ?? null,
  sendAt: post.when.kind === 'at' ? seconds(post.when.at) : null,
})
