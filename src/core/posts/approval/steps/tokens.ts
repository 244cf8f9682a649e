/** What a person is to the steps of requests: themselves, their groups, their roles on the account. */
import { awayPeopleOf, type Holder, hasRoleOn, roleOn } from '../../../accounts/people/roles.js'
import { type Actor, type AwayPerson, isSamePerson, isSlackPerson } from '../../../lib/actor.js'
import type { Sql } from '../../../ports/deps.js'
import { contactKey, notToken } from './steps.js'

export type Decider = Holder & Pick<Actor, 'userId' | 'groups' | 'contact' | 'calledAs' | 'standsInFor'>

/** Returns the tokens of a person or of a contact on an account: a step waits for them if it has one of these. */
export function tokensOf(actor: Decider, accountId: string): string[] {
  const { userId, groups = [], contact } = actor
  if (contact !== undefined) return [`contact:${contactKey(contact)}`]
  if (!isSlackPerson(userId) || roleOn(actor, accountId) === 'none') return []
  return [
    `person:${userId.slice(userId.indexOf(':') + 1)}`,
    ...groups.map((id) => `group:${id}`),
    ...(roleOn(actor, accountId) === 'reviewer' ? ['role:reviewer'] : []),
    ...(hasRoleOn(actor, accountId, 'scheduler') ? ['role:reviewer', 'role:scheduler'] : []),
    ...(hasRoleOn(actor, accountId, 'admin') ? ['role:admin'] : []),
  ]
}

/** What a person who is away lends to their deputy: not their roles. */
const lentBy = (away: AwayPerson, accountId: string): string[] =>
  tokensOf(away, accountId).filter((token) => !token.startsWith('role:'))

/** How a person decides a step: by which of its reviewers, and for whom. `decidedFor` null: for themselves. */
export type Standing = { token: string | null; decidedFor: string | null }

/**
 * Returns how this person decides the pending step; undefined: it does not wait for them. Who asked decides by no deputy either.
 * @param waitsFor null: any scheduler
 */
export function standingOf(
  waitsFor: readonly string[] | null,
  actor: Decider,
  { accountId, askedBy }: { accountId: string; askedBy: string },
): Standing | undefined {
  if (waitsFor === null)
    return isSlackPerson(actor.userId) && hasRoleOn(actor, accountId, 'scheduler') ? { token: null, decidedFor: null } : undefined
  const isOut = ({ userId }: Pick<Actor, 'userId'>) => waitsFor.includes(notToken(userId))
  const tokenIn = (tokens: readonly string[]) => waitsFor.find((token) => tokens.includes(token))
  if (isOut(actor)) return undefined
  const own = tokenIn(tokensOf(actor, accountId))
  if (own !== undefined) return { token: own, decidedFor: null }
  for (const away of awayPeopleOf(actor, accountId)) {
    const token = tokenIn(lentBy(away, accountId))
    if (token !== undefined && !isOut(away) && !isSamePerson(away.userId, askedBy)) return { token, decidedFor: away.userId }
  }
  return undefined
}

/** True if the pending step of a request waits for this person. @param waitsFor null: any scheduler */
export const isWaitedFor = (
  waitsFor: readonly string[] | null,
  actor: Decider,
  request: { accountId: string; askedBy: string },
): boolean => standingOf(waitsFor, actor, request) !== undefined

/** The same, as a condition on `approvals a`. */
export const waitsForActor = (sql: Sql, actor: Decider, accountId: string) => sql`
  (case when a.waits_for is null then ${isSlackPerson(actor.userId) && hasRoleOn(actor, accountId, 'scheduler')}
        else not (${notToken(actor.userId)} = any (a.waits_for))
             and (${awayPeopleOf(actor, accountId).reduce(
               (others, away) => sql`
                 ${others} or a.waits_for && ${lentBy(away, accountId)}::text[] and not (${notToken(away.userId)} = any (a.waits_for))
                    and split_part(a.asked_by, ':', 2) <> split_part(${away.userId}, ':', 2)`,
               sql`a.waits_for && ${tokensOf(actor, accountId)}::text[]`,
             )}) end)`

/** True for `approvals a` that wait for this person, or did when they were settled, whoever else may decide them. */
export const namesActor = (sql: Sql, actor: Decider, accountId: string) =>
  sql`a.waits_for && ${[...tokensOf(actor, accountId), ...awayPeopleOf(actor, accountId).flatMap((away) => lentBy(away, accountId))]}::text[]`
