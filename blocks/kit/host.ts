/** Where a link leads, in a word. '': nowhere. */
export function hostOf(link: string | null | undefined): string {
  try {
    return new URL(link ?? '').host
  } catch {
    return ''
  }
}
