/**
 * What people typed, in mrkdwn, and read as nothing but text. Slack has no sign that takes a mark's meaning away; but what a date form says
 * where its format is none comes out as plain text, whole and to be copied: so each mark stands in one.
 */

export const escapeSigns = (words: string): string => words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const plain = (marks: string): string => `<!date^00000000^{_}|${marks}>`

/** `*` `_` `~` (and `＿`, `＊`) style at the edge of a word alone, so `snake_case` and `2*3` stay as they are; a backtick does anywhere. */
// eslint-disable-next-line regexp/no-super-linear-move -- a run fails where it is one mark between two letters, and nowhere else
const MARKS = /`+|(?<![\p{L}\p{N}])[*_~＊＿]+|[*_~＊＿]+(?![\p{L}\p{N}])/gu
/** `:tada:`; a time of day has no letter in it, and of Slack's own names only these have none. */
const EMOJI = /:(?=(?:(?=[\p{N}_+'-]*\p{L})[\p{L}\p{N}_+'-]+|[+-]1|100|1234):)/gu

/** An invisible sign, so that the line does not begin with what makes it a quote. */
const SOFT_HYPHEN = '\u00ad'
const QUOTE = /^([^\S\r\n\u2028\u2029]*)(&gt;|＞)/gm

/** Lookalike characters without markup, where the full escape does not fit: readable goes before copyable. */
const LOOKALIKES: Record<string, string> = { '*': '∗', _: 'ˍ', '~': '∼', '`': 'ˋ', '＊': '∗', '＿': 'ˍ', ':': '꞉' }

export const withLookalikes = (escaped: string): string => {
  const alike = (marks: string) => Array.from(marks, (mark) => LOOKALIKES[mark] ?? mark).join('')
  return escaped.replace(MARKS, alike).replace(EMOJI, alike).replace(QUOTE, `$1${SOFT_HYPHEN}$2`)
}

/** An `&` becomes five characters: that is what is reserved. */
const GROWS = 5

/** @param max characters of user text that fit here */
export function asTyped(words: string, max: number): string {
  const escaped = escapeSigns(words)
  const kept = escaped
    .replace(EMOJI, plain)
    .replace(MARKS, (marks, at: number, whole: string) => (isInForm(whole, at) ? marks : plain(marks)))
  const shown = kept.replace(QUOTE, `$1${SOFT_HYPHEN}$2`)
  return shown.length <= max * GROWS ? shown : withLookalikes(escaped)
}

/** Of an emoji's colon: its own form has a mark in its format. */
const FORM = '<!date^00000000^{'
const isInForm = (whole: string, at: number): boolean => whole.slice(Math.max(0, at - FORM.length), at) === FORM
