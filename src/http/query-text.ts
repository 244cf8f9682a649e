/** Text in a query, whose percent signs the router leaves as they are where it cannot decode them. */
import { badRequest } from '../core/lib/errors.js'

const ENCODED = /%[0-9a-f]{2}/i

/**
 * What was encoded in another way than UTF-8 is no text of its sender's: "caf%E9" would be searched as those six letters. A lone percent
 * sign stays one.
 * @param names of the fields the operation reads
 * @throws BAD_REQUEST naming the field
 */
export function requireDecoded(url: string, names: readonly string[]): void {
  const begins = url.search(/[?#]/) // the router takes what follows a # for a query, too
  if (begins < 0) return
  for (const pair of url.slice(begins + 1).split('&')) {
    const equals = pair.indexOf('=') // a value may hold more of both signs
    if (equals < 0) continue
    const [name, value] = [decoded(pair.slice(0, equals)), pair.slice(equals + 1)]
    if (name === undefined || !names.includes(name) || !ENCODED.test(value) || decoded(value) !== undefined) continue
    throw badRequest(name, `${name} must be percent-encoded as UTF-8: é is %C3%A9, a percent sign %25.`)
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
