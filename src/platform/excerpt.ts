/** What may be shown and kept of the platform's response: short, and without secrets. */

const MOST_CHARACTERS = 300
/** The form of tokens, also where only a part is quoted. */
const TOKEN = /\bpin[acr]_[\w.~-]{3,}/gi
const SHORTEST_SECRET = 4

/** An error of the platform may echo the picture it was sent. */
export function excerpt(json: unknown): string {
  const text = typeof json === 'string' ? json : (JSON.stringify(json) ?? 'no JSON')
  const readable = text.replace(/[A-Za-z0-9+/_=-]{80,}/g, (run) => `[${run.length} characters]`)
  const short = readable.length > MOST_CHARACTERS ? `${readable.slice(0, MOST_CHARACTERS)}…` : readable
  return short.toWellFormed().replaceAll('\0', '\ufffd') // Postgres takes neither half a character nor a zero
}

/** Redacts the secrets of a call from its result, and whatever has the form of a token. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let hidden = text
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue
    for (const spelling of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])) {
      hidden = hidden.replaceAll(spelling, '[hidden]')
    }
  }
  return hidden.replace(TOKEN, '[hidden]')
}
