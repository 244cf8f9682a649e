import { z } from 'zod'
import type { Upload } from '../../core/media/uploads.js'
import { seconds, secondsSchema } from './time.js'

/** @see docs/contract.md#uploads */
export const uploadSchema = z
  .object({
    uploadId: z.string().meta({ description: 'Use it in a post or an import' }),
    uploadUrl: z.string().meta({ format: 'uri', description: 'PUT the bytes here' }),
    uploadUrlExpiresAt: secondsSchema.meta({ description: 'Until when uploadUrl accepts bytes, Unix seconds' }),
    expiresAt: secondsSchema.meta({ description: 'Until when a post can use it, Unix seconds' }),
    mediaType: z.enum(['image', 'video', 'csv']).meta({ description: 'By the extension; csv: a file of pins to import' }),
    contentType: z.string().meta({ description: 'The exact Content-Type of the PUT', examples: ['image/jpeg'] }),
  })
  .meta({ id: 'Upload', description: 'A place to upload one file to' })

export const uploadToWire = (upload: Upload): z.output<typeof uploadSchema> => ({
  uploadId: upload.uploadId,
  uploadUrl: upload.uploadUrl,
  uploadUrlExpiresAt: seconds(upload.uploadUrlExpiresAt),
  expiresAt: seconds(upload.expiresAt),
  mediaType: upload.mediaType,
  contentType: upload.contentType,
})
