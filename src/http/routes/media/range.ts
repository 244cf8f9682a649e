/** Reads one range of bytes from a Range header. @see RFC 9110 section 14 */

export type Range = { start: number; end: number }

/**
 * Returns both ends inclusive; undefined for the whole file, also for forms that we may ignore (other units, several ranges);
 * `none` if the range is outside.
 */
export function readRange(header: string | undefined, bytes: number): Range | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const last = Number(to)
    return last === 0 || bytes === 0 ? 'none' : { start: Math.max(0, bytes - last), end: bytes - 1 }
  }
  const start = Number(from)
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < start) return undefined // not a valid range
  return start >= bytes ? 'none' : { start, end }
}
