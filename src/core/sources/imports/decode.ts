/** Decodes the bytes of a file: the charset is read from the bytes, never guessed. */
import { isUtf8 } from 'node:buffer'
import { badRequest } from '../../lib/errors.js'
import { MOST_BYTES, MOST_BYTES_TEXT } from './model.js'

const SAVE_AS = 'In Excel, save it as “CSV UTF-8”; in Google Sheets, download it as CSV.'

/** Decodes UTF-8, or UTF-16 as Excel saves “Unicode Text”. @throws BAD_REQUEST too large, or another charset */
export function decodeFile(bytes: Uint8Array, field: string): string {
  if (bytes.length > MOST_BYTES)
    throw badRequest(field, (of) => `${of(field)} is larger than ${MOST_BYTES_TEXT}. Split the file.`)
  const unwrapped = isWrapped(bytes) ? Buffer.from(new TextDecoder().decode(bytes), 'latin1') : bytes
  const wide = wideCharset(unwrapped)
  const text = wide === undefined ? undefined : decodeWhole(unwrapped, wide)
  if (text !== undefined) return text
  if (wide !== undefined || bytes.includes(0))
    throw badRequest(field, (of) => `${of(field)} is UTF-16 or not text at all. Save it as UTF-8. ${SAVE_AS}`)
  if (!isUtf8(bytes)) throw badRequest(field, (of) => `${of(field)} is not UTF-8: it may be Latin-1 or Windows-1252. ${SAVE_AS}`)
  return new TextDecoder('utf-8').decode(bytes) // without its byte order mark
}

/** True when each byte of UTF-16 was taken for a letter of Latin-1, as programs do that send a file as a string. */
const isWrapped = (bytes: Uint8Array): boolean =>
  ['c3bfc3be', 'c3bec3bf'].includes(Buffer.from(bytes.subarray(0, 4)).toString('hex')) && isUtf8(bytes)

const SAMPLE_BYTES = 4096

/**
 * Returns the charset of a file that is marked as UTF-16, or has a zero in every other byte of its ASCII characters and nowhere
 * else.
 */
function wideCharset(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  let [evenZeros, oddZeros] = [0, 0]
  for (const [at, byte] of bytes.subarray(0, SAMPLE_BYTES).entries()) {
    if (byte !== 0) continue
    if (at % 2 === 0) evenZeros++
    else oddZeros++
  }
  if (second === 0 && evenZeros === 0) return 'utf-16le'
  return first === 0 && oddZeros === 0 ? 'utf-16be' : undefined
}

function decodeWhole(bytes: Uint8Array, charset: string): string | undefined {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
