/** The address of a database taken apart: DATABASE_URL as people write it. No message of it repeats what was written, which has a password. */
import { isIP } from 'node:net'
import { parseUrl } from '../core/lib/http/parse-url.js'

export type DatabaseAddress = {
  /** The address with the first host alone, and without the parameters that are read here. */
  url: string
  /** More than one: they are tried in turn. `name` without the brackets of IPv6; empty: as the driver finds it. */
  hosts: { name: string; port: number }[]
  user: string
  /** Empty: named after the user. */
  database: string
  tls: Tls
}
/** `rootFile`: the authorities that count in place of Node's own. `isNamed`: the certificate has to name the host. */
export type Tls =
  | { kind: 'off' }
  | { kind: 'unchecked'; mayDoWithout: boolean }
  | { kind: 'checked'; rootFile: string | null; isNamed: boolean }

const SHAPE = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^@/?#]*)(?:\/([^@/?#]*))?(?:\?([^@#]*))?$/
const HOST = /^(?:\[([\da-f:.]+)\]|([^\s:[\]%]+))(?::(\d{1,5}))?$/i
const DEFAULT_PORT = 5432
const LIKE =
  'must look like postgres://user:password@host:5432/database, where a password has %2F for /, %23 for #, %3F for ?, %40 for @ and %25 for %'
const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']
/** The names that other clients have for these modes. */
const MODE_OF: Readonly<Record<string, string>> = { true: 'verify-full', false: 'disable' }
/** Where a server takes no writes, the next of a list is asked. */
const WRITABLE = ['any', 'primary', 'read-write']

/**
 * `postgres://user:password@host:5432/database?sslmode=verify-full&sslrootcert=/etc/ca.pem`; several hosts with commas between them.
 * @throws Error whose message goes on from the name of the variable
 */
export function readAddress(text: string): DatabaseAddress {
  if (!/^postgres(?:ql)?:\/\//.test(text)) throw new Error('must start with postgres://')
  const [whole, credentials, places = '', path = '', query = ''] = SHAPE.exec(text) ?? []
  const [user, ...password] = (credentials ?? '').split(':')
  if (whole === undefined || ![user!, password.join(':'), path].every(isDecodable)) throw new Error(LIKE)
  const hosts = places === '' ? [] : places.split(',').map(readHost)
  const parameters = new URLSearchParams(query)
  const tls = readTls(parameters)
  const wanted = take(parameters, 'target_session_attrs')
  if (wanted !== undefined && !WRITABLE.includes(wanted)) throw new Error(`takes target_session_attrs=${listed(WRITABLE)} alone`)
  const rest = parameters.size > 0 ? `?${parameters.toString()}` : ''
  const before = credentials === undefined ? '' : `${credentials}@`
  const url = `postgres://${before}${places.split(',')[0]}/${path}${rest}`
  if (!parseUrl(url)) throw new Error(LIKE)
  return { url, hosts, user: decodeURIComponent(user!), database: decodeURIComponent(path), tls }
}

function readHost(place: string): { name: string; port: number } {
  const [whole, ipv6, name = ipv6, port = String(DEFAULT_PORT)] = HOST.exec(place) ?? []
  const isRight = whole !== undefined && Number(port) >= 1 && Number(port) <= 65_535 && (ipv6 === undefined || isIP(ipv6) === 6)
  if (!isRight) throw new Error(LIKE)
  return { name: name!, port: Number(port) }
}

/**
 * Reads the parameters as libpq does, except for verify-ca without a file of authorities: any public one would do then, so the
 * name is checked, too.
 */
function readTls(parameters: URLSearchParams): Tls {
  const other = take(parameters, 'ssl')
  const mode = take(parameters, 'sslmode') ?? (other === undefined ? undefined : (MODE_OF[other] ?? other))
  const root = take(parameters, 'sslrootcert')
  const unknown = [...parameters.keys()].find((name) => /^ssl(?:cert|key|password|crl|crldir)$/.test(name))
  if (unknown !== undefined) throw new Error(`knows no ${unknown}: we have no certificate of our own to show`)
  if (mode !== undefined && !MODES.includes(mode)) throw new Error(`takes sslmode=${listed(MODES)} alone`)
  const verifies = mode === 'verify-ca' || mode === 'verify-full'
  if (root === 'system' && mode !== 'verify-full') throw new Error('takes sslrootcert=system with sslmode=verify-full alone')
  if (root !== undefined && !verifies && mode !== 'require')
    throw new Error(
      'takes sslrootcert with sslmode=verify-full, verify-ca or require alone: without one of them nothing is checked',
    )
  if (mode === undefined || mode === 'disable') return { kind: 'off' }
  if (!verifies && root === undefined) return { kind: 'unchecked', mayDoWithout: mode !== 'require' }
  const rootFile = root === undefined || root === 'system' ? null : root
  return { kind: 'checked', rootFile, isNamed: mode === 'verify-full' || rootFile === null }
}

/** Set to nothing counts as not set. */
function take(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name)?.trim()
  parameters.delete(name)
  return value || undefined
}

const listed = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
