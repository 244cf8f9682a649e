/** Public pins of any account, which contain untrusted text, in the form that we store and return. Pure. */
import { isUrl } from '../../lib/parse-url.js'
import type { PublicPin } from '../../ports/platform.js'
import { URL_LENGTH } from '../../lib/url.js'

/** UTF-16 units; more than the platform's own limits (100, 800, 500). */
const LONGEST = { title: 300, description: 2_000, altText: 1_000 }

const LONGEST_ID = 64

/** True for an id of the right form that can be stored. */
export const isKeepable = ({ id }: PublicPin): boolean =>
  id !== '' && id.length <= LONGEST_ID && id.isWellFormed() && !id.includes('\0')

/** Clips texts and removes what JSON in the database cannot hold; addresses other than http(s) become null. */
export const toKeptPin = (pin: PublicPin): PublicPin => ({
  id: pin.id,
  title: clip(pin.title, LONGEST.title),
  description: clip(pin.description, LONGEST.description),
  altText: clip(pin.altText, LONGEST.altText),
  link: httpOrNull(pin.link),
  imageUrl: httpOrNull(pin.imageUrl),
  isPromoted: pin.isPromoted,
})

/** Returns null for an empty text. A surrogate pair at the cut is dropped; a lone surrogate becomes U+FFFD. */
function clip(text: string | null, most: number): string | null {
  if (text === null) return null
  const clipped = text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text
  return clipped.replaceAll('\0', '').toWellFormed() || null
}

/** Returns the address unchanged. */
function httpOrNull(address: string | null): string | null {
  if (address === null || address.length > URL_LENGTH || !address.isWellFormed()) return null
  return /^https?:\/\/[^/?#\s]\S*$/i.test(address) && !address.includes('\0') && isUrl(address) ? address : null
}
