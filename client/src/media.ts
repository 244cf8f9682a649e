/** Media by upload: an address to put the bytes to, then the bytes. */
import { PinslotError } from './errors.js'
import { type Limits, send } from './send.js'
import type { CallOptions, Data, Methods } from './types.js'

export type Upload = Data<'createUpload'>['upload']
/** How long the address of an upload lives: a large file on a slow line may take it all. */
const ADDRESS_MS = 15 * 60_000

/** @throws PinslotError when the upload is refused or its bytes do not arrive */
export async function uploadMedia(
  { methods, fetch, limits }: { methods: Methods; fetch: typeof globalThis.fetch; limits: Limits },
  bytes: Uint8Array<ArrayBuffer> | Blob,
  extension: string,
  options: CallOptions = {},
): Promise<Upload> {
  const { data } = await methods.createUpload({ body: { extension: extension.replace(/^\./, '') } }, options)
  const { uploadUrl, contentType } = data.upload
  // a new request for each attempt: a copy of one would hold the bytes twice
  const make = () => new Request(uploadUrl, { method: 'PUT', body: bytes, headers: { 'content-type': contentType } })
  const patient = { ...limits, attemptMs: Math.max(limits.attemptMs, ADDRESS_MS), totalMs: Math.max(limits.totalMs, ADDRESS_MS) }
  const { response, attempts } = await send({ fetch, make, repeatable: true, limits: patient, signal: options.signal })
  if (!response.ok) {
    const message = `The bytes were not taken: ${response.status} ${response.statusText}.`
    throw new PinslotError({ status: response.status, code: 'UPLOAD_REFUSED', message, attempts })
  }
  return data.upload
}
