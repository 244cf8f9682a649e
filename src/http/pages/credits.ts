/** Where `insufficient_credits` is resolved. */
import { card, command, render, steps } from './layout.js'

/** @see docs/contract.md#denials */
export const creditsPage = render({
  path: '/billing/credits',
  title: 'Credits',
  lead: 'On modular billing every pin that goes on the schedule takes one credit. Here is where credits come from and how to get more.',
  body: `
<h2>Out of credits?</h2>
<p>A request that needs more credits than are left is refused whole with <code>insufficient_credits</code>: nothing was scheduled and nothing was
charged. Saving drafts and editing go on working. Three ways to go on:</p>
${steps(
  `<h3>Ask the operator for credits</h3><p>The operator of this Pinslot sets them; <code>--credits</code> is the balance the account shall have, not
   what is added to it. They cannot be bought here or in Slack yet.</p>${command('plan set', '--org 1', '--account 7', '--credits 200')}`,
  `<h3>Wait for the next period</h3><p>The monthly allowance is given again then. <code>resetsAt</code> in the account's usage says when.</p>`,
  '<h3>Take another pin off the schedule</h3><p>Unscheduling or deleting a queued pin gives its credit back, if it was taken in this billing period.</p>',
)}
<h2>What pays for a pin</h2>
<div class="cards">
${card('Monthly allowance', 'Pins given at the start of each billing period. Spent first; what is left at the end of the period expires.')}
${card('Credits', 'Spent once the allowance is used up. They do not expire.')}
${card('Trial pins', 'For an account without publishing access. A trial pin that was used stays used, also when its pin is unscheduled or deleted.')}
</div>
<h2>What is charged, and what comes back</h2>
<ul class="plain">
<li>Scheduling a draft takes one credit; so does creating a post that is scheduled at once.</li>
<li>The same pin on several boards takes one a board; all of them or none.</li>
<li>Editing, rescheduling, uploading and everything about timeslots and boards is free.</li>
<li>A pin that could not be published gives back whatever was charged for it.</li>
<li>Winback plans schedule free. <a href="/billing/plans">Legacy and Shopify plans</a> count posts and use no credits.</li>
</ul>`,
})
