/**
 * Whether it is an absolute address, or one relative to `base`. In place of `URL.canParse`, which in Node 20 refuses addresses with letters such as
 * `ü` once it was called a few thousand times: its fast path reads Latin-1 as UTF-8.
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base)
    return true
  } catch {
    return false
  }
}
