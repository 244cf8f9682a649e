/** Finds organizations by the workspace that an event of Slack names. */
import type { Sql } from '../../core/ports/deps.js'

type Named = { teamId?: string | null | undefined; enterpriseId?: string | null | undefined }

/** Lists the organizations that have the workspace: the app may be installed for the workspace and for its enterprise. */
export async function listOrganizationsOf(sql: Sql, { teamId, enterpriseId }: Named): Promise<string[]> {
  const rows = await sql<{ organizationId: string }[]>`
    select distinct organization_id as "organizationId"
      from slack_installations
     where (team_id = ${teamId ?? ''} and not is_enterprise)
        or (enterprise_id = ${enterpriseId ?? ''} and is_enterprise)`
  return rows.map(({ organizationId }) => organizationId)
}
