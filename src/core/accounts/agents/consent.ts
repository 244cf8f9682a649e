/** What a person in Slack sees of a program that wants to sign in, and their answer. */
import { type Actor, isSlackPerson } from '../../lib/actor.js'
import { badRequest, DomainError } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { isRowId } from '../../lib/rows/row-id.js'
import { requireRoleAnywhere } from '../people/roles.js'
import { choicesFor, DEFAULT_ROLE, type MostRole } from '../keys/most-role.js'
import { requireAgentsAllowed } from './allowed.js'
import { hostOf } from './redirects.js'
import { findByCode, isOpen, numberOf } from './sign-ins.js'

/** More are no use in a list that people read. */
export const MOST_AGENTS = 20

export type Asking = {
  signInId: string
  /** What the program calls itself. */
  name: string
  /** Where its answer goes; null: to a program on the person's own computer. */
  host: string | null
  choices: MostRole[]
  chosen: MostRole
}

type ConsentDeps = Pick<Deps, 'db' | 'clock' | 'sign'>

/**
 * Finds who asks by the code that the person types.
 * @throws BAD_REQUEST code (also with too many programs) · FORBIDDEN no person, no role, or the organization lets no program in
 */
export async function readAsking({ db: { sql }, clock }: ConsentDeps, actor: Actor, { code }: { code: string }): Promise<Asking> {
  await requireMayConsent(sql, actor, clock())
  if (code.trim() === '') throw badRequest('code', 'Add the code that your program shows in the browser: /pin agent CODE.')
  const found = await findByCode(sql, code, actor.userId, clock())
  if (!found) throw wrongCode()
  const choices = choicesFor(found.mostAsked)
  const chosen = choices.includes(DEFAULT_ROLE) ? DEFAULT_ROLE : 'viewer'
  return { signInId: found.id, name: found.clientName, host: hostOf(found.redirectUri), choices, chosen }
}

/**
 * Agrees for the person; again until their browser has sent the number.
 * @returns the number that they type into the browser where they began
 * @throws as readAsking() · BAD_REQUEST access: more than the program asked for
 */
export async function agree(
  deps: ConsentDeps,
  actor: Actor,
  { signInId, mostRole }: { signInId: string; mostRole: MostRole },
): Promise<string> {
  const { sql } = deps.db
  const now = deps.clock()
  await requireMayConsent(sql, actor, now)
  if (!isRowId(signInId)) throw wrongCode()
  const { count } = await sql`
    update agent_sign_ins
       set organization_id = ${actor.organizationId}, person = ${actor.userId}, most_role = ${mostRole}
     where id = ${signInId}
       and most_asked = any (${asksFor(mostRole)})
       and ${isOpen(sql, actor.userId, now)}`
  if (count === 0) throw wrongCode()
  return numberOf(deps, signInId, actor.userId)
}

const asksFor = (role: MostRole): string[] =>
  (['viewer', 'contributor', 'scheduler'] as const).filter((most) => choicesFor(most).includes(role))

/** Ends the sign-in: the browser learns it with its next request. */
export async function refuse(
  { db: { sql }, clock }: ConsentDeps,
  actor: Actor,
  { signInId }: { signInId: string },
): Promise<void> {
  const now = clock()
  if (!isRowId(signInId)) return
  await sql`
    update agent_sign_ins
       set ended_at = ${now}
     where id = ${signInId}
       and ${isOpen(sql, actor.userId, now)}`
}

async function requireMayConsent(sql: Sql, actor: Actor, now: Date): Promise<void> {
  if (actor.via !== 'slack' || !isSlackPerson(actor.userId)) throw new DomainError('FORBIDDEN', 'Only people sign programs in.')
  requireRoleAnywhere(actor, 'reviewer')
  await requireAgentsAllowed(sql, actor.organizationId)
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from api_keys
     where organization_id = ${actor.organizationId}
       and slack_team_id || ':' || slack_user_id = ${actor.userId}
       and most_role is not null
       and revoked_at is null
       and expires_at > ${now}`
  if (count >= MOST_AGENTS)
    throw badRequest('code', `You’re signed in with ${MOST_AGENTS} programs, the maximum. Revoke one with /pin keys first.`)
}

const wrongCode = () =>
  badRequest('code', 'This code doesn’t work: it’s wrong, expired or already used. Start again in your program.')
