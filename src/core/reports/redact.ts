/** Takes out of free text what must not be kept: credentials, e-mail addresses, phone numbers. Pure. */

/**
 * In this order: what spans lines first, then tokens by their form, then what could be part of a token. A rule may keep the
 * words that lead up to the secret (its first group).
 */
const RULES: readonly { kind: string; pattern: RegExp }[] = [
  { kind: 'private key', pattern: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g },
  { kind: 'API key', pattern: /\bpst_[0-9]+_[A-Za-z0-9_-]+/g },
  { kind: 'Slack token', pattern: /\bx(?:ox[a-z]|app|wfp)-[A-Za-z0-9-]+/gi },
  { kind: 'platform token', pattern: /\bpin[ar]_[A-Za-z0-9_.-]+/g },
  { kind: 'bearer token', pattern: /\b(bearer\s+)(?!\[redacted)[A-Za-z0-9._~+/-]{8,}=*/gi },
  { kind: 'e-mail address', pattern: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu },
  { kind: 'phone number', pattern: /(?<![\w.:/-])\+[0-9](?:[ ().-]{0,2}[0-9]){6,14}(?![\w])/g },
  { kind: 'phone number', pattern: /(?<![\w.:/-])\(?[0-9]{2,4}\)?[ .-][0-9]{3}[ .-][0-9]{4}(?![\w.-])/g },
  { kind: 'phone number', pattern: /(?<![\w.:/-])0[0-9]{1,5}[ /-][0-9][0-9 -]{4,10}[0-9](?![\w.-])/g },
]

/** @see decisions.md section 7 */
export function redact(text: string): string {
  return RULES.reduce(
    (rest, { kind, pattern }) =>
      rest.replace(pattern, (_match, lead: unknown) => `${typeof lead === 'string' ? lead : ''}[redacted: ${kind}]`),
    text,
  )
}
