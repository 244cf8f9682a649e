/** Signs deliveries as Standard Webhooks defines it. @see https://www.standardwebhooks.com */
import { createHmac, randomBytes } from 'node:crypto'
import type { Sealer } from '../ports/deps.js'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The sealed secrets. */
export type Secrets = { secret: Uint8Array; oldSecret: Uint8Array | null }
export type Signed = { id: string; at: Date; body: string }

/** Returns the headers of a delivery; while a secret is rotated, both sign. @throws Error none of our keys opens a secret */
export function signatureHeaders(
  { open }: Pick<Sealer, 'open'>,
  { secret, oldSecret }: Secrets,
  { id, at, body }: Signed,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (sealed: Uint8Array) => {
    const key = Buffer.from(open(sealed).slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  const signatures = [secret, ...(oldSecret ? [oldSecret] : [])].map(sign)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
