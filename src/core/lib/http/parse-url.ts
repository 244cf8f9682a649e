/**
 * Parses an absolute address, or one relative to `base`; undefined when it is none. Replaces `URL.canParse` and `URL.parse`: Node
 * 20 lacks the second, and its first refuses addresses with letters such as `ü` after a few thousand calls, because its fast path
 * reads Latin-1 as UTF-8.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** True for an absolute address. */
export const isUrl = (text: string): boolean => parseUrl(text) !== undefined
