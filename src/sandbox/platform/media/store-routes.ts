/** The store for the bytes of videos: one form a file and errors in XML, as S3 does it. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock, Db, Log, Sql } from '../../../core/ports/deps.js'
import { makeHang } from '../endpoints.js'
import { takeFault } from '../faults/faults.js'
import { fieldText, FormError, readForm, type FormPart } from '../form.js'
import { findByUploadKey, receiveMedia, type MediaRow } from './media.js'
import { makeVideoFacts } from './video-facts.js'
import { ROOT } from '../wire.js'

export const STORE_PATH = `${ROOT}/store`
const MAX_BYTES = 1024 ** 3

class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

export type StoreOptions = { db: Db; clock: Clock; log?: Log | undefined }

export function storeRoutes(app: FastifyInstance, { db, clock, log }: StoreOptions): void {
  const hang = makeHang(app)
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null)) // parsed as a stream
  app.post('/store', { config: { takesLong: true } }, async (request, reply) => {
    const fault = await takeFault(db.sql, 'upload_media', { username: null })
    try {
      if (fault === 'refused') throw new StoreRefusal(403, 'AccessDenied', 'Access Denied')
      if (fault === 'fail_500')
        throw new StoreRefusal(500, 'InternalError', 'We encountered an internal error. Please try again.')
      if (request.headers['content-length'] === undefined)
        throw new StoreRefusal(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.')
      if (fault !== 'hang') await receive(request, db, clock)
    } catch (error) {
      return refuse(request, reply, error, log)
    }
    if (fault === undefined) return reply.code(204).send()
    request.raw.resume()
    hang(reply)
    return reply
  })
}

async function receive({ raw, headers }: FastifyRequest, { sql }: Db, clock: Clock): Promise<void> {
  const fields: [string, string][] = []
  let received: { media: MediaRow; kept: Awaited<ReturnType<typeof digest>> } | undefined
  const chunks = raw.iterator({ destroyOnReturn: false }) // the answer uses the same connection
  try {
    for await (const part of readForm(chunks, headers['content-type'])) {
      if (received) throw new StoreRefusal(400, 'InvalidArgument', 'file must be the last field of the form.')
      if (!part.isFile) fields.push([part.name, await fieldText(part)])
      else received = { media: await requirePermission(sql, part.name, fields, clock()), kept: await digest(part) }
    }
  } finally {
    await chunks.return?.()
  }
  if (!received) throw new StoreRefusal(400, 'InvalidArgument', 'POST requires exactly one file upload per request.')
  await receiveMedia(sql, received.media.id, { ...received.kept, now: clock() })
}

async function requirePermission(sql: Sql, name: string, fields: [string, string][], now: Date): Promise<MediaRow> {
  if (name !== 'file') throw new StoreRefusal(400, 'InvalidArgument', 'The file must be the field named file.')
  const media = await findByUploadKey(sql, new Map(fields).get('key') ?? '')
  if (!media) throw new StoreRefusal(403, 'AccessDenied', 'Access Denied')
  if (media.expires_at <= now) throw new StoreRefusal(403, 'AccessDenied', 'Invalid according to Policy: Policy expired.')
  const given = new Map(fields)
  if (fields.length !== media.upload_fields.length || media.upload_fields.some(([field, value]) => given.get(field) !== value))
    throw new StoreRefusal(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    )
  if (media.upload_fields.some(([field], at) => fields[at]?.[0] !== field))
    throw new StoreRefusal(400, 'InvalidArgument', 'The fields must come in the order of upload_parameters.')
  return media
}

/** Discards the bytes and keeps only facts about them. */
async function digest({ body }: FormPart) {
  const hash = createHash('sha256')
  const facts = makeVideoFacts()
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new StoreRefusal(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
    hash.update(chunk)
    facts.add(chunk)
  }
  if (bytes === 0) throw new StoreRefusal(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
  return { bytes, sha256: hash.digest(), facts: facts.end() }
}

/** Reads the rest of the request, because a client that is still writing does not read the answer. */
async function refuse({ raw }: FastifyRequest, reply: FastifyReply, error: unknown, log?: Log): Promise<FastifyReply> {
  const isOurs = !(error instanceof StoreRefusal || error instanceof FormError || raw.destroyed) // destroyed: the client is gone
  if (isOurs) log?.error({ error }, 'the store of the simulated platform failed')
  raw.resume()
  const { status, code, message } =
    error instanceof StoreRefusal
      ? error
      : error instanceof FormError
        ? { status: 400, code: 'MalformedPOSTRequest', message: error.message }
        : { status: 500, code: 'InternalError', message: 'We encountered an internal error. Please try again.' }
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`
  return reply.code(status).type('application/xml').send(xml)
}
