/** Decides which links lead to the same page. */
import { urlKeyOf } from '../lib/http/url.js'
import { withoutTracking } from './without-tracking.js'

/**
 * Returns urlKeyOf() without tracking parameters, `www.` and an empty query, which websites change when they move to https or
 * count their readers.
 * @param link an absolute http(s) address
 */
export function pageKeyOf(link: string): string {
  const url = new URL(withoutTracking(link))
  url.hostname = url.hostname.replace(/^www\.(?=.*\.)|\.$/g, '')
  if (url.search === '') url.search = '' // takes a lone question mark away
  return urlKeyOf(url.href).replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase())
}
