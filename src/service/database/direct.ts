/** Which of the two addresses of the database an error is of. */
import type { Config } from '../../config/config.js'

const ofDirect = new WeakSet<Error>()

/** Of Postgres itself, behind the pooler of `url` if there is one. */
export const directOf = ({ database }: Config, url: string): string => (database.kind === 'url' && database.directUrl) || url

/** @param url one of the two */
export const variableOf = ({ database }: Config, url: string): Address['variable'] =>
  database.kind === 'url' && database.directUrl === url ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'

/** What the work throws is said of DATABASE_DIRECT_URL where that is set. */
export async function byDirect<T>({ database }: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (database.kind === 'url' && database.directUrl !== null && error instanceof Error) ofDirect.add(error)
    throw error
  }
}

/** An address as it was configured. */
export type Address = { url: string; variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' }

/** undefined: the database is in the data folder. */
export function addressOf(error: Error, { database }: Config): Address | undefined {
  if (database.kind !== 'url') return undefined
  return ofDirect.has(error) && database.directUrl !== null
    ? { url: database.directUrl, variable: 'DATABASE_DIRECT_URL' }
    : { url: database.url, variable: 'DATABASE_URL' }
}
