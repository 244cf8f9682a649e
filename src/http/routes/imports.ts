import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { cancelImport } from '../../core/sources/imports/cancel.js'
import { createImport, previewImport } from '../../core/sources/imports/create.js'
import { DATE_ORDERS } from '../../core/sources/imports/days.js'
import {
  type Import,
  IMPORT_FIELDS,
  IMPORT_STATUSES,
  type ImportFile,
  type ImportPreview,
  MOST_ERRORS,
  type ReadRow,
  STOPS,
} from '../../core/sources/imports/model.js'
import { readImport } from '../../core/sources/imports/store.js'
import { undoImport } from '../../core/sources/imports/undo.js'
import { badRequest } from '../../core/lib/errors.js'
import { BATCH_MODES } from '../../core/many/batch/model.js'
import type { Deps } from '../../core/ports/deps.js'
import { operation } from '../operation.js'
import { previewed } from './batches.js'
import { accountParams, anId, pathId, text } from '../schemas.js'
import { seconds, secondsOrNull, secondsSchema } from '../wire/time.js'

const tag = 'Posts'
const importParams = accountParams.extend({ importId: pathId('Id of the import') })

/** Holds a file of 10 MiB with its line breaks and quotation marks escaped. */
const IMPORT_LIMIT_MIB = 16

const importBody = z.strictObject({
  csv: text()
    .optional()
    .meta({
      maxLength: IMPORT_LIMIT_MIB * 1024 * 1024,
      description: 'The text of the file, up to 10 MiB and 10,000 pins. Exclusive with uploadId',
      examples: ['Title,Media URL\r\nAn oak shelf,https://shop.example.com/oak-shelf.jpg\r\n'],
    }),
  uploadId: anId().optional().meta({ description: 'An upload with the extension csv. Exclusive with csv' }),
  mapping: z
    .record(text().meta({ maxLength: 1024 }), z.enum(IMPORT_FIELDS).nullable())
    .default({})
    .meta({
      description: 'What each column is, by its name in the file, if the name is not recognized; null: leave the column out',
    }),
  dateOrder: z.enum(DATE_ORDERS).optional().meta({
    description:
      'What comes first in dates such as 3/4/2027: day or month. Without it the template decides, else such a date is refused',
  }),
  mode: z.enum(BATCH_MODES).default('draft').meta({
    description: 'What to do with lines that have no time of their own, as in a batch: draft, schedule or approval',
  }),
  preview: z.boolean().default(false).meta({ description: 'Only report what would happen; nothing is written' }),
})

/** @see docs/contract.md#imports */
export function importRoutes(app: FastifyInstance, deps: Deps): void {
  const data = z.object({ import: importSchema })
  const show = (one: Import | ImportPreview) => ({ import: importToWire(one) })

  operation(app, deps, {
    id: 'createImport',
    refusals: ['FORBIDDEN', 'upload_already_attached', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE', 'media_store_unavailable'],
    method: 'POST',
    url: '/accounts/:accountId/imports',
    tag,
    summary: 'Import posts from a CSV file',
    description:
      'Each line becomes a new post. Lines with errors are left out with the reason; the others are written in the background. Read the import until its status is success or failed. With preview: 200 with what would happen, except for media; nothing is written.',
    params: accountParams,
    body: importBody,
    bodyLimitMiB: IMPORT_LIMIT_MIB,
    status: 201,
    data,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit): Promise<Import | ImportPreview> => {
      const input = {
        accountId: params.accountId,
        file: fileOf(body),
        mapping: body.mapping,
        dateOrder: body.dateOrder,
        mode: body.mode,
      }
      return body.preview
        ? previewed(deps, previewImport(deps, actor, input), beforeCommit)
        : createImport(deps, actor, input, beforeCommit)
    },
    show,
    isPreview: ({ id }) => id === null,
    location: ({ import: { id } }, { accountId }) => (id === null ? undefined : `/v1/accounts/${accountId}/imports/${id}`),
  })
  operation(app, deps, {
    id: 'getImport',
    method: 'GET',
    url: '/accounts/:accountId/imports/:importId',
    tag,
    summary: 'Read an import',
    description: 'Its progress and the lines that were refused. Kept for 90 days after its last line.',
    params: importParams,
    data,
    run: ({ actor, params }) => readImport(deps, actor, params),
    show,
  })
  operation(app, deps, {
    id: 'cancelImport',
    refusals: ['FORBIDDEN', 'import_over'],
    method: 'POST',
    url: '/accounts/:accountId/imports/:importId/cancel',
    tag,
    summary: 'Cancel an import',
    description: 'Ends an import that is still being written. Posts that were created stay; the other lines are refused.',
    params: importParams,
    data,
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => cancelImport(deps, actor, params, beforeCommit),
    show,
  })
  operation(app, deps, {
    id: 'undoImport',
    refusals: ['FORBIDDEN', 'undo_expired', 'post_status_changed', 'SERVICE_UNAVAILABLE'],
    method: 'POST',
    url: '/accounts/:accountId/imports/:importId/undo',
    tag,
    summary: 'Undo an import',
    description: 'Within ten minutes of its start, if none of its posts has changed: all are deleted and refunded.',
    params: importParams,
    data,
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => undoImport(deps, actor, params, beforeCommit),
    show,
  })
}

/** @throws BAD_REQUEST csv: not exactly one of them */
function fileOf({ csv, uploadId }: z.output<typeof importBody>): ImportFile {
  if (csv !== undefined && uploadId === undefined) return { kind: 'text', text: csv }
  if (uploadId !== undefined && csv === undefined) return { kind: 'upload', uploadId }
  throw badRequest('csv', 'Send one of csv and uploadId.')
}

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
    notes: z.array(z.string()).meta({
      description:
        'How the file was read, where that is not obvious, and the lines whose images lost their movement: sentences for a person',
    }),
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

function importToWire(one: Import | ImportPreview): z.output<typeof importSchema> {
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
