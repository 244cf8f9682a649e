/** Strings of HTML: all external text goes through `escape`. */
import { isUrl } from '../core/lib/http/parse-url.js'
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

/** Attributes as a string with a leading space; false and undefined are left out, true is bare. */
export function attributes(given: Record<string, string | number | boolean | undefined | null>): string {
  return Object.entries(given)
    .filter(([, value]) => value !== undefined && value !== null && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escape(String(value))}"`))
    .join('')
}

/** Drops every address that is not allowed in a link or picture. */
export function safeUrl(url: string | undefined): string | undefined {
  return url !== undefined && /^(https?:|mailto:)/i.test(url) && isUrl(url) ? url : undefined
}
