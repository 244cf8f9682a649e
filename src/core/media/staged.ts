/** Bytes that were PUT to an upload's address and wait for a post. */
import { badRequest } from '../lib/errors.js'
import type { Storage } from '../ports/deps.js'
import { MAX_BYTES, MAX_SIZE_TEXT, type MediaType } from './formats.js'
import { nothingStaged, type StagedUpload } from './uploads.js'

/** @throws BAD_REQUEST nothing was PUT yet, or too much */
export async function requireStaged(storage: Storage, upload: StagedUpload, field: string): Promise<void> {
  const staged = await storage.stat(upload.storageKey)
  if (!staged?.bytes) throw nothingStaged(field)
  requireSize(staged.bytes, upload.mediaType, field)
}

/** @throws BAD_REQUEST */
export function requireSize(bytes: number, mediaType: MediaType, field: string): void {
  if (bytes > MAX_BYTES[mediaType]) throw tooLarge(mediaType, field)
}

export const tooLarge = (mediaType: MediaType, field: string) =>
  badRequest(field, (of) => `${of(field)}: the ${mediaType} is larger than ${MAX_SIZE_TEXT[mediaType]}.`)
