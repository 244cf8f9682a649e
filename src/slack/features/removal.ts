/** The app was taken out of a workspace: told without a token, twice, in either order. */
import { revokeInstallation } from '../installations.js'
import type { RemovalArgs, SlackDeps } from '../listener.js'

export async function forgetWorkspace(deps: SlackDeps, { event, context }: RemovalArgs): Promise<void> {
  // a person's own token says nothing about the app
  if (event.type === 'tokens_revoked' && (event.tokens.bot ?? []).length === 0) return
  await revokeInstallation(deps.db.sql, { teamId: context.teamId, enterpriseId: context.enterpriseId }, deps.clock())
  deps.log.info({ teamId: context.teamId, event: event.type }, 'the app was removed from a workspace')
}
