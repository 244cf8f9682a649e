/** Decides which workspace of an enterprise is the organization's own, when the app was installed for all of them. */
import { recordAct } from '../../audit/audit.js'
import type { Db } from '../../ports/deps.js'
import type { SlackStanding } from './effective-role.js'

type Comer = { teamId: string; userId: string; standing: SlackStanding | null }
type Place = { organizationId: string; isEnterprise: boolean; isHome: boolean; hasHome: boolean }

/**
 * Makes the first workspace from which a Slack admin uses the app the organization's own, permanently; of several at once, one
 * wins. Until then, and in all other workspaces, people are viewers unless an admin decides otherwise.
 * @returns `place` with the current state
 */
export async function claimHome<P extends Place>({ db }: { db: Db }, comer: Comer, place: P, now: Date): Promise<P> {
  const isAdmin = comer.standing === 'admin' || comer.standing === 'enterprise_admin'
  if (!place.isEnterprise || place.hasHome || !isAdmin) return place
  const { organizationId } = place
  const home = await db.tx(async (sql) => {
    const claimed = await sql`
      update organizations
         set home_slack_team_id = ${comer.teamId}
       where id = ${organizationId}
         and home_slack_team_id is null`
    if (claimed.count === 1) {
      const actor = { organizationId, via: 'slack', userId: `${comer.teamId}:${comer.userId}` } as const
      const act = { subject: `organization:${organizationId}`, action: 'setHome', after: { teamId: comer.teamId } }
      await recordAct(sql, actor, act, now)
    }
    const [row] = await sql<{ teamId: string | null }[]>`
      select home_slack_team_id as "teamId"
        from organizations
       where id = ${organizationId}`
    return row?.teamId
  })
  return { ...place, hasHome: true, isHome: home === comer.teamId }
}
