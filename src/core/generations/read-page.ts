/** Reads the page that a generation names, by the rules for all other people's pages. */
import { type VisitDeps, visit } from '../preflight/web/visit.js'
import type { PageContent } from '../ports/page.js'
import type { FailureCode } from './page-failures.js'

/** `later`: its website was asked enough. `offline`: our own network is down. */
export type PageRead =
  | { kind: 'read'; page: PageContent }
  | { kind: 'failed'; because: FailureCode }
  | { kind: 'later'; at: Date }
  | { kind: 'offline' }

/** A page may send its visitors on by an element of its own, and that one again. */
const MOST_MOVES = 2

/** Never in a transaction. */
export async function readPageAt(deps: VisitDeps, organizationId: string, url: string): Promise<PageRead> {
  let read = await readOnce(deps, organizationId, url)
  const seen = new Set([url])
  for (let moves = 0; moves < MOST_MOVES && read.kind === 'read'; moves++) {
    const { movedTo } = read.page
    if (!movedTo || seen.has(movedTo) || isSame(movedTo, read.page.link)) break
    seen.add(movedTo)
    read = await readOnce(deps, organizationId, movedTo)
  }
  return read
}

/** One that loads itself again has not moved. */
const isSame = (a: string, b: string): boolean => a.replace(/#.*/s, '') === b.replace(/#.*/s, '')

async function readOnce(deps: VisitDeps, organizationId: string, url: string): Promise<PageRead> {
  const seen = await visit(deps, organizationId, url)
  switch (seen.kind) {
    case 'later':
    case 'offline':
      return seen
    case 'forbidden':
      return failed('blocked_by_robots')
    case 'loop':
    case 'too_many':
      return failed('unreachable')
    case 'unreachable': {
      const { because } = seen
      return failed(because === 'private_address' || because === 'timeout' ? because : 'unreachable')
    }
    case 'reached': {
      const { status, body, contentType, cut } = seen.answer
      if (status < 200 || status >= 300) return failed('unreachable')
      if (body === null) return failed('not_html')
      if (cut !== undefined) return failed(CUT[cut])
      const read = await deps.web.readContent({ body, contentType }, seen.to, organizationId)
      return read?.kind === 'read' ? read : failed(read?.kind ?? 'unreadable')
    }
  }
}

/** Half a page may leave out what changes its meaning: its price, or that it wants no pins. */
const CUT = { too_long: 'too_large', timeout: 'timeout', reset: 'unreachable' } as const

const failed = (because: FailureCode): PageRead => ({ kind: 'failed', because })
