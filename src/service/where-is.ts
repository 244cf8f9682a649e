/** Names a database without its password: hosts and database name. */
import { readAddress } from '../db/address.js'

export function whereIs(url: string): string {
  const { hosts, database } = readAddress(url)
  const named = hosts.map(({ name, port }) => `${name.includes(':') ? `[${name}]` : name}${port === 5432 ? '' : `:${port}`}`)
  return `${named.join(',')}/${database}`
}
