/** The consent that the reader of a link is asked for, and what is wrong with it. */
import type { Invitation } from '../../core/accounts/connect/begin.js'
import { escapeHtml, nextButton, render, steps } from './layout.js'

export const FOOTER = 'Pinslot schedules pins and publishes them at their time. Nobody here asks for your Pinterest password.'

const CONSENT_TEXT = `
<h2>What Pinterest will ask you</h2>
${steps(
  '<h3>To sign in</h3><p>As the holder of the account. Look which account is shown there before you go on.</p>',
  `<h3>To allow reading and writing of pins and boards</h3><p>Pinslot publishes pins for you, reads your boards and the numbers of your pins. Leave everything
   ticked: without it no pin can be published.</p>`,
)}
<p>You can take it back at any time in the settings of your Pinterest account.</p>`

/** Names are escaped here. The button posts to the address of the page itself. */
export const invitationPage = (invitation: Invitation): string => {
  const { title, lead } = wordsOf(invitation)
  return render({ path: null, title, lead, body: `${nextButton('Continue to Pinterest')}${CONSENT_TEXT}`, footer: FOOTER })
}

function wordsOf(invitation: Invitation): { title: string; lead: string } {
  switch (invitation.kind) {
    case 'new':
      return {
        title: `Connect a Pinterest account to ${escapeHtml(invitation.organization)}`,
        lead: `The team ${escapeHtml(invitation.organization)} will be able to publish pins for the account you choose. If you do not know this team, close this page.`,
      }
    case 'again':
      return {
        title: `Connect ${escapeHtml(invitation.username)} again`,
        lead: `For the team ${escapeHtml(invitation.organization)}, which publishes its pins. Sign in to Pinterest as ${escapeHtml(invitation.username)}: with another account nothing is changed.`,
      }
    case 'againUnnamed':
      return {
        title: `Connect account ${invitation.accountId} again`,
        lead: 'Sign in to Pinterest as the holder of the account that was connected before: with another account nothing is changed.',
      }
  }
}

/** Each with its HTTP status. */
export const BAD_LINKS = {
  expired: {
    status: 410,
    page: badLink('This link has expired', 'A link to connect an account works for 15 minutes. Nothing was connected.'),
  },
  wrong: {
    status: 404,
    page: badLink(
      'This link is not complete',
      'It is none of ours, or a part of it was lost on its way. Copy the whole of it, or get a new one.',
    ),
  },
  noPage: {
    status: 404,
    page: badLink('There is no such page', 'The address is not complete, or was changed on its way. Nothing was connected.'),
  },
  gone: {
    status: 410,
    page: badLink(
      'What this link was for is gone',
      'The team or the account that it names no longer exists here. Nothing was connected.',
    ),
  },
  foreignForm: {
    status: 403,
    page: badLink(
      'Not begun here',
      'Another site sent you on. Nothing was connected: open the link you were given yourself, and press the button there.',
    ),
  },
} as const

function badLink(title: string, lead: string): string {
  return render({ path: null, title, lead, body: '<p><a href="/connect">How to get a new link</a></p>', footer: FOOTER })
}
