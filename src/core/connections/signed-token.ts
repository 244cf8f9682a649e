/** Signed values that we give out and verify later, in url-safe characters. */
import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { Deps } from '../ports/deps.js'

/** @param purpose keeps uses apart: a token for one purpose is invalid for another */
export function writeSigned({ sign }: Pick<Deps, 'sign'>, purpose: string, values: object): string {
  const text = Buffer.from(JSON.stringify(values)).toString('base64url')
  return `${text}.${sign(purpose, text)}`
}

/**
 * Returns undefined when it is not signed by us for this purpose, or has an outdated form. The signature is verified before the
 * content is parsed.
 */
export function readSigned<T extends z.ZodType>(
  { sign }: Pick<Deps, 'sign'>,
  purpose: string,
  token: string,
  shape: T,
): z.output<T> | undefined {
  const [, text, signature] = /^([\w-]+)\.([\w-]+)$/.exec(token) ?? []
  if (text === undefined || signature === undefined) return undefined
  if (!isSame(signature, sign(purpose, text))) return undefined
  return shape.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data
}

/** Compares in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
