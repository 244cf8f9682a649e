/** Destinations: which addresses are accepted, and which of them count as the same url. */
import { parse as parseHost } from 'tldts'
import { isUrl, parseUrl } from './parse-url.js'
import { createHash } from 'node:crypto'
import { badRequest } from '../errors.js'
import { isPublicHost } from './public-address.js'
import { lengthOf, requireStorable, trimUnseen } from '../prose/text.js'

export const URL_LENGTH = 2048
const LABEL_LENGTH = 63
const HOST_LENGTH = 253

/** Returns a full http(s) address without invisible characters at its ends. @throws BAD_REQUEST naming `field` */
export function requireUrl(field: string, text: string): string {
  const trimmed = trimUnseen(requireStorable(field, text))
  if (lengthOf(trimmed) > URL_LENGTH) throw badRequest(field, (of) => `${of(field)} must be at most ${URL_LENGTH} characters.`)
  if (!/^https?:\/\/[^/?#]/i.test(trimmed) || /\s/.test(trimmed) || !isUrl(trimmed)) {
    throw badRequest(field, (of) => `${of(field)} must be a full http or https address, such as https://example.com/page.`)
  }
  return trimmed
}

/**
 * Returns an address that people who see a pin can follow: a public host, and no user name or password, which all of them could
 * read.
 * @throws BAD_REQUEST naming `field`
 */
export function requireDestination(field: string, text: string): string {
  const url = requireUrl(field, text)
  const { username, password, hostname } = new URL(url)
  if (username || password) throw badRequest(field, (of) => `${of(field)} must not contain a user name or password.`)
  if (!isHostName(hostname) || !isPublicHost(hostname))
    throw badRequest(field, (of) => `${of(field)} must lead to a public website, such as https://example.com/page.`)
  return url
}

/** Adds `https://` to a typed address that only lacks it. Only for what people type, not for requests. */
export function withScheme(text: string): string {
  const typed = trimUnseen(text)
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) || /\s/.test(typed)) return text
  const at = parseUrl(`https://${typed}`)
  const isWebsite = at?.username === '' && isHostName(at.hostname) && parseHost(at.hostname).isIcann === true
  return isWebsite ? `https://${typed}` : text
}

/** True when each label has 1 to 63 characters, with an optional dot at the end. Addresses in brackets pass. */
const isHostName = (host: string): boolean =>
  host.startsWith('[') ||
  (host.length <= HOST_LENGTH &&
    host
      .replace(/\.$/, '')
      .split('.')
      .every((label) => label.length > 0 && label.length <= LABEL_LENGTH))

/**
 * Returns the host of the website that an account names, without `www.`. People often omit the scheme.
 * @returns null when it names none, or not the host of a website
 */
export function domainOf(website: string | null): string | null {
  const text = trimUnseen(website ?? '')
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const parsed = /^https?:/i.test(address) ? parseUrl(address) : undefined
  if (!parsed) return null
  const { username, hostname } = parsed
  return username === '' && isHostName(hostname) && isPublicHost(hostname) ? hostname.replace(/^www\.|\.$/g, '') : null
}

/**
 * Drops the scheme, the host's case, the default port, trailing slashes of the path and the fragment: equal keys are the same
 * url.
 * @param url an absolute http(s) address
 * @returns at most 2,048 ASCII characters, to fit an index; the sha256 of a longer key, such as one with many non-ASCII letters
 * @see docs/contract.md#spacing-rules
 */
export function urlKeyOf(url: string): string {
  const parsed = new URL(url) // lower-cases the host, drops the default port, writes everything in ASCII
  parsed.hash = ''
  const [, address = '', query = ''] = /^https?:\/\/([^?]*)(\?.*)?$/s.exec(parsed.href) ?? []
  const key = `${address.replace(/(?<!\/)\/+$/, '')}${query}`
  return key.length <= URL_LENGTH ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
}
