/** Public addresses of pictures: signed, temporary, for one account. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { after, DAY_MS } from '../lib/duration.js'
import type { Actor } from '../lib/actor.js'
import { DomainError } from '../lib/errors.js'
import type { Deps } from '../ports/deps.js'

/** The kind of picture; an address of one kind is invalid for another. */
export type PictureKind = 'stats picture'

/** Slack may show a Home or a message for a long time. */
const DAYS_VALID = 14

/**
 * Makes `<parts>_<last day, UTC>_<signature>.png`, with parts separated by underscores.
 * @param parts digits and the letters a to f
 */
export function pictureName({ sign, clock }: Pick<Deps, 'sign' | 'clock'>, kind: PictureKind, parts: readonly string[]): string {
  const signed = [...parts, plainDay(after(clock(), DAYS_VALID * DAY_MS))].join('_')
  return `${signed}_${sign(kind, signed)}.png`
}

/** Returns the parts of a name that we made; undefined: not ours, or expired. */
export function openPictureName(
  { sign, clock }: Pick<Deps, 'sign' | 'clock'>,
  kind: PictureKind,
  name: string,
): string[] | undefined {
  const [, signed, parts, lastDay, signature] = /^(([0-9a-f_]{1,120})_(\d{8}))_([A-Za-z0-9_-]{43})\.png$/.exec(name) ?? []
  if (signed === undefined || parts === undefined || lastDay === undefined || signature === undefined) return undefined
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(kind, signed)))) return undefined
  return lastDay < plainDay(clock()) ? undefined : parts.split('_')
}

/** Returns a short content hash, so that changed content gets a new address and is loaded again. */
export const contentMark = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)

/** Reads as the organization that published the address. undefined: its account is gone. */
export async function readForPicture<T>(
  organizationId: string,
  kind: PictureKind,
  read: (actor: Actor) => Promise<T>,
): Promise<T | undefined> {
  return read({ organizationId, via: 'api', role: 'viewer', userId: kind }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
    throw error
  })
}

/** Formats `20260302`: days of equal length are ordered as text. */
export const plainDay = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '')
