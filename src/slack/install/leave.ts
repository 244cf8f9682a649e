/** Uninstalls the app from the workspaces of an organization that is deleted. */
import { WebAPIPlatformError } from '@slack/web-api'
import { makeClients } from '../transport/clients.js'
import { isPassing } from '../reply/slack-problems.js'
import type { TokenDeps } from '../transport/access.js'
import { isRow, type Kept, keptColumns, withoutToken } from './kept.js'
import { tokenOf } from './tokens.js'

/**
 * Uninstalls the app where it was installed by OAuth; the token of the configuration is the operator's and stays. A final
 * refusal of Slack's counts as done, and each workspace is recorded, so that a second try continues.
 * @throws Error Slack cannot be reached at this moment
 */
export async function leaveWorkspaces(deps: TokenDeps, organizationId: string): Promise<void> {
  const { sql } = deps.db
  const clientOf = makeClients(deps)
  const installed = await sql<Kept[]>`
    select ${keptColumns(sql)}
      from slack_installations
     where organization_id = ${organizationId}
       and revoked_at is null`
  for (const kept of installed) {
    const token = kept.installation === null || !deps.oauth ? undefined : await tokenOf(deps, kept, 'until it is settled')
    if (token?.kind === 'token' && deps.oauth) {
      const { clientId, clientSecret } = deps.oauth
      await clientOf(token.botToken)
        .apps.uninstall({ client_id: clientId, client_secret: clientSecret })
        .catch((error: unknown) => {
          if (isPassing(error) || !(error instanceof WebAPIPlatformError)) throw error
          deps.log.warn({ organizationId, refusal: error.data.error }, 'slack did not take the app out of a workspace')
        })
    }
    await sql`
      update slack_installations
         set revoked_at = ${deps.clock()}, ${withoutToken(sql)}
       where ${isRow(sql, kept)}`
  }
}
