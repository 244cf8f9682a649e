/** Media that perhaps no post has any more: the sweep checks what was made or left, in place of all media. */
import type { Part } from '../lib/rows/by-organization.js'
import type { Sql } from '../ports/deps.js'

/** A part of a `with`: the sweep checks these. Rows are only ever inserted beside other work, so that nobody waits for anybody. */
export const checking = (sql: Sql, organizationId: string, mediaIds: Part) => sql`
  to_check as (insert into media_to_check (organization_id, media_id) select ${organizationId}, m.id from (${mediaIds}) m)`
