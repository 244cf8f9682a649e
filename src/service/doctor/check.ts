/** What an examination of the installation finds, part by part. */

export type Check = {
  /** What was looked at, as its heading: `Database`. */
  part: string
  /** `warning`: it works, and somebody should look; `skipped`: it could not be looked at, or there is nothing to look at. */
  state: 'ok' | 'warning' | 'problem' | 'skipped'
  /** One sentence or two. */
  said: string
  /** What to do; null where nothing is to be done, or the sentence says it. */
  remedy: string | null
}

export const ok = (part: string, said: string): Check => ({ part, state: 'ok', said, remedy: null })
export const skipped = (part: string, said: string): Check => ({ part, state: 'skipped', said, remedy: null })
export const warning = (part: string, said: string, remedy: string | null = null): Check => ({
  part,
  state: 'warning',
  said,
  remedy,
})
export const problem = (part: string, said: string, remedy: string | null = null): Check => ({
  part,
  state: 'problem',
  said,
  remedy,
})

/** No part of an examination waits for longer, in ms. */
export const CHECK_MS = 10_000

/** For the person at the terminal. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Why nothing answered, by the code of the system where it says one: `fetch failed` alone helps nobody. */
export function reasonOf(error: unknown): string {
  const { code, cause, original } = (error ?? {}) as { code?: unknown; cause?: unknown; original?: unknown }
  const deeper = cause ?? original
  if (deeper !== undefined) return reasonOf(deeper)
  return typeof code === 'string' ? code : messageOf(error)
}
