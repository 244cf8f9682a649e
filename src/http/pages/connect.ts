/** Where `account_not_connected` is resolved. */
import { command, render, steps } from './layout.js'

/** @param accountId digits: it stands in the page as it is. The page is the same whether there is such an account or not. */
export const connectPage = (accountId: string): string =>
  render({
    path: null,
    title: `Connect account ${accountId} again`,
    lead: 'Pinterest no longer accepts the connection of this account, or the connection was removed. Until it is renewed, nothing of it can be published.',
    body: `
<h2>What to do</h2>
${steps(
  `<h3>The holder of the account gets new tokens</h3><p>An access token and a refresh token of the Pinterest account, for the Pinterest app that this
   Pinslot uses. Hand them to the operator as you would a password: not in a chat, not by e-mail.</p>`,
  `<h3>The operator connects the account</h3><p>The tokens say which account it is; a known one is connected again and keeps its posts, slots, plan and
   time zone. <code>--org</code> is the number of its organization.</p>${command('account add', '--org 1', '--access-token pina_…', '--refresh-token pinr_…')}`,
  `<h3>See that it worked</h3><p><code>GET /v1/accounts/${accountId}</code> answers with <code>"tokenStatus": "authorized"</code>. Then schedule again what was
   refused.</p>`,
)}
<p>Connecting by a link, without the operator, is not possible yet.</p>
<h2>Meanwhile</h2>
<ul class="plain">
<li>Drafts can be made and edited, and queued pins moved to another time. Only what would go on the schedule anew is refused.</li>
<li>Queued pins wait. Once the account is connected, those up to 24 hours late still go out, one after the other.</li>
<li>What is later than that becomes a draft again and gets its charge back.</li>
</ul>`,
  })
