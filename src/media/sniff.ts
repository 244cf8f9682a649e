/** The content type of a picture from its first bytes; what a header or a name says is only a claim. */

/** undefined: no picture we know. */
export function sniff(bytes: Buffer): string | undefined {
  if (bytes.length < 12) return undefined
  if (bytes.subarray(0, 3).equals(JPEG)) return 'image/jpeg'
  if (bytes.subarray(0, 8).equals(PNG)) return 'image/png'
  const latin = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (/^GIF8[79]a/.test(latin(0, 6))) return 'image/gif'
  if (latin(0, 4) === 'RIFF' && latin(8, 12) === 'WEBP') return 'image/webp'
  if (latin(4, 8) === 'ftyp' && HEIF_BRANDS.has(latin(8, 12))) return 'image/heic'
  if (isSvg(bytes.toString('utf8', 0, 4096))) return 'image/svg+xml'
  return undefined
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const HEIF_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'])

/** The root element may follow a declaration, comments and a doctype. */
function isSvg(head: string): boolean {
  const text = head
    .replace(/^\uFEFF/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .trimStart()
  return /^(<\?xml[^>]*\?>\s*)?(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(text)
}
