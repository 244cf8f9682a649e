/** `/pin agent CODE`: a person lets a program act as them, which asked on a page in their browser. */
import { action, agentNumberView, agentView, view } from '../../../../blocks/admin/agents.js'
import { askingMemory } from '../../../../blocks/admin/memory.js'
import { field } from '../../../../blocks/ids.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import { agree, readAsking, refuse } from '../../../core/accounts/agents/consent.js'
import { MOST_ROLES } from '../../../core/accounts/keys/most-role.js'
import { roleOn } from '../../../core/accounts/people/roles.js'
import { badRequest } from '../../../core/lib/errors.js'
import { chosen } from '../../forms/values.js'
import { type CommandArgs, onAction, onView, type SlackDeps } from '../../listener.js'

const MOST_NAMED = 10

export async function signInByCommand(deps: SlackDeps, { client, command, context }: CommandArgs, words: string): Promise<void> {
  const { actor } = context.member
  const [asking, accounts] = await Promise.all([readAsking(deps, actor, { code: words }), listAccounts(deps, actor)])
  const named = accounts.slice(0, MOST_NAMED).map(({ id, username }) => ({ username, role: roleOn(actor, id) }))
  await client.views.open({
    trigger_id: command.trigger_id,
    view: agentView({ ...asking, accounts: named, count: accounts.length }),
  })
}

/** Sent twice, it answers with the same number. */
onView(view.agent, async (deps, { view: given, context, ack }) => {
  const access = chosen(given, field.access)?.id
  const mostRole = MOST_ROLES.find((role) => role === access)
  if (!mostRole) throw badRequest('access', 'access: choose one.')
  const number = await agree(deps, context.member.actor, { signInId: askingMemory.read(given).signInId, mostRole })
  await ack({ response_action: 'update', view: agentNumberView(number) })
})

onAction(action.refuseAgent, async (deps, { body, client, context }) => {
  if (!body.view) return
  await refuse(deps, context.member.actor, askingMemory.read(body.view))
  await client.views.update({
    view_id: body.view.id,
    view: noticeView('Refused: the program didn’t get in. If somebody sent you the code, tell an admin.'),
  })
})
