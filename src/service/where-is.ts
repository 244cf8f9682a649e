/** Where a database is, without the password: host and name. */
import { parseUrl } from '../core/lib/parse-url.js'
export function whereIs(url: string): string {
  const parsed = parseUrl(url)
  return parsed ? `${parsed.host}${parsed.pathname}` : 'DATABASE_URL'
}
