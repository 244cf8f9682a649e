/** What we hand out and must know again: values of ours with their signature behind them, in characters that an address takes as they are. */
import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { Deps } from '../../ports/deps.js'

/** @param purpose keeps uses apart: what was signed for one is nothing for another */
export function writeSigned({ sign }: Pick<Deps, 'sign'>, purpose: string, values: object): string {
  const text = Buffer.from(JSON.stringify(values)).toString('base64url')
  return `${text}.${sign(purpose, text)}`
}

/** undefined: not signed by us for this purpose, or of a form that is no more. Nothing of it is read before the first is known. */
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

/** In constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
