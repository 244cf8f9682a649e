/** The page that resolves `insufficient_credits`. */
import { card, render, steps } from './layout.js'

/** @see docs/contract.md#denials */
export const creditsPage = render({
  path: '/billing/credits',
  title: 'Credits',
  lead: 'On modular billing, scheduling a pin costs one credit. Here’s where credits come from and how to get more.',
  body: `
<h2>Out of credits?</h2>
<p>A request that needs more credits than are left is refused with <code>insufficient_credits</code>: nothing was scheduled and nothing was
charged. You can still save and edit drafts. Three ways to continue:</p>
${steps(
  `<h3>Ask for credits</h3><p>Your Pinslot operator sets them. You can’t buy them here or in Slack yet.</p>`,
  `<h3>Wait for the next period</h3><p>You get a new monthly allowance then. Pinslot’s Home in Slack says when.</p>`,
  '<h3>Unschedule another pin</h3><p>Unscheduling or deleting a scheduled pin refunds its credit, if it was charged in this billing period.</p>',
)}
<h2>What pays for a pin</h2>
<div class="cards">
${card('Monthly allowance', 'Pins you get at the start of each billing period. They’re spent first, and unused ones expire at the end of the period.')}
${card('Credits', 'Spent once the allowance is used up. They don’t expire.')}
${card('Trial pins', 'For an account without publishing access. A used trial pin stays used, even if you unschedule or delete its pin.')}
</div>
<h2>What is charged, and what comes back</h2>
<ul class="plain">
<li>Scheduling a draft costs one credit; so does creating a scheduled post.</li>
<li>The same pin on several boards costs one credit per board, all or none.</li>
<li>Editing, rescheduling, uploading, timeslots and boards are free.</li>
<li>If a pin fails, its charge is refunded.</li>
<li>Winback plans schedule for free. <a href="/billing/plans">Legacy and Shopify plans</a> count posts and use no credits.</li>
</ul>`,
})
