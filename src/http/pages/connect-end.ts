/** The end of connecting an account: one page for each outcome, with the next step. */
import type { Finished } from '../../core/connections/finish.js'
import type { Unconnected } from '../../core/connections/check.js'
import { FOOTER } from './connect-link.js'
import { escapeHtml, render } from './layout.js'

type Ended = Extract<Finished, { kind: 'unconnected' }>
type Words = { status: number; title: string; lead: string | ((ended: Ended) => string) }

type Connected = Extract<Finished, { kind: 'connected' }>

export const connectedPage = ({ account, isNew, queue, isDenied }: Connected): string =>
  render({
    path: null,
    title: `Connected as ${escapeHtml(account.username)}`,
    lead: 'You can close this window.',
    body: `${isDenied ? `<p>${DENIED}</p>` : ''}<p>${isNew ? newText(isDenied) : queueText(account, queue)}</p>`,
    footer: FOOTER,
  })

const DENIED =
  'Pinterest doesn’t let us read this account’s boards and pins. Pins still go out, but we can’t check whether they’re on the board. Make it a business account on Pinterest, or ask your Pinslot operator.'

const newText = (isDenied: boolean): string =>
  isDenied ? 'Your team can set it up now.' : 'We’re loading its boards. Your team can schedule its first pin now.'

/** Describes what happens to the account's pins. @see docs/contract.md#late-pins */
function queueText({ publishing }: Connected['account'], { waiting, overdue }: Connected['queue']): string {
  if (waiting === 0) return 'It has no scheduled pins.'
  if (publishing === 'paused') return 'Publishing is paused: its pins wait until it resumes.'
  return overdue > 0 ? 'Overdue pins go out now, one by one.' : 'Scheduled pins go out on time.'
}

const NOTHING = 'Nothing was connected.'

/** Exhaustive: an outcome without a page does not compile. */
const WORDS = {
  stateWrong: {
    status: 400,
    title: 'This link isn’t valid',
    lead: `It’s incomplete or was changed. ${NOTHING}`,
  },
  stateExpired: {
    status: 410,
    title: 'That took too long',
    lead: `Connecting must finish within 10 minutes. ${NOTHING}`,
  },
  otherBrowser: {
    status: 400,
    title: 'Start again in this browser',
    lead: `Finish in the browser where you started, and only once. If you just saw that the account is connected, you’re done. Otherwise, ${NOTHING.toLowerCase()}`,
  },
  done: {
    status: 200,
    title: 'You’re done',
    lead: 'The account is already connected. You can close this window.',
  },
  stateSpent: {
    status: 409,
    title: 'This link was already used',
    lead: 'Pinterest’s response works only once. If you clicked twice, reload this page in a few seconds to see whether the account is connected. If you still see this, start again.',
  },
  tooMany: {
    status: 429,
    title: 'Too many attempts',
    lead: `${NOTHING} Reload this page in a minute.`,
  },
  denied: {
    status: 403,
    title: 'You didn’t allow access',
    lead: `Pinterest says you declined. ${NOTHING}`,
  },
  codeRefused: {
    status: 400,
    title: 'Pinterest’s response has expired',
    lead: `It works only once, for a short time. If you just saw that the account is connected, you’re done. Otherwise, ${NOTHING.toLowerCase()}`,
  },
  scopesMissing: {
    status: 403,
    title: 'A required permission is missing',
    lead: ({ scopes = [] }: Ended) =>
      `Without ${scopes.length > 0 ? scopes.map((scope) => `<code>${escapeHtml(scope)}</code>`).join(', ') : 'it'} we can’t publish pins. ${NOTHING} Allow everything Pinterest lists.`,
  },
  otherUser: {
    status: 403,
    title: 'That’s a different Pinterest account',
    lead: ({ names }: Ended) =>
      names
        ? `You’re signed in to Pinterest as ${escapeHtml(names.given)}, but this link is for ${escapeHtml(names.wanted)}. ${NOTHING} Sign out of Pinterest or switch accounts there.`
        : `You’re signed in to a different account than the one connected before. ${NOTHING} Sign out of Pinterest or switch accounts there.`,
  },
  gone: {
    status: 410,
    title: 'This link no longer works',
    lead: `Its team or account no longer exists. ${NOTHING}`,
  },
  withdrawn: {
    status: 410,
    title: 'This link no longer works',
    lead: `The person who created it can no longer connect accounts. ${NOTHING} Ask an admin of the team for a new link.`,
  },
  appRefused: {
    status: 502,
    title: 'Pinterest is rejecting Pinslot',
    lead: `You can’t fix this. We’ve told the Pinslot operator. ${NOTHING}`,
  },
  platformBusy: {
    status: 503,
    title: 'Pinterest is busy',
    lead: `It’s limiting our requests right now. ${NOTHING} Try again in a few minutes.`,
  },
  platformDown: {
    status: 502,
    title: 'Pinterest didn’t respond',
    lead: `It may be having problems. ${NOTHING} Try again in a few minutes.`,
  },
} satisfies Record<Unconnected, Words>

export function unconnectedPage(ended: Ended): { status: number; page: string } {
  const { status, title, lead }: Words = WORDS[ended.why]
  const words = typeof lead === 'string' ? lead : lead(ended)
  return {
    status,
    page: render({ path: null, title, lead: words, body: nextStep(ended), footer: FOOTER }),
  }
}

function nextStep(ended: Ended): string {
  if (ended.why === 'done' || ended.why === 'tooMany') return ''
  return `<h2>What to do</h2>${nextStart(ended)}`
}

function nextStart({ why, ask }: Ended): string {
  if (why === 'appRefused') return '<p>Ask your Pinslot operator when to try again.</p>'
  if (ask?.kind === 'again') return `<p><a href="/connect/${ask.accountId}">Start again</a></p>`
  const newLink = '<a href="/connect">How to get a new link</a>'
  if (ask === null || why === 'gone' || why === 'withdrawn') return `<p>${newLink}</p>`
  return `<p>Open the link you were given again: it works for 15 minutes after it was created. ${newLink}</p>`
}
