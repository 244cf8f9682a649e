/** Ends the personal keys of a person who was deactivated in Slack. */
import { revokeKeysOfPerson } from '../../../core/accounts/keys/revoke.js'
import { untilStored } from '../../../core/lib/retry.js'
import type { PersonChangedArgs, SlackDeps } from '../../listener.js'

/**
 * Revokes the person's keys in each organization that has the workspace: the app may be installed for the workspace and for its
 * enterprise.
 */
export async function endKeysOfDeactivated(deps: SlackDeps, { event, body, context }: PersonChangedArgs): Promise<void> {
  const { user } = event
  if (user.deleted !== true) return
  const teamId = context.teamId ?? user.team_id ?? ''
  const enterpriseId = context.enterpriseId ?? ''
  await untilStored(async () => {
    const installations = await deps.db.sql<{ organizationId: string }[]>`
      select distinct organization_id as "organizationId"
        from slack_installations
       where (team_id = ${teamId} and not is_enterprise)
          or (enterprise_id = ${enterpriseId} and is_enterprise)`
    for (const { organizationId } of installations) {
      const count = await revokeKeysOfPerson(deps, { organizationId, teamIds: [teamId, user.team_id ?? teamId], userId: user.id })
      if (count > 0)
        deps.log.info({ organizationId, count, event: body.event_id }, 'personal keys of a deactivated person were revoked')
    }
  })
}
