/** The installations in Postgres, as @slack/oauth takes them. */
import type { Installation, InstallationQuery, InstallationStore } from '@slack/oauth'
import { type Grant, installWorkspace, type Installed } from '../../core/accounts/workspaces/install.js'
import type { Deps } from '../../core/ports/deps.js'
import { revokeInstallation } from './installations.js'
import { type Kept, keptColumns } from './kept.js'

type StoreDeps = Pick<Deps, 'db' | 'clock' | 'wallClock' | 'sealer'>

/** Slack has granted it, and it is not stored: no fault of the person, nor of Slack. */
export class NotKept extends Error {
  override readonly name = 'NotKept'
}

/** @param onStored called with the organization it belongs to now, before the store resolves */
export function makeInstallationStore(deps: StoreDeps, onStored: (installed: Installed) => void): InstallationStore {
  return {
    async storeInstallation(installation) {
      const grant = grantOf(installation)
      onStored(
        await installWorkspace(deps, grant).catch((error: unknown) => {
          throw new NotKept('the installation could not be stored', { cause: error })
        }),
      )
    },
    async fetchInstallation(query) {
      const { sql } = deps.db
      const [kept] = await sql<Kept[]>`
        select ${keptColumns(sql)}
          from slack_installations
         where revoked_at is null
           and installation is not null
           and is_enterprise = ${query.isEnterpriseInstall}
           and ${query.isEnterpriseInstall ? sql`enterprise_id` : sql`team_id`} = ${placeOf(query)}`
      if (!kept?.installation) throw new Error('the app is not installed there')
      return JSON.parse(deps.sealer.open(kept.installation)) as Installation // as storeInstallation was given it
    },
    async deleteInstallation(query) {
      const { teamId, enterpriseId, isEnterpriseInstall } = query
      await revokeInstallation(deps, { teamId, enterpriseId, isEnterpriseInstall, removedAt: null })
    },
  }
}

const placeOf = ({ isEnterpriseInstall, enterpriseId, teamId }: InstallationQuery<boolean>): string =>
  (isEnterpriseInstall ? enterpriseId : teamId) ?? ''

function grantOf(installation: Installation): Grant {
  const { team, enterprise, user, bot, isEnterpriseInstall = false } = installation
  const place = {
    teamId: isEnterpriseInstall ? '' : (team?.id ?? ''),
    enterpriseId: enterprise?.id ?? '',
    isEnterprise: isEnterpriseInstall,
  }
  if (!bot || (place.isEnterprise ? place.enterpriseId : place.teamId) === '')
    throw new NotKept('slack did not say what was installed where')
  return {
    place,
    name: (isEnterpriseInstall ? enterprise?.name : team?.name) ?? null,
    installedBy: user.id,
    botUserId: bot.userId,
    scopes: bot.scopes,
    secret: JSON.stringify({ ...installation, authVersion: 'v2' }), // @slack/oauth renews no other
    tokenExpiresAt: bot.expiresAt === undefined ? null : new Date(bot.expiresAt * 1000),
  }
}
