/** Whether a text that the platform shows is one that we sent. Nobody knows how it rewrites text, so letters and digits alone are compared. */
import { decodeHTML } from 'entities'

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

/** Emoji that normalising would turn into letters or digits (™, 1️⃣), and marks that choose how a character is drawn. */
const PICTURES = /[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}\p{Mn}\p{Mc}]/gu

const lettersOf = (text: string): string =>
  decodeFully(text).replace(PICTURES, '').normalize('NFKC').toLowerCase().replace(NEITHER_LETTER_NOR_DIGIT, '')

const MOST_DECODINGS = 4

/** What was encoded twice is decoded twice. @param decode of one layer of HTML entities */
export function decodeFully(text: string, decode: (text: string) => string = decodeHTML): string {
  let decoded = text
  for (let times = 0; times < MOST_DECODINGS && decoded.includes('&'); times++) {
    const next = decode(decoded)
    if (next === decoded) break
    decoded = next
  }
  return decoded
}
