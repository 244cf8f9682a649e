/** The view of the current settings. */
import { switchesAccount } from '../../forms/switches-account.js'
import { settingsMemory, type SettingsMemory } from '../../../../blocks/settings/memory.js'
import type { ModalView } from '@slack/types'
import { action, settingsView } from '../../../../blocks/settings/view.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { readQueue } from '../../../core/accounts/queue.js'
import { readDigestSettings } from '../../../core/accounts/digest-settings.js'
import { staysPaused } from '../../../core/accounts/uncompared.js'
import { hasRoleOn, isOrganizationAdmin } from '../../../core/accounts/people/roles.js'
import { readApprovalRules } from '../../../core/posts/approval/rules/rules.js'
import { readClients } from '../../../core/posts/review-links/people.js'
import { wantsReminders } from '../../../core/posts/approval/waiting.js'
import { listUtmRules } from '../../../core/links/utm-rules.js'
import { readCalendarLink } from '../../../core/slots/calendar-link.js'
import { readGuardSettings } from '../../../core/slots/guard-settings.js'
import { listSpacingRules } from '../../../core/slots/spacing-rules.js'
import { regionOf } from '../../../core/insight/trends/regions.js'
import { chosenAccount } from '../../accounts.js'
import { readerRole } from '../../people/rights.js'
import { onAction, type SlackDeps } from '../../listener.js'

/** @param banner the confirmation of the last change */
export async function settingsNow(
  deps: SlackDeps,
  member: Member,
  { accountId, isAdvanced }: SettingsMemory,
  banner?: string,
): Promise<ModalView> {
  const { actor } = member
  const mayDecide = hasRoleOn(actor, accountId, 'scheduler')
  const [{ accounts, account }, rules, guard, utm, calendar, digest, isReminded, approvalRules, clients] = await Promise.all([
    chosenAccount(deps, { ...member, currentAccountId: accountId }),
    listSpacingRules(deps, actor, { accountId }),
    readGuardSettings(deps, actor, { accountId }),
    listUtmRules(deps, actor, { accountId }),
    mayDecide ? readCalendarLink(deps, actor, { accountId }) : undefined,
    readDigestSettings(deps, actor, { accountId }),
    mayDecide ? wantsReminders(deps, actor) : undefined,
    hasRoleOn(actor, accountId, 'admin') ? readApprovalRules(deps, actor, { accountId }) : undefined,
    hasRoleOn(actor, accountId, 'admin') ? readClients(deps, actor, { accountId }) : undefined,
  ])
  return settingsView({
    account,
    accounts,
    staysPaused: account.pausedBecause === 'restored' && (await staysPaused(deps.db.sql, account)),
    overdue: account.publishing === 'paused' ? (await readQueue(deps.db.sql, account, deps.clock())).overdue : undefined,
    canChange: hasRoleOn(actor, account.id, 'admin'),
    role: readerRole(actor, account.id),
    isReminded,
    approvalRules: approvalRules?.rules,
    clients,
    isOrganizationAdmin: isOrganizationAdmin(actor),
    spacing: {
      days: rules.find(({ type }) => type === 'DEFAULT')?.days ?? null,
      links: rules.filter(({ type }) => type === 'CUSTOM').length,
    },
    guard: { settings: guard, timezone: account.timezone ?? 'UTC', locale: member.locale, now: deps.clock() },
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

onAction(
  action.settingsAccount,
  switchesAccount({
    memory: settingsMemory,
    show: settingsNow,
    begun: (memory, accountId) => ({ ...memory, accountId }),
  }),
)
