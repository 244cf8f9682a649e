/** Ends the personal keys of a person who was deactivated in Slack. */
import { revokeKeysOfPerson } from '../../../core/accounts/keys/revoke.js'
import { untilStored } from '../../../core/lib/retry.js'
import type { PersonChangedArgs, SlackDeps } from '../../listener.js'
import { listOrganizationsOf } from '../../transport/workspaces.js'

/** Revokes the person's keys in each organization that has the workspace. */
export async function endKeysOfDeactivated(deps: SlackDeps, { event, body, context }: PersonChangedArgs): Promise<void> {
  const { user } = event
  if (user.deleted !== true) return
  const teamId = context.teamId ?? user.team_id ?? ''
  const enterpriseId = context.enterpriseId ?? ''
  // of another workspace that shares a channel, unless an enterprise has both
  const teamIds = enterpriseId === '' ? [user.team_id ?? teamId] : [teamId, user.team_id ?? teamId]
  await untilStored(async () => {
    for (const organizationId of await listOrganizationsOf(deps.db.sql, { teamId, enterpriseId })) {
      const count = await revokeKeysOfPerson(deps, { organizationId, teamIds, userId: user.id })
      if (count > 0)
        deps.log.info({ organizationId, count, event: body.event_id }, 'personal keys of a deactivated person were revoked')
    }
  })
}
