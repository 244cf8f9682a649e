/** The part of the configuration about the database. */
import { z } from 'zod'
import { readAddress } from '../db/address.js'
import { readAuthorities } from '../db/connect.js'

export type DatabaseConfig =
  | { kind: 'embedded'; dir: string }
  /** `directUrl`: the address of the database itself if `url` leads to a pooler, for migrations and notifications. */
  | { kind: 'url'; url: string; directUrl: string | null; prepare: boolean }

/** Keeps the address as it was written; its messages repeat nothing of it. */
export const databaseUrl = z.string().transform((text, context) => {
  try {
    const { tls } = readAddress(text)
    if (tls.kind === 'checked' && tls.rootFile !== null) readAuthorities(tls.rootFile)
    return text
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error))
    return z.NEVER
  }
})

type Given = {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_PREPARE?: boolean | undefined
}

/** @param dir the data folder, for the embedded one */
export function toDatabase(given: Given, dir: string): DatabaseConfig {
  if (!given.DATABASE_URL) return { kind: 'embedded', dir }
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = null, DATABASE_PREPARE: prepare = true } = given
  return { kind: 'url', url, directUrl, prepare }
}
