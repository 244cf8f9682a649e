/** A Postgres that offers TLS, with a certificate of an authority made for it. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Embedded, startEmbedded } from '../../../src/db/embedded/embedded.js'

export type TlsServer = Embedded & {
  /** Of the authority; `otherRoot`: of one that signed nothing here. */
  root: string
  otherRoot: string
}

/** Its certificate names these hosts: `DNS:localhost`, `IP:127.0.0.1`. */
export async function aTlsServer(names: string): Promise<TlsServer> {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-tls-'))
  const at = (name: string) => path.join(dir, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore', cwd: dir })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  for (const name of ['root', 'other'])
    openssl(
      'req',
      '-x509',
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      `/CN=Authority ${name}`,
      '-days',
      '2',
    )
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=A database')
  writeFileSync(at('names'), `subjectAltName=${names}`)
  const signed = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-extfile', 'names', '-days', '2']
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signed)
  const settings = { ssl: 'on', ssl_cert_file: at('server.pem'), ssl_key_file: at('server.key') }
  const server = await startEmbedded(at('data'), 'app', { settings })
  const stop = async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  return { ...server, stop, root: at('root.pem'), otherRoot: at('other.pem') }
}
