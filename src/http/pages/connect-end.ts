/** How connecting ended: one page for each end, with the next step. */
import type { Finished } from '../../core/accounts/connect/finish.js'
import type { Unconnected } from '../../core/accounts/connect/check.js'
import { FOOTER } from './connect-link.js'
import { escapeHtml, render } from './layout.js'

type Ended = Extract<Finished, { kind: 'unconnected' }>
type Words = { status: number; title: string; lead: string | ((ended: Ended) => string) }

type Connected = Extract<Finished, { kind: 'connected' }>

export const connectedPage = ({ account, isNew, queue }: Connected): string =>
  render({
    path: null,
    title: `Connected as ${escapeHtml(account.username)}`,
    lead: 'You may close this window.',
    body: isNew
      ? '<p>Its boards are being read. Your team can schedule its first pin now.</p>'
      : `<p>${queueText(account, queue)}</p>`,
    footer: FOOTER,
  })

/** What becomes of its pins. @see docs/contract.md#late-pins */
function queueText({ publishing }: Connected['account'], { waiting, overdue }: Connected['queue']): string {
  if (waiting === 0) return 'Nothing of it is scheduled.'
  if (publishing === 'paused') return 'Publishing is paused: its pins wait until it is resumed.'
  return overdue > 0
    ? 'What was waiting goes out now, pins that are late one after the other.'
    : 'Its pins go out at their times.'
}

const NOTHING = 'Nothing was connected.'

/** A new end without a page does not compile. */
const WORDS = {
  stateWrong: {
    status: 400,
    title: 'This is not an answer we asked for',
    lead: `The address is not complete, or was changed on its way. ${NOTHING}`,
  },
  stateExpired: {
    status: 410,
    title: 'That took too long',
    lead: `More than ten minutes lay between the beginning and Pinterest's answer. ${NOTHING}`,
  },
  otherBrowser: {
    status: 400,
    title: 'Not begun in this browser',
    lead: `Connecting ends where it began, in the same browser, and once. If you have just read that the account is connected, all is well. Otherwise ${NOTHING.toLowerCase()}`,
  },
  denied: {
    status: 403,
    title: 'You did not allow it',
    lead: `Pinterest told us that you said no. ${NOTHING}`,
  },
  codeRefused: {
    status: 400,
    title: 'Pinterest did not accept its own answer any more',
    lead: `It works once, and for a short time only. If you have just read that the account is connected, all is well. Otherwise ${NOTHING.toLowerCase()}`,
  },
  scopesMissing: {
    status: 403,
    title: 'Something was not allowed that is needed',
    lead: ({ scopes = [] }: Ended) =>
      `Without ${scopes.length > 0 ? scopes.map((scope) => `<code>${escapeHtml(scope)}</code>`).join(', ') : 'it'} no pin can be published. ${NOTHING} Allow everything that Pinterest lists.`,
  },
  otherUser: {
    status: 403,
    title: 'That is another Pinterest account',
    lead: ({ names }: Ended) =>
      names
        ? `You are signed in to Pinterest as ${escapeHtml(names.given)}, and this is about ${escapeHtml(names.wanted)}. ${NOTHING} Sign out of Pinterest, or switch accounts there.`
        : `The account that you are signed in to at Pinterest was not connected here under this number. ${NOTHING} Sign out of Pinterest, or switch accounts there.`,
  },
  gone: {
    status: 410,
    title: 'What this was for is gone',
    lead: `The team or the account no longer exists here. ${NOTHING}`,
  },
  appRefused: {
    status: 502,
    title: 'Pinterest refuses this Pinslot',
    lead: `You cannot fix this. The operator of this Pinslot has been alerted. ${NOTHING}`,
  },
  platformBusy: {
    status: 503,
    title: 'Pinterest asks us to wait',
    lead: `It limits our requests at the moment. ${NOTHING} Try again in some minutes.`,
  },
  platformDown: {
    status: 502,
    title: 'Pinterest did not answer',
    lead: `Or it answered with a failure of its own. ${NOTHING} Try again in some minutes.`,
  },
} satisfies Record<Unconnected, Words>

export function unconnectedPage(ended: Ended): { status: number; page: string } {
  const { status, title, lead }: Words = WORDS[ended.why]
  const words = typeof lead === 'string' ? lead : lead(ended)
  return {
    status,
    page: render({ path: null, title, lead: words, body: `<h2>What to do</h2>${nextStep(ended)}`, footer: FOOTER }),
  }
}

function nextStep({ why, ask }: Ended): string {
  if (why === 'appRefused') return '<p>Ask the operator of this Pinslot when it can be tried again.</p>'
  if (ask?.kind === 'again') return `<p><a href="/connect/${ask.accountId}">Begin again</a></p>`
  const newLink = '<a href="/connect">How to get a new link</a>'
  if (ask === null || why === 'gone') return `<p>${newLink}</p>`
  return `<p>Open the link that you were given once more: it works for 15 minutes from when it was made. ${newLink}</p>`
}
