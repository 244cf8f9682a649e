/** Reads the page of a generation, by the rules for all external pages. */
import { type VisitDeps, visit } from '../../preflight/web/visit.js'
import type { PageContent } from '../../ports/page.js'
import type { FailureCode } from '../page-failures.js'

/** `later`: the website's request limit is reached. `offline`: our own network is down. */
export type PageRead =
  | { kind: 'read'; page: PageContent }
  | { kind: 'failed'; because: FailureCode }
  | { kind: 'later'; at: Date }
  | { kind: 'offline' }

/** A page may redirect its visitors by an element of its own, and the next page again. */
const MOST_MOVES = 2

/** Reads a page, or the one to which it says it moved. Never call it in a transaction. */
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

/** Compares without fragments: a page that reloads itself has not moved. */
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

/** The failure for an incomplete page: the rest could change its meaning, such as its price, or that it wants no pins. */
const CUT = { too_long: 'too_large', timeout: 'timeout', reset: 'unreachable' } as const

const failed = (because: FailureCode): PageRead => ({ kind: 'failed', because })
