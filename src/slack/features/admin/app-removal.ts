/** Handles the removal of the app from a workspace: Slack sends it without a token, twice, in either order, and maybe late. */
import { untilStored } from '../../../core/lib/retry.js'
import { revokeInstallation } from '../../install/installations.js'
import type { RemovalArgs, SlackDeps } from '../../listener.js'

export async function forgetWorkspace(deps: SlackDeps, { event, body, context }: RemovalArgs): Promise<void> {
  // a person's own token says nothing about the app
  if (event.type === 'tokens_revoked' && (event.tokens.bot ?? []).length === 0) return
  const { teamId, enterpriseId, isEnterpriseInstall } = context
  const at: unknown = body.event_time
  const removedAt = typeof at === 'number' ? new Date(at * 1000) : null
  const removal = { teamId, enterpriseId, isEnterpriseInstall, removedAt }
  const organizationId = await untilStored(() => revokeInstallation(deps, removal)) // Bolt has acked: Slack will not send it again
  const line = { teamId, enterpriseId, organizationId, event: event.type }
  if (organizationId === undefined) deps.log.info(line, 'ignored a removal that is over, or was followed by a new installation')
  else deps.log.info(line, 'the app was removed from a workspace')
}
