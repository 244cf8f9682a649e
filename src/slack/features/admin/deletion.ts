/** Deletes an account or the whole organization from the settings, once its name was typed. */
import { type SettingsMemory, settingsMemory } from '../../../../blocks/settings/memory.js'
import { action, view, deleteAccountView, deleteOrganizationView } from '../../../../blocks/settings/deletion.js'
import { field } from '../../../../blocks/ids.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import { requireOrganization } from '../../../core/accounts/workspaces/organizations.js'
import { requireOrganizationAdmin } from '../../../core/accounts/people/roles.js'
import type { Actor } from '../../../core/lib/actor.js'
import { deleteAccount, deleteOrganization } from '../../../core/care/deletion/begin.js'
import { typed } from '../../forms/values.js'
import { slowForm } from '../../forms/slow-form.js'
import { onAction, type SlackDeps, type ViewArgs, onView } from '../../listener.js'

onAction(action.deleteAccount, async (deps, { body, client, context }) => {
  if (!body.view) return
  const { actor } = context.member
  requireOrganizationAdmin(actor) // refused before anything is typed
  const memory = settingsMemory.read(body.view)
  const { username } = await readAccount(deps, actor, memory)
  await client.views.push({ trigger_id: body.trigger_id, view: deleteAccountView({ memory, name: username }) })
})

onAction(action.deleteOrganization, async (deps, { body, client, context }) => {
  if (!body.view) return
  const { actor } = context.member
  requireOrganizationAdmin(actor) // shown before anything is typed
  const { name } = await requireOrganization(deps.db.sql, actor)
  await client.views.push({
    trigger_id: body.trigger_id,
    view: deleteOrganizationView({ memory: settingsMemory.read(body.view), name }),
  })
})

onView(view.deleteAccount, (deps, args) =>
  deleting(deps, args, async (actor, { accountId }, name) => {
    await deleteAccount(deps, actor, { accountId, name })
    return `Deleted ${name.trim()}. Its data will be gone in a few minutes.`
  }),
)

onView(view.deleteOrganization, (deps, args) =>
  deleting(deps, args, async (actor, _account, name) => {
    await deleteOrganization(deps, actor, { name })
    return `Deleted ${name.trim()}. Its data will be gone in a few minutes, and Pinslot will leave your workspace.`
  }),
)

/** Shows progress, because a long queue takes longer to hold than Slack waits. @param work deletes it and returns a sentence */
const deleting = (
  deps: SlackDeps,
  args: ViewArgs,
  work: (actor: Actor, memory: SettingsMemory, name: string) => Promise<string>,
): Promise<void> => {
  const { view, context } = args
  return slowForm(deps, args, {
    work: () => work(context.member.actor, settingsMemory.read(view), typed(view, field.name)),
    working: 'Working on it…',
    inTime: noticeView,
    late: (sentence) => ({ view: noticeView(sentence), sentence }),
  })
}
