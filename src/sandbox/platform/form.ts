/** Parses a multipart form as a stream, field by field, without keeping a whole file in memory. */

export type FormPart = { name: string; isFile: boolean; body: AsyncGenerator<Buffer> }

/** The body is not such a form. */
export class FormError extends Error {
  override readonly name = 'FormError'
}

const HEADERS_BYTES = 8 * 1024
const FIELD_BYTES = 64 * 1024
const LINE_END = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')

/**
 * Yields the parts in order; the body of each must be read before the next one is requested.
 * @throws FormError
 */
export async function* readForm(stream: AsyncIterable<Buffer>, contentType: string | undefined): AsyncGenerator<FormPart> {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(contentType ?? '')?.[1]
  if (boundary === undefined) throw new FormError('The body is no multipart form.')
  const reader = makeReader(stream)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  await wholeOf(reader.until(delimiter.subarray(2)), HEADERS_BYTES)
  for (;;) {
    const rest = await wholeOf(reader.until(LINE_END), HEADERS_BYTES)
    if (rest.toString().startsWith('--')) return
    const headers = (await wholeOf(reader.until(HEADERS_END), HEADERS_BYTES)).toString()
    const name = /^content-disposition:[^\r\n]*[; ]name="([^"]*)"/im.exec(headers)?.[1]
    if (name === undefined) throw new FormError('A part of the form has no name.')
    yield { name, isFile: /filename=/i.test(headers), body: reader.until(delimiter) }
  }
}

/**
 * Reads the value of a field.
 * @throws FormError if it is too long
 */
export const fieldText = async ({ body }: FormPart): Promise<string> => (await wholeOf(body, FIELD_BYTES)).toString()

async function wholeOf(chunks: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > limit) throw new FormError('A part of the form is too long.')
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

function makeReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let buffered: Buffer = Buffer.alloc(0)
  return {
    /** Yields everything before the delimiter in pieces, and skips the delimiter. */
    async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
      for (;;) {
        const at = buffered.indexOf(delimiter)
        if (at >= 0) {
          const before = buffered.subarray(0, at)
          buffered = buffered.subarray(at + delimiter.length)
          yield before
          return
        }
        const sure = Math.max(0, buffered.length - delimiter.length + 1) // the chunk may end with the delimiter's beginning
        if (sure > 0) {
          const before = buffered.subarray(0, sure)
          buffered = buffered.subarray(sure)
          yield before
        }
        const next = await chunks.next()
        if (next.done) throw new FormError('The form ends in the middle.')
        buffered = Buffer.concat([buffered, next.value])
      }
    },
  }
}
