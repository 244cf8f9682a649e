/** The pages of a list in a form. */
import type { ModalView } from '@slack/types'
import type { ViewMemory } from '../../../blocks/kit/memory.js'
import type { PagedList } from '../../../blocks/kit/paging.js'
import type { Member } from '../../core/accounts/people/members.js'
import { onAction, type SlackDeps } from '../listener.js'

type Turning<M> = {
  memory: ViewMemory<M>
  /** Returns the current form. */
  show: (deps: SlackDeps, member: Member, memory: M) => Promise<ModalView>
  /** @param at where the page begins */
  turned: (memory: M, at: number) => M
}

/** Listens to both buttons of the list. */
export function turnsPages<M>({ next, first }: PagedList, { memory, show, turned }: Turning<M>): void {
  onAction([next, first], async (deps, { action, body, client, context }) => {
    const { view } = body
    if (!view || action.type !== 'button') return
    const asked = turned(memory.read(view), Number(action.value))
    await client.views.update({ view_id: view.id, view: await show(deps, context.member, asked) })
  })
}

/** Sets the page of a form that has one list. */
export const toPage = <M extends { at: number }>(memory: M, at: number): M => ({ ...memory, at })
