/** The keys that sign receipts (Ed25519), and signatures as compact JWS, which any JOSE library verifies. @see RFC 7515, RFC 8037 */
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Deps, Sql } from '../../ports/deps.js'

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'sealer'>

/** A public key as a JWK. `retiredAt` null: it signs. */
export type ReceiptKey = { kid: string; x: string; retiredAt: Date | null }

/** Lists all public keys, also those that sign nothing any more, the newest first. */
export async function listReceiptKeys({ db: { sql } }: Pick<Deps, 'db'>): Promise<ReceiptKey[]> {
  return [
    ...(await sql<ReceiptKey[]>`
    select kid, public_key as x, retired_at as "retiredAt"
      from receipt_keys
     order by created_at desc, kid`),
  ]
}

/** Signs a text with the current key, and makes the first one. Returns a compact JWS whose payload is the text. */
export async function signText(deps: KeyDeps, text: string): Promise<string> {
  const { kid, privateKey } = (await findSigningKey(deps)) ?? (await makeSigningKey(deps))
  const input = [JSON.stringify({ alg: 'EdDSA', kid }), text].map((part) => Buffer.from(part).toString('base64url')).join('.')
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`
}

/** Returns the text that was signed, without a check. */
export const textOf = (signed: string): string => Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString('utf8')

type SigningKey = { kid: string; privateKey: string }

async function findSigningKey({ db: { sql }, sealer }: KeyDeps): Promise<SigningKey | undefined> {
  const [row] = await sql<{ kid: string; sealed: Buffer }[]>`
    select kid, private_key as sealed
      from receipt_keys
     where retired_at is null`
  return row && { kid: row.kid, privateKey: sealer.open(row.sealed) }
}

/** Makes a key; of several processes that do so at once, all get the same one. */
async function makeSigningKey(deps: KeyDeps): Promise<SigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  await deps.db.sql`
    insert into receipt_keys (kid, public_key, private_key, created_at)
    values (${kid}, ${x}, ${deps.sealer.seal(secret)}, ${deps.clock()})
    on conflict do nothing`
  const made = await findSigningKey(deps)
  if (!made) throw new Error('the key that signs receipts was retired while it was made')
  return made
}

/**
 * Ends a key: the next receipt makes a new one. What it signed is still verified with its public key.
 * @param kid null: the one that signs
 * @returns how many were ended
 */
export async function retireReceiptKey(sql: Sql, kid: string | null, now: Date): Promise<number> {
  const { count } = await sql`
    update receipt_keys
       set private_key = null, retired_at = ${now}
     where retired_at is null
       and ${kid === null ? sql`true` : sql`kid = ${kid}`}`
  return count
}
