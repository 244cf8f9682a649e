/** Recognizes pictures that are decoration of a site, by whole words of their names and texts. */
import type { PagePicture } from '../../core/ports/page.js'

/** Decoration at any size. */
const ALWAYS = new Set([
  ...['logo', 'logos', 'favicon', 'sprite', 'sprites', 'avatar', 'avatars', 'gravatar', 'pixel', 'spacer', 'placeholder'],
  ...['tracking', 'beacon', 'loader', 'spinner', 'paypal', 'mastercard', '1x1'],
])
/** Decoration unless the picture is large. */
const IF_SMALL = new Set([
  ...['icon', 'icons', 'blank', 'badge', 'badges', 'payment', 'payments', 'visa', 'flag', 'flags', 'emoji', 'track'],
  ...['loading', 'transparent', 'share', 'social', 'thumb', 'thumbs', 'thumbnail', 'thumbnails'],
])
const LARGE = 300
/** Words at the end of a picture's text that mark decoration. */
const ENDS = new Set(['logo', 'icon', 'avatar'])

const TRACKER =
  /(?:^|\.)(?:doubleclick|google-analytics|googletagmanager|facebook|scorecardresearch|quantserve|bat\.bing|ct\.pinterest|hotjar|gravatar)\.(?:com|net)$/i
const NO_PICTURE = /\.(?:ico|js|css|mp4|webm|mov)$/i

/** Splits a name into words, also in camel case; a word with digits at its end counts without them, too. */
export const wordsIn = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap((word) => [word, /^\p{L}+/u.exec(word)?.[0] ?? ''])
    .filter((word) => word !== '')

/** @param titles of the page: a word of its subject never marks decoration */
export function makeIsDecoration(titles: readonly (string | null | undefined)[]): (one: PagePicture) => boolean {
  const ofSubject = new Set(
    titles.flatMap((title) => wordsIn(title ?? '')).flatMap((word) => [word, `${word}s`, word.replace(/s$/, '')]),
  )
  return ({ url, alt, width, height }) => {
    const { hostname, pathname } = new URL(url)
    if (TRACKER.test(hostname) || NO_PICTURE.test(pathname)) return true
    const isLarge = width !== null && height !== null && Math.min(width, height) >= LARGE
    const is = (word: string) => !ofSubject.has(word) && (ALWAYS.has(word) || (!isLarge && IF_SMALL.has(word)))
    const name = pathname
      .split('/')
      .slice(-2)
      .join(' ')
      .replace(/\.\w{3,5}$/, '')
    const last = wordsIn(alt ?? '').at(-1) ?? '' // a logo tee is a product, a shop's logo is not
    return wordsIn(decoded(name)).some(is) || (ENDS.has(last) && is(last))
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
