/** What a workspace did not allow, so that forms and help can say so before somebody tries. */
import type { Sql } from '../../core/ports/deps.js'
import type { RIGHTS } from './scopes.js'

type Optional = Extract<(typeof RIGHTS)[number], { isOptional: true }>['scope']
/** The part of a listener's context that names the workspace. */
type Place = { slackTeamId: string; enterpriseId?: string | undefined }

/** True when the last installation lacks the right; false when nobody installed the app by our page. */
export async function lacksRight(sql: Sql, { slackTeamId, enterpriseId }: Place, scope: Optional): Promise<boolean> {
  const [row] = await sql<{ isLacking: boolean }[]>`
    select scopes <> '' and not string_to_array(scopes, ',') @> array[${scope}] as "isLacking"
      from slack_installations
     where revoked_at is null
       and ((team_id = ${slackTeamId} and not is_enterprise)
            or (enterprise_id = ${enterpriseId ?? ''} and is_enterprise and enterprise_id <> ''))
     order by is_enterprise
     limit 1`
  return row?.isLacking ?? false
}
