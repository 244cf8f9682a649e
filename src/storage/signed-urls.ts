/** Addresses for one PUT, in our own hand: what may be put where, until when, under an HMAC. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../core/lib/errors.js'

export type PutGrant = { key: string; contentType: string; maxBytes: number; expiresAt: Date }

export function signGrant(secret: Buffer, { key, contentType, maxBytes, expiresAt }: PutGrant): string {
  const claims = Buffer.from(JSON.stringify([key, contentType, maxBytes, expiresAt.getTime()])).toString('base64url')
  return `${claims}.${macOf(secret, claims).toString('base64url')}`
}

/** @throws FORBIDDEN bad or expired signature */
export function openGrant(secret: Buffer, token: string, now: Date): PutGrant {
  const [claims = '', mac = '', ...rest] = token.split('.')
  const given = Buffer.from(mac, 'base64url')
  const expected = macOf(secret, claims)
  const genuine = rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
  if (!genuine) throw new DomainError('FORBIDDEN', 'The signature of this upload address is not valid.')
  // signed by us, so it has the shape that signGrant gave it
  const [key, contentType, maxBytes, expiresAt] = JSON.parse(Buffer.from(claims, 'base64url').toString()) as [
    string,
    string,
    number,
    number,
  ]
  if (expiresAt <= now.getTime())
    throw new DomainError('FORBIDDEN', 'This upload address has expired. Ask for a new one with POST /v1/media/uploads.')
  return { key, contentType, maxBytes, expiresAt: new Date(expiresAt) }
}

const macOf = (secret: Buffer, claims: string) => createHmac('sha256', secret).update(`put:${claims}`).digest()
