/** Signed values that we give out and verify later, in url-safe characters. */
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '../../ports/deps.js'
import { DAY_MS } from '../duration.js'

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

type Dated = Pick<Deps, 'sign' | 'clock'>

/** Signs values that are valid for so many days, and stay the same token for a day. */
export const writeSignedForDays = (deps: Dated, purpose: string, values: object, days: number): string =>
  writeSigned(deps, purpose, { ...values, lastDay: dayOf(deps.clock()) + days })

/** Reads what writeSignedForDays() wrote, until the end of its last day. */
export function readSignedForDays<T extends z.ZodRawShape>(deps: Dated, purpose: string, token: string, shape: T) {
  const read = readSigned(deps, purpose, token, z.looseObject({ lastDay: z.int() }))
  if (!read) return undefined
  const { lastDay, ...rest } = read
  const values = z.strictObject(shape).safeParse(rest).data
  return values && lastDay >= dayOf(deps.clock()) ? { values, lastDay: new Date(lastDay * DAY_MS) } : undefined
}

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS)

/** Compares in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
