/** Excerpts of the platform's response for display and storage: short, and without secrets. */

const MOST_CHARACTERS = 300
/** The form of tokens, even if only a part is quoted. */
const TOKEN = /\bpin[acr]_[\w.~-]{3,}/gi
const SHORTEST_SECRET = 4

/** Shortens an error, which may echo the picture that was sent. */
export function excerpt(json: unknown): string {
  const text = typeof json === 'string' ? json : (JSON.stringify(json) ?? 'no JSON')
  const readable = text.replace(/[A-Za-z0-9+/_=-]{80,}/g, (run) => `[${run.length} characters]`)
  const short = readable.length > MOST_CHARACTERS ? `${readable.slice(0, MOST_CHARACTERS)}…` : readable
  return short.toWellFormed().replaceAll('\0', '\ufffd') // Postgres stores neither half a surrogate pair nor a NUL
}

/** Redacts the secrets of a call, and everything in the form of a token. */
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
