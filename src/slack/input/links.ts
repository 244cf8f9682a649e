/** Finds web addresses in running text: each ends where a reader would end it. */
import { parse } from 'tldts'
import { isUrl, parseUrl } from '../../core/lib/http/parse-url.js'
import { formatOfName } from '../../core/media/formats.js'

/** A link and its position in the text; `url` is the exact text there. */
export type FoundLink = { url: string; start: number; end: number }

/**
 * Characters that end an address: spaces, invisible ones, quote signs, and punctuation of scripts that put no space behind it.
 */
const ENDS =
  '\\s\\p{Cc}\\p{Cf}<>"`|\\\\^“”„‟«»‹›‘’‚‛…' +
  '、。，．；：！？（）［］｛｝＜＞＂＇｀「」『』【】〔〕〖〗《》〈〉｢｣､｡' + // of Chinese, Japanese and Korean
  '،؛؟۔।॥' // of Arabic, Urdu and Hindi
const ADDRESS = new RegExp(`https?://[^${ENDS}]+`, 'giu')
/** The sign between two addresses that only a comma or a semicolon separates. */
const NEXT = /[,;](?=https?:\/\/)/i
const CLOSING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
/** Marks around an address that are also allowed at its end. */
const PAIRED = '_~'
/** The most signs before an address: `*_~` and a quote sign. */
const MARKS_BEFORE = 4
const TRAILING = /[.,;:!?'*&]$/
const EMOJI = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI}|\uFE0F)$/u

/** Returns all links with their positions, in order. */
export function findLinks(text: string): FoundLink[] {
  const found: FoundLink[] = []
  for (const match of text.matchAll(ADDRESS)) {
    const at = match.index
    let start = at
    for (const part of match[0].split(NEXT)) {
      const url = trimmed(part, text.slice(Math.max(0, start - MARKS_BEFORE), start))
      if (isUrl(url)) found.push({ url, start, end: start + url.length })
      start += part.length + 1
    }
  }
  return found
}

/** Cuts off signs that belong to the sentence around the address. @param before the signs in front of it */
function trimmed(address: string, before: string): string {
  let end = address.length
  const depths = new Map(Object.entries(CLOSING).map(([close, open]) => [close, depthOf(address, open, close)]))
  for (;;) {
    const last = address.charAt(end - 1)
    const depth = depths.get(last)
    if (depth !== undefined && depth < 0) depths.set(last, depth + 1)
    else if (!TRAILING.test(last) && !(PAIRED.includes(last) && before.includes(last)) && !isEmoji(address, end))
      return address.slice(0, end)
    end -= last === '' ? 0 : isEmoji(address, end) ? lengthOfLast(address, end) : 1
    if (end <= 0) return ''
  }
}

/** Returns the number of opening signs minus the number of closing ones. */
function depthOf(text: string, open: string, close: string): number {
  let depth = 0
  for (const sign of text) depth += sign === open ? 1 : sign === close ? -1 : 0
  return depth
}

const isEmoji = (text: string, end: number): boolean => EMOJI.test(text.slice(Math.max(0, end - 2), end))
const lengthOfLast = (text: string, end: number): number => [...text.slice(Math.max(0, end - 2), end)].at(-1)?.length ?? 1

/** Returns the first address in a text. */
export const linkIn = (text: string): string | undefined => findLinks(text)[0]?.url

/** Returns the address at the start of a line, with or without quotes or brackets, and the words after it. */
export function leadingLink(line: string): { url: string; rest: string } | undefined {
  const [first] = findLinks(line)
  if (!first || /[\p{L}\p{N}]/u.test(line.slice(0, first.start))) return undefined
  const behind = line.slice(first.end)
  return { url: first.url, rest: withoutLinks(behind.replace(/^[^\s\p{L}\p{N}@#"“„'‘]+(?=\s|$)|^["”“’'](?=\s|$)/u, '')) }
}

/** Returns the whole address if the word is the address of a website without its `https://`. */
export function bareLinkIn(word: string): string | undefined {
  const typed = word.replace(/^["“„«‘'(<[{*`_]{1,4}/, '')
  if (/\s/.test(typed) || !/^[\p{L}\p{N}]/u.test(typed)) return undefined
  const [found] = findLinks(`https://${typed}`)
  const at = found && parseUrl(found.url)
  if (!at || at.username !== '' || /[\p{L}\p{N}]/u.test(typed.slice(found.end - 'https://'.length))) return undefined
  const { domain, isIcann, isIp } = parse(at.hostname)
  const isHost = isIcann === true || (at.pathname.length > 1 && /\.(?:[a-z]{2}|xn--)[^.]*$/.test(at.hostname))
  return domain !== null && isIp !== true && isHost ? found.url : undefined
}

/** The mark that replaces an address. */
const LEFT = '\uE000'
/** The rest of `[words](address)` once the address is cut out. */
const LEFT_TARGET = /\[([^[\]\n]*)\]\(\uE000\)/g
/** Pairs of signs with nothing but an address between them. */
const LEFT_PAIR = new RegExp(
  [
    '()',
    '[]',
    '{}',
    '<>',
    '“”',
    '„“',
    '«»',
    '‹›',
    '‘’',
    '「」',
    '『』',
    '【】',
    '《》',
    '（）',
    '""',
    "''",
    '``',
    '**',
    '__',
    '~~',
    '||',
  ]
    .map(([open, close]) => `\\${open} ?\uE000 ?\\${close}`)
    .join('|')
    .replaceAll(/\\(?=[^\x00-\x7F])/g, ''),
  'g',
)
/** The most pairs of signs around each other. */
const MOST_PAIRS = 4
/** The signs that ended a sentence, or a part of one, after an address. */
const LEFT_SENTENCE = /(?:^|[^\S\n]{0,20})\uE000{1,20}([,.;:!?…]{1,20})(?!\S)/gm

/** Returns a text without some parts, such as its addresses, and without signs that only they needed. @param parts in order */
export function without(text: string, parts: readonly Pick<FoundLink, 'start' | 'end'>[]): string {
  if (parts.length === 0) return tidy(text)
  const kept: string[] = []
  let from = 0
  for (const { start, end } of parts) {
    kept.push(text.slice(from, start), LEFT)
    from = end
  }
  let rest = [...kept, text.slice(from)].join('').replace(LEFT_TARGET, '$1')
  for (let pairs = 0; pairs < MOST_PAIRS; pairs++) rest = rest.replace(LEFT_PAIR, LEFT)
  const ended = rest.replace(LEFT_SENTENCE, (_, signs: string, at: number) => (at === 0 || rest[at - 1] === '\n' ? '' : signs))
  return tidy(ended.replaceAll(LEFT, ' '))
}

export const withoutLinks = (text: string): string => without(text, findLinks(text))

/** Reduces spaces to one and empty lines to one. */
export const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const namedBy = (link: string) => formatOfName(parseUrl(link)?.pathname ?? '')?.mediaType

/** True when an address names a picture. */
export const imageIn = (link: string): boolean => namedBy(link) === 'image'

/** True when an address names a video. Only the bytes show the real kind. */
export const videoIn = (link: string): boolean => namedBy(link) === 'video'
