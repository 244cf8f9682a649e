/** The settings of an account in sections: posting, notices and roles, with the rare ones behind "Advanced". */
import { settingsMemory } from './memory.js'
import type { AnyBlock, Button, ConfirmationDialog, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Role } from '../../src/core/lib/actor.js'
import type { CalendarLink } from '../../src/core/slots/calendar-link.js'
import { escapeSigns } from '../kit/as-typed.js'
import { connectAgain } from '../admin/connect.js'
import { deletionPart } from './deletion.js'
import { command } from '../ids.js'
import { accountSwitch, type Switchable } from '../kit/account-switch.js'
import { actions, alert, button, context, divider, escape, header, inline, section, text } from '../kit/kit.js'
import { heldOf, holdText, resumeHoldButton } from './hold.js'
import { pausedUntilText, resumeButton, whilePausedText, whyPaused } from './publishing.js'
import { type ApprovalPart, approvalPart } from './approval.js'
import { defaultLinkPart } from './default-link.js'
import { type GuardPart, guardPart } from './guard.js'
import { deadLinksPart } from './dead-links.js'
import { publishedPart } from './published.js'
import { digestBlocks, type DigestPart } from './digest.js'
import { rolesPart } from '../admin/roles.js'
import { ago } from '../kit/times.js'
import { type TrendsPart, trendsPart } from './trends.js'
import { type UtmPart, utmPart } from './utm.js'
import { webhooksPart } from '../webhooks/list.js'

export const action = {
  openSettings: 'open_settings',
  settingsAccount: 'settings_account',
  settingsAdvanced: 'show_advanced',
  settingsZone: 'open_zone',
  settingsChannel: 'open_channel',
  settingsPause: 'open_pause',
  settingsResume: 'resume_publishing',
  settingsResumeHold: 'resume_hold',
  disconnect: 'disconnect_account',
  settingsWhilePaused: 'open_while_paused',
  calendarMake: 'make_calendar_link',
  calendarRenew: 'renew_calendar_link',
  calendarRemove: 'remove_calendar_link',
  spacing: 'open_spacing',
} as const
export const view = { settings: 'settings' } as const

export type SettingsModel = {
  account: Pick<
    Account,
    | 'id'
    | 'username'
    | 'timezone'
    | 'tokenStatus'
    | 'publishing'
    | 'whilePaused'
    | 'pausedBecause'
    | 'pausedUntil'
    | 'holdSince'
    | 'holdReason'
    | 'holdMessage'
    | 'holdProbeAt'
    | 'disconnectedAt'
    | 'notifyChannelId'
    | 'publishedPins'
    | 'holdDeadLinks'
    | 'approvalPolicy'
    | 'approvalsChannelId'
    | 'remindsApprovers'
    | 'trendRegion'
    | 'trendInterests'
    | 'defaultLink'
  >
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  /** True if an admin paused an account that a restore had paused, so that the comparison does not resume it. */
  staysPaused: boolean
  /** The number of pins that go out as soon as a paused account is resumed. */
  overdue?: number | undefined
  /** Whether the reader may change anything here. */
  canChange: boolean
  /** Whether the rare settings are shown. */
  isAdvanced?: boolean | undefined
  /** The reader's role on this account. */
  role: Role
  /** Whether the reader gets reminders of approvals; undefined: they may not decide. */
  isReminded?: boolean | undefined
  /** undefined: the reader may not see them. */
  approvalRules?: ApprovalPart['approvalRules']
  clients?: ApprovalPart['clients']
  /** Whether the reader may change roles, and delete. */
  isOrganizationAdmin: boolean
  /** `days`: the rule for all links, null: none. `links`: how many links have a rule of their own. */
  spacing: { days: number | null; links: number }
  guard: GuardPart
  digest: DigestPart
  utm: UtmPart
  trends: TrendsPart
  /** null: there is none; undefined: the reader may not see it. */
  calendar: CalendarLink | null | undefined
  now: Date
  /** The result of the last press. */
  banner?: string | undefined
}

export const settingsView = (model: SettingsModel): ModalView => ({
  type: 'modal',
  callback_id: view.settings,
  title: text('Settings', 24),
  close: text('Done', 24),
  private_metadata: settingsMemory.write({ accountId: model.account.id, ...(model.isAdvanced && { isAdvanced: true }) }),
  blocks: [
    ...(model.banner === undefined ? [] : [alert('success', model.banner)]),
    ...accountSwitch({ surface: 'form', accounts: model.accounts, accountId: model.account.id }, action.settingsAccount),
    ...lostConnection(model),
    header('Posting'),
    ...publishingBlocks(model),
    ...zoneBlocks(model),
    ...spacingBlocks(model),
    ...guardPart(model),
    ...defaultLinkPart(model),
    ...deadLinksPart(model),
    ...trendsPart(model, model.canChange),
    header('Notifications'),
    ...channelBlocks(model),
    ...publishedPart(model),
    ...digestBlocks(model.digest, model.canChange, model.now),
    header('Team'),
    ...approvalPart(model),
    ...rolesPart(model),
    ...advancedBlocks(model),
    ...(model.canChange ? [] : [context('Only admins can change these.')]),
    ...(model.accounts.length > 1 ? [] : [context(`Account ${inline(model.account.username)}`)]),
  ],
})

const asking = (it: Button, { title, text: question, yes }: { title: string; text: string; yes: string }): Button => ({
  ...it,
  confirm: {
    title: text(title, 100),
    text: text(question, 300),
    confirm: text(yes, 30),
    deny: text('Cancel', 30),
    ...(it.style && { style: it.style }),
  } satisfies ConfirmationDialog,
})

function advancedBlocks(model: SettingsModel): AnyBlock[] {
  const toggle = (shown: string, value: string) => actions([button({ text: shown, actionId: action.settingsAdvanced, value })])
  if (!model.isAdvanced)
    return [toggle('Advanced', 'show'), context('UTM parameters, calendar link, connection, API keys, webhooks and deletion.')]
  return [
    header('Advanced'),
    ...utmPart(model.utm, model.canChange),
    ...calendarBlocks(model),
    section(`*API keys*\nFor programs that use Pinslot. See \`${command.pin} keys\`.`),
    ...webhooksPart(model.isOrganizationAdmin),
    ...liveConnection(model),
    ...deletionPart(model.isOrganizationAdmin),
    toggle('Hide advanced', 'hide'),
  ]
}

/** The connection on top if the account is disconnected; a live one comes last, because its button ends it. */
function lostConnection({ account, canChange, now }: SettingsModel): AnyBlock[] {
  if (account.tokenStatus === 'authorized') return []
  const what = account.disconnectedAt === null ? 'Disconnected.' : `Disconnected ${ago(account.disconnectedAt, now)}.`
  const words = `*Connection*\n:warning: ${what} Scheduled pins wait for up to 24 hours.`
  return [section(words, canChange ? connectAgain(account, 'primary') : undefined), divider()]
}

function liveConnection({ account, canChange }: SettingsModel): AnyBlock[] {
  if (account.tokenStatus !== 'authorized') return [section('*Connection*\nNot connected to Pinterest')]
  const words = `*Connection*\nConnected to Pinterest as ${inline(account.username)}`
  return [section(words, canChange ? disconnectButton(account) : undefined)]
}

const disconnectButton = ({ username }: Pick<Account, 'username'>): Button =>
  asking(button({ text: 'Disconnect', actionId: action.disconnect, style: 'danger', label: `Disconnect ${username}` }), {
    title: 'Disconnect this account?',
    text: 'Pinslot deletes its access now. Scheduled pins wait for up to 24 hours until you reconnect. To revoke access on Pinterest too, open your account settings there.',
    yes: 'Disconnect',
  })

function zoneBlocks({ account: { timezone }, canChange }: SettingsModel): AnyBlock[] {
  return [
    section(
      `*Time zone*\n${timezone === null ? 'Not set: days are in UTC.' : inline(timezone)}`,
      canChange ? button({ text: 'Edit', actionId: action.settingsZone, label: 'Edit: time zone' }) : undefined,
    ),
    context('Used for new slots and day limits. Existing slots keep theirs.'),
  ]
}

function channelBlocks({ account: { notifyChannelId: id }, canChange }: SettingsModel): AnyBlock[] {
  const choose = button({ text: 'Edit', actionId: action.settingsChannel, label: 'Edit: channel' })
  const where = id === null ? ':warning: Not set: only the person who created a pin hears when it fails.' : `<#${escape(id)}>`
  return [section(`*Channel*\n${where}`, canChange ? choose : undefined), context('Alerts and the weekly digest go here.')]
}

function holdBlocks({ account, canChange }: SettingsModel): AnyBlock[] {
  const hold = heldOf(account)
  if (!hold) return []
  const label = `Resume now: ${account.username}`
  const resume = resumeHoldButton({ actionId: action.settingsResumeHold, style: 'primary', label })
  return [section(`*On hold*\n:warning: ${holdText(hold)}`, canChange ? resume : undefined)]
}

function publishingBlocks(model: SettingsModel): AnyBlock[] {
  return [...holdBlocks(model), ...pauseBlocks(model)]
}

function pauseBlocks({ account, staysPaused, overdue, canChange }: SettingsModel): AnyBlock[] {
  const { publishing, pausedBecause, pausedUntil, whilePaused } = account
  if (publishing === 'active') {
    const pause = button({ text: 'Pause', actionId: action.settingsPause, label: 'Pause publishing' })
    return [section('*Publishing*\nActive', canChange ? pause : undefined)]
  }
  const resume = resumeButton({ actionId: action.settingsResume, style: 'primary', label: 'Resume publishing', overdue })
  const change = button({
    text: 'Edit',
    actionId: action.settingsWhilePaused,
    label: 'Edit: what happens to due pins while paused',
  })
  const keep = button({ text: 'Keep paused', actionId: action.settingsPause, label: 'Keep paused after the comparison' })
  const stays = staysPaused ? ' An admin also paused it, so only an admin can resume it.' : ''
  const others = pausedBecause === null || staysPaused ? [change] : pausedBecause === 'restored' ? [keep] : []
  return [
    section(
      `*Publishing*\n:double_vertical_bar: Paused${pausedUntilText(pausedUntil)}: no new pins go out.${whyPaused(pausedBecause)}${stays}\n${whilePausedText(staysPaused ? { whilePaused } : account)}`,
    ),
    ...(canChange ? [actions([resume, ...others])] : []),
  ]
}

function spacingBlocks({ spacing: { days, links }, canChange }: SettingsModel): AnyBlock[] {
  const verb = canChange ? 'Edit' : 'View'
  const all =
    days === null
      ? 'Off: pins with the same link can go out on the same day.'
      : `${daysApart(days)} between pins with the same link.`
  const own = links === 0 ? '' : links === 1 ? '\n1 link has its own rule.' : `\n${links} links have their own rules.`
  return [
    section(`*Spacing*\n${all}${own}`, button({ text: verb, actionId: action.spacing, label: `${verb}: spacing rules` })),
    context('Doesn’t apply to pins with an exact time.'),
  ]
}

export const daysApart = (days: number): string => (days === 1 ? 'At least 1 day' : `At least ${days} days`)

function calendarBlocks({ calendar, canChange, now }: SettingsModel): AnyBlock[] {
  const head = '*Calendar link*'
  const make = button({ text: 'Turn on', actionId: action.calendarMake, label: 'Turn on: calendar link' })
  if (calendar === undefined) return [section(`${head}\nOnly schedulers and admins can see it.`)]
  if (calendar === null) {
    return [section(`${head}\nSee your schedule in any calendar app.`, canChange ? make : undefined)]
  }
  const renew = asking(button({ text: 'Renew', actionId: action.calendarRenew, label: 'Renew the calendar link' }), {
    title: 'Replace the link?',
    text: 'The old link stops working right away. Add the new one to your calendars.',
    yes: 'Renew',
  })
  const remove = asking(
    button({ text: 'Turn off', actionId: action.calendarRemove, style: 'danger', label: 'Turn off the calendar link' }),
    {
      title: 'Turn off the link?',
      text: 'It stops working right away, and calendars that use it become empty.',
      yes: 'Turn off',
    },
  )
  return [
    section(`${head}\nAdd this link to your calendar app as a subscription:\n\`${escapeSigns(calendar.url)}\``),
    ...(canChange ? [actions([renew, remove])] : []),
    context(
      `Created ${ago(calendar.createdAt, now)}. Anyone with the link can see titles, links and times, so treat it like a password.`,
    ),
  ]
}
