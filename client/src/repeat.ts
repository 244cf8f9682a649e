/** Which requests may arrive twice: with one effect, and with an answer that says the same. */
import type { OperationId } from './types.js'

/**
 * PUT and DELETE that answer the same when they are repeated. Others would answer 404 or 409 for what the first attempt did, which reads
 * like a failure; after a lost answer they throw `NO_ANSWER`, and the caller reads what is so.
 */
const SAME_TWICE: ReadonlySet<OperationId> = new Set<OperationId>([
  'deleteCalendarLink',
  'deleteReviewLink',
  'disconnectAccount',
  'putApprovalRules',
  'putClients',
  'putSpacingRule',
  'putTwin',
  'putUtmRule',
  'replaceBoardList',
  'revokeKey',
  'unschedulePost',
])

/** GET with an effect: each answer costs a credit, also one that was lost. The service answers no HEAD for them. */
const CHARGED: ReadonlySet<OperationId> = new Set<OperationId>(['getBoardRelevance'])

export function isRepeatable(id: OperationId, method: string, hasKey: boolean): boolean {
  if (method === 'get') return !CHARGED.has(id)
  if (method === 'post') return hasKey
  return SAME_TWICE.has(id)
}
