/** Where `account_not_connected` is resolved, and where somebody without a link learns how to get one. */
import { card, command, nextButton, render, steps } from './layout.js'

const MEANWHILE = `
<h2>Meanwhile</h2>
<ul class="plain">
<li>Drafts can be made and edited, and queued pins moved to another time. Only what would go on the schedule again is refused.</li>
<li>Queued pins wait. Once the account is connected, those up to 24 hours late still go out, one after the other.</li>
<li>What is later than that becomes a draft again and gets its charge back.</li>
</ul>`

/** @param accountId digits: it is in the page unescaped. The page is the same whether there is such an account or not. */
export const connectPage = (accountId: string): string =>
  render({
    path: null,
    title: `Connect account ${accountId} again`,
    lead: 'Pinterest no longer accepts the connection of this account, or the connection was removed. Until it is renewed, nothing of it can be published.',
    body: `
${nextButton('Connect again')}
<h2>What happens then</h2>
${steps(
  `<h3>You sign in to Pinterest</h3><p>As the holder of the very account that was connected before. With any other account nothing is changed.</p>`,
  `<h3>You allow Pinslot to publish for it</h3><p>Pinterest asks you, on its own page. Your password is never given to Pinslot.</p>`,
  `<h3>The account goes on where it stopped</h3><p>It keeps its posts, slots, plan and time zone. Then schedule again what was refused.</p>`,
)}
${MEANWHILE}
<p>Is somebody else the holder? Send them the address of this page, or <a href="/connect">a link that names your team</a>.</p>`,
  })

/** @see docs/contract.md#denials */
export const connectHelpPage = render({
  path: null,
  title: 'Connect a Pinterest account',
  lead: 'Accounts are connected by a link that is made for your team and works for 15 minutes. Whoever holds the Pinterest account opens it.',
  body: `
<h2>Where the link comes from</h2>
<div class="cards">
${card('In Slack', 'An admin types <code>/pin connect</code> and gets a button for a new account, or for one that has to be connected again.')}
${card('Over the API', '<code>POST /v1/connect-links</code> answers with <code>data.connectLink.url</code>; with an <code>accountId</code> it connects that account again, and no other.')}
${card('From the operator', 'The operator of this Pinslot prints one on the command line and hands it on.')}
</div>
${command('account connect', '--org 1', '--account 7')}
<p>Without <code>--account</code> the link connects whatever account its holder allows. A link is a secret as long as it works: whoever opens it connects
an account to your team.</p>
<h2>Was an account refused as not connected?</h2>
<p>The refusal names a page of its own, <code>/connect/{accountId}</code>: there its holder connects it again without a link.</p>`,
})
