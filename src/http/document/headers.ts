/** Headers of requests and answers in the description: each once, referred to by name. */
type Header = { description: string; schema: { type: 'integer' | 'string'; format?: string }; example: string | number }

const header = (type: 'integer' | 'string', description: string, example: string | number, format?: string): Header => ({
  description,
  schema: { type, ...(format !== undefined && { format }) },
  example,
})

/** Headers of answers. */
export const HEADERS = {
  'X-Request-Id': header(
    'string',
    'Id of this request, as in meta.requestId. It identifies the request in our log.',
    '5f0c6f0e-8f2b-4d0e-9b59-0c8a1f3d5b21',
  ),
  'X-RateLimit-Limit': header('integer', 'Requests the key can make in a UTC day.', 5000),
  'X-RateLimit-Remaining': header('integer', 'How many of these are left.', 4987),
  'X-RateLimit-Reset': header('integer', 'When the day ends, in Unix seconds.', 1772496000),
  'RateLimit-Policy': header(
    'string',
    'The same limit as in the IETF draft “RateLimit header fields for HTTP”: q requests within w seconds.',
    '"daily";q=5000;w=86400',
  ),
  RateLimit: header('string', 'From the same draft: r requests are left for the next t seconds.', '"daily";r=4987;t=32400'),
  'Retry-After': header('integer', 'Seconds to wait before sending the request again.', 30),
  'WWW-Authenticate': header('string', 'How to authenticate.', 'Bearer'),
  'Idempotent-Replayed': header('string', 'true: this is the answer to an earlier request with this Idempotency-Key.', 'true'),
  Location: header('string', 'Where to read the result.', '/v1/accounts/12/batches/3', 'uri-reference'),
  Deprecation: header('string', 'When the operation was deprecated, in the format of RFC 9745.', '@1767225600'),
  Sunset: header('string', 'When the operation may be removed, in the format of RFC 8594.', 'Fri, 01 Jan 2027 00:00:00 GMT'),
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof HEADERS

const LIMITS: HeaderName[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit-Policy', 'RateLimit']

/** The headers of an answer, by its status. */
export function headersOf({
  status,
  isPost,
  isLocated,
  isDeprecated,
}: {
  status: number
  isPost: boolean
  isLocated: boolean
  isDeprecated: boolean
}): HeaderName[] {
  const names: HeaderName[] = ['X-Request-Id']
  if (status === 401) return [...names, 'WWW-Authenticate'] // without a key there is no limit
  names.push(...LIMITS)
  if (status === 429 || status === 503) names.push('Retry-After')
  if (isLocated) names.push('Location')
  if (status < 300 && isPost) names.push('Idempotent-Replayed')
  if (isDeprecated) names.push('Deprecation', 'Sunset')
  return names
}

/** Headers of requests. */
export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Within 24 hours, the same request with the same key takes effect once and gets the same answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '0d3f1c1e-launch-post',
  },
  RequestSource: {
    name: 'X-Request-Source',
    in: 'header',
    required: false,
    description: 'mcp: resolve_url of a denial leads to the plans page instead of a purchase page.',
    schema: { type: 'string', maxLength: 64 },
    example: 'mcp',
  },
} as const
