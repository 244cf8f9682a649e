import { z } from 'zod'
import type { Upload } from '../../core/media/uploads.js'
import { seconds, secondsSchema } from './time.js'

/** @see docs/contract.md#uploads */
export const uploadSchema = z
  .object({
    uploadId: z.string(),
    uploadUrl: z.string().meta({ format: 'uri', description: 'PUT the bytes here' }),
    uploadUrlExpiresAt: secondsSchema,
    expiresAt: secondsSchema,
    mediaType: z.enum(['image', 'video']),
    contentType: z.string().meta({ description: 'The exact Content-Type of the PUT', examples: ['image/jpeg'] }),
  })
  .meta({ id: 'Upload' })

export const uploadToWire = (upload: Upload): z.output<typeof uploadSchema> => ({
  uploadId: upload.uploadId,
  uploadUrl: upload.uploadUrl,
  uploadUrlExpiresAt: seconds(upload.uploadUrlExpiresAt),
  expiresAt: seconds(upload.expiresAt),
  mediaType: upload.mediaType,
  contentType: upload.contentType,
})
