/** The one way in which connections to a database are made: its hosts, its TLS. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import postgres from 'postgres'
import { type DatabaseAddress, readAddress } from './address.js'

export type ConnectOptions = postgres.Options<Record<string, postgres.PostgresType>>

/** Opened by its first statement. @throws Error the address or its file of authorities is not right */
export function connectTo(address: string, options: ConnectOptions): postgres.Sql {
  const { url, hosts, database, tls: wanted } = readAddress(address)
  // The driver takes a list and IPv6 apart wrongly, and goes on to a replica once its connections grow old.
  const takenApart = hosts.length > 1 || hosts.some(({ name }) => name.includes(':'))
  return postgres(url, {
    ...options,
    ...(database !== '' && { database }),
    ...((takenApart ? { host: hosts.map(({ name }) => name), port: hosts.map(({ port }) => port) } : {}) as object), // its types know no list
    ...(hosts.length > 1 && { target_session_attrs: 'primary' }),
    ...sslOf(wanted, hosts),
  })
}

function sslOf(wanted: DatabaseAddress['tls'], hosts: DatabaseAddress['hosts']): Pick<ConnectOptions, 'ssl'> {
  if (wanted.kind === 'off') return {}
  if (wanted.kind === 'unchecked') return { ssl: wanted.mayDoWithout ? 'prefer' : 'require' }
  const ca = wanted.rootFile === null ? {} : { ca: readAuthorities(wanted.rootFile) }
  if (!wanted.isNamed) return { ssl: { ...ca, checkServerIdentity: () => undefined } }
  // By ourselves: of an address by number Node knows no name by then, and would look for `localhost` in the certificate.
  const names = hosts.map(({ name }) => name)
  const checkServerIdentity = (host: string, certificate: tls.PeerCertificate) => {
    const wrong = (names.length > 0 ? names : [host]).map((name) => tls.checkServerIdentity(name, certificate))
    return wrong.includes(undefined) ? undefined : wrong[0]
  }
  return { ssl: { ...ca, checkServerIdentity } }
}

/** @throws Error whose message goes on from the name of the variable */
export function readAuthorities(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'no reason given'
    throw new Error(`names ${file} as sslrootcert, which can't be read (${code})`)
  }
  try {
    new X509Certificate(text)
  } catch {
    throw new Error(`names ${file} as sslrootcert, which holds no certificate in PEM`)
  }
  return text
}
