/** Public addresses of pictures: signed, for some days, for one account. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { after, DAY_MS } from '../lib/duration.js'
import type { Actor } from '../lib/actor.js'
import { DomainError } from '../lib/errors.js'
import type { Deps } from '../ports/deps.js'

/** What an address shows; of one kind it is none of another. */
export type PictureKind = 'stats picture'

/** Slack keeps a Home, and a message, on the screen for as long as it likes. */
const DAYS_VALID = 14

/**
 * `<parts>_<last day, UTC>_<signature>.png`, each part after an underscore.
 * @param parts digits and the letters a to f
 */
export function pictureName({ sign, clock }: Pick<Deps, 'sign' | 'clock'>, kind: PictureKind, parts: readonly string[]): string {
  const signed = [...parts, plainDay(after(clock(), DAYS_VALID * DAY_MS))].join('_')
  return `${signed}_${sign(kind, signed)}.png`
}

/** The parts that a name of ours was made of; undefined: no name of ours, or expired. */
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

/** A short content hash: other content has another address, and is loaded again. */
export const contentMark = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)

/** Reads as the organization that gave the address out. undefined: its account is gone. */
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

/** `20260302`: days of one length are ordered as text. */
export const plainDay = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '')
