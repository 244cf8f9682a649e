/** Whom bad news is brought to where an account has no channel. */
import { expect, test } from 'vitest'
import { listAdmins } from '../../../src/core/notices/fallback-recipient.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'

const { db } = await aDatabase()

test('admins of workspaces that have the app: whoever was made one, the last to be here first', async () => {
  const { organizationId, clock } = await aWorld(db)
  const team = (name: string) => `T${organizationId}${name}`
  await db.sql`
    insert into slack_installations (team_id, organization_id, installed_at, revoked_at)
    values (${team('HAS')}, ${organizationId}, ${clock.now}, null), (${team('HAD')}, ${organizationId}, ${clock.now}, ${clock.now})`
  await db.sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, assigned_role, seen_at)
    values (${organizationId}, ${team('HAS')}, 'UOLD', 'admin', null, '2026-01-01'),
           (${organizationId}, ${team('HAS')}, 'UNEW', 'admin', null, '2026-02-01'),
           (${organizationId}, ${team('HAS')}, 'UMADE', 'viewer', 'admin', '2026-01-15'),
           (${organizationId}, ${team('HAS')}, 'UNOMORE', 'admin', 'scheduler', '2026-02-02'),
           (${organizationId}, ${team('HAD')}, 'UGONE', 'admin', null, '2026-02-03')`
  expect((await listAdmins(db.sql, organizationId)).map(({ userId }) => userId)).toEqual([
    `${team('HAS')}:UNEW`,
    `${team('HAS')}:UMADE`,
    `${team('HAS')}:UOLD`,
  ])
})
