/** The location of the bucket: STORAGE_URL parsed, and the addresses of its objects. */
import { parseUrl } from '../core/lib/http/parse-url.js'
import { isIP } from 'node:net'
import { namesOf } from './keys.js'

export type S3Place = {
  bucket: string
  /** Prefix of every key; '' or names that end in a slash. */
  prefix: string
  region: string
  /** The service's origin, which clients that upload must reach, too. */
  endpoint: string
  /** The bucket is the first name of the path instead of the host. */
  pathStyle: boolean
}

const PARAMETERS = ['region', 'endpoint', 'pathStyle']
const DEFAULT_REGION = 'us-east-1' // expected in a signature by stores without regions

/**
 * Parses `s3://bucket/optional-prefix?region=eu-central-1`, with `&endpoint=https://…` for a store that is not Amazon's and
 * `&pathStyle=true|false` to change its default (true with an endpoint, else false).
 * @throws Error whose message continues a sentence that begins with "STORAGE_URL"
 */
export function readS3Url(text: string): S3Place {
  const url = parseUrl(text)
  if (!url) throw new Error('must look like s3://bucket/optional-prefix?region=eu-central-1')
  const { username, password, host: bucket, pathname, searchParams } = url
  if (username || password) throw new Error('must not carry credentials: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY hold them')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error('must name a bucket: 3 to 63 lower case letters, digits, dots and hyphens')
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) throw new Error(`knows no ${unknown}: only ${PARAMETERS.join(', ')}`)

  const given = searchParams.get('endpoint')
  const region = searchParams.get('region') ?? (given === null ? null : DEFAULT_REGION)
  if (region === null || !/^[a-z0-9-]+$/.test(region))
    throw new Error('needs the region of the bucket, such as region=eu-central-1')
  const pathStyle = searchParams.get('pathStyle') ?? String(given !== null || bucket.includes('.')) // dots break a certificate
  if (pathStyle !== 'true' && pathStyle !== 'false') throw new Error('takes pathStyle=true or pathStyle=false')
  const endpoint = given === null ? `https://s3.${region}.amazonaws.com` : readOrigin(given)
  if (pathStyle === 'false' && isIP(new URL(endpoint).hostname.replace(/[[\]]/g, '')) !== 0)
    throw new Error('needs pathStyle=true where the endpoint is an IP address')
  return { bucket, prefix: readPrefix(pathname), region, endpoint, pathStyle: pathStyle === 'true' }
}

/** The address of an object. */
export function objectUrl({ endpoint, bucket, prefix, pathStyle }: S3Place, key: string): string {
  const url = new URL(endpoint)
  if (!pathStyle) url.host = `${bucket}.${url.host}`
  url.pathname = `${pathStyle ? `/${bucket}` : ''}/${prefix}${namesOf(key).join('/')}`
  return url.href
}

/** The object's name in the header x-amz-copy-source. */
export const copySource = ({ bucket, prefix }: S3Place, key: string): string => `/${bucket}/${prefix}${namesOf(key).join('/')}`

function readPrefix(pathname: string): string {
  const path = pathname.replace(/^\/|\/$/g, '')
  if (path === '') return ''
  try {
    return `${namesOf(path).join('/')}/`
  } catch {
    throw new Error('has a prefix that is not made of letters, digits, dots, hyphens, underscores and slashes')
  }
}

function readOrigin(endpoint: string): string {
  const url = parseUrl(endpoint)
  const isOrigin = url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin) throw new Error('takes as endpoint an http or https address without a path')
  return url.origin
}
