/** Switches the account of a form. */
import type { ModalView } from '@slack/types'
import type { ViewMemory } from '../../../blocks/kit/memory.js'
import { chooseAccount, type Member } from '../../core/accounts/people/members.js'
import type { ActionArgs, Listener, SlackDeps } from '../listener.js'

type Switching<M> = {
  memory: ViewMemory<M>
  /** Returns the current form. */
  show: (deps: SlackDeps, member: Member, memory: M) => Promise<ModalView>
  /** Returns the memory for the other account; choices for the previous one mean nothing there. */
  begun: (memory: M, accountId: string) => M
}

/**
 * Switches the form's account, which becomes the person's current account, as in the composer and on Home.
 * @throws NOT_FOUND the account is gone, and the form stays
 */
export function switchesAccount<M>({ memory, show, begun }: Switching<M>): Listener<ActionArgs> {
  return async (deps, { action, body, client, context }) => {
    const { view } = body
    if (!view || action.type !== 'static_select') return
    const { member, slackTeamId: teamId, slackUserId } = context
    const accountId = action.selected_option.value
    await chooseAccount(deps, member.actor, { teamId, slackUserId, accountId })
    const shown = await show(deps, { ...member, currentAccountId: accountId }, begun(memory.read(view), accountId))
    await client.views.update({ view_id: view.id, view: shown })
  }
}
