import { z } from 'zod'
import {
  IMPORT_FIELDS,
  IMPORT_STATUSES,
  type Import,
  type ImportPreview,
  MOST_ERRORS,
  type ReadRow,
} from '../../../core/imports/model.js'
import { BATCH_MODES } from '../../../core/posts/batch/model.js'
import { seconds, secondsSchema } from '../../wire/time.js'

const textOrNull = (description: string) => z.string().nullable().meta({ description })

const sampleSchema = z
  .object({
    line: z.int().min(1).meta({ description: 'Where it begins in the file, from 1' }),
    title: textOrNull('As it was read'),
    description: textOrNull('As it was read'),
    url: textOrNull('As it was read'),
    altText: textOrNull('As it was read'),
    mediaUrls: z.array(z.string()).meta({ description: 'One, or several of a carousel' }),
    boardId: textOrNull('The board that was found'),
    boardSectionId: textOrNull('The section that was found'),
    sendAt: secondsSchema.nullable().meta({ description: 'Its own time, Unix seconds; null: the mode decides' }),
  })
  .meta({ id: 'ImportLine', description: 'A line of the file as it was read' })

/** @see docs/contract.md#imports */
export const importSchema = z
  .object({
    id: z.string().nullable().meta({ description: 'Null: a preview' }),
    accountId: z.string().meta({ description: 'Whose posts these become' }),
    status: z.enum(IMPORT_STATUSES).meta({
      description:
        'queued, processing: lines are still to be written; success: it is over, and something was created; failed: nothing was',
    }),
    mode: z.enum(BATCH_MODES).meta({ description: 'As it was requested' }),
    rows: z.int().min(0).meta({ description: 'Lines with a pin' }),
    created: z.int().min(0).meta({ description: 'Posts that were written until now; of a preview, that would be' }),
    failed: z.int().min(0).meta({ description: 'Lines that were refused until now' }),
    columns: z
      .array(
        z
          .object({
            name: z.string().meta({ description: 'In the file' }),
            field: z.enum(IMPORT_FIELDS).meta({ description: 'What it is read as' }),
          })
          .meta({ id: 'ImportColumn', description: 'A column of the file that is read' }),
      )
      .meta({ description: 'Columns that are read' }),
    unknownColumns: z.array(z.string()).meta({ description: 'Columns that are not read' }),
    errors: z
      .array(
        z
          .object({
            line: z.int().min(1).meta({ description: 'Where it begins in the file, from 1; the columns are line 1' }),
            column: z.string().optional().meta({ description: 'Name of the column; absent: it is of the whole line' }),
            message: z.string().meta({ description: 'What is wrong, and how to put it right' }),
          })
          .meta({ id: 'ImportError', description: 'Why a line was refused' }),
      )
      .meta({ description: `What is wrong, by line; the first ${MOST_ERRORS.toLocaleString('en-US')}` }),
    createdAt: secondsSchema,
    sample: z.array(sampleSchema).optional().meta({ description: 'Of a preview: the first lines that are in order' }),
  })
  .meta({ id: 'Import', description: 'A file of pins, and what became of its lines' })

export function importToWire(one: Import | ImportPreview): z.output<typeof importSchema> {
  const { id, accountId, status, mode, rows, created, failed, columns, unknownColumns, errors, createdAt } = one
  return {
    id,
    accountId,
    status,
    mode,
    rows,
    created,
    failed,
    columns,
    unknownColumns,
    errors,
    createdAt: seconds(createdAt),
    ...('sample' in one && { sample: one.sample.map(lineToWire) }),
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
