import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { cancelImport } from '../../../core/sources/imports/cancel.js'
import { createImport, previewImport } from '../../../core/sources/imports/create.js'
import { DATE_ORDERS } from '../../../core/sources/imports/days.js'
import { IMPORT_FIELDS, type Import, type ImportFile, type ImportPreview } from '../../../core/sources/imports/model.js'
import { readImport } from '../../../core/sources/imports/store.js'
import { undoImport } from '../../../core/sources/imports/undo.js'
import { badRequest } from '../../../core/lib/errors.js'
import { BATCH_MODES } from '../../../core/many/batch/model.js'
import type { Deps } from '../../../core/ports/deps.js'
import { operation } from '../../operation.js'
import { previewed } from '../batches/previewed.js'
import { accountParams, anId, pathId, text } from '../../schemas.js'
import { importSchema, importToWire } from './wire.js'

const tag = 'Posts'
const importParams = accountParams.extend({ importId: pathId('Id of the import') })

/** Holds a file of 10 MiB with its line breaks and quotation marks escaped. */
export const IMPORT_LIMIT_MIB = 16

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
