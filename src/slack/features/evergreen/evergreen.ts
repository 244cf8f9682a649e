/** `/pin evergreen`: the form, pausing and resuming, turning its pages, and its way to the spacing rules. */
import { type EvergreenMemory, evergreenMemory } from '../../../../blocks/settings/evergreen-memory.js'
import { newEvergreenMemory } from '../../../../blocks/evergreen/model.js'
import type { Banner } from '../../../../blocks/kit/banner.js'
import { setEvergreen } from '../../../core/posts/evergreen/pool.js'
import { chosenAccount } from '../../accounts.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { openedBothWays } from '../../forms/open.js'
import { evergreenNow } from './view.js'

export const { byCommand: openEvergreen, byButton: openEvergreenByButton } = openedBothWays('Evergreen', async (deps, member) => {
  const { account } = await chosenAccount(deps, member)
  return evergreenNow(deps, member, newEvergreenMemory(account.id))
})

/** The form again, after what was done in it. @param banner what that was */
export async function showEvergreen(
  deps: SlackDeps,
  { body, client, context }: Pick<ActionArgs, 'body' | 'client' | 'context'>,
  { memory, banner }: { memory: EvergreenMemory; banner?: Banner },
): Promise<void> {
  if (!body.view) return
  await client.views.update({ view_id: body.view.id, view: await evergreenNow(deps, context.member, memory, banner) })
}

/** Pause and Resume: each button says what shall be, so a second press changes nothing. */
export async function switchEvergreen(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { body, context } = args
  if (!body.view || args.action.type !== 'button') return
  const memory = evergreenMemory.read(body.view)
  const state = args.action.value === 'paused' ? 'paused' : 'active'
  await setEvergreen(deps, context.member.actor, { accountId: memory.accountId, state })
  await showEvergreen(deps, args, { memory })
}
