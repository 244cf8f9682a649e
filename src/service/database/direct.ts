/** Remembers which of the two database addresses an error belongs to. */
import type { Config } from '../../config/config.js'

const ofDirect = new WeakSet<Error>()

/** The address of Postgres itself, behind the pooler of `url` if there is one. */
export const directOf = ({ database }: Config, url: string): string => (database.kind === 'url' && database.directUrl) || url

/** @param url one of the two */
export const variableOf = ({ database }: Config, url: string): Address['variable'] =>
  database.kind === 'url' && database.directUrl === url ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'

/** Attributes errors of the work to DATABASE_DIRECT_URL if that is set. */
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

/** undefined if the database is in the data folder. */
export function addressOf(error: Error, { database }: Config): Address | undefined {
  if (database.kind !== 'url') return undefined
  return ofDirect.has(error) && database.directUrl !== null
    ? { url: database.directUrl, variable: 'DATABASE_DIRECT_URL' }
    : { url: database.url, variable: 'DATABASE_URL' }
}
