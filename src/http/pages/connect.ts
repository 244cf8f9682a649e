/** The page that resolves the reason account_not_connected, and the one that explains how to get a link. */
import { card, nextButton, render, steps } from './layout.js'

const MEANWHILE = `
<h2>Meanwhile</h2>
<ul class="plain">
<li>You can create and edit drafts and move scheduled pins. You can’t schedule new ones.</li>
<li>Scheduled pins wait. Once the account is connected, those up to 24 hours late go out one by one.</li>
<li>Later ones become drafts again, and their charge is refunded.</li>
</ul>`

/**
 * @param accountId digits only, because the page contains it unescaped. The page is the same whether the account exists or not.
 */
export const connectPage = (accountId: string): string =>
  render({
    path: null,
    title: `Reconnect account ${accountId}`,
    lead: 'This account is disconnected from Pinterest. Reconnect it to publish its pins.',
    body: `
${nextButton('Reconnect')}
<h2>What happens then</h2>
${steps(
  `<h3>You sign in to Pinterest</h3><p>Use the account that was connected before; other accounts won’t work.</p>`,
  `<h3>You allow Pinslot to publish for it</h3><p>Pinterest asks you on its own page. Pinslot never sees your password.</p>`,
  `<h3>Everything continues</h3><p>The account keeps its posts, slots, plan and time zone. Then schedule anything that was refused again.</p>`,
)}
${MEANWHILE}
<p>Does someone else own the account? Send them the link to this page, or <a href="/connect">a link that names your team</a>.</p>`,
  })

/** @see docs/contract.md#denials */
export const connectHelpPage = render({
  path: null,
  title: 'Connect a Pinterest account',
  lead: 'You connect an account with a link that is created for your team and works for 15 minutes. The account’s owner opens it.',
  body: `
<h2>Where the link comes from</h2>
<div class="cards">
${card('In Slack', 'An admin types <code>/pin connect</code> and gets a button for a new account, or for a disconnected one.')}
${card('Over the API', '<code>POST /v1/connect-links</code> answers with <code>data.connectLink.url</code>; with an <code>accountId</code> it reconnects that account only.')}
${card('From your Pinslot operator', 'Your Pinslot operator can create one and send it to you.')}
</div>
<p>A link for a new account connects any account its owner allows. Keep the link secret while it works: anyone who opens it connects
an account to your team.</p>
<h2>Was a request refused because an account is not connected?</h2>
<p>The refusal names a page, <code>/connect/{accountId}</code>, where the account’s owner can reconnect it without a link.</p>`,
})
