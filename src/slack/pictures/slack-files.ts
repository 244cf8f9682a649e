/** Which of our pictures a workspace has as a file already. */
import type { Sql } from '../../core/ports/deps.js'

export type FileIndex = { organizationId: string; teamId: string }

/** By the pictures' names; one that was never brought there is not in it. */
export async function findFiles(
  sql: Sql,
  { organizationId, teamId }: FileIndex,
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ picture: string; fileId: string }[]>`
    select picture, file_id as "fileId"
      from slack_files
     where organization_id = ${organizationId}
       and slack_team_id = ${teamId}
       and picture = any(${[...names]})`
  return new Map(rows.map(({ picture, fileId }) => [picture, fileId]))
}

type Old = { /** Of their names. */ beginning: string; until: Date; limit: number }
export type KnownFile = { name: string; fileId: string; uploadedAt: Date }

/** The oldest of those that came until then. What another process forgets at the same time is not returned here. */
export async function forgetFiles(
  sql: Sql,
  { organizationId, teamId }: FileIndex,
  { beginning, until, limit }: Old,
): Promise<KnownFile[]> {
  return await sql<KnownFile[]>`
    delete from slack_files
     where organization_id = ${organizationId}
       and slack_team_id = ${teamId}
       and picture in (select picture
                         from slack_files
                        where organization_id = ${organizationId}
                          and slack_team_id = ${teamId}
                          and starts_with(picture, ${beginning})
                          and uploaded_at <= ${until}
                        order by uploaded_at
                        limit ${limit}
                          for update skip locked)
    returning picture as name, file_id as "fileId", uploaded_at as "uploadedAt"`
}

/** Of two processes that brought the same picture the first is kept. @param gone the file it takes the place of @returns the one that is kept */
export async function keepFile(
  sql: Sql,
  { organizationId, teamId }: FileIndex,
  { name, fileId, gone }: { name: string; fileId: string; gone: string | undefined },
  now: Date,
): Promise<string> {
  const [row] = await sql<[{ fileId: string }]>`
    insert into slack_files as f (organization_id, slack_team_id, picture, file_id, uploaded_at)
    values (${organizationId}, ${teamId}, ${name}, ${fileId}, ${now})
    on conflict (organization_id, slack_team_id, picture) do update
       set file_id = case when f.file_id = ${gone ?? ''} then excluded.file_id else f.file_id end,
           uploaded_at = case when f.file_id = ${gone ?? ''} then excluded.uploaded_at else f.uploaded_at end
    returning file_id as "fileId"`
  return row.fileId
}
