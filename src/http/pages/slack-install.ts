/** The pages of an installation: before it, and for each end it may have. */
import type { Installing, NotInstalled, SlackInstaller } from '../../core/accounts/workspaces/slack-installer.js'
import { card, escapeHtml, render, steps, terms } from './layout.js'

const FOOTER =
  'Pinslot schedules pins and publishes them at their time. An admin of the workspace can remove it from Slack at any time.'

/** @param beginUrl where the person is led on to Slack */
export const installPage = (rights: SlackInstaller['rights'], beginUrl: string): string =>
  render({
    path: null,
    title: 'Add Pinslot to Slack',
    lead: 'Your team schedules Pinterest pins from Slack, and each goes out exactly once, at its time.',
    body: `<p><a class="button" href="${escapeHtml(beginUrl)}">Add to Slack</a></p>
<div class="cards">${card('A pin in a minute', 'Compose one by <code>/pin</code>, or out of any message.')}${card(
      'A weekly schedule',
      'It takes the next open slot, or a time of its own.',
    )}${card('Nothing missed', 'The team hears in its channel when a pin was published, is late, or could not be published.')}</div>
<h2>What Slack will ask you to allow</h2>
${terms(...rights.map(({ scope, why }): [string, string] => [`<code>${escapeHtml(scope)}</code>`, `${escapeHtml(why)}.`]))}
<p>It reads no messages: of a channel it knows only what somebody hands to it by a command, a form, or “Make a pin”.</p>
<h2>Who can do this</h2>
<p>Whoever may install apps in your workspace. In an Enterprise organization an admin can install it for all workspaces at once.</p>`,
    footer: FOOTER,
  })

type Installed = Extract<Installing, { kind: 'installed' }>

export function installedPage({ name, isEnterprise, isNew, openUrl }: Installed): string {
  const where = name === null ? 'Slack' : escapeHtml(name)
  const link = `<a class="button" href="${escapeHtml(openUrl)}">${isEnterprise ? 'Choose the workspaces' : 'Open in Slack'}</a>`
  const whose = isNew
    ? 'A team was made for it here, and you are its admin.'
    : 'It belongs to the team that it belonged to: its accounts, pins and schedule are there.'
  const connect =
    '<h3>Connect a Pinterest account</h3><p>An admin types <code>/pin connect</code> and opens the link that comes.</p>'
  const chosen = '<h3>Choose the workspaces</h3><p>Slack asks in which workspaces of your organization Pinslot is to be.</p>'
  return render({
    path: null,
    title: `Pinslot is in ${where}`,
    lead: isEnterprise ? 'One thing is left to do in Slack.' : whose,
    body: `<p>${link}</p>
<h2>What to do next</h2>
${steps(
  ...(isEnterprise ? [chosen] : []),
  connect,
  '<h3>See what there is</h3><p><code>/pin help</code> shows every command with an example; the app’s Home shows what goes out next.</p>',
  '<h3>Invite it where the team talks</h3><p><code>/invite @Pinslot</code> in a channel, then choose that channel in <code>/pin settings</code>.</p>',
)}
<p>You may close this window.</p>`,
    footer: FOOTER,
  })
}

const NOTHING = 'Nothing was installed.'
const AGAIN = '<p><a href="/slack/install">Begin again</a></p>'
const ASK = '<p>Ask the operator of this Pinslot when it can be tried again.</p>'

/** A new end without a page does not compile. */
const WORDS = {
  denied: { status: 403, title: 'You did not allow it', lead: `Slack told us that you said no. ${NOTHING}`, next: AGAIN },
  stateWrong: {
    status: 400,
    title: 'Not begun in this browser',
    lead: `Or more than ten minutes ago, or it is finished already. If you have just read that Pinslot is in your workspace, all is well. Otherwise ${NOTHING.toLowerCase()}`,
    next: AGAIN,
  },
  codeMissing: {
    status: 400,
    title: 'This is not an answer we asked for',
    lead: `The address is not complete, or was changed on its way. ${NOTHING}`,
    next: AGAIN,
  },
  codeRefused: {
    status: 400,
    title: 'Slack did not accept its own answer any more',
    lead: `It works once, and for ten minutes only. If you have just read that Pinslot is in your workspace, all is well. Otherwise ${NOTHING.toLowerCase()}`,
    next: AGAIN,
  },
  appRefused: {
    status: 502,
    title: 'Slack refuses this Pinslot',
    lead: `You cannot fix this: its own id, secret or address is not what Slack knows. ${NOTHING}`,
    next: ASK,
  },
  noBot: {
    status: 403,
    title: 'Something was not allowed that is needed',
    lead: `Slack gave no right to act as Pinslot. ${NOTHING} Allow everything that Slack lists.`,
    next: AGAIN,
  },
  slackBusy: {
    status: 503,
    title: 'Slack asks us to wait',
    lead: `There are too many installations at the moment. ${NOTHING} Try again in some minutes.`,
    next: AGAIN,
  },
  slackDown: {
    status: 502,
    title: 'Slack did not answer',
    lead: `Or it answered with a failure of its own. ${NOTHING} Try again in some minutes.`,
    next: AGAIN,
  },
  notKept: {
    status: 503,
    title: 'Slack allowed it, but we could not store that',
    lead: 'Slack may list Pinslot as installed, and it does not answer there yet. Install it once more in some minutes: that fixes it.',
    next: AGAIN,
  },
} satisfies Record<NotInstalled, { status: number; title: string; lead: string; next: string }>

export function notInstalledPage(why: NotInstalled): { status: number; page: string } {
  const { status, title, lead, next } = WORDS[why]
  return { status, page: render({ path: null, title, lead, body: `<h2>What to do</h2>${next}`, footer: FOOTER }) }
}
