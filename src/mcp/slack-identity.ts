/**
 * Slack's own assistant. It signs each request as Slack signs all others, and names the person in `_meta.slack`.
 * @see https://docs.slack.dev/ai/slackbot-mcp-client
 */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AddressLimit, requireFewFailures } from '../core/accounts/keys/address-limit.js'
import type { Actor } from '../core/lib/actor.js'
import { DomainError } from '../core/lib/errors.js'

export type SlackPerson = { teamId: string; userId: string; enterpriseId: string | null }
export type SlackIdentity = {
  /** Whether there is a signature to check at all, of a time that counts. */
  isSignedNow: (headers: FastifyRequest['headers']) => boolean
  /** Why the request is not Slack's, or not of now; undefined when it is both. */
  refusalOf: (body: string, headers: FastifyRequest['headers']) => string | undefined
  /** undefined: the app is not installed where they are, or they are gone. */
  findActor: (person: SlackPerson) => Promise<Actor | undefined>
}

const id = z.string().regex(/^[A-Z][A-Z0-9]{1,30}$/)
const named = z.object({
  params: z.object({ _meta: z.object({ slack: z.object({ user_id: id, team_id: id, enterprise_id: id.nullish() }) }) }),
})

/** What is the same for everybody: to know the tools is no act of anybody's. */
const OF_NOBODY = ['initialize', 'notifications/initialized', 'ping', 'server/discover', 'tools/list', 'resources/templates/list']
const NOBODY: Actor = { organizationId: '0', via: 'slack', role: 'none', userId: 'slack' }

/**
 * @throws UNAUTHORIZED it is not signed, or nobody is named · FORBIDDEN the app does not know them · TOO_MANY_REQUESTS not signed, as too much of
 *   that address was
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
