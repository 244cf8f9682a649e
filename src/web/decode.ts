/** From the bytes of a page to its text. */

const BYTE_ORDER_MARKS: readonly (readonly [Buffer, string])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
]

/**
 * By what the bytes show before what is said of them: pages and servers contradict each other. What is whole UTF-8 is UTF-8, whatever charset is
 * named, as no other text comes out so by chance; one that says UTF-8 and is none is read as Windows-1252, which old pages are.
 */
export function decode(bytes: Buffer, contentType: string | null): string {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => bytes.subarray(0, mark.length).equals(mark))?.[1]
  if (marked) return new TextDecoder(marked).decode(bytes)
  const named =
    /charset=["']?([\w-]+)/i.exec(contentType ?? '') ??
    /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))
  const charset = named?.[1] ?? 'utf-8'
  const isOfBytes = !/^(?:utf-?16|iso-2022|hz-)/i.test(charset) // those write every letter in bytes that are whole UTF-8, too
  if (isOfBytes && isUtf8(bytes)) return bytes.toString('utf8')
  const text = decodeAs(charset, bytes) ?? bytes.toString('utf8') // a charset that nobody knows
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[\u00a0-\ufffc]/g)?.length ?? 0
  return broken <= whole || broken < 2 ? text : (decodeAs('windows-1252', bytes) ?? text) // the limit may cut one in two
}

/** Also where the limit has cut the last letter in two. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

function decodeAs(charset: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return undefined
  }
}
