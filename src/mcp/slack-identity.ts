/**
 * Slack's own assistant. It signs its requests like all others of Slack, and names the person in `_meta.slack`.
 * @see https://docs.slack.dev/ai/slackbot-mcp-client
 */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AddressLimit, requireFewFailures } from '../core/accounts/keys/address-limit.js'
import type { Actor } from '../core/lib/actor.js'
import { DomainError } from '../core/lib/errors.js'

export type SlackPerson = { teamId: string; userId: string; enterpriseId: string | null }
export type SlackIdentity = {
  /** True if there is a signature with a current time; the signature itself is not checked. */
  isSignedNow: (headers: FastifyRequest['headers']) => boolean
  /** The reason why a request is not a current one of Slack; undefined if it is. */
  refusalOf: (body: string, headers: FastifyRequest['headers']) => string | undefined
  /** undefined if the app is not installed in their workspace, or they have left it. */
  findActor: (person: SlackPerson) => Promise<Actor | undefined>
}

const id = z.string().regex(/^[A-Z][A-Z0-9]{1,30}$/)
const named = z.object({
  params: z.object({ _meta: z.object({ slack: z.object({ user_id: id, team_id: id, enterprise_id: id.nullish() }) }) }),
})

/** Methods with the same answer for everybody, which need no person. */
const OF_NOBODY = ['initialize', 'notifications/initialized', 'ping', 'server/discover', 'tools/list', 'resources/templates/list']
const NOBODY: Actor = { organizationId: '0', via: 'slack', role: 'none', userId: 'slack' }

/**
 * @throws UNAUTHORIZED if it is not signed, or names nobody · FORBIDDEN if the app does not know the person · TOO_MANY_REQUESTS
 * after too many unsigned requests of the address
 */
export async function whoSigned(
  { refusalOf, findActor }: SlackIdentity,
  { bodyText, body, headers, ip }: FastifyRequest,
  failures: AddressLimit,
): Promise<{ actor: Actor; keyScope: string }> {
  if (refusalOf(bodyText, headers) !== undefined) {
    requireFewFailures(failures, ip)
    throw unauthorized('This URL is for Slack, which signs its requests.')
  }
  const slack = named.safeParse(body).data?.params._meta.slack
  if (!slack) {
    if (!OF_NOBODY.includes(methodOf(body))) throw unauthorized('Slack did not say who asks.')
    return { actor: NOBODY, keyScope: NOBODY.userId }
  }
  const { user_id: userId, team_id: teamId, enterprise_id: enterpriseId = null } = slack
  const actor = await findActor({ userId, teamId, enterpriseId })
  if (!actor) throw new DomainError('FORBIDDEN', 'Pinslot is not installed in this workspace, or you are not a member of it.')
  return { actor, keyScope: `slack:${actor.userId}` }
}

const unauthorized = (message: string) => new DomainError('UNAUTHORIZED', message)

function methodOf(body: unknown): string {
  const { method } = z.object({ method: z.string() }).safeParse(body).data ?? { method: '' }
  return method
}
