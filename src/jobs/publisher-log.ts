/** Logs and counts the publisher's results: one line each, for the operator. */
import type { Claimed } from '../core/posts/publish/model/claimed-post.js'
import type { DuePost } from '../core/posts/publish/claim/due.js'
import type { PublishEnd } from '../core/posts/publish/model/publish-end.js'
import type { Deps } from '../core/ports/deps.js'
import type { PublishWork } from '../core/ports/metrics.js'

type LogDeps = Pick<Deps, 'log' | 'meter'>
export type WorkEnd = PublishEnd | { kind: 'error'; error: unknown }

export function logPublishEnd({ log, meter }: LogDeps, claimed: Claimed, what: PublishWork, end: WorkEnd): void {
  meter.publishEnded(what, end.kind, end.kind === 'failed' ? end.reason : undefined)
  const line = { ...keyOf(claimed), what, ...end }
  switch (end.kind) {
    case 'sent':
    case 'held':
      return log.info(line, 'publisher')
    case 'again':
      return end.isOurs ? log.error(line, 'publisher: the operator must fix the service') : log.warn(line, 'publisher')
    case 'failed':
    case 'unknown':
    case 'superseded':
      return log.warn(line, 'publisher')
    case 'error':
      return log.error(line, 'left to its lease')
  }
}

export function logTakenOver({ log, meter }: LogDeps, due: DuePost): void {
  meter.publishEnded('recover', 'again')
  log.warn({ ...keyOf(due), what: 'recover' }, 'lease expired: taken over from another worker')
}

export const logProblem = ({ log }: LogDeps, error: unknown): void =>
  log.error({ loop: 'publisher', error }, 'the loop could not do all its work')

const keyOf = ({ organizationId, postId, attemptNumber }: { organizationId: string; postId: string; attemptNumber: number }) => ({
  organizationId,
  postId,
  attemptNumber,
})
