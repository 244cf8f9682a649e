/** What a form that schedules says before it is sent: that there is nothing to pay for its pins with. */
import { foreseeDenial } from '../../core/billing/usage.js'
import type { Actor } from '../../core/lib/actor.js'
import type { SlackDeps } from '../listener.js'
import { asOfADraft, explain } from './errors.js'

/** `isDraft`: the pin is there already, as a draft. */
type Foreseen = { accountId: string; count: number; isDraft: boolean }

/**
 * As a submission would be refused; undefined: it would not. That an account is disconnected is among the warnings. A form without it is better
 * than none.
 */
export async function foreseenDenial(
  deps: SlackDeps,
  actor: Actor,
  { accountId, count, isDraft }: Foreseen,
): Promise<string | undefined> {
  const facts = { accountId }
  try {
    const denial = await foreseeDenial(deps, actor, { accountId, count })
    if (denial === undefined || denial.details.reason === 'account_not_connected') return undefined
    return explain(deps, isDraft ? asOfADraft(denial) : denial, facts).sentence
  } catch (error) {
    deps.log.warn({ err: error, ...facts }, 'whether a pin can be paid for was not found')
    return undefined
  }
}
