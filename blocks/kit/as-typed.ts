/**
 * User text in mrkdwn without any markup. Slack has no escape character, but it shows the fallback of a date with an invalid
 * format as plain text that can be copied: so each mark is put into such a fallback.
 */

export const escapeSigns = (words: string): string => words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const plain = (marks: string): string => `<!date^00000000^{_}|${marks}>`

/** Matches `*` `_` `~` `＿` `＊` only at the edge of a word, so “snake_case” and “2*3” stay unchanged, and a backtick anywhere. */
// eslint-disable-next-line regexp/no-super-linear-move -- a run fails where it is one mark between two letters, and nowhere else
const MARKS = /`+|(?<![\p{L}\p{N}])[*_~＊＿]+|[*_~＊＿]+(?![\p{L}\p{N}])/gu
/** Matches the colon before a name like “tada:”. A time of day has no letter; neither have only the names listed here. */
const EMOJI = /:(?=(?:(?=[\p{N}_+'-]*\p{L})[\p{L}\p{N}_+'-]+|[+-]1|100|1234):)/gu

/** Invisible; inserted so that a line does not begin with the sign of a quote. */
const SOFT_HYPHEN = '\u00ad'
const QUOTE = /^([^\S\r\n\u2028\u2029]*)(&gt;|＞)/gm

/** Lookalikes without markup, used if the full escape does not fit: readable text matters more than copyable text. */
const LOOKALIKES: Record<string, string> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ', '＊': '∗', '＿': 'ˍ', ':': '꞉' }

export const withLookalikes = (escaped: string): string => {
  const alike = (marks: string) => Array.from(marks, (mark) => LOOKALIKES[mark] ?? mark).join('')
  return escaped.replace(MARKS, alike).replace(EMOJI, alike).replace(QUOTE, `$1${SOFT_HYPHEN}$2`)
}

/** Reserves five characters for each one, as an `&` becomes `&amp;`. */
const GROWS = 5

/** @param max the characters of user text that fit */
export function asTyped(words: string, max: number): string {
  const escaped = escapeSigns(words)
  const kept = escaped
    .replace(EMOJI, plain)
    .replace(MARKS, (marks, at: number, whole: string) => (isInForm(whole, at) ? marks : plain(marks)))
  const shown = kept.replace(QUOTE, `$1${SOFT_HYPHEN}$2`)
  return shown.length <= max * GROWS ? shown : withLookalikes(escaped)
}

/** The start of the form around an emoji's colon, whose format contains a mark that must not be escaped again. */
const FORM = '<!date^00000000^{'
const isInForm = (whole: string, at: number): boolean => whole.slice(Math.max(0, at - FORM.length), at) === FORM
