/** One range of bytes out of a Range header. @see RFC 9110 section 14 */

export type Range = { start: number; end: number }

/** Both ends inclusive. undefined: the whole, also for what we need not honour (other units, several ranges); `none`: nothing lies in it. */
export function readRange(header: string | undefined, bytes: number): Range | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const last = Number(to)
    return last === 0 || bytes === 0 ? 'none' : { start: Math.max(0, bytes - last), end: bytes - 1 }
  }
  const start = Number(from)
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < start) return undefined // not a range at all
  return start >= bytes ? 'none' : { start, end }
}
