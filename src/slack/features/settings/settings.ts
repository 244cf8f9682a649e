/** `/pin settings`: the form, resuming publishing, and the calendar link. */
import { action as deadLinksAction } from '../../../../blocks/settings/dead-links.js'
import { action as publishedAction } from '../../../../blocks/settings/published.js'
import { action as settingsAction } from '../../../../blocks/settings/view.js'
import { type SettingsMemory, settingsMemory } from '../../../../blocks/settings/memory.js'
import type { Actor } from '../../../core/lib/actor.js'
import { disconnectAccount } from '../../../core/connections/disconnect.js'
import { resumeHold } from '../../../core/accounts/hold.js'
import { resumePublishing } from '../../../core/accounts/publishing.js'
import { PUBLISHED_PINS, type PublishedPins } from '../../../core/accounts/account.js'
import { changeAccount, setHoldDeadLinks } from '../../../core/accounts/settings.js'
import { makeCalendarLink, removeCalendarLink } from '../../../core/slots/calendar-link.js'
import { chosenAccount } from '../../accounts.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { openedBothWays } from '../../forms/open.js'
import { refreshHome } from '../home/home.js'
import { settingsNow } from './view.js'

export const { byCommand: openSettings, byButton: openSettingsByButton } = openedBothWays('Settings', async (deps, member) => {
  const { account } = await chosenAccount(deps, member)
  return settingsNow(deps, member, { accountId: account.id })
})
onAction(settingsAction.openSettings, openSettingsByButton)

onAction(settingsAction.settingsResume, async (deps, args) => {
  await changed(deps, args, async (actor, account) => {
    await resumePublishing(deps, actor, account)
    return 'Publishing resumed.'
  })
  const { client, context } = args
  await refreshHome(deps, client, { member: context.member, slackUserId: context.slackUserId }) // it says whether publishing is paused
})

onAction(settingsAction.settingsResumeHold, async (deps, args) => {
  await changed(deps, args, async (actor, account) => {
    await resumeHold(deps, actor, account)
    return 'Resumed. If Pinterest still refuses, we put it back on hold.'
  })
  const { client, context } = args
  await refreshHome(deps, client, { member: context.member, slackUserId: context.slackUserId })
})

onAction(settingsAction.disconnect, async (deps, args) => {
  await changed(deps, args, async (actor, account) => {
    await disconnectAccount(deps, actor, account)
    return 'Disconnected. Scheduled pins wait for up to 24 hours.'
  })
  const { client, context } = args
  await refreshHome(deps, client, { member: context.member, slackUserId: context.slackUserId })
})

onAction(settingsAction.calendarMake, (deps, args) =>
  changed(deps, args, async (actor, account) => {
    await makeCalendarLink(deps, actor, account)
    return 'Calendar link created.'
  }),
)

onAction(settingsAction.calendarRenew, (deps, args) =>
  changed(deps, args, async (actor, account) => {
    await makeCalendarLink(deps, actor, account)
    return 'Calendar link replaced. The old one no longer works.'
  }),
)

onAction(settingsAction.calendarRemove, (deps, args) =>
  changed(deps, args, async (actor, account) => {
    await removeCalendarLink(deps, actor, account)
    return 'Calendar link turned off.'
  }),
)

onAction(publishedAction.settingsPublished, (deps, args) =>
  changed(deps, args, async (actor, { accountId }) => {
    const chosen = args.action.type === 'static_select' ? args.action.selected_option.value : undefined
    const publishedPins = PUBLISHED_PINS.find((choice) => choice === chosen) ?? 'off'
    await changeAccount(deps, actor, { accountId, publishedPins })
    return DONE[publishedPins]
  }),
)

const DONE: Record<PublishedPins, string> = {
  off: 'Published pins are no longer posted.',
  each: 'We’ll post each published pin in the channel.',
  daily: 'We’ll post one message a day with all published pins.',
}

onAction(deadLinksAction.settingsDeadLinks, (deps, args) =>
  changed(deps, args, async (actor, { accountId }) => {
    const holdDeadLinks = args.action.type === 'button' && args.action.value === 'on'
    await setHoldDeadLinks(deps, actor, { accountId, holdDeadLinks })
    return holdDeadLinks ? 'We’ll hold pins whose link is dead when they’re due.' : 'Pins go out even if their link is dead.'
  }),
)

/** Shows or hides the advanced settings. */
onAction(settingsAction.settingsAdvanced, async (deps, { action, body, client, context }) => {
  if (!body.view) return
  const { accountId } = settingsMemory.read(body.view)
  const isAdvanced = action.type === 'button' && action.value === 'show'
  const view = await settingsNow(deps, context.member, { accountId, ...(isAdvanced && { isAdvanced }) })
  await client.views.update({ view_id: body.view.id, view })
})

/** @param work makes the change and returns its sentence */
async function changed(
  deps: SlackDeps,
  { body, client, context }: ActionArgs,
  work: (actor: Actor, account: SettingsMemory) => Promise<string>,
): Promise<void> {
  if (!body.view) return
  const memory = settingsMemory.read(body.view)
  const banner = await work(context.member.actor, memory)
  await client.views.update({ view_id: body.view.id, view: await settingsNow(deps, context.member, memory, banner) })
}
