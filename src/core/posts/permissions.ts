/** Who may change which pins: viewers none, contributors the drafts they made themselves, schedulers and admins all. */
import { hasRole, roleRefusal } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { DomainError } from '../lib/errors.js'
import type { Post } from './post.js'

const forbidden = (message: string) => new DomainError('FORBIDDEN', message)

/** @throws FORBIDDEN a viewer, who changes nothing */
export function requireMayMake(actor: Actor): void {
  if (hasRole(actor, 'contributor')) return
  throw roleRefusal(actor, 'Viewers cannot change pins. Ask an admin of your workspace for another role.')
}

/** @throws FORBIDDEN for what contributors do not do at all: of the schedule, of series, of what is published */
export function requireMaySchedule(actor: Actor, what: 'change' | 'series' | 'outcome'): void {
  requireMayMake(actor)
  if (hasRole(actor, 'scheduler')) return
  throw forbidden(`Only schedulers and admins can ${ONLY[what]}`)
}
const ONLY = {
  change: 'change scheduled pins. Ask one of them.',
  series: 'create or change pins for several boards. Use one board, or ask one of them.',
  outcome: 'confirm what happened to a pin. Ask one of them.',
}

/** @throws FORBIDDEN a contributor schedules where no approval may be requested */
export const scheduledByOthers = (): DomainError =>
  forbidden('Only schedulers and admins can schedule pins. Save a draft and ask one of them to schedule it.')

/** @throws FORBIDDEN of a contributor: it is on the schedule, or somebody else's */
export function requireMayChange(actor: Actor, { status, createdBy }: Pick<Post, 'status' | 'createdBy'>): void {
  requireMayMake(actor)
  if (hasRole(actor, 'scheduler')) return
  if (status !== 'draft') return requireMaySchedule(actor, 'change')
  if (createdBy !== actor.userId)
    throw forbidden('Contributors can change only their own drafts. Ask a scheduler, or create your own pin.')
}
