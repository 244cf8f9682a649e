/** Decides who may change which pins: viewers none, contributors the drafts they made themselves, schedulers and admins all. */
import { hasRoleOn, requireSight, roleRefusal } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { DomainError } from '../lib/errors.js'
import type { Post } from './post.js'

const forbidden = (message: string) => new DomainError('FORBIDDEN', message)

/**
 * Checks that the actor may create posts. @throws NOT_FOUND an account that the actor cannot see · FORBIDDEN a viewer, who
 * changes nothing
 */
export function requireMayMake(actor: Actor, accountId: string): void {
  requireSight(actor, accountId)
  if (hasRoleOn(actor, accountId, 'contributor')) return
  throw roleRefusal(actor, 'Viewers cannot change pins. Ask an admin of your workspace for another role.')
}

/**
 * Checks that the actor may schedule. @throws NOT_FOUND · FORBIDDEN a contributor, who changes no schedule, no series and nothing
 * published
 */
export function requireMaySchedule(actor: Actor, accountId: string, what: keyof typeof ONLY): void {
  requireMayMake(actor, accountId)
  if (hasRoleOn(actor, accountId, 'scheduler')) return
  throw forbidden(`Only schedulers and admins can ${ONLY[what]}`)
}
const ONLY = {
  change: 'change scheduled pins. Ask one of them.',
  series: 'create or change pins for several boards. Use one board, or ask one of them.',
  now: 'publish pins right away. Ask one of them.',
  published: 'change published pins. Ask one of them.',
  outcome: 'confirm what happened to a pin. Ask one of them.',
}

/** Refuses a contributor who schedules where no approval can be requested. */
export const scheduledByOthers = (): DomainError =>
  forbidden('Only schedulers and admins can schedule pins. Save a draft and ask one of them to schedule it.')

/**
 * Checks that this person may change the post. @throws NOT_FOUND · FORBIDDEN a contributor and a post that is on the schedule or
 * not theirs
 */
export function requireMayChange(actor: Actor, post: Pick<Post, 'accountId' | 'status' | 'createdBy'>): void {
  requireMayMake(actor, post.accountId)
  if (hasRoleOn(actor, post.accountId, 'scheduler')) return
  if (post.status !== 'draft') return requireMaySchedule(actor, post.accountId, 'change')
  requireOwn(actor, post)
}

/** Refuses a contributor another person's post. @throws FORBIDDEN */
export function requireOwn(
  actor: Actor,
  { accountId, createdBy, status }: Pick<Post, 'accountId' | 'status' | 'createdBy'>,
): void {
  if (hasRoleOn(actor, accountId, 'scheduler') || createdBy === actor.userId) return
  const what = status === 'draft' ? 'drafts' : 'pins'
  throw forbidden(`Contributors can change only their own ${what}. Ask a scheduler, or create your own pin.`)
}
