/** The page that programs get instead of a purchase: how scheduling is paid for, and the meaning of a refusal. */
import { render, steps, terms } from './layout.js'

/** @see docs/contract.md#denials */
export const overviewPage = render({
  path: '/plans',
  title: 'What scheduling needs',
  lead: 'For people, and for programs that schedule for them: what PAYMENT_REQUIRED means and who can fix it.',
  body: `
<h2>If you are a program</h2>
${steps(
  '<h3>Do not repeat the request</h3><p>It stays refused until a person changes something or a new billing period begins. Nothing was scheduled or charged.</p>',
  `<h3>Tell the person whose account it is</h3><p>Pass on <code>error.message</code> and <code>error.reason</code>. Plans are set by the Pinslot
   operator; no API request changes them.</p>`,
  '<h3>Offer what is free</h3><p>The post can be saved as a draft: leave out <code>sendAt</code> and <code>useNextOpenSlot</code>. It can be scheduled later.</p>',
)}
<h2>Reasons and fixes</h2>
${terms(
  [
    '<code>insufficient_credits</code>',
    'The account has publishing access, but too few credits. <a href="/billing/credits">Credits</a>, or the next billing period.',
  ],
  [
    '<code>trial_exhausted</code>',
    'No publishing access and too few trial pins. <a href="/billing/plans">Access</a>; credits do not help.',
  ],
  [
    '<code>no_access</code>',
    'No publishing access, and no trial was offered. <a href="/billing/plans">Access</a>; credits do not help.',
  ],
  [
    '<code>legacy_post_limit_exceeded</code>',
    'The plan\'s posts for this billing period are used up. A <a href="/billing/plans">higher limit</a>, or the next period.',
  ],
  [
    '<code>account_not_connected</code>',
    'Pinterest no longer accepts the account’s connection. Its holder must reconnect it; <code>resolve_url</code> says how.',
  ],
)}
<h2>What each kind of plan permits</h2>
${terms(
  ['Modular, with access', 'One credit per pin, the monthly allowance first. Winback plans schedule for free.'],
  ['Modular, without access', 'One pin for each trial pin.'],
  ['Legacy and Shopify', 'A post limit per billing period for the whole organization; no credits.'],
)}
<p>Always free: drafts, editing, rescheduling, uploads, timeslots, boards. What is left: <code>GET /v1/accounts/{accountId}/usage</code>. The API describes
itself at <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>`,
})
