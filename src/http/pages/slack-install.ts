/** The pages of an installation: the first one, and one for each outcome. */
import type { Installing, NotInstalled, Right, SlackInstaller } from '../../core/accounts/workspaces/slack-installer.js'
import { card, escapeHtml, render, steps, terms } from './layout.js'

const FOOTER = 'Pinslot schedules and publishes Pinterest pins. Workspace admins can remove it from Slack at any time.'

export const PERMISSIONS_PATH = '/slack/permissions'

const MESSAGES = `Slack shows Pinslot messages only where you allow it: what people write to it in its own Messages tab, where it looks for images,
videos and links, and what is written in channels that it was invited to, where it keeps replies to its cards as comments and nothing else. It never reads
what was written before. Beyond that, it gets what people hand it with a command, a form, “New pin” or “New pins”.`

/** Every permission with its reason, and for those that may be refused what works without it. */
export function permissionsPage(rights: SlackInstaller['rights']): string {
  const listed = (shown: SlackInstaller['rights']) =>
    terms(
      ...shown.map(({ scope, why, without, isOptional }): [string, string] => [
        `<code>${escapeHtml(scope)}</code>`,
        `${escapeHtml(why)}.${isOptional ? ` Without it: ${escapeHtml(without)}` : ''}`,
      ]),
    )
  return render({
    path: null,
    isListed: true,
    title: 'What Pinslot may see in Slack, and why',
    lead: 'Slack lists these permissions when somebody adds Pinslot. It asks for nothing else.',
    body: `<h2>Pinslot does not work without these</h2>
${listed(rights.filter(({ isOptional }) => !isOptional))}
<h2>You may refuse these</h2>
<p>Whoever adds Pinslot chooses. To allow one later, <a href="/slack/install">add Pinslot again</a>: nothing else changes.</p>
${listed(rights.filter(({ isOptional }) => isOptional))}
<h2>Messages</h2>
<p>${MESSAGES}</p>
<h2>What it can’t do</h2>
<p>Pinslot can’t list your channels, join one by itself, search, see e-mail addresses, or act as a person.</p>`,
    footer: FOOTER,
  })
}

/** @param beginUrl redirects the person to Slack */
export const installPage = (rights: SlackInstaller['rights'], beginUrl: string): string =>
  render({
    path: null,
    title: 'Add Pinslot to Slack',
    lead: 'Schedule Pinterest pins from Slack. Each one goes out on time, exactly once.',
    body: `<p><a class="button" href="${escapeHtml(beginUrl)}">Add to Slack</a></p>
<div class="cards">${card('A pin in a minute', 'Create one with <code>/pin</code> or from any message.')}${card(
      'A weekly schedule',
      'Pins take the next open slot, or an exact time.',
    )}${card('Nothing missed', 'We post in your channel when a pin is published, late or failed.')}</div>
<h2>What Slack will ask you to allow</h2>
${terms(...rights.map(({ scope, why }): [string, string] => [`<code>${escapeHtml(scope)}</code>`, `${escapeHtml(why)}.`]))}
<p>${MESSAGES} <a href="${PERMISSIONS_PATH}">Each permission, and what works without it</a>.</p>
<h2>Who can do this</h2>
<p>Anyone who can install apps in your workspace. In an Enterprise organization, an admin can install it for all workspaces at once.</p>`,
    footer: FOOTER,
  })

type Installed = Extract<Installing, { kind: 'installed' }>

/** Lists the missing rights of a partial installation and their effect. */
const missingRights = (missing: readonly Right[]): string =>
  [
    missingPart(
      missing.filter(({ isOptional }) => !isOptional),
      'Some permissions are missing',
      'Slack didn’t give Pinslot everything it needs:',
      '<a href="/slack/install">Add Pinslot again</a> and allow everything Slack lists. If Slack doesn’t list them, ask your Pinslot operator.',
    ),
    missingPart(
      missing.filter(({ isOptional }) => isOptional),
      'What you left out',
      'Everything else works. Without these:',
      'You can <a href="/slack/install">add Pinslot again</a> to allow them.',
    ),
  ].join('')

const missingPart = (missing: readonly Right[], title: string, lead: string, next: string): string =>
  missing.length === 0
    ? ''
    : `<h2>${title}</h2>
<p>${lead}</p>
${terms(...missing.map(({ scope, without }): [string, string] => [`<code>${escapeHtml(scope)}</code>`, escapeHtml(without)]))}
<p>${next}</p>`

export function installedPage({ name, isEnterprise, isNew, openUrl, missing }: Installed): string {
  const where = name === null ? 'Slack' : escapeHtml(name)
  const link = `<a class="button" href="${escapeHtml(openUrl)}">${isEnterprise ? 'Choose the workspaces' : 'Open in Slack'}</a>`
  const whose = isNew
    ? 'We created a team for it, and you’re its admin.'
    : 'Your team’s accounts, pins and schedule are still here.'
  const connect = '<h3>Connect a Pinterest account</h3><p>An admin types <code>/pin connect</code> and opens the link.</p>'
  const chosen = '<h3>Choose the workspaces</h3><p>Slack asks which workspaces of your organization get Pinslot.</p>'
  return render({
    path: null,
    title: `Pinslot is in ${where}`,
    lead: isEnterprise ? 'One more step in Slack.' : whose,
    body: `<p>${link}</p>${missingRights(missing)}
<h2>What to do next</h2>
${steps(
  ...(isEnterprise ? [chosen] : []),
  connect,
  '<h3>Look around</h3><p><code>/pin help</code> shows every command; the app’s Home shows your next pins.</p>',
  '<h3>Invite it to your channel</h3><p>Type <code>/invite @Pinslot</code> in a channel, then choose that channel in <code>/pin settings</code>.</p>',
)}
<p>You can close this window.</p>`,
    footer: FOOTER,
  })
}

const NOTHING = 'Nothing was installed.'
const AGAIN = '<p><a href="/slack/install">Start again</a></p>'
const ASK = '<p>Ask your Pinslot operator when to try again.</p>'

/** Exhaustive: an outcome without a page does not compile. */
const WORDS = {
  denied: { status: 403, title: 'You didn’t allow access', lead: `Slack says you declined. ${NOTHING}`, next: AGAIN },
  stateWrong: {
    status: 400,
    title: 'Start again in this browser',
    lead: `You started in another browser, more than 10 minutes ago, or you’re already done. If you just saw that Pinslot is in your workspace, you’re done. Otherwise, ${NOTHING.toLowerCase()}`,
    next: AGAIN,
  },
  done: {
    status: 200,
    title: 'You’re done',
    lead: 'Pinslot is already in your workspace. You can close this window.',
    next: null,
  },
  stateSpent: {
    status: 409,
    title: 'This link was already used',
    lead: 'Slack’s response works only once. If you clicked twice, reload this page in a few seconds to see whether Pinslot is in your workspace. If you still see this, start again.',
    next: AGAIN,
  },
  tooMany: {
    status: 429,
    title: 'Too many attempts',
    lead: `${NOTHING} Reload this page in a minute.`,
    next: null,
  },
  codeMissing: {
    status: 400,
    title: 'This link isn’t valid',
    lead: `It’s incomplete or was changed. ${NOTHING}`,
    next: AGAIN,
  },
  codeRefused: {
    status: 400,
    title: 'Slack’s response has expired',
    lead: `It works only once, for 10 minutes. If you just saw that Pinslot is in your workspace, you’re done. Otherwise, ${NOTHING.toLowerCase()}`,
    next: AGAIN,
  },
  appRefused: {
    status: 502,
    title: 'Slack is rejecting Pinslot',
    lead: `You can’t fix this: its id, secret or address isn’t what Slack expects. ${NOTHING}`,
    next: ASK,
  },
  noBot: {
    status: 403,
    title: 'A required permission is missing',
    lead: `Slack didn’t let Pinslot act as an app. ${NOTHING} Allow everything Slack lists.`,
    next: AGAIN,
  },
  slackBusy: {
    status: 503,
    title: 'Slack is busy',
    lead: `Too many installations right now. ${NOTHING} Try again in a few minutes.`,
    next: AGAIN,
  },
  slackDown: {
    status: 502,
    title: 'Slack didn’t respond',
    lead: `It may be having problems. ${NOTHING} Try again in a few minutes.`,
    next: AGAIN,
  },
  notKept: {
    status: 503,
    title: 'Slack allowed it, but we couldn’t save it',
    lead: 'Slack may list Pinslot as installed, but it won’t work yet. Install it again in a few minutes.',
    next: AGAIN,
  },
} satisfies Record<NotInstalled, { status: number; title: string; lead: string; next: string | null }>

export function notInstalledPage(why: NotInstalled): { status: number; page: string } {
  const { status, title, lead, next } = WORDS[why]
  const body = next === null ? '' : `<h2>What to do</h2>${next}`
  return { status, page: render({ path: null, title, lead, body, footer: FOOTER }) }
}
