/** Errors of a bucket. */
import type { Dispatcher } from 'undici'
import { StorageError } from './storage-error.js'

const PASSING_STATUSES = [408, 429, 500, 502, 503, 504]
const PASSING_CODES = ['InternalError', 'OperationAborted', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown']
const READ_CHARACTERS = 64 * 1024

/** Converts an answer with the wrong status. Only its code is used of the body, which may repeat what was signed. */
export async function toRefusal(call: string, answer: Dispatcher.ResponseData): Promise<StorageError> {
  return refusal(call, answer, await readText(answer.body))
}

/**
 * Converts an error answer whose body is known. @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html: an
 * error may come with status 200
 */
export function refusal(call: string, { statusCode: status, headers }: Dispatcher.ResponseData, xml: string): StorageError {
  const code = /<Code>(\w{1,80})<\/Code>/.exec(xml)?.[1]
  const request = headers['x-amz-request-id']
  const detail = [status, code, typeof request === 'string' && `(request ${request.slice(0, 80)})`].filter(Boolean).join(' ')
  const isPassing = PASSING_STATUSES.includes(status) || (code !== undefined && PASSING_CODES.includes(code))
  return new StorageError({ call, detail, status, ...(code !== undefined && { code }), isPassing })
}

/** Converts a failed or broken connection; returns undefined for any other error. */
export function toBroken(call: string, error: unknown): StorageError | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return new StorageError({ call, detail: `${error.code}, ${error.message || error.name}`, isPassing: true })
}

export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of body) if (text.length < READ_CHARACTERS) text += Buffer.from(chunk).toString('utf8')
  return text
}
