/** The consent page of a connect link, and the pages of broken links. */
import type { Invitation } from '../../core/connections/begin.js'
import { escapeHtml, nextButton, render, steps } from './layout.js'

export const FOOTER = 'Pinslot schedules and publishes Pinterest pins. We never ask for your Pinterest password.'

const CONSENT_TEXT = `
<h2>What Pinterest will ask you</h2>
${steps(
  '<h3>To sign in</h3><p>Check that Pinterest shows the right account before you continue.</p>',
  `<h3>To allow reading and writing of pins and boards</h3><p>Pinslot publishes pins for you and reads your boards and your pins’ stats. Leave everything
   checked: Pinslot needs all of it to publish.</p>`,
)}
<p>You can revoke access at any time in your Pinterest settings.</p>`

/** Escapes the names. The button posts to the address of the page itself. */
export const invitationPage = (invitation: Invitation): string => {
  const { title, lead } = wordsOf(invitation)
  return render({ path: null, title, lead, body: `${nextButton('Continue to Pinterest')}${CONSENT_TEXT}`, footer: FOOTER })
}

function wordsOf(invitation: Invitation): { title: string; lead: string } {
  switch (invitation.kind) {
    case 'new':
      return {
        title: `Connect a Pinterest account to ${escapeHtml(invitation.organization)}`,
        lead: `The team ${escapeHtml(invitation.organization)} will be able to publish pins for the account you choose. Don’t know this team? Close this page.`,
      }
    case 'again':
      return {
        title: `Reconnect ${escapeHtml(invitation.username)}`,
        lead: `The team ${escapeHtml(invitation.organization)} publishes pins for this account. Sign in to Pinterest as ${escapeHtml(invitation.username)}; other accounts won’t work.`,
      }
    case 'againUnnamed':
      return {
        title: `Reconnect account ${invitation.accountId}`,
        lead: 'Sign in to Pinterest with the account that was connected before; other accounts won’t work.',
      }
  }
}

/** Pages with their HTTP status. */
export const BAD_LINKS = {
  expired: {
    status: 410,
    page: badLink('This link has expired', 'Links to connect an account work for 15 minutes. Nothing was connected.'),
  },
  wrong: {
    status: 404,
    page: badLink(
      'This link is incomplete',
      'Part of it is missing, or it isn’t one of ours. Copy the whole link or get a new one.',
    ),
  },
  noPage: {
    status: 404,
    page: badLink('Page not found', 'The link is incomplete or was changed. Nothing was connected.'),
  },
  gone: {
    status: 410,
    page: badLink('This link no longer works', 'Its team or account no longer exists. Nothing was connected.'),
  },
  withdrawn: {
    status: 410,
    page: badLink(
      'This link no longer works',
      'The person who created it can no longer connect accounts. Nothing was connected. Ask an admin of the team for a new one.',
    ),
  },
  foreignForm: {
    status: 403,
    page: badLink(
      'Open the link yourself',
      'Another site sent you here. Nothing was connected. Open the link you were given and press its button.',
    ),
  },
} as const

function badLink(title: string, lead: string): string {
  return render({ path: null, title, lead, body: '<p><a href="/connect">How to get a new link</a></p>', footer: FOOTER })
}
