/** Reads where a link leads, cached for a day. */
import { after } from '../../lib/duration.js'
import type { PageFacts } from '../../ports/web.js'
import { deathBy, type LinkDeath, type Unreachable } from '../../posts/state/finding.js'
import { addressOf, claimPage, KEPT_MS, keepPage, leavePage } from './pages.js'
import { type Later, OFFLINE_MS, visit, type VisitDeps } from './visit.js'

/** `unknown`: the website refuses visits, or our own network is down; the link may work. */
export type LinkAnswer =
  | { kind: 'reached'; status: number; redirects: number; to: string; page: PageFacts | null }
  | { kind: 'unreachable'; because: Unreachable; redirects: number; to: string }
  | { kind: 'loop' | 'too_many'; redirects: number; to: string }
  | { kind: 'unknown' }
/** `later`: the website's limit is reached, or another process reads it now. */
export type LinkRead = LinkAnswer | Later

export type ReadDeps = VisitDeps

/**
 * Returns the day's stored answer, or reads it now. Never call it in a transaction.
 * @param organizationId who reads; the stored answer is shared by all
 * @param fresh deadSince: a link read as dead at or before this time is read again
 */
export async function readLink(
  deps: ReadDeps,
  organizationId: string,
  url: string,
  fresh: { deadSince?: Date } = {},
): Promise<LinkRead> {
  const { db, clock } = deps
  const address = addressOf('link', url)
  const page = await claimPage<LinkAnswer>(db.sql, address, clock(), fresh)
  if (page.kind === 'kept') return page.answer
  if (page.kind === 'busy') return { kind: 'later', at: page.until, isBeingRead: true }
  try {
    const answer = await follow(deps, organizationId, url)
    const readAt = clock()
    if (answer.kind === 'later') await leavePage(db.sql, address)
    else if (answer.kind === 'offline')
      await keepPage(db.sql, address, { answer: UNKNOWN, readAt, until: after(readAt, OFFLINE_MS) })
    else await keepPage(db.sql, address, { answer, readAt, until: after(readAt, KEPT_MS), isDead: deathOf(answer) !== undefined })
    return answer.kind === 'offline' ? UNKNOWN : answer
  } catch (error) {
    await leavePage(db.sql, address)
    throw error
  }
}

export const deathOf = (answer: LinkAnswer): LinkDeath | undefined =>
  answer.kind === 'reached' || answer.kind === 'unreachable' ? deathBy(answer) : undefined

const UNKNOWN = { kind: 'unknown' } as const
type Followed = LinkRead | { kind: 'offline' }

async function follow(deps: ReadDeps, organizationId: string, start: string): Promise<Followed> {
  const seen = await visit(deps, organizationId, start)
  if (seen.kind === 'forbidden') return UNKNOWN
  if (seen.kind !== 'reached') return seen
  const { answer, redirects, to } = seen
  const { status, body, contentType } = answer
  const page = status < 300 && body !== null ? await deps.web.readPage({ body, contentType }, organizationId) : null
  return { kind: 'reached', status, redirects, to, page }
}
