/** Deleting an account or the whole organization from the settings, once its name was typed. */
import { type SettingsMemory, settingsMemory } from '../../../../blocks/settings/memory.js'
import { deleteAccountView, deleteOrganizationView } from '../../../../blocks/admin/deletion.js'
import { field } from '../../../../blocks/ids.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import { workingView } from '../../../../blocks/kit/working.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import { requireOrganization } from '../../../core/accounts/workspaces/organizations.js'
import { requireRole } from '../../../core/accounts/people/roles.js'
import type { Actor } from '../../../core/lib/actor.js'
import { deleteAccount, deleteOrganization } from '../../../core/deletion/begin.js'
import { typed } from '../../forms/values.js'
import { explain } from '../../reply/errors.js'
import type { ActionArgs, SlackDeps, ViewArgs } from '../../listener.js'
import { ACK_TIMEOUT_MS, settlesWithin } from '../../forms/timeout.js'
import { showOrSend } from '../../reply/send-to-person.js'

export async function openDeleteAccount(deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> {
  if (!body.view) return
  const { actor } = context.member
  requireRole(actor, 'admin') // refused before anything is typed
  const memory = settingsMemory.read(body.view)
  const { username } = await readAccount(deps, actor, memory)
  await client.views.push({ trigger_id: body.trigger_id, view: deleteAccountView({ memory, name: username }) })
}

export async function openDeleteOrganization(deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> {
  if (!body.view) return
  const { actor } = context.member
  requireRole(actor, 'admin') // said before anything is typed
  const { name } = await requireOrganization(deps.db.sql, actor)
  await client.views.push({
    trigger_id: body.trigger_id,
    view: deleteOrganizationView({ memory: settingsMemory.read(body.view), name }),
  })
}

export const submitDeleteAccount = (deps: SlackDeps, args: ViewArgs): Promise<void> =>
  deleting(deps, args, async (actor, { accountId }, name) => {
    await deleteAccount(deps, actor, { accountId, name })
    return `The account ${name.trim()} is deleted. Its data is removed within a few minutes.`
  })

export const submitDeleteOrganization = (deps: SlackDeps, args: ViewArgs): Promise<void> =>
  deleting(deps, args, async (actor, _account, name) => {
    await deleteOrganization(deps, actor, { name })
    return `All of ${name.trim()} is deleted. Its data is removed within a few minutes, and Pinslot leaves your workspace.`
  })

/** @param work says what it did; a long queue takes longer to hold than Slack waits */
async function deleting(
  deps: SlackDeps,
  { view, client, context, ack }: ViewArgs,
  work: (actor: Actor, memory: SettingsMemory, name: string) => Promise<string>,
): Promise<void> {
  const { member, slackUserId } = context
  const done = work(member.actor, settingsMemory.read(view), typed(view, field.name))
  if (await settlesWithin(done, ACK_TIMEOUT_MS)) return ack({ response_action: 'update', view: noticeView(await done) })
  await ack({ response_action: 'update', view: workingView(view.title.text, 'One moment: this is being done…') })
  const sentence = await done.catch((error: unknown) => explain(deps, error, { callbackId: view.callback_id }).sentence)
  await showOrSend(deps, { client, slackUserId }, { viewId: view.id, view: noticeView(sentence), sentence })
}
