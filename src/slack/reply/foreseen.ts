/** Foresees that a form that schedules will be refused, because nothing pays for its pins. */
import { foreseeDenial } from '../../core/billing/usage.js'
import type { Actor } from '../../core/lib/actor.js'
import type { SlackDeps } from '../listener.js'
import { asOfADraft, explain } from './errors.js'

/** `isDraft`: the pin exists already, as a draft. */
type Foreseen = { accountId: string; count: number; isDraft: boolean }

/**
 * Returns the refusal that a submission would get; undefined: none. A disconnected account is among the warnings instead, and an
 * error here never keeps a form from opening.
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
