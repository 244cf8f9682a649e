/**
 * An absolute address, or one relative to `base`; undefined when it is none. In place of `URL.canParse` and `URL.parse`: Node 20 has only the
 * first, and it refuses addresses with letters such as `ü` once it was called a few thousand times, for its fast path reads Latin-1 as UTF-8.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Whether it is an absolute address. */
export const isUrl = (text: string): boolean => parseUrl(text) !== undefined
