/** `/pin evergreen`: the form with its pages, pausing and resuming, and the way to the spacing rules. */
import { action } from '../../../../blocks/evergreen/view.js'
import { type EvergreenMemory, evergreenMemory } from '../../../../blocks/settings/evergreen-memory.js'
import { newEvergreenMemory } from '../../../../blocks/evergreen/model.js'
import type { Banner } from '../../../../blocks/kit/banner.js'
import { setEvergreen } from '../../../core/posts/evergreen/pool.js'
import { chosenAccount } from '../../accounts.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { openedBothWays } from '../../forms/open.js'
import { evergreenNow } from './view.js'

export const { byCommand: openEvergreen, byButton: openEvergreenByButton } = openedBothWays('Evergreen', async (deps, member) => {
  const { account } = await chosenAccount(deps, member)
  return evergreenNow(deps, member, newEvergreenMemory(account.id))
})
onAction(action.openEvergreen, openEvergreenByButton)

/** Shows the form again. @param banner the confirmation of the last change */
export async function showEvergreen(
  deps: SlackDeps,
  { body, client, context }: Pick<ActionArgs, 'body' | 'client' | 'context'>,
  { memory, banner }: { memory: EvergreenMemory; banner?: Banner },
): Promise<void> {
  if (!body.view) return
  await client.views.update({ view_id: body.view.id, view: await evergreenNow(deps, context.member, memory, banner) })
}

/** Pauses and resumes. Each button sets a state, so a second click changes nothing. */
onAction(action.evergreenState, async (deps, args) => {
  const { body, context } = args
  if (!body.view || args.action.type !== 'button') return
  const memory = evergreenMemory.read(body.view)
  const state = args.action.value === 'paused' ? 'paused' : 'active'
  await setEvergreen(deps, context.member.actor, { accountId: memory.accountId, state })
  await showEvergreen(deps, args, { memory })
})
