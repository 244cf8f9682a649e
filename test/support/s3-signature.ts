/** AWS Signature Version 4 as a store checks it, written from its description: nothing of what signs is used here. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export type S3Keys = { accessKeyId: string; secretAccessKey: string; region: string }
export type Asked = { method: string; target: string; headers: IncomingHttpHeaders }
/** `payload`: the hash the body must have, or UNSIGNED-PAYLOAD. */
export type Verdict = { kind: 'signed'; payload: string } | { kind: 'refused'; status: number; code: string; message: string }

type Claims = {
  credential: string
  date: string
  signedHeaders: string
  signature: string
  payload: string
  expires: number | null
}

const SKEW_MS = 15 * 60_000
const LONGEST_S = 604_800
const refused = (status: number, code: string, message: string): Verdict => ({ kind: 'refused', status, code, message })

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html, by header and by query parameters */
export function verify(asked: Asked, keys: S3Keys, now: Date): Verdict {
  const [path = '', query = ''] = asked.target.split('?')
  const parameters = query === '' ? [] : query.split('&').map(readParameter)
  const claims = readClaims(asked.headers, new Map(parameters))
  if (!claims) return refused(403, 'AccessDenied', 'Not signed, or signed twice.')

  const [id, day, region, service, end] = claims.credential.split('/')
  const at = readDate(claims.date)
  const malformed = claims.expires === null ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError'
  if (id !== keys.accessKeyId) return refused(403, 'InvalidAccessKeyId', 'No such access key.')
  if (region !== keys.region || service !== 's3' || end !== 'aws4_request') return refused(400, malformed, 'Another scope.')
  if (at === undefined || day !== claims.date.slice(0, 8)) return refused(400, malformed, 'The date is not that of the scope.')
  if (now.getTime() < at - SKEW_MS) return refused(403, 'RequestTimeTooSkewed', 'Signed in the future.')
  if (claims.expires === null && now.getTime() > at + SKEW_MS) return refused(403, 'RequestTimeTooSkewed', 'Signed long ago.')
  if (claims.expires !== null && !(claims.expires >= 1 && claims.expires <= LONGEST_S))
    return refused(400, malformed, 'X-Amz-Expires')
  if (claims.expires !== null && now.getTime() > at + claims.expires * 1000)
    return refused(403, 'AccessDenied', 'Request has expired')

  const signed = claims.signedHeaders.split(';')
  const unsigned = Object.keys(asked.headers).find((name) => name.startsWith('x-amz-') && !signed.includes(name))
  if (!signed.includes('host') || unsigned)
    return refused(403, 'AccessDenied', 'There were headers present which were not signed')

  const canonical = [
    asked.method,
    path.split('/').map(recode).join('/'),
    canonicalQuery(parameters),
    ...signed.map(
      (name) =>
        `${name}:${String(asked.headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    claims.signedHeaders,
    claims.payload,
  ].join('\n')
  const scope = [day, region, service, end]
  const toSign = ['AWS4-HMAC-SHA256', claims.date, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  )
  const key = scope.reduce<Buffer>((made, part) => hmac(made, part ?? ''), Buffer.from(`AWS4${keys.secretAccessKey}`))
  const expected = hmac(key, toSign)
  const given = Buffer.from(claims.signature, 'hex')
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isGenuine) return refused(403, 'SignatureDoesNotMatch', `<StringToSign>${toSign}</StringToSign>`)
  return { kind: 'signed', payload: claims.payload }
}

/** By header or by query, never both. */
function readClaims({ authorization, ...headers }: IncomingHttpHeaders, query: Map<string, string>): Claims | undefined {
  const inQuery = query.get('X-Amz-Algorithm') === 'AWS4-HMAC-SHA256'
  if (inQuery === (authorization !== undefined)) return undefined
  if (inQuery) {
    const of = (name: string) => query.get(`X-Amz-${name}`) ?? ''
    return {
      credential: of('Credential'),
      date: of('Date'),
      signedHeaders: of('SignedHeaders'),
      signature: of('Signature'),
      payload: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
      expires: Number(of('Expires') || Number.NaN),
    }
  }
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(authorization ?? '') ?? []
  const [date, payload] = [headers['x-amz-date'], headers['x-amz-content-sha256']]
  if (credential === undefined || signedHeaders === undefined || signature === undefined) return undefined
  if (typeof date !== 'string' || typeof payload !== 'string') return undefined
  return { credential, date, signedHeaders, signature, payload, expires: null }
}

function readParameter(part: string): [string, string] {
  const [name = '', ...value] = part.split('=')
  return [decodeURIComponent(name), decodeURIComponent(value.join('='))]
}

const canonicalQuery = (parameters: [string, string][]) =>
  parameters
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')

/** Everything but A to Z, a to z, 0 to 9 and -._~ in percent. */
const encode = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCharCode(byte))
    .map((byte) => (/[\w.~-]/.test(byte) ? byte : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`))
    .join('')
const recode = (name: string) => encode(decodeURIComponent(name))

function readDate(text: string): number | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const [year, month, day, hour, minute, second] = parts.map(Number)
  return year === undefined ? undefined : Date.UTC(year, month! - 1, day, hour, minute, second)
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
