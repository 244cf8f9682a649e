/**
 * Decodes the bytes of a page. Named charsets are tried in the order of the HTML standard as long as the text is plausible;
 * otherwise the charset is guessed from the bytes.
 */
import chardet from 'chardet'
import { withoutUnseen } from '../core/lib/prose/text-of-html.js'

const BYTE_ORDER_MARKS: readonly (readonly [Buffer, string])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
]

/** `head`: how far a page is searched for its charset. `judged`: how much of it is judged. */
const MOST = { head: 64 * 1024, judged: 200_000, sample: 32 * 1024 }

/** Decodes valid UTF-8 as UTF-8 whatever charset is named, because no other text is valid UTF-8 by chance. */
export const decode = (bytes: Buffer, contentType: string | null): string => decodeSure(bytes, contentType).text

/** @returns `isSure`: false when no charset yields a plausible text */
export function decodeSure(bytes: Buffer, contentType: string | null): { text: string; isSure: boolean } {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => bytes.subarray(0, mark.length).equals(mark))?.[1]
  if (marked) return { text: new TextDecoder(marked).decode(bytes), isSure: true }
  const head = bytes.toString('latin1', 0, MOST.head)
  const inHeader = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1]
  const named = [inHeader, metaOf(head, 1024), metaOf(head, MOST.head)].filter((one) => one !== undefined)
  // these charsets write every letter in bytes that are also valid UTF-8
  const isOfLetters = /^(?:utf-?16|iso-2022|hz-)/i.test(named[0] ?? '')
  if (!isOfLetters && isUtf8(bytes)) {
    const text = bytes.toString('utf8')
    return { text, isSure: !isEncodedTwice(withoutElements(text)) }
  }
  const language = /<html[^>]{0,500}?\slang\s*=\s*["']?([a-z]{2,3})\b/i.exec(head)?.[1]?.toLowerCase()
  const tried = new Set<string>()
  let first: string | undefined
  for (const charset of candidates(named, bytes, language)) {
    const encoding = encodingOf(charset)
    if (encoding === undefined || tried.has(encoding)) continue
    tried.add(encoding)
    const text = decodeAs(encoding, bytes)
    first ??= text
    if (isPlausible(text, language)) return { text, isSure: true }
  }
  return { text: first ?? bytes.toString('utf8'), isSure: false }
}

/**
 * Yields the charsets that the page names, then UTF-8, then those usual for its language, beginning with one that its bytes
 * suggest, then the other guesses.
 */
function* candidates(named: readonly string[], bytes: Buffer, language: string | undefined): Generator<string> {
  yield* named
  yield 'utf-8' // accepts a few broken letters
  const usual = USUAL[language ?? '']
  const found = guesses(bytes)
  if (usual !== undefined) {
    const likely = found.find((one) => usual.includes(encodingOf(one) ?? ''))
    if (likely !== undefined) yield likely
    yield* usual
  }
  yield* found
  yield 'windows-1252'
}

/** Guesses charsets from the text alone, because elements are English in every language. */
function guesses(bytes: Buffer): string[] {
  const text = withoutElements(bytes.toString('latin1', 0, MOST.judged)).slice(0, MOST.sample)
  return chardet
    .analyse(Buffer.from(text, 'latin1'))
    .filter(({ confidence }) => confidence >= 10)
    .map(({ name }) => name)
    .slice(0, 8)
}

/**
 * Charsets that were usual before UTF-8, by language. @see
 * https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  ar: ['windows-1256'],
  be: ['windows-1251', 'koi8-r'],
  bg: ['windows-1251', 'iso-8859-5'],
  cs: ['windows-1250', 'iso-8859-2'],
  el: ['windows-1253', 'iso-8859-7'],
  et: ['windows-1257'],
  fa: ['windows-1256'],
  he: ['windows-1255', 'iso-8859-8'],
  hr: ['windows-1250', 'iso-8859-2'],
  hu: ['windows-1250', 'iso-8859-2'],
  ja: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
  ko: ['euc-kr'],
  ku: ['windows-1254'],
  lt: ['windows-1257'],
  lv: ['windows-1257'],
  mk: ['windows-1251'],
  pl: ['windows-1250', 'iso-8859-2'],
  ro: ['windows-1250', 'iso-8859-2'],
  ru: ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5'],
  sk: ['windows-1250', 'iso-8859-2'],
  sl: ['windows-1250', 'iso-8859-2'],
  sr: ['windows-1251', 'windows-1250'],
  th: ['windows-874'],
  tr: ['windows-1254'],
  uk: ['windows-1251', 'koi8-u'],
  vi: ['windows-1258'],
  zh: ['gb18030', 'big5'],
}

/**
 * Finds the charset in a meta element outside comments, as a browser does before parsing. A page that could be read this far is
 * not UTF-16, so UTF-16 means UTF-8.
 */
function metaOf(head: string, most: number): string | undefined {
  const seen = head.slice(0, most).replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
  const found =
    /<meta\s[^>]{0,400}?charset\s*=\s*(?:["']\s*)?([\w.:-]+)/i.exec(seen)?.[1] ??
    /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)/i.exec(seen)?.[1]
  return found !== undefined && /^utf-?16/i.test(found) ? 'utf-8' : found
}

/** The charset's name in the encoding standard; undefined if it has none. */
function encodingOf(label: string): string | undefined {
  try {
    return new TextDecoder(label === 'x-user-defined' ? 'windows-1252' : label).encoding
  } catch {
    return undefined
  }
}

/** Some versions of Node read Windows-1252 as ISO-8859-1, in which quotation marks and dashes are controls. */
function decodeAs(encoding: string, bytes: Buffer): string {
  const text = new TextDecoder(encoding).decode(bytes)
  return encoding === 'windows-1252'
    ? text.replace(/[\u0080-\u009f]/g, (control) => IN_1252[control.charCodeAt(0) - 0x80] ?? control)
    : text
}

const IN_1252 = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ']

/** Accepts a last letter that the limit has cut in two. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const scripts = new Map<string, RegExp | undefined>()

/** Letters of the script in which a language is written; undefined for Latin or unknown scripts. */
function lettersOf(language: string): RegExp | undefined {
  if (!scripts.has(language)) scripts.set(language, scriptOf(language))
  return scripts.get(language)
}

function scriptOf(language: string): RegExp | undefined {
  try {
    const own = LATIN[language]
    if (own !== undefined) return new RegExp(`[${own}]`, 'giu')
    const { script } = new Intl.Locale(language).maximize()
    if (script === undefined || script === 'Latn') return undefined
    if (script === 'Jpan') return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
    if (script === 'Kore') return /\p{Script=Hangul}/gu
    return new RegExp(`\\p{Script=${script.startsWith('Han') ? 'Han' : script}}`, 'gu')
  } catch {
    return undefined
  }
}

/** Letters beyond ASCII of languages that are not written in Windows-1252. */
const LATIN: Readonly<Record<string, string>> = {
  cs: 'áčďéěíňóřšťúůýž',
  et: 'äöüõšž',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  pl: 'ąćęłńóśźż',
  ro: 'ăâîșşțţ',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  sl: 'čšž',
  tr: 'çğıİöşüâîû',
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0

/** A sign in the middle of a word, or letters that no language puts beside each other: a sign of a wrong charset. */
const INSIDE_WORDS = /\p{L}[¡-©«-´¶-¿‚„†‡ˆ‰‹›•˜™]+\p{L}/gu
/** Words of accented letters only, which no language writes. */
const ALL_ACCENTS = /(?<![\p{L}\p{M}])[\u00c0-\u00ff]{4,}(?![\p{L}\p{M}])/gu
/** Capitals after small letters. */
const TURNED_CASE = /(?<=\p{Ll})\p{Lu}/gu
const UTF8_TWICE = /[ÃÂ][\u0080-\u00bf]|â[€\u0080][\u0080-\u00bf™œ“”˜šž]|Ð[\u0080-\u00bf]|Ñ[\u0080-\u00bf]/g

/** The visible text of a page, roughly. */
const withoutElements = (page: string): string => withoutUnseen(page.slice(0, MOST.judged)).replace(/<[^<>]{0,2000}>/g, ' ')

/** True for UTF-8 that was read in another charset and then encoded as UTF-8 again. */
const isEncodedTwice = (text: string): boolean => count(text, UTF8_TWICE) > Math.max(3, count(text, /[\p{L}\p{M}]{2,}/gu) * 0.03)

/** True for a text that a person could have written. */
function isPlausible(whole: string, language: string | undefined): boolean {
  const text = withoutElements(whole)
  const other = count(text, /[^\p{ASCII}]/gu)
  if (other === 0) return true
  const broken = count(text, /[\ufffd\u0080-\u009f]/g)
  if (broken >= 2 && broken > (other - broken) / 10) return false
  const letters = count(text, /[^\P{L}\p{ASCII}]/gu)
  const own = language === undefined ? undefined : lettersOf(language)
  const isLatin = language !== undefined && LATIN[language] !== undefined
  if (own && letters > (isLatin ? 4 : 20) && count(text, own) < letters * (isLatin ? 0.7 : 0.3)) return false
  const words = count(text, /[\p{L}\p{M}]{2,}/gu)
  if (count(text, ALL_ACCENTS) > words * 0.1) return false
  if (count(text, INSIDE_WORDS) > Math.max(2, words * 0.02)) return false
  if (isEncodedTwice(text)) return false
  const isCased = count(text, /[\u0370-\u052f]/g) > letters * 0.5
  return !isCased || count(text, TURNED_CASE) <= words * 0.3
}
