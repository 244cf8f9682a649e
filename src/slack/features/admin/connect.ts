/** The form that connects an account: `/pin connect` and every "Connect account" and "Reconnect" open it. */
import type { ModalView } from '@slack/types'
import { action, connectView } from '../../../../blocks/admin/connect.js'
import type { Account } from '../../../core/accounts/account.js'
import { listAccounts, readAccount } from '../../../core/accounts/accounts.js'
import { createConnectLink } from '../../../core/connections/link.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { requireOrganization } from '../../../core/accounts/workspaces/organizations.js'
import { findByName, type Named } from '../../input/by-name.js'
import { onAction, type CommandArgs, type SlackDeps } from '../../listener.js'
import { openInTime } from '../../forms/open.js'

const title = 'Connect account'

/** Opens the form for the account whose name, or unique part of a name, was typed; otherwise for a new account. */
export async function connectByCommand(deps: SlackDeps, { command, client, context }: CommandArgs, words: string): Promise<void> {
  const { member } = context
  await openInTime(deps, { client, triggerId: command.trigger_id, how: 'open', title }, async () => {
    const requested = words.trim().replace(/^@/, '')
    const channelId = /^[CG]/.test(command.channel_id) && !command.channel_name.startsWith('mpdm-') ? command.channel_id : null
    if (requested === '') return viewFor(deps, member, { accountId: null, channelId })
    const found = findByName((await listAccounts(deps, member.actor)).map(named), requested)
    const [first] = found
    const isMeant = first !== undefined && (found.length === 1 || first.name.toLowerCase() === requested.toLowerCase())
    return viewFor(
      deps,
      member,
      isMeant ? { accountId: first.id, channelId } : { accountId: null, channelId, ...(!first && { unknown: requested }) },
    )
  })
}

const named = ({ id, username }: Account): Named => ({ id, name: username })

/** Opens the form for the account in the button's value, or for a new one; over a form that is open. */
onAction(action.connect, async (deps, { action, body, client, context }) => {
  const accountId = (action.type === 'button' && action.value) || null
  const how = body.view?.type === 'modal' ? 'push' : 'open'
  await openInTime(deps, { client, triggerId: body.trigger_id, how, title }, () =>
    viewFor(deps, context.member, { accountId, channelId: null }),
  )
})

/** Acknowledges the click of a link, which the browser follows. */
onAction(action.connectGo, async () => {})

/** `channelId`: the channel of the command. `unknown`: the typed name, if no account has it. */
type Wanted = { accountId: string | null; channelId: string | null; unknown?: string }

/** @throws FORBIDDEN not an admin · NOT_FOUND */
async function viewFor(deps: SlackDeps, { actor }: Member, { accountId, channelId, unknown }: Wanted): Promise<ModalView> {
  const link = await createConnectLink(deps, actor, { accountId, channelId })
  const { name: organization } = await requireOrganization(deps.db.sql, actor)
  const wanted =
    accountId === null
      ? ({ kind: 'another', accounts: await listAccounts(deps, actor), unknown } as const)
      : ({ kind: 'again', account: await readAccount(deps, actor, { accountId }) } as const)
  return connectView({ organization, link, wanted })
}
