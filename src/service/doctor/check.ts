/** Results of examining the installation, part by part. */

export type Check = {
  /** The heading of the part: "Database". */
  part: string
  /** `warning`: it works but needs attention; `skipped`: it could not be checked, or there is nothing to check. */
  state: 'ok' | 'warning' | 'problem' | 'skipped'
  /** One sentence or two. */
  said: string
  /** What to do; null if nothing is to be done, or the sentence contains it. */
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

/** The longest wait of one part of an examination, in ms. */
export const CHECK_MS = 10_000

/** An error's message for the person at the terminal. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The reason why nothing answered, by the system's error code if there is one, because "fetch failed" alone does not help. */
export function reasonOf(error: unknown): string {
  const { code, cause, original } = (error ?? {}) as { code?: unknown; cause?: unknown; original?: unknown }
  const deeper = cause ?? original
  if (deeper !== undefined) return reasonOf(deeper)
  return typeof code === 'string' ? code : messageOf(error)
}
