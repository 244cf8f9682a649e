/** Where a database is, without the password: host and name. */
import { isUrl } from '../core/lib/parse-url.js'
export function whereIs(url: string): string {
  if (!isUrl(url)) return 'DATABASE_URL'
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
