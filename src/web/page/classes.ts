/**
 * Derives what an element is from its classes and ids. A class is split into words (`article__author-box`) and names its element
 * by its last word, or by one that only structural words follow: `author-box` is about an author, `author-jane` and
 * `comments-open` describe an article.
 */
import type { Element } from './nodes.js'

const MOST = { classes: 2_000, tokens: 40 }

/** Words that may follow the naming word: `sidebar-inner`, `comment-list`. */
const STRUCTURE =
  /^(?:area|aside|bar|bio|block|blocks|blurb|body|box|card|cards|carousel|col|column|container|description|content|contents|details|div|embed|feed|footer|form|frame|grid|group|header|heading|holder|image|images|img|info|inner|item|items|list|listing|main|menu|meta|module|name|nav|outer|panel|part|photo|picture|pic|primary|products|posts|profile|region|row|secondary|section|sections|slider|slot|tab|tabs|text|thumb|thumbnail|title|top|bottom|widget|widgets|wrap|wrapper|wrapping|v\d|\d{1,2}|[a-z])$/
/** Words before it: a theme marks a page or article that has such a part, or has none. */
const STATE = /^(?:has|have|is|no|not|with|without|show|hide|single|layout|js|template|logged|category|tag|cat|supports)$/

/** Splits a class such as "recipeAuthor_box" into lower-case words. */
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

/**
 * True when the token is the name of such a part.
 * @param names single words in the singular, or two with a hyphen: `also-viewed`
 */
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

/** The nearest element, including itself, with one of the names. */
export function closestNamed(element: Element, names: ReadonlySet<string>): Element | undefined {
  for (let at = element as Element | null; at; at = at.parent as Element | null)
    if ('attribs' in at && isNamed(at, names)) return at
  return undefined
}

/** True when a class or id contains one of the words, whatever else is in it: `price--on-sale`. */
export const saysOf = (element: Element, words: ReadonlySet<string>): boolean =>
  tokensOf(element).some((token) => wordsOf(token).some((word) => words.has(word)))
