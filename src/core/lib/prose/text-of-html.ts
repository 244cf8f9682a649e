/** Extracts the text of a piece of HTML, as shops export their descriptions. */
import { decodeHTML } from 'entities'

/** Elements of running text: `a < b > c` contains none of them. */
const ELEMENT =
  /<\/?(?:a|abbr|article|b|blockquote|br|center|code|dd|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|iframe|img|li|meta|ol|p|picture|pre|script|section|small|span|strike|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul|video)(?=[\s/>])[^<>]{0,2000}>/i
const REFERENCE = /&(?:[a-z]{2,10}|#\d{2,6}|#x[\da-f]{2,5});/i
const LINE = /<\/(?:p|li|h\d|div|dd|dt|tr|blockquote|figcaption|section|article)>|<(?:br|hr)(?=[\s/>])[^<>]{0,200}>/gi
/** Elements that do not separate words. */
const WITHIN_WORDS = /<\/?(?:span|strong|b|em|i|u|s|a|font|small|sup|sub)(?=[\s/>])[^<>]{0,2000}>/gi
const UNSEEN_PART = /<(script|style|template|iframe|noscript)\b[^<>]{0,2000}>|<!--/gi

/** Removes scripts, styles and comments. One without an end extends to the end of the text, as in a browser. */
export function withoutUnseen(markup: string): string {
  const lower = markup.toLowerCase()
  const parts: string[] = []
  let from = 0
  UNSEEN_PART.lastIndex = 0
  for (let found = UNSEEN_PART.exec(markup); found; found = UNSEEN_PART.exec(markup)) {
    parts.push(markup.slice(from, found.index))
    const end = found[1] === undefined ? '-->' : `</${found[1].toLowerCase()}`
    const at = lower.indexOf(end, found.index + 4)
    from = at < 0 ? markup.length : at + end.length
    if (found[1] !== undefined && at >= 0) from = Math.max(from, lower.indexOf('>', from) + 1)
    UNSEEN_PART.lastIndex = from
  }
  return [...parts, markup.slice(from)].join(' ')
}

/** True for a text that holds elements of HTML, or those of one that was escaped. */
export const isHtml = (text: string): boolean => ELEMENT.test(text) || (REFERENCE.test(text) && ELEMENT.test(decodeHTML(text)))

/**
 * Returns the text, with each paragraph, item and heading on its own line. A text without elements is returned unchanged: what
 * only looks like HTML was typed that way.
 */
export function textOfHtml(text: string): string {
  if (!isHtml(text)) return text
  const markup = ELEMENT.test(text) ? text : decodeHTML(text)
  return linesOfHtml(withoutUnseen(markup).replace(WITHIN_WORDS, ''))
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const LINE_END = '\u2028'

/** Returns the lines of visible text in the markup. References are decoded twice, because shops escape them twice. */
export const linesOfHtml = (markup: string): string[] => withoutElements(markup).split(LINE_END)

/** Replaces elements by spaces, and line ends by U+2028. */
export const withoutElements = (markup: string): string =>
  decodeHTML(withoutUnseen(decodeHTML(markup)))
    .replace(/\r?\n/g, LINE_END)
    .replace(LINE, LINE_END)
    .replace(/<\/?[a-z!][^<>]{0,2000}>/gi, ' ')
