/** Shortens and selects texts of a page. Pure. */
import { isSpaceless } from '../../lib/prose/sentences.js'
import { lengthOf } from '../../lib/prose/text.js'

const OPEN_END = /(?<![\s|–—·:,;(-])[\s|–—·:,;(-]+$/u

/** Cuts at a word, preferably before a comma, bar or dash; never inside a word. */
export function cutTitle(title: string, most: number): string {
  if (lengthOf(title) <= most) return title
  const start = [...title].slice(0, most).join('')
  const separator = [...start.matchAll(/\s[|–—·-]\s|[:,;(]\s?/g)].at(-1)?.index ?? -1
  const space = start.lastIndexOf(' ')
  const isOneWord = space < most / 3 && isSpaceless(start)
  const at = separator >= most / 3 ? separator : isOneWord ? lastWordEnd(start) : space > 0 ? space : start.length
  const cut = start.slice(0, at).replace(OPEN_END, '')
  let whole = cut
  while (endsOpen(whole)) whole = whole.replace(/(?<!\s)\s+\S+$/, '').replace(OPEN_END, '')
  return whole.length >= most / 3 ? whole : cut
}

/** Returns the end of the last whole word, for scripts without spaces. */
function lastWordEnd(text: string): number {
  const words = [...new Intl.Segmenter('und', { granularity: 'word' }).segment(text)]
  return words.at(-1)?.index || text.length
}

/** True when the text is incomplete: “… gift for”, “… our 5th”. */
export const endsOpen = (text: string): boolean =>
  /\s(?:for|the|an?|in|of|to|and|or|with|by|on|at|from|that|than|our|your|my|his|her|its|their|this|\d+(?:st|nd|rd|th)|und|oder|mit|für|der|die|das|dem|den|ein|eine|von|vom|im|zum|zur|de|du|des|la|le|les|et|ou|à|au|aux|avec|pour|un|une|en|con|per|di|del|della|il|lo|e|y|o|el|los|las|una|para|com|em|da|do|dos|das|um|uma|met|voor|een|het|van|op|z|i|w|na|do|dla)$/iu.test(
    text,
  )

/** Removes emoji and repeated marks. A title in capitals is lowered except for its first letter. */
export function calm(shown: string): string {
  const title = shown
    .replace(/(?![©®™])\p{Extended_Pictographic}\ufe0f?/gu, ' ')
    .replace(/([!?])[!?]+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = title.replace(/[^\p{L}]/gu, '')
  if (letters.length < 8 || letters !== letters.toUpperCase() || letters === letters.toLowerCase()) return title
  const lower = title.toLowerCase()
  return lower.replace(/\p{L}/u, (first) => first.toUpperCase())
}

/** Joins as many whole parts as fit, in order; a first part that is too long is cut at a word. */
export function fill(parts: readonly string[], most: number): string {
  let text = ''
  for (const part of parts) {
    const next = text === '' ? part : `${text}${/[。！？]$/u.test(text) ? '' : ' '}${part}`
    if (lengthOf(next) <= most) text = next
  }
  return text === '' && parts[0] !== undefined ? cutTitle(parts[0], most) : text
}

/** A pronoun that refers to an earlier sentence. “this soup” names its subject, and an Italian “il” is no pronoun. */
const POINTS_BACK =
  /^(?:it|they|he|she|er|sie(?! \p{Ll}+en\b)|es|elle|ils|elles|él|ella|ellos|ellas|ele|ela|eles|elas|isso|hij|ze|zij|lui|lei)\s|^(?:this|that) one\b|^(?:none|all|both|some|most|each|one|neither) of (?:it|them|these|those)\b|^(?:this|that|these|those|dies|dit|dat|questo|questi|esto|estos|isto) (?:is|are|was|were|can|will|makes?|keeps?|ist|sind|war|zijn|è|sono|es|son|é|são)\b/iu
const POINTS_BACK_IN_FRENCH = /^il (?!suffit|faut|y a|existe|est (?:possible|facile|important|conseillé))/i
export const pointsBack = (sentence: string, language: string | null): boolean =>
  POINTS_BACK.test(sentence) || /^["“„«]/.test(sentence) || (language === 'fr' && POINTS_BACK_IN_FRENCH.test(sentence))

export const wordSet = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? []).map((word) => word.slice(0, 6)))

/** Returns the share of the words of `text` that `other` also has. */
export function overlap(text: string, other: string): number {
  const [own, others] = [wordSet(text), wordSet(other)]
  return own.size === 0 ? 0 : [...own].filter((word) => others.has(word)).length / own.size
}
