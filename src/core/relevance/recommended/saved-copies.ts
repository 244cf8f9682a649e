/** What a board holds already, also as copies that somebody saved: the same pin has another id on each board. Pure. */
import { isUrl, parseUrl } from '../../lib/parse-url.js'
import type { PlatformPin, PublicPin } from '../../ports/platform.js'
import { urlKeyOf } from '../../lib/url.js'
import { wordsOf } from '../words/words.js'

/** By what two pins are known to be one. */
type Marked = Pick<PublicPin, 'title' | 'description' | 'link' | 'imageUrl'>

export type SavedPins = {
  add: (pin: PlatformPin) => void
  /** Distinct ones. */
  size: () => number
  /** The pin itself, the one that a pin was saved from, or another copy. */
  holds: (pin: PublicPin) => boolean
}

export function makeSavedPins(): SavedPins {
  const ids = new Set<string>()
  const parents = new Set<string>()
  const marks = new Set<string>()
  return {
    add(pin) {
      ids.add(pin.id)
      if (pin.parentPinId !== null) parents.add(pin.parentPinId)
      for (const mark of marksOf(pin)) marks.add(mark)
    },
    size: () => ids.size,
    holds: (pin) => ids.has(pin.id) || parents.has(pin.id) || marksOf(pin).some((mark) => marks.has(mark)),
  }
}

/** Of copies among them the first stays. */
export function withoutRepeats<T>(items: readonly T[], pinOf: (item: T) => Marked): T[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const marks = marksOf(pinOf(item))
    const isRepeat = marks.some((mark) => seen.has(mark))
    for (const mark of marks) seen.add(mark)
    return !isRepeat
  })
}

/** The same picture; the same destination under the same words, since one address may be pinned with several pictures. */
function marksOf(pin: Marked): string[] {
  const picture = pin.imageUrl === null ? undefined : pictureOf(pin.imageUrl)
  const destination = pin.link === null ? undefined : destinationOf(pin.link)
  const words = destination === undefined ? undefined : wordingOf(pin)
  return [
    ...(picture === undefined ? [] : [`picture ${picture}`]),
    ...(destination === undefined || words === undefined ? [] : [`page ${destination} ${words}`]),
  ]
}

const PLATFORM_PICTURES = /(?:^|\.)pinimg\.com$/
const SIZE = /^\/(?:\d+x\d*|originals)(?:_[^/]*)?(?=\/)/

/** At the platform's own host a file's name is made of its bytes, and a folder before it says the size, which may change its ending. */
function pictureOf(address: string): string | undefined {
  const url = parseUrl(address)
  if (!url) return undefined
  const { hostname, host, pathname, search } = url
  if (!PLATFORM_PICTURES.test(hostname)) return `${host}${pathname.replace(SIZE, '')}${search}`
  const file = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  return file === '' ? undefined : file.toLowerCase()
}

const destinationOf = (link: string): string | undefined => (/^https?:/i.test(link) && isUrl(link) ? urlKeyOf(link) : undefined)

/**
 * Many pins have no title: then the description identifies them. Without either they cannot be compared, and so are not the
 * same.
 */
function wordingOf({ title, description }: Marked): string | undefined {
  for (const text of [title, description]) {
    const words = wordsOf(text ?? '')
    if (words.length > 0) return `${text === title ? 'title' : 'description'} ${words.join(' ')}`
  }
  return undefined
}
