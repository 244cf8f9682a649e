/** The buttons that turn a person's reminders of approvals off and on, in a reminder and in the settings. */
import { action, remindersMessage } from '../../../../blocks/settings/reminders.js'
import { settingsMemory } from '../../../../blocks/settings/memory.js'
import { view as settingsViews } from '../../../../blocks/settings/view.js'
import { setWantsReminders } from '../../../core/posts/approval/waiting.js'
import { type ActionArgs, onAction, type SlackDeps } from '../../listener.js'
import { settingsNow } from './view.js'

onAction(action.stopReminders, (deps, args) => setReminders(deps, args, false))
onAction(action.startReminders, (deps, args) => setReminders(deps, args, true))

/** Shows the result in the settings; beside a message, in a line that only its reader sees. */
async function setReminders(deps: SlackDeps, { body, client, context, respond }: ActionArgs, wants: boolean): Promise<void> {
  const { member } = context
  await setWantsReminders(deps, member.actor, { wants })
  const message = remindersMessage(wants)
  if (body.view?.callback_id === settingsViews.settings) {
    const view = await settingsNow(deps, member, settingsMemory.read(body.view), message.text)
    await client.views.update({ view_id: body.view.id, view })
    return
  }
  await respond({ response_type: 'ephemeral', replace_original: body.container['is_ephemeral'] === true, ...message })
}
