/** Finds the seat of a person of another workspace, for the few things that clients may press and send. */
import type { WebClient } from '@slack/web-api'
import { CLIENT_ACTIONS, type ClientButton } from '../../../blocks/approval/client-card.js'
import { clientMemory } from '../../../blocks/approval/memory.js'
import { findOrganization } from '../../core/accounts/people/members.js'
import type { Deps } from '../../core/ports/deps.js'
import { findSlackSeat, type Seat } from '../../core/posts/review-links/seat.js'

type Pressed = { body: object; client: WebClient; slackTeamId: string; slackUserId: string; enterpriseId: string | null }
type Body = {
  user?: { team_id?: string | null }
  actions?: { action_id: string; value?: string }[]
  container?: { channel_id?: string }
  message?: { team?: string }
  view?: { callback_id?: string; private_metadata?: string }
}

/** Finds the seat by what Slack signed: the button, the channel of its message, and whose workspace the person is of. */
export async function findClient(
  deps: Pick<Deps, 'db'>,
  { body, client, slackTeamId: hostTeamId, slackUserId: userId, enterpriseId }: Pressed,
): Promise<Seat | undefined> {
  const { user, ...rest } = body as Body // the receiver has checked its shape
  const where = placeOf(rest)
  const organizationId = where && (await findOrganization(deps, { teamId: hostTeamId, enterpriseId }))
  if (!organizationId) return undefined
  const teamId = user?.team_id ?? (await client.users.info({ user: userId })).user?.team_id
  return teamId === undefined ? undefined : findSlackSeat(deps, { organizationId, ...where, teamId, userId })
}

/**
 * Returns the workspace of the card that a client pressed, which has the app: the `team` of the press may be the client’s own.
 * undefined: it is no such press. Bolt finds it for forms.
 */
export function hostOf(body: object): string | undefined {
  const { actions, message } = body as Body // the receiver has checked its shape
  return CLIENT_ACTIONS.includes(actions?.[0]?.action_id ?? '') ? message?.team : undefined
}

/** Returns the account and the channel; undefined: it is nothing for clients. */
function placeOf({ actions, container, view }: Omit<Body, 'user'>): { accountId: string; channelId: string } | undefined {
  const [action] = actions ?? []
  if (!CLIENT_ACTIONS.includes(action?.action_id ?? view?.callback_id ?? '')) return undefined
  if (!action) {
    const { accountId, channel: channelId } = clientMemory.read({ private_metadata: view?.private_metadata ?? '' })
    return { accountId, channelId }
  }
  const { accountId } = JSON.parse(action.value ?? '{}') as ClientButton // our blocks wrote it
  return { accountId, channelId: container?.channel_id ?? '' }
}
