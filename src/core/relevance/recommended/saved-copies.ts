/** Recognizes pins that a board already has, including copies, which have another id on each board. Pure. */
import { isUrl, parseUrl } from '../../lib/parse-url.js'
import type { PlatformPin, PublicPin } from '../../ports/platform.js'
import { urlKeyOf } from '../../lib/url.js'
import { wordsOf } from '../words/words.js'

/** The fields that identify copies of one pin. */
type Marked = Pick<PublicPin, 'title' | 'description' | 'link' | 'imageUrl'>

export type SavedPins = {
  add: (pin: PlatformPin) => void
  /** Counts distinct pins. */
  size: () => number
  /** True for the pin itself, the pin it was saved from, or another copy. */
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

/** Keeps the first of copies. */
export function withoutRepeats<T>(items: readonly T[], pinOf: (item: T) => Marked): T[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    const marks = marksOf(pinOf(item))
    const isRepeat = marks.some((mark) => seen.has(mark))
    for (const mark of marks) seen.add(mark)
    return !isRepeat
  })
}

/**
 * Returns the keys of a pin: its picture; and its destination with its words, because one address may be pinned with several
 * pictures.
 */
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

/**
 * Returns a key for the picture. On the platform's host the file name depends on the bytes, and a folder before it names the
 * size, which may change the ending.
 */
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
 * Returns the title or, for the many pins without one, the description. Pins without either cannot be compared, so they never
 * count as copies.
 */
function wordingOf({ title, description }: Marked): string | undefined {
  for (const text of [title, description]) {
    const words = wordsOf(text ?? '')
    if (words.length > 0) return `${text === title ? 'title' : 'description'} ${words.join(' ')}`
  }
  return undefined
}
