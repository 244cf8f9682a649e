/** `/pin slots`: the week as a grid, and its refresh after a form on top of it made a change. */
import { action as composerAction } from '../../../../blocks/composer/view.js'
import { switchesAccount } from '../../forms/switches-account.js'
import { type SlotsMemory, slotsMemory } from '../../../../blocks/slots/memory.js'
import type { ViewOutput } from '@slack/bolt'
import type { ModalView } from '@slack/types'
import type { WebClient } from '@slack/web-api'
import type { Banner } from '../../../../blocks/kit/banner.js'
import { action as slotsAction, slotsView } from '../../../../blocks/slots/view.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { listComingSlots } from '../../../core/slots/coming.js'
import { chosenAccount } from '../../accounts.js'
import { onAction, type SlackContext, type SlackDeps } from '../../listener.js'
import { openedBothWays } from '../../forms/open.js'
import { showBelow } from '../../forms/show-below.js'
import { refreshHome } from '../home/home.js'

export const { byCommand: openSlots, byButton: openSlotsByButton } = openedBothWays('Weekly slots', async (deps, member) => {
  const { account } = await chosenAccount(deps, member)
  return weekView(deps, member, { memory: { accountId: account.id } })
})
onAction(composerAction.openSlots, openSlotsByButton)

/** Shows another part of a week that does not fit on one view. */
onAction(slotsAction.slotsPart, async (deps, { action, body, client, context }) => {
  const { view } = body
  if (!view || action.type !== 'static_select') return
  const memory = { ...slotsMemory.read(view), part: action.selected_option.value }
  await client.views.update({ view_id: view.id, view: await weekView(deps, context.member, { memory }) })
})

/** A refresh of the week. `view`: any view of the stack; the week is its root. */
type Below = { context: SlackContext; view: ViewOutput; banner: Banner }

/** Refreshes the grid after a change. A failure is only logged, because the change is already made. */
export async function refreshWeek(deps: SlackDeps, client: WebClient, { context, view, banner }: Below): Promise<void> {
  const { member, slackUserId } = context
  try {
    const week = await weekView(deps, member, { memory: slotsMemory.read(view), banner })
    await showBelow(deps, client, view.root_view_id, week)
  } catch (error) {
    deps.log.warn({ err: error }, 'the grid of the week was not refreshed')
  }
  await refreshHome(deps, client, { member, slackUserId }) // it shows open slots
}

export async function weekView(
  deps: SlackDeps,
  member: Member,
  { memory, banner }: { memory: SlotsMemory; banner?: Banner },
): Promise<ModalView> {
  const { accountId } = memory
  const { accounts, account } = await chosenAccount(deps, { ...member, currentAccountId: accountId })
  return slotsView({
    account: account.username,
    accounts,
    canChange: hasRoleOn(member.actor, account.id, 'scheduler'),
    timezone: account.timezone,
    locale: member.locale,
    ownZone: member.timezone,
    memory,
    slots: await listComingSlots(deps, member.actor, { accountId }),
    banner,
  })
}

onAction(
  slotsAction.slotsAccount,
  switchesAccount({
    memory: slotsMemory,
    show: (deps, member, memory) => weekView(deps, member, { memory }),
    begun: (_, accountId) => ({ accountId }),
  }),
)
