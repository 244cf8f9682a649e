/**
 * What the classes and ids of an element say it is. A class is read as words (`article__author-box`), and names its element only by its last word, or by
 * one that is followed by words of structure alone: `author-box` is about an author, `author-jane` and `comments-open` are said of an article.
 */
import type { Element } from './nodes.js'

const MOST = { classes: 2_000, tokens: 40 }

/** After the word that says what it is: `sidebar-inner`, `comment-list`. */
const STRUCTURE =
  /^(?:area|aside|bar|bio|block|blocks|blurb|body|box|card|cards|carousel|col|column|container|description|content|contents|details|div|embed|feed|footer|form|frame|grid|group|header|heading|holder|image|images|img|info|inner|item|items|list|listing|main|menu|meta|module|name|nav|outer|panel|part|photo|picture|pic|primary|products|posts|profile|region|row|secondary|section|sections|slider|slot|tab|tabs|text|thumb|thumbnail|title|top|bottom|widget|widgets|wrap|wrapper|wrapping|v\d|\d{1,2}|[a-z])$/
/** Before it: what a theme says of a page or an article that has such a part, or of one that has none. */
const STATE = /^(?:has|have|is|no|not|with|without|show|hide|single|layout|js|template|logged|category|tag|cat|supports)$/

/** `recipeAuthor_box` as `recipe`, `author`, `box`. */
export const wordsOf = (token: string): string[] =>
  token
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const tokensOf = ({ attribs }: Element): string[] =>
  `${attribs['class']?.slice(0, MOST.classes) ?? ''} ${attribs['id']?.slice(0, 200) ?? ''}`
    .split(/\s+/)
    .filter((token) => token !== '')
    .slice(0, MOST.tokens)

const singular = (word: string): string => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word)

/** True where the token is the name of such a part. @param names single words in the singular, or several with a hyphen: `also-viewed` */
export function tokenNames(token: string, names: ReadonlySet<string>): boolean {
  const words = wordsOf(token).map(singular)
  if (words.length === 0 || STATE.test(words[0]!)) return false
  let end = words.length
  for (;;) {
    if (names.has(words[end - 1]!)) return true
    if (end >= 2 && names.has(`${words[end - 2]!}-${words[end - 1]!}`)) return true
    if (end <= 1 || !STRUCTURE.test(words[end - 1]!)) return false
    end--
  }
}

export const isNamed = (element: Element, names: ReadonlySet<string>): boolean =>
  names.size > 0 && tokensOf(element).some((token) => tokenNames(token, names))

/** The nearest element, itself included, that is named so. */
export function closestNamed(element: Element, names: ReadonlySet<string>): Element | undefined {
  for (let at = element as Element | null; at; at = at.parent as Element | null)
    if ('attribs' in at && isNamed(at, names)) return at
  return undefined
}

/** Says something of its element by a word of its own, whatever else is in it: `price--on-sale`. */
export const saysOf = (element: Element, words: ReadonlySet<string>): boolean =>
  tokensOf(element).some((token) => wordsOf(token).some((word) => words.has(word)))
