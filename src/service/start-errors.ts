/** What went wrong at the start, as a sentence for the person at the terminal. */
import type { Config } from '../config.js'
import { ConfigError } from '../config.js'
import { EmbeddedError } from '../db/binaries.js'
import { MigrationError } from '../db/migrate.js'
import { IdentityError } from './database-identity.js'
import { whereIs } from './where-is.js'

const DISK_FULL = ['ENOSPC', 'EDQUOT', '53100']
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']
const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'ECONNRESET',
]
const REFUSED = ['28P01', '28000', '3D000', '53300']

/** undefined: not foreseen, so the whole error has to be shown. */
export function sentenceFor(error: unknown, config?: Config): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error) ?? codeOf(error.cause)
  if (code && DISK_FULL.includes(code)) return `The disk is full: ${config?.dataDir ?? 'the data folder'} has no room left.`
  if (
    error instanceof ConfigError ||
    error instanceof EmbeddedError ||
    error instanceof MigrationError ||
    error instanceof IdentityError
  )
    return error.message
  if (!config || !code) return undefined
  const { syscall } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `Port ${config.port} is taken: stop what uses it, or set PORT to another.`
  if (syscall === 'listen')
    return `Cannot listen on ${config.host} port ${config.port} (${code}): set HOST and PORT to what this machine allows.`
  if (config.database.kind === 'url' && UNREACHABLE.includes(code)) {
    return `The database at ${whereIs(config.database.url)} cannot be reached (${code}): is it running, and is DATABASE_URL right?`
  }
  if (config.database.kind === 'url' && REFUSED.includes(code)) {
    return `The database at ${whereIs(config.database.url)} refuses us: ${error.message}.`
  }
  if (config.database.kind === 'url' && code === '08P01' && /startup parameter/.test(error.message)) {
    return (
      `The pooler at ${whereIs(config.database.url)} refuses what is set at connect (${error.message}): set DATABASE_PREPARE=false, and ` +
      'DATABASE_DIRECT_URL to the address of Postgres itself.'
    )
  }
  if (syscall && NOT_WRITABLE.includes(code)) {
    return `The data folder ${config.dataDir} is not writable (${code}): set PINSLOT_DATA_DIR to one that is.`
  }
  return undefined
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
