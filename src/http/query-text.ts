/** Text in a query. The router keeps percent signs that it cannot decode. */
import { badRequest } from '../core/lib/errors.js'

const ENCODED = /%[0-9a-f]{2}/i

/**
 * Refuses other encodings than UTF-8: "caf%E9" would be searched as those six characters. A single percent sign is kept.
 * @param names of the fields the operation reads
 * @throws BAD_REQUEST naming the field
 */
export function requireDecoded(url: string, names: readonly string[]): void {
  const begins = url.search(/[?#]/) // the router treats the part after a # as a query, too
  if (begins < 0) return
  for (const pair of url.slice(begins + 1).split('&')) {
    const equals = pair.indexOf('=') // a value may contain further & and = signs
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
