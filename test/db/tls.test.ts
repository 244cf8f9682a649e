/** TLS to Postgres: what each sslmode checks, on a server whose certificate is of an authority of its own. */
import { afterAll, afterEach, expect, test } from 'vitest'
import { openPool, type Pool } from '../../src/db/pool.js'
import { aTlsServer } from './support/tls.js'

const [byName, byNumber] = [await aTlsServer('DNS:localhost'), await aTlsServer('IP:127.0.0.1')]
afterAll(() => Promise.all([byName.stop(), byNumber.stop()]), 60_000)
const pools: Pool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

const at = (url: string, host: string, query: string) => `${url.replace('127.0.0.1', host)}?${query}`
/** Whether the connection is encrypted, or the code of why there is none. */
async function outcome(url: string): Promise<boolean | string | undefined> {
  const pool = openPool(url, { max: 1 })
  pools.push(pool)
  try {
    const [row] = await pool.sql<[{ ssl: boolean }]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
    return row.ssl
  } catch (error) {
    return (error as { code?: string }).code
  }
}

const { root, otherRoot } = byName
test.each([
  ['localhost', '', false],
  ['localhost', 'sslmode=disable', false],
  ['localhost', 'sslmode=prefer', true],
  ['localhost', 'sslmode=require', true],
  ['localhost', 'sslmode=verify-full', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['localhost', `sslmode=verify-full&sslrootcert=${root}`, true],
  ['localhost', `sslmode=verify-full&sslrootcert=${otherRoot}`, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['localhost', `sslmode=verify-ca&sslrootcert=${otherRoot}`, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['localhost', `sslmode=require&sslrootcert=${otherRoot}`, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['127.0.0.1', `sslmode=verify-full&sslrootcert=${root}`, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['127.0.0.1', `sslmode=verify-ca&sslrootcert=${root}`, true],
  ['127.0.0.1', `sslmode=require&sslrootcert=${root}`, true],
])('of a certificate for localhost: at %s with "%s" the outcome is %s', async (host, query, expected) => {
  expect(await outcome(at(byName.url, host, query))).toBe(expected)
})

test('a certificate may name the number of its host', async () => {
  const checked = `sslmode=verify-full&sslrootcert=${byNumber.root}`
  expect(await outcome(at(byNumber.url, '127.0.0.1', checked))).toBe(true)
  expect(await outcome(at(byNumber.url, 'localhost', checked))).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
})
