/** Another account in a form that is about one. */
import type { ModalView } from '@slack/types'
import type { ViewMemory } from '../../../blocks/kit/memory.js'
import { chooseAccount, type Member } from '../../core/accounts/people/members.js'
import type { ActionArgs, Listener, SlackDeps } from '../listener.js'

type Switching<M> = {
  memory: ViewMemory<M>
  /** The form as things stand. */
  show: (deps: SlackDeps, member: Member, memory: M) => Promise<ModalView>
  /** What it remembers of the other account: what was chosen in the one before has no meaning there. */
  begun: (memory: M, accountId: string) => M
}

/**
 * As in the composer and on Home, the account is the one the person works with from then on.
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
