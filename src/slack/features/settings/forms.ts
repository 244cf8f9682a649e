/** The forms behind the settings: the zone, pausing, and pins that come due during a pause. */
import { action as settingsAction } from '../../../../blocks/settings/view.js'
import { type SettingsMemory, settingsMemory } from '../../../../blocks/settings/memory.js'
import type { ModalView } from '@slack/types'
import { field } from '../../../../blocks/ids.js'
import {
  action as defaultLinkAction,
  view as defaultLinkViewIds,
  defaultLinkView,
} from '../../../../blocks/settings/default-link.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import { view as settingsFormsViewIds, pauseView, whilePausedView, zoneView } from '../../../../blocks/settings/forms.js'
import type { Account } from '../../../core/accounts/account.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import { pausePublishing } from '../../../core/accounts/publishing.js'
import { changeAccount, setTimezone, setWhilePaused } from '../../../core/accounts/settings.js'
import type { Actor } from '../../../core/lib/actor.js'
import { listPauseEnds } from '../../../core/slots/pause-ends.js'
import { chosen, typedAddress } from '../../forms/values.js'
import { slowForm } from '../../forms/slow-form.js'
import { onAction, type ActionArgs, type SlackDeps, type ViewArgs, onView } from '../../listener.js'
import { showBelow } from '../../forms/show-below.js'
import { refreshHome } from '../home/home.js'
import { settingsNow } from './view.js'

type Make = (about: { memory: SettingsMemory; account: Account }) => ModalView

export const opening =
  (make: Make) =>
  async (deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> => {
    if (!body.view) return
    const memory = settingsMemory.read(body.view)
    const account = await readAccount(deps, context.member.actor, memory)
    await client.views.push({ trigger_id: body.trigger_id, view: make({ memory, account }) })
  }

onAction(settingsAction.settingsZone, opening(zoneView))
onAction(settingsAction.settingsPause, async (deps, { body, client, context: { member } }) => {
  if (!body.view) return
  const memory = settingsMemory.read(body.view)
  const account = await readAccount(deps, member.actor, memory)
  const reader = { timezone: account.timezone ?? 'UTC', locale: member.locale, own: member.timezone, now: deps.clock() }
  const ends = await listPauseEnds(deps, member.actor, memory)
  await client.views.push({ trigger_id: body.trigger_id, view: pauseView({ memory, account }, ends, reader) })
})
onAction(settingsAction.settingsWhilePaused, opening(whilePausedView))

onAction(defaultLinkAction.settingsLink, opening(defaultLinkView))

/** Saves the default link, which may be typed without https://. */
onView(defaultLinkViewIds.defaultLink, (deps, args) =>
  saving(deps, args, async (actor, { accountId }) => {
    const defaultLink = typedAddress(args.view, field.defaultLink) || null
    await changeAccount(deps, actor, { accountId, defaultLink })
    return defaultLink === null ? 'Pins have no default link.' : 'Default link saved.'
  }),
)

onView(settingsFormsViewIds.zone, (deps, args) =>
  saving(deps, args, async (actor, { accountId }) => {
    const timezone = chosen(args.view, field.timezone)?.id ?? ''
    await setTimezone(deps, actor, { accountId, timezone })
    return `Time zone set to ${timezone}.`
  }),
)

onView(settingsFormsViewIds.pause, (deps, args) =>
  saving(deps, args, async (actor, { accountId }) => {
    const end = Date.parse(chosen(args.view, field.until)?.id ?? '')
    const until = Number.isNaN(end) ? null : new Date(end)
    await pausePublishing(deps, actor, { accountId, whilePaused: whilePausedIn(args), until })
    return 'Publishing is paused.'
  }),
)

onView(settingsFormsViewIds.whilePaused, (deps, args) =>
  saving(deps, args, async (actor, { accountId }) => {
    const whilePaused = whilePausedIn(args)
    await setWhilePaused(deps, actor, { accountId, whilePaused })
    return whilePaused === 'fail' ? 'Pins due while paused go back to drafts.' : 'Pins due while paused wait.'
  }),
)

const whilePausedIn = ({ view }: ViewArgs): 'wait' | 'fail' => (chosen(view, field.whilePaused)?.id === 'fail' ? 'fail' : 'wait')

/**
 * Saves a form of the settings, with progress: pausing a long queue takes longer than Slack waits. Each sets a state, so sending
 * it twice changes nothing.
 * @param work makes the change and returns its sentence
 */
export const saving = (
  deps: SlackDeps,
  args: ViewArgs,
  work: (actor: Actor, account: SettingsMemory) => Promise<string>,
): Promise<void> => {
  const { view, client, context } = args
  const { member, slackUserId } = context
  const memory = settingsMemory.read(view)
  return slowForm(deps, args, {
    work: () => work(member.actor, memory),
    working: 'Working on it…',
    late: (sentence) => ({ view: noticeView(sentence), sentence }),
    after: async (sentence) => {
      await showBelow(deps, client, view.previous_view_id, await settingsNow(deps, member, memory, sentence))
      await refreshHome(deps, client, { member, slackUserId })
    },
  })
}
