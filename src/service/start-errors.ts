/** Explains an error of the start in a sentence for the person at the terminal. */
import { type Config, ConfigError } from '../config/config.js'
import { readAddress } from '../db/address.js'
import { EmbeddedError } from '../db/embedded/binaries.js'
import { MigrationError } from '../db/migrations/files.js'
import { ListenError } from './address.js'
import { BackupError } from './backup/backup-error.js'
import { type Address, addressOf } from './database/direct.js'
import { IdentityError } from './database/identity.js'
import { RightsError } from './database/rights.js'
import { StoreRefusedError } from '../storage/watched.js'
import { UnpatchedError } from './patched.js'
import { whereIs } from './where-is.js'

const DISK_FULL = ['ENOSPC', 'EDQUOT']
/** The database's own code. */
const DATABASE_FULL = '53100'
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
/** Errors whose message is already a sentence. */
const SENTENCES = [
  ConfigError,
  EmbeddedError,
  MigrationError,
  IdentityError,
  RightsError,
  UnpatchedError,
  StoreRefusedError,
  BackupError,
]
const READ_ONLY = '25006'
/** The driver's code after disconnecting from every host of a list. */
const NO_PRIMARY = 'CONNECTION_DESTROYED'
/**
 * Codes of failed certificate checks, besides those that begin with ERR_TLS_ or CERT_. @see
 * https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
const CERTIFICATE = [
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'INVALID_CA',
  'INVALID_PURPOSE',
]
const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID'
/** A server without TLS ends a TLS connection with one of these. */
const BROKEN_OFF = ['ECONNRESET', 'CONNECTION_CLOSED']
const NO_SUCH_HOST = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']
/** Remedies by the database's own code. */
const REFUSED: Record<string, (variable: string) => string> = {
  '28P01': (variable) => `check the role and its password in ${variable}`,
  '28000': (variable) =>
    `check the role in ${variable}, that pg_hba.conf lets it in from this machine, and whether the server wants TLS (sslmode=verify-full, docs/operating.md, "TLS to Postgres")`,
  '3D000': (variable) => `make it, or set ${variable} to another`,
  '53300': () => 'raise max_connections, or put a pooler in between',
}

/** undefined for an unforeseen error, which has to be shown completely. */
export function sentenceFor(error: unknown, config?: Config): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = codeOf(error) ?? codeOf(error.cause)
  const { syscall, path } = error as NodeJS.ErrnoException
  if (SENTENCES.some((kind) => error instanceof kind) && code !== DATABASE_FULL) return error.message
  if (code && DISK_FULL.includes(code))
    return `The disk is full: ${path ?? config?.dataDir ?? 'the data folder'} has no room left.`
  if (config && code && (error instanceof ListenError || syscall === 'listen')) return listenRefused(config, code)
  if (!config || !code) return undefined
  const address = addressOf(error, config)
  if (code === DATABASE_FULL) return databaseFull(config, address)
  if ([READ_ONLY, NO_PRIMARY].includes(code)) return readOnly(config, address)
  if (address && UNREACHABLE.includes(code)) return unreachable(address, code)
  if (address && isOfCertificate(code)) return notTrusted(address, code)
  const remedy = REFUSED[code]
  if (address && remedy !== undefined) {
    return `The database at ${whereIs(address.url)} refuses us: ${error.message}. What to do: ${remedy(address.variable)}.`
  }
  if (address && code === '08P01' && /startup parameter/.test(error.message)) {
    return (
      `The pooler at ${whereIs(address.url)} refuses what is set at connect (${error.message}): set DATABASE_PREPARE=false, and ` +
      'DATABASE_DIRECT_URL to the address of Postgres itself.'
    )
  }
  if (syscall && NOT_WRITABLE.includes(code)) {
    return `The data folder ${config.dataDir} is not writable (${code}): set PINSLOT_DATA_DIR to one that is.`
  }
  return undefined
}

/** An unforeseen error as a stack, without its other properties: the input of an invalid address may contain a password. */
export function unforeseen(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const stack = error.stack ?? error.message
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${unforeseen(error.cause)}`
}

function unreachable({ url, variable }: Address, code: string): string {
  const { tls } = readAddress(url)
  const needsTls = tls.kind === 'checked' || (tls.kind === 'unchecked' && !tls.mayDoWithout)
  const question =
    needsTls && BROKEN_OFF.includes(code)
      ? `is it running, and does it offer TLS, as the sslmode of ${variable} asks for?`
      : `is it running, and is ${variable} right?`
  return `The database at ${whereIs(url)} cannot be reached (${code}): ${question}`
}

const isOfCertificate = (code: string) => CERTIFICATE.includes(code) || /^(?:CERT|ERR_TLS)_/.test(code)

function notTrusted({ url, variable }: Address, code: string): string {
  const remedy =
    code === OTHER_NAME
      ? `it names another host. Set ${variable} to the host that it names, or give the server one that names this host`
      : `set sslrootcert in ${variable} to the file of the authority that signed it`
  return `The certificate of the database at ${whereIs(url)} is not accepted (${code}): ${remedy} (docs/operating.md, "TLS to Postgres").`
}

function listenRefused({ host, port }: Config, code: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what uses it, or set PORT to another.`
  if (NO_SUCH_HOST.includes(code))
    return `HOST ${host} is no address of this machine (${code}): set HOST to one, or leave it out.`
  return `Cannot listen on ${host} port ${port} (${code}): set HOST and PORT to what this machine allows.`
}

function readOnly({ database }: Config, address: Address | undefined): string {
  const where = address ? whereIs(address.url) : database.kind === 'embedded' ? database.dir : ''
  return `The database at ${where} takes no writes (it is read-only, or a replica): set ${address?.variable ?? 'DATABASE_URL'} to the primary.`
}

function databaseFull({ dataDir }: Config, address: Address | undefined): string {
  if (!address) return `The disk is full: ${dataDir} has no room left.`
  return `The disk of the database at ${whereIs(address.url)} is full: make room there. Nothing has to be changed here.`
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
