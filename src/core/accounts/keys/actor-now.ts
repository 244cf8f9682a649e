/** Reads the actor of deferred work again, so that it acts with the rights at the time of the work, not of the request. */
import type { Actor } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { hasRoleOn } from '../people/roles.js'
import { findKeyInForce, type FindPerson, keyActor } from './key-actor.js'
import { revokeKeysOfPerson } from './revoke.js'

/**
 * Returns the actor with their current rights, for work that outlasts its request. It is not counted as a request.
 * @throws UNAUTHORIZED their key was revoked or has expired, or its person is gone · SERVICE_UNAVAILABLE Slack cannot say who
 * they are now
 */
export type ActorNow = (actor: Actor) => Promise<Actor>

/** The dependency that all deferred work has in addition. @see docs/contract.md#deferred-work */
export type Asking = { actorNow: ActorNow }

export function makeActorNow({ db, clock }: Pick<Deps, 'db' | 'clock'>, findPerson: FindPerson): ActorNow {
  return async (actor) => {
    const { organizationId, via, apiKeyId, agent, isAgent } = actor
    const asBefore = { ...(agent !== undefined && { agent }), ...(isAgent && { isAgent }) }
    if (apiKeyId !== undefined) {
      const key = await findKeyInForce(db.sql, { organizationId, apiKeyId }, clock())
      if (!key) throw await keyEnded(db.sql, { organizationId, apiKeyId })
      const now = await keyActor({ organizationId }, key, findPerson)
      if (now === 'gone') {
        const teamIds = [key.slackTeamId ?? '']
        await revokeKeysOfPerson({ db, clock }, { organizationId, teamIds, userId: key.slackUserId ?? '' })
        throw ended(`The person behind the key ${quoted(key.name)} is no longer in the Slack workspace.`)
      }
      if (!now) throw unknown(`the key ${quoted(key.name)}`)
      return { ...now, ...asBefore }
    }
    if (via !== 'slack') return actor // the operator, or the schedule itself: nobody who could leave
    const [teamId = '', userId = ''] = actor.userId.split(':')
    const found = await findPerson({ organizationId, teamId, userId })
    if (found === 'gone') throw ended(`The member ${userId} is no longer in the Slack workspace.`)
    if (!found) throw unknown(`the member ${userId}`)
    return { ...found.actor, ...asBefore }
  }
}

/** @throws as actorNow() · FORBIDDEN they may no longer add pins to this account, or no longer see it */
export async function requireMaker({ actorNow }: Asking, db: Deps['db'], actor: Actor, accountId: string): Promise<Actor> {
  const now = await actorNow(actor)
  if (hasRoleOn(now, accountId, 'contributor')) return now
  throw new DomainError('FORBIDDEN', `${await nameOf(db.sql, actor)} may no longer add pins to this account.`)
}

/**
 * Checks the key again in the transaction that writes the work: results of long preparation are discarded if the key ended
 * meanwhile.
 * @throws UNAUTHORIZED
 */
export async function requireKeyInForce(sql: Sql, { organizationId, apiKeyId }: Actor, now: Date): Promise<void> {
  if (apiKeyId === undefined) return
  if (!(await findKeyInForce(sql, { organizationId, apiKeyId }, now))) throw await keyEnded(sql, { organizationId, apiKeyId })
}

/** True for a failure that no retry changes: the key or person has lost the right to the work. */
export const hasLostRight = (error: unknown): error is DomainError =>
  error instanceof DomainError && (error.code === 'UNAUTHORIZED' || error.code === 'FORBIDDEN')

const ended = (sentence: string) => new DomainError('UNAUTHORIZED', sentence)
const unknown = (who: string) =>
  new DomainError('SERVICE_UNAVAILABLE', `Slack does not say whether ${who} may still do this. Try again later.`, {
    retryAfterSeconds: 60,
  })
const quoted = (name: string) => `“${name}”`

type KeyRef = { organizationId: string; apiKeyId: string }

async function keyEnded(sql: Sql, { organizationId, apiKeyId }: KeyRef): Promise<DomainError> {
  const [key] = await sql<{ name: string; isRevoked: boolean }[]>`
    select name, revoked_at is not null as "isRevoked"
      from api_keys
     where organization_id = ${organizationId}
       and id = ${apiKeyId}`
  if (!key) return ended('The API key no longer exists.')
  return ended(key.isRevoked ? `The key ${quoted(key.name)} was revoked.` : `The key ${quoted(key.name)} has expired.`)
}

async function nameOf(sql: Sql, { organizationId, apiKeyId, userId }: Actor): Promise<string> {
  if (apiKeyId === undefined) return `The member ${userId.slice(userId.indexOf(':') + 1)}`
  const [key] = await sql<{ name: string }[]>`
    select name
      from api_keys
     where organization_id = ${organizationId}
       and id = ${apiKeyId}`
  return key ? `The key ${quoted(key.name)}` : 'The API key'
}
