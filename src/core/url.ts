/** Destinations: which are taken, and which of them count as the same url. */
import { createHash } from 'node:crypto'
import { badRequest } from './errors.js'
import { lengthOf, requireStorable } from './text.js'

export const URL_LENGTH = 2048

/** A full http(s) address, trimmed. @throws BAD_REQUEST naming `field` */
export function requireUrl(field: string, text: string): string {
  const trimmed = requireStorable(field, text).trim()
  if (lengthOf(trimmed) > URL_LENGTH) throw badRequest(field, `${field} must be at most ${URL_LENGTH} characters.`)
  if (!/^https?:\/\/[^/?#]/i.test(trimmed) || /\s/.test(trimmed) || !URL.canParse(trimmed)) {
    throw badRequest(field, `${field} must be a full http or https address, such as https://example.com/page.`)
  }
  return trimmed
}

/**
 * The url without its scheme, host case, default port, trailing slashes of its path and fragment: equal keys are the same url.
 * @param url an absolute http(s) address
 * @returns at most 2,048 ASCII characters, so that an index takes it; of what is longer, which letters beyond ASCII make it, its sha256
 * @see decisions.md section 3 "Spacing rules"
 */
export function urlKeyOf(url: string): string {
  const parsed = new URL(url) // lower-cases the host, drops the default port, writes everything in ASCII
  parsed.hash = ''
  const [, address = '', query = ''] = /^https?:\/\/([^?]*)(.*)$/s.exec(parsed.href) ?? []
  const key = `${address.replace(/\/+$/, '')}${query}`
  return key.length <= URL_LENGTH ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
}
