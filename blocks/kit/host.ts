/** The host of a link; '' if it has none. */
export function hostOf(link: string | null | undefined): string {
  try {
    return new URL(link ?? '').host
  } catch {
    return ''
  }
}
