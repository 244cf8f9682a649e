/** Tells whether a pin that Pinterest shows is one that we sent: by its link, and by the letters and digits of its texts. */
import { decodeHTMLAttribute, decodeHTML } from 'entities'
import { parseUrl } from '../../lib/http/parse-url.js'
import { TRACKING } from '../../links/without-tracking.js'

/** `same`: the same page · `missing`: the pin has none · `other`: another page, or one that cannot be compared. */
type LinkMatch = 'same' | 'missing' | 'other'

/**
 * Compares links, ignoring scheme, host case, default port, trailing slashes, fragment, percent-encoding, the order of
 * parameters, entities, and tracking parameters that only one of the two has. A parameter that both have must be equal.
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
  const isDefaultPort = port === '' || port === '80' || port === '443' // also after a change of the scheme that kept the port
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
 * `same`: equal letters and digits · `cut`: the pin shows the beginning of ours · `missing`: it shows none, which proves nothing
 * · `other`: it shows another text · `none`: neither has a letter or digit to compare.
 */
export type TextMatch = 'same' | 'cut' | 'missing' | 'other' | 'none'

/** The number of letters and digits from which a beginning of our text counts as ours. */
const CUT_LENGTH = 20
/** An ellipsis at the end shows that a text was cut. */
const ELLIPSIS_LENGTH = 5
const ELLIPSIS = /(?:…|\.{3})\s*$/

/** Compares texts. @param ours null, as '': nothing was sent */
export function compareTexts(ours: string | null, shown: string | null): TextMatch {
  const [sent, there] = [lettersOf(ours ?? ''), lettersOf(shown ?? '')]
  if (there === '') return sent === '' ? 'none' : 'missing'
  if (there === sent) return 'same'
  const enough = ELLIPSIS.test(decodeFully(shown ?? '')) ? ELLIPSIS_LENGTH : CUT_LENGTH
  return there.length >= enough && sent.startsWith(there) ? 'cut' : 'other'
}

/** Emoji that normalizing would turn into letters or digits (™, 1️⃣), and variation selectors. */
const PICTURES = /[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{Mn}\p{Mc}]/gu

const lettersOf = (text: string): string =>
  decodeFully(text).replace(PICTURES, '').normalize('NFKC').toLowerCase().replace(NEITHER_LETTER_NOR_DIGIT, '')

const MOST_DECODINGS = 4

/** Decodes what was encoded twice, twice. @param decode of one layer of HTML entities */
function decodeFully(text: string, decode: (text: string) => string = decodeHTML): string {
  let decoded = text
  for (let times = 0; times < MOST_DECODINGS && decoded.includes('&'); times++) {
    const next = decode(decoded)
    if (next === decoded) break
    decoded = next
  }
  return decoded
}
