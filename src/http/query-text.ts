/** Text in a query, whose percent signs the router leaves as they are where it cannot decode them. */
import { badRequest } from '../core/errors.js'

const ENCODED = /%[0-9a-f]{2}/i

/**
 * What was encoded in another way than UTF-8 is no text of its sender's: "caf%E9" would be searched as those six letters. A lone percent
 * sign stays one.
 * @param names of the fields the operation reads
 * @throws BAD_REQUEST naming the field
 */
export function requireDecoded(url: string, names: readonly string[]): void {
  const [, query = ''] = url.split('?', 2)
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=', 2)
    if (!names.includes(name) || !ENCODED.test(value) || isDecodable(value)) continue
    throw badRequest(name, `${name} must be percent-encoded as UTF-8: é is %C3%A9, a percent sign %25.`)
  }
}

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}
