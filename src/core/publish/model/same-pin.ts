/** Whether a pin that Pinterest shows is one that we sent: by its link, and by its texts, of which letters and digits alone are compared. */
import { decodeHTMLAttribute, decodeHTML } from 'entities'
import { parseUrl } from '../../lib/http/parse-url.js'
import { TRACKING } from '../../links/without-tracking.js'

/**
 * `same`: one page, however it is written · `missing`: the pin has none · `other`: another page, or one that cannot be
 * compared.
 */
type LinkMatch = 'same' | 'missing' | 'other'

/**
 * Equal but for scheme, host case, default port, trailing slashes, fragment, percent-encoding, the order of parameters, entities, and
 * tracking parameters that one of the two has and the other lacks. One that both have must say the same.
 */
export function compareLinks(ours: string, shown: string | null): LinkMatch {
  if (!shown?.trim()) return 'missing'
  const [sent, there] = [partsOf(ours), partsOf(shown)]
  if (!sent || !there || sent.page !== there.page) return 'other'
  const isAgainst = [...sent.tracking].some(([name, value]) => (there.tracking.get(name) ?? value) !== value)
  return isAgainst ? 'other' : 'same'
}

type Parts = { page: string; tracking: Map<string, string> }

function partsOf(link: string): Parts | undefined {
  const decoded = decodeFully(link.trim(), decodeHTMLAttribute)
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(decoded) ? decoded : `https://${decoded}`
  const url = parseUrl(text)
  if (!url) return undefined
  const { protocol, username, password, hostname, port, pathname, searchParams } = url
  const scheme = protocol === 'http:' ? 'https:' : protocol
  const isDefaultPort = port === '' || port === '80' || port === '443' // where the scheme was changed and the port was not
  const host = `${username}:${password}@${hostname.replace(/\.$/, '')}${isDefaultPort ? '' : `:${port}`}`
  const parameters = [...searchParams]
  const own = parameters.filter(([name]) => !TRACKING.test(name)).map((one) => JSON.stringify(one))
  const tracking = new Map(parameters.filter(([name]) => TRACKING.test(name)))
  return { page: [scheme, host, decodePath(pathname), ...own.sort()].join('\n'), tracking }
}

function decodePath(path: string): string {
  const trimmed = path.replace(/(?<!\/)\/+$/, '')
  try {
    return decodeURIComponent(trimmed)
  } catch {
    return trimmed // percent signs that encode nothing
  }
}

/**
 * `same`: equal letters and digits · `cut`: it shows the beginning of ours · `missing`: it shows none, which says nothing for or against ·
 * `other`: it shows another text · `none`: neither has a letter or digit to compare.
 */
export type TextMatch = 'same' | 'cut' | 'missing' | 'other' | 'none'

/** Letters and digits from which on a beginning of our text is no text of its own. */
const CUT_LENGTH = 20
/** With an ellipsis it says by itself that it was cut. */
const ELLIPSIS_LENGTH = 5
const ELLIPSIS = /(?:…|\.{3})\s*$/

/** @param ours null, as '': nothing was sent */
export function compareTexts(ours: string | null, shown: string | null): TextMatch {
  const [sent, there] = [lettersOf(ours ?? ''), lettersOf(shown ?? '')]
  if (there === '') return sent === '' ? 'none' : 'missing'
  if (there === sent) return 'same'
  const enough = ELLIPSIS.test(decodeFully(shown ?? '')) ? ELLIPSIS_LENGTH : CUT_LENGTH
  return there.length >= enough && sent.startsWith(there) ? 'cut' : 'other'
}

/** Emoji that normalising would turn into letters or digits (™, 1️⃣), and variation selectors. */
const PICTURES = /[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{Mn}\p{Mc}]/gu

const lettersOf = (text: string): string =>
  decodeFully(text).replace(PICTURES, '').normalize('NFKC').toLowerCase().replace(NEITHER_LETTER_NOR_DIGIT, '')

const MOST_DECODINGS = 4

/** What was encoded twice is decoded twice. @param decode of one layer of HTML entities */
function decodeFully(text: string, decode: (text: string) => string = decodeHTML): string {
  let decoded = text
  for (let times = 0; times < MOST_DECODINGS && decoded.includes('&'); times++) {
    const next = decode(decoded)
    if (next === decoded) break
    decoded = next
  }
  return decoded
}
