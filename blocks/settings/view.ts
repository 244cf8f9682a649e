/** The settings of an account: its zone, whether it publishes, how pins are spaced, and its calendar link. */
import { settingsMemory } from './memory.js'
import type { AnyBlock, Button, ConfirmationDialog, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Role } from '../../src/core/lib/actor.js'
import type { CalendarLink } from '../../src/core/slots/calendar/link.js'
import { escapeSigns } from '../kit/as-typed.js'
import { connectAgain } from '../admin/connect.js'
import { deletionPart } from '../admin/deletion.js'
import { action, view } from '../ids.js'
import { actions, alert, button, context, divider, escape, inline, section, text } from '../kit/kit.js'
import { resumeButton, whilePausedText, whyPaused } from './publishing.js'
import { approvalPart } from './approval.js'
import { publishedPart } from './published.js'
import { digestBlocks, type DigestPart } from './digest.js'
import { rolesPart } from '../admin/roles.js'
import { ago } from '../kit/times.js'

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
    | 'disconnectedAt'
    | 'notifyChannelId'
    | 'notifyOnPublish'
    | 'approvalPolicy'
    | 'approvalsChannelId'
  >
  hasOtherAccounts: boolean
  /** Whether the reader may change anything here. */
  canChange: boolean
  /** The reader's own. */
  role: Role
  /** Of all links, null: none; and how many links have a rule of their own. */
  spacing: { days: number | null; links: number }
  digest: DigestPart
  /** null: there is none; undefined: not for this reader's eyes. */
  calendar: CalendarLink | null | undefined
  now: Date
  /** What was just done. */
  banner?: string | undefined
}

export const settingsView = (model: SettingsModel): ModalView => ({
  type: 'modal',
  callback_id: view.settings,
  title: text('Settings', 24),
  close: text('Done', 24),
  private_metadata: settingsMemory.write({ accountId: model.account.id }),
  blocks: [
    ...(model.banner === undefined ? [] : [alert('success', model.banner)]),
    ...lostConnection(model),
    ...zoneBlocks(model),
    divider(),
    ...channelBlocks(model),
    ...publishedPart(model),
    divider(),
    ...digestBlocks(model.digest, model.canChange, model.now),
    divider(),
    ...approvalPart(model),
    divider(),
    ...publishingBlocks(model),
    divider(),
    ...spacingBlocks(model),
    divider(),
    ...calendarBlocks(model),
    divider(),
    ...rolesPart(model),
    divider(),
    ...liveConnection(model),
    ...deletionPart(model.canChange),
    ...(model.canChange ? [] : [context('Admins of your workspace change these.')]),
    context(`Account ${inline(model.account.username)}${model.hasOtherAccounts ? ' · choose another one on Home' : ''}`),
  ],
})

const asking = (it: Button, { title, words, yes }: { title: string; words: string; yes: string }): Button => ({
  ...it,
  confirm: {
    title: text(title, 100),
    text: text(words, 300),
    confirm: text(yes, 30),
    deny: text('Cancel', 30),
    ...(it.style && { style: it.style }),
  } satisfies ConfirmationDialog,
})

/** Empty while it is connected: what needs attention comes first, and what ends something last. */
function lostConnection({ account, canChange, now }: SettingsModel): AnyBlock[] {
  if (account.tokenStatus === 'authorized') return []
  const what = account.disconnectedAt === null ? 'Lost.' : `Disconnected ${ago(account.disconnectedAt, now)}.`
  const words = `*Connection*\n:warning: ${what} Pins wait for up to a day each, until the account is connected again.`
  return [section(words, canChange ? connectAgain(account, 'primary') : undefined), divider()]
}

function liveConnection({ account, canChange }: SettingsModel): AnyBlock[] {
  if (account.tokenStatus !== 'authorized') return [section('*Connection*\nNot connected to Pinterest'), divider()]
  const words = `*Connection*\nConnected to Pinterest as ${inline(account.username)}`
  return [section(words, canChange ? disconnectButton(account) : undefined), divider()]
}

const disconnectButton = ({ username }: Pick<Account, 'username'>): Button =>
  asking(button({ words: 'Disconnect', actionId: action.disconnect, style: 'danger', says: `Disconnect ${username}` }), {
    title: 'Disconnect the account?',
    words:
      'Pinslot deletes its access to Pinterest now. Scheduled pins wait for up to a day each, until the account is connected again. To end the permission at Pinterest too, open the settings of the account there.',
    yes: 'Disconnect',
  })

function zoneBlocks({ account: { timezone }, canChange }: SettingsModel): AnyBlock[] {
  return [
    section(
      `*Time zone*\n${timezone === null ? 'None yet: days are counted in UTC.' : inline(timezone)}`,
      canChange ? button({ words: 'Change', actionId: action.settingsZone, says: 'Change the time zone' }) : undefined,
    ),
    context('What a day is for spacing and for series, and the zone a new slot begins with. Slots keep their own.'),
  ]
}

function channelBlocks({ account: { notifyChannelId: id }, canChange }: SettingsModel): AnyBlock[] {
  const choose = button({ words: 'Choose', actionId: action.settingsChannel, says: 'Choose the channel' })
  const where =
    id === null
      ? ':warning: None yet: only whoever made a pin in Slack hears that it could not be published.'
      : `<#${escape(id)}>`
  return [
    section(`*Channel*\n${where}`, canChange ? choose : undefined),
    context('Hears what could not be published, what is late, when the connection is lost, and the digest.'),
  ]
}

function publishingBlocks({ account, canChange }: SettingsModel): AnyBlock[] {
  const { publishing, pausedBecause } = account
  if (publishing === 'active') {
    const pause = button({ words: 'Pause', actionId: action.settingsPause, says: 'Pause publishing' })
    return [section('*Publishing*\nActive', canChange ? pause : undefined)]
  }
  const resume = resumeButton({ actionId: action.settingsResume, style: 'primary', says: 'Resume publishing' })
  const change = button({
    words: 'While paused',
    actionId: action.settingsWhilePaused,
    says: 'Change what happens to pins that fall due',
  })
  return [
    section(
      `*Publishing*\n:double_vertical_bar: Paused: nothing new is sent.${whyPaused(pausedBecause)}\n${whilePausedText(account)}`,
    ),
    ...(canChange ? [actions(pausedBecause ? [resume] : [resume, change])] : []),
  ]
}

function spacingBlocks({ spacing: { days, links } }: SettingsModel): AnyBlock[] {
  const all =
    days === null
      ? 'None: pins with the same link may go out on the same day.'
      : `${daysApart(days)} between pins with the same link.`
  const own = links === 0 ? '' : links === 1 ? '\nOne link has a rule of its own.' : `\n${links} links have rules of their own.`
  return [
    section(`*Spacing*\n${all}${own}`, button({ words: 'Rules', actionId: action.spacing, says: 'Spacing rules' })),
    context('Holds for the next open slot and for evergreen pins. A set time is taken as it is.'),
  ]
}

export const daysApart = (days: number): string => (days === 1 ? 'At least one day' : `At least ${days} days`)

function calendarBlocks({ calendar, canChange, now }: SettingsModel): AnyBlock[] {
  const head = '*Calendar link*'
  const make = button({ words: 'Make a link', actionId: action.calendarMake, says: 'Make a calendar link' })
  if (calendar === undefined) return [section(`${head}\nSchedulers and admins see it.`)]
  if (calendar === null) {
    return [section(`${head}\nNone. With one, a calendar program shows what goes out and when.`, canChange ? make : undefined)]
  }
  const renew = asking(button({ words: 'Renew', actionId: action.calendarRenew, says: 'Renew the calendar link' }), {
    title: 'Make a new link?',
    words: 'The old link ends at once: calendars that read it show nothing more until they have the new one.',
    yes: 'Renew',
  })
  const remove = asking(
    button({ words: 'Turn off', actionId: action.calendarRemove, style: 'danger', says: 'Turn off the calendar link' }),
    { title: 'Turn the link off?', words: 'It ends at once: calendars that read it show nothing more.', yes: 'Turn off' },
  )
  return [
    section(`${head}\nCopy it into your calendar program as a subscription:\n\`${escapeSigns(calendar.url)}\``),
    ...(canChange ? [actions([renew, remove])] : []),
    context(`Made ${ago(calendar.createdAt, now)}. Whoever has it reads titles, links and times: treat it as a password.`),
  ]
}
