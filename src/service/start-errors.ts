/** What went wrong at the start, as a sentence for the person at the terminal. */
import { parseUrl } from '../core/lib/parse-url.js'
import { type Config, ConfigError } from '../config/config.js'
import { EmbeddedError } from '../db/embedded/binaries.js'
import { MigrationError } from '../db/migrations/files.js'
import { ListenError } from './address.js'
import { BackupError } from './backup/backup-error.js'
import { IdentityError } from './database/identity.js'
import { StoreRefusedError } from '../storage/watched.js'
import { UnpatchedError } from './patched.js'
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
/** Sentences already. */
const SENTENCES = [ConfigError, EmbeddedError, MigrationError, IdentityError, UnpatchedError, StoreRefusedError, BackupError]
const NO_RIGHTS = '42501'
const READ_ONLY = '25006'
const NO_SUCH_HOST = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']
/** By the database's own code: what to do. */
const REFUSED: Record<string, string> = {
  '28P01': 'check the role and its password in DATABASE_URL',
  '28000': 'check the role in DATABASE_URL, and that pg_hba.conf lets it in from this machine',
  '3D000': 'make it, or set DATABASE_URL to another',
  '53300': 'raise max_connections, or put a pooler in between',
}

/** undefined: not foreseen, so the whole error has to be shown. */
export function sentenceFor(error: unknown, config?: Config): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error) ?? codeOf(error.cause)
  if (code && DISK_FULL.includes(code)) return `The disk is full: ${config?.dataDir ?? 'the data folder'} has no room left.`
  const { syscall } = error as NodeJS.ErrnoException
  if (config && code && (error instanceof ListenError || syscall === 'listen')) return listenRefused(config, code)
  if (config && code === NO_RIGHTS) return noRights(config)
  if (config && code === READ_ONLY) return readOnly(config)
  if (SENTENCES.some((kind) => error instanceof kind)) return error.message
  if (!config || !code) return undefined
  if (config.database.kind === 'url' && UNREACHABLE.includes(code)) {
    return `The database at ${whereIs(config.database.url)} cannot be reached (${code}): is it running, and is DATABASE_URL right?`
  }
  const remedy = REFUSED[code]
  if (config.database.kind === 'url' && remedy !== undefined) {
    return `The database at ${whereIs(config.database.url)} refuses us: ${error.message}. What to do: ${remedy}.`
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

function listenRefused({ host, port }: Config, code: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what uses it, or set PORT to another.`
  if (NO_SUCH_HOST.includes(code))
    return `HOST ${host} is no address of this machine (${code}): set HOST to one, or leave it out.`
  return `Cannot listen on ${host} port ${port} (${code}): set HOST and PORT to what this machine allows.`
}

function noRights({ database }: Config): string {
  const where = database.kind === 'url' ? whereIs(database.url) : database.dir
  const role = database.kind === 'url' ? roleOf(database.url) : 'ours'
  return (
    `The role ${role} of DATABASE_URL may not make tables in the schema public of ${where}: ` +
    `run "grant create, usage on schema public to ${role}" there as its owner, or give DATABASE_URL a role that owns the tables.`
  )
}

function readOnly({ database }: Config): string {
  const where = database.kind === 'url' ? whereIs(database.url) : database.dir
  return `The database at ${where} takes no writes (it is read-only, or a replica): set DATABASE_URL to the primary.`
}

const roleOf = (url: string) => decodeURIComponent(parseUrl(url)?.username ?? '') || 'used'

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
