import type { FastifyInstance } from 'fastify'
import { requireRoleAnywhere } from '../../../core/accounts/people/roles.js'
import { z } from 'zod'
import { UPLOAD_EXTENSIONS } from '../../../core/media/formats.js'
import { type Upload, requestUpload } from '../../../core/media/uploads.js'
import type { Deps } from '../../../core/ports/deps.js'
import { operation } from '../../operation.js'
import { text } from '../../schemas.js'
import { uploadSchema, uploadToWire } from '../../wire/upload.js'

/** Patterns of JSON Schema have no flags. */
const inAnyCase = (extension: string) => extension.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

export function uploadRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'createUpload',
    refusals: ['FORBIDDEN', 'media_store_unavailable'],
    method: 'POST',
    url: '/media/uploads',
    tag: 'Media',
    summary: 'Request an upload',
    description: 'PUT the bytes to uploadUrl with exactly contentType as the Content-Type, then create a post with the uploadId.',
    body: z.strictObject({
      extension: text().meta({
        maxLength: 16,
        pattern: `^\\.?(${UPLOAD_EXTENSIONS.map(inAnyCase).join('|')})$`,
        description: `${UPLOAD_EXTENSIONS.join(', ')}; csv is for importing a file of pins`,
        examples: ['jpg'],
      }),
    }),
    status: 201,
    secretFor: ({ actor }) => requireRoleAnywhere(actor, 'contributor'),
    data: z.object({ upload: uploadSchema }),
    run: ({ actor, body }, beforeCommit) => requestUpload(deps, actor, body, beforeCommit),
    show: (upload: Upload) => ({ upload: uploadToWire(upload) }),
  })
}
