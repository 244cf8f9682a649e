/** Uploads a video to the platform's store: one streamed multipart form, with a length known in advance. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { PlatformError, type Platform } from '../core/ports/platform.js'
import type { Log } from '../core/ports/deps.js'
import type { Meter, PlatformResult } from '../core/ports/metrics.js'
import { startDeadline, type Deadline } from '../core/lib/timeout.js'
import { excerpt } from './excerpt.js'

/** @param timeoutMs longest real time without progress; added to the time for the bytes of the whole video */
export type VideoUploadOptions = { timeoutMs: number; log: Log; onCall?: Meter['platformCalled'] }

const READ_CHARACTERS = 2_000
/** Half a MiB a second: 1 GiB has 34 minutes, 20 MiB 40 seconds. */
const SLOWEST_BYTES_A_MS = (512 * 1024) / 1000

/** `close` waits for open uploads, which their callers cancel by their signal. */
export function makeVideoUpload({ timeoutMs, log, onCall }: VideoUploadOptions): {
  send: Platform['uploadVideo']
  close: () => Promise<void>
} {
  const agent = new Agent({ pipelining: 1, headersTimeout: 0, bodyTimeout: 0 }) // deadlines are set below
  return {
    async send({ uploadUrl, uploadFields }, { body, bytes, contentType }, signal) {
      const startedAt = performance.now()
      const whole = startDeadline(timeoutMs + Math.ceil(bytes / SLOWEST_BYTES_A_MS), { outer: signal }) // bounds a store that accepts a byte a second
      const deadline = startDeadline(timeoutMs, { outer: whole.signal })
      const form = makeForm(uploadFields, contentType)
      const count = (result: PlatformResult) => onCall?.({ operation: 'upload_media', result, ms: performance.now() - startedAt })
      try {
        const answer = await request(uploadUrl, {
          dispatcher: agent,
          method: 'POST',
          headers: { 'content-type': form.contentType, 'content-length': String(form.head.length + bytes + form.tail.length) },
          body: Readable.from(formBody(form, body, deadline), { objectMode: false }),
          signal: deadline.signal,
        })
        const responseText = await readText(answer.body)
        const call = {
          operation: 'upload_media',
          bytes,
          status: answer.statusCode,
          ms: Math.round(performance.now() - startedAt),
        }
        if (answer.statusCode < 300) {
          count('ok')
          return log.info(call, 'video sent to the platform')
        }
        log.warn({ ...call, body: excerpt(responseText) }, 'video refused by the platform')
        throw refused(answer.statusCode, responseText)
      } catch (error) {
        const failure = error instanceof PlatformError ? error : unanswered(error, deadline)
        count(failure.kind)
        throw failure
      } finally {
        deadline.stop()
        whole.stop()
        body.destroy() // also if the connection was never made and nothing read the body
      }
    },
    close: () => agent.close(),
  }
}

type Form = { contentType: string; head: Buffer; tail: Buffer }

/** Keeps the order of the fields and puts the file last, because the store ignores what follows it. */
function makeForm(fields: [string, string][], contentType: string): Form {
  const boundary = `pinslot-${randomBytes(18).toString('hex')}`
  const part = (disposition: string, rest: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${rest}`
  const given = fields.map(([name, value]) => part(`name="${quotable(name)}"`, `\r\n${value}\r\n`))
  const file = part('name="file"; filename="video"', `Content-Type: ${contentType}\r\n\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: Buffer.from([...given, file].join('')),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  }
}

/** Escapes names in a form as browsers do. */
const quotable = (name: string) => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')

/** Ends the request if the stream is shorter or longer than the length in its header. */
async function* formBody({ head, tail }: Form, file: Readable, deadline: Deadline): AsyncGenerator<Buffer> {
  yield head
  // storage streams bytes, never text
  for await (const chunk of file as AsyncIterable<Buffer>) {
    deadline.restart()
    yield chunk
  }
  deadline.restart()
  yield tail
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of body) if (text.length < READ_CHARACTERS) text += Buffer.from(chunk).toString('utf8')
  return text.slice(0, READ_CHARACTERS)
}

/** Reads the store's error: `<Error><Code>AccessDenied</Code><Message>…`. A 5xx may have stored the bytes. */
function refused(status: number, xml: string): PlatformError {
  const [code, message] = ['Code', 'Message'].map((tag) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1])
  const words = excerpt(code ? `${code}: ${message ?? ''}` : xml)
  const kind = status >= 500 ? 'unavailable' : status === 403 ? 'forbidden' : 'invalid'
  return new PlatformError(kind, `The platform's store refused the video: ${words}`, { status })
}

function unanswered(error: unknown, { signal }: Deadline): PlatformError {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return new PlatformError(signal.aborted ? 'timeout' : 'unavailable', `The video did not arrive for sure: ${message}`)
}
