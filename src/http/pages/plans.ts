/** The page that resolves `trial_exhausted`, `no_access` and `legacy_post_limit_exceeded`. */
import { DEFAULT_PLAN } from '../../core/billing/plan.js'
import { card, render, steps, terms } from './layout.js'

/** @see docs/contract.md#denials */
export const plansPage = render({
  path: '/billing/plans',
  title: 'Plans',
  lead: 'What an account may schedule depends on the billing system of its organization and, on modular billing, on its publishing access.',
  body: `
<h2>Sent here by a refusal?</h2>
<p>Nothing was scheduled or charged. Your Pinslot operator sets the plans; you can’t buy anything here or in Slack yet.</p>
${steps(
  `<h3><code>trial_exhausted</code> or <code>no_access</code></h3><p>The account has no publishing access, and no trial pins are left or none were ever
   offered. Credits alone don’t help: ask for access or for trial pins.</p>   `,
  `<h3><code>legacy_post_limit_exceeded</code></h3><p>The organization has scheduled as many posts as its plan allows in this billing period. Wait for
   the next one, unschedule pins, or ask for a higher limit.</p>`,
)}
<h2>Billing systems</h2>
<div class="cards">
${card('Modular', 'Counted for each account. With publishing access, a pin takes one <a href="/billing/credits">credit</a>, the monthly allowance first; without it, a trial pin.')}
${card('Legacy', 'Counted for the whole organization: a post limit per billing period across all its accounts, and no credits. A plan may have no limit.')}
${card('Shopify', 'Works like legacy: a post limit per billing period across all accounts of the organization, and no credits.')}
</div>
<h2>Publishing access on modular billing</h2>
${terms(
  ['Subscribed', 'The account has publishing by its subscription: a monthly allowance, then credits.'],
  ['Granted', 'The account was given publishing: the same, without a subscription.'],
  ['None', 'Drafts and edits, plus one scheduled pin for each trial pin.'],
  ['Winback', 'Together with access: scheduling is free and nothing is counted down.'],
)}
<p>A new account has ${DEFAULT_PLAN.access} access and an allowance of ${DEFAULT_PLAN.monthlyAllowance} pins a month, unless the operator sets something else.</p>
<h2>Billing periods</h2>
<p>A period is a month. It begins, in UTC, on the day of the month the organization was created, or on the last day of shorter months.</p>`,
})
