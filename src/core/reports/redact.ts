/** Removes from free text what must not be stored: credentials, e-mail addresses, phone numbers. Pure. */

type Rule = {
  kind: string
  pattern: RegExp
  /** Checks what the pattern finds; absent: all of it is secret. */
  isSecret?: (secret: string) => boolean
}

const PASSWORDS =
  'password|passwd|pwd|passphrase|(?:client|app|api|signing|shared)[_-]?secret|secret[_-]?key|api[_-]?key|(?:access|refresh|id|auth|bot|security)[_-]?token'
/** Everyday words, too: they count only before an equals sign, or in quotes. */
const TOKENS = 'token|sig|signature'

/** The separators of a phone number: breaking and non-breaking spaces, dots, brackets, dashes of all lengths. */
const GAP = '[ \\t\\u00a0\\u2000-\\u200a\\u202f().\\-\\u2010-\\u2015]'
/** Excludes matches within a word, an address or a time; after the colon of "tel:" they count. */
const ALONE = '(?<![\\w./-])(?<!\\d:)'
/** Excludes a date written in digits, which is no phone number. */
const NO_DAY = '(?!\\d{1,2}[ .-]\\d{1,2}[ .-]\\d{2,4}(?!\\d))(?!\\d{1,4} (?:19|20)\\d{2}-\\d{2})'

/**
 * The rules in their order: what spans lines, then tokens by their form, then what could be part of a token. A rule may keep the
 * words before the secret (its first group).
 */
const RULES: readonly Rule[] = [
  {
    kind: 'private key',
    pattern: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { kind: 'API key', pattern: /(?<![A-Za-z0-9])ps[art]_[0-9]+_[A-Za-z0-9_-]+/g },
  { kind: 'upload id', pattern: /(?<![A-Za-z0-9])up_[0-9]+_[A-Za-z0-9_-]{8,}/g }, // who has one may attach the file
  { kind: 'Slack token', pattern: /(?<![A-Za-z0-9])x(?:ox[a-z]|app|wfp)-[A-Za-z0-9-]+/gi },
  { kind: 'platform token', pattern: /(?<![A-Za-z0-9])pin[ar]_[A-Za-z0-9_.-]+/g },
  { kind: 'token', pattern: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g },
  { kind: 'credential', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'credential', pattern: /(\/(?:calendar|connect\/link)\/)[\w.~-]{16,}/g }, // of our own links
  { kind: 'credential', pattern: /(\bhooks\.slack\.com\/[a-z]+\/)[\w/-]+/gi }, // who has one may post by it
  { kind: 'credential', pattern: /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:]{0,200}:[^\s/@]{1,200}(?=@)/gi },
  { kind: 'bearer token', pattern: /\b(bearer\s+)(?!\[redacted)[A-Za-z0-9._~+/-]{8,}=*/gi },
  { kind: 'credential', pattern: /\b(basic\s+)[A-Za-z0-9+/]{4,}={0,2}/gi, isSecret: isNameAndPassword },
  { kind: 'credential', pattern: /\b(authorization["']?\s*[:=]\s*["']?basic\s+)[A-Za-z0-9+/=]+/gi },
  {
    kind: 'credential',
    pattern: new RegExp(`((?<![a-z])(?:${PASSWORDS}|${TOKENS})["']?\\s*[:=]\\s*")(?!\\[redacted)(?:[^"\\\\]|\\\\.)+`, 'gi'),
  },
  {
    kind: 'credential',
    pattern: new RegExp(`((?<![a-z])(?:${PASSWORDS}|${TOKENS})["']?\\s*[:=]\\s*')(?!\\[redacted)[^'\\n]+(?=')`, 'gi'),
  },
  { kind: 'credential', pattern: new RegExp(`((?<![a-z])(?:${PASSWORDS})["']?\\s*[:=]\\s*["']?)(?!["'\\[])[^\\s"'&<>]+`, 'gi') },
  { kind: 'credential', pattern: new RegExp(`((?<![a-z])(?:${TOKENS})=["']?)(?!["'\\[])[^\\s"'&<>]+`, 'gi') },
  {
    kind: 'e-mail address',
    // bounded by the real limits: without them a text of letters would be read again from each letter
    pattern:
      /[\p{L}\p{N}\p{M}._%+-]{1,64}[@＠][\p{L}\p{N}\p{M}-]{1,63}(?:\.[\p{L}\p{N}\p{M}-]{1,63}){0,30}\.\p{L}[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}]/gu,
  },
  {
    kind: 'phone number',
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_])[+＋](?!0)\\p{Nd}(?:${GAP}{0,3}\\p{Nd}){6,14}(?![\\p{L}\\p{N}_])`, 'gu'),
  },
  { kind: 'phone number', pattern: new RegExp(`${ALONE}\\(?[0-9]{2,4}\\)?${GAP}[0-9]{3}${GAP}[0-9]{4}(?![\\w.-])`, 'g') },
  {
    kind: 'phone number',
    pattern: new RegExp(`${ALONE}${NO_DAY}0[0-9]{1,5}[ /\\u00a0-][0-9][0-9 \\u00a0-]{4,10}[0-9](?![\\w.-])`, 'g'),
  },
]

/** Inside a secret they hide it from every rule; between other characters they may join an emoji. */
const INVISIBLE = /(?<=[\w@.+-])[\u00ad\u200b-\u200d\u2060\ufeff]+(?=[\w@.+-])/g

/**
 * True for a name and password in base64, as in HTTP's Basic scheme: "basic" is an everyday word, and so is mostly what follows
 * it.
 */
function isNameAndPassword(text: string): boolean {
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  return decoded.includes(':') && !/[\p{Cc}\ufffd]/u.test(decoded)
}

/** @see docs/contract.md#reports */
export function redact(text: string): string {
  return RULES.reduce(
    (rest, { kind, pattern, isSecret }) =>
      rest.replace(pattern, (match: string, group: unknown) => {
        const lead = typeof group === 'string' ? group : ''
        return isSecret && !isSecret(match.slice(lead.length)) ? match : `${lead}[redacted: ${kind}]`
      }),
    text.replace(INVISIBLE, ''),
  )
}
