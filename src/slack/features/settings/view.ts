/** The view of the current settings. */
import type { SettingsMemory } from '../../../../blocks/settings/memory.js'
import type { ModalView } from '@slack/types'
import { settingsView } from '../../../../blocks/settings/view.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { readQueue } from '../../../core/accounts/queue.js'
import { readDigestSettings } from '../../../core/accounts/digest-settings.js'
import { staysPaused } from '../../../core/accounts/uncompared.js'
import { hasRoleOn, isOrganizationAdmin } from '../../../core/accounts/people/roles.js'
import { listUtmRules } from '../../../core/links/utm-rules.js'
import { readCalendarLink } from '../../../core/slots/calendar-link.js'
import { listSpacingRules } from '../../../core/slots/spacing-rules.js'
import { regionOf } from '../../../core/insight/trends/regions.js'
import { chosenAccount } from '../../accounts.js'
import { readerRole } from '../../people/rights.js'
import type { SlackDeps } from '../../listener.js'

/** @param banner the confirmation of the last change */
export async function settingsNow(
  deps: SlackDeps,
  member: Member,
  { accountId, isAdvanced }: SettingsMemory,
  banner?: string,
): Promise<ModalView> {
  const { actor } = member
  const [{ accounts, account }, rules, utm, calendar, digest] = await Promise.all([
    chosenAccount(deps, { ...member, currentAccountId: accountId }),
    listSpacingRules(deps, actor, { accountId }),
    listUtmRules(deps, actor, { accountId }),
    hasRoleOn(actor, accountId, 'scheduler') ? readCalendarLink(deps, actor, { accountId }) : undefined,
    readDigestSettings(deps, actor, { accountId }),
  ])
  return settingsView({
    account,
    accounts,
    staysPaused: account.pausedBecause === 'restored' && (await staysPaused(deps.db.sql, account)),
    overdue: account.publishing === 'paused' ? (await readQueue(deps.db.sql, account, deps.clock())).overdue : undefined,
    canChange: hasRoleOn(actor, account.id, 'admin'),
    role: readerRole(actor, account.id),
    isOrganizationAdmin: isOrganizationAdmin(actor),
    spacing: {
      days: rules.find(({ type }) => type === 'DEFAULT')?.days ?? null,
      links: rules.filter(({ type }) => type === 'CUSTOM').length,
    },
    digest: {
      settings: digest,
      hasChannel: account.notifyChannelId !== null,
      canAsk: hasRoleOn(actor, accountId, 'scheduler'),
      locale: member.locale,
      readerZone: member.timezone,
    },
    utm: {
      rule: utm.find(({ boardId }) => boardId === null) ?? null,
      boards: utm.filter(({ boardId }) => boardId !== null).length,
    },
    calendar,
    trends: { region: regionOf(account.timezone) },
    now: deps.clock(),
    banner,
    isAdvanced,
  })
}
