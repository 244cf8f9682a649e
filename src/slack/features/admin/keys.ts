/** `/pin keys`: lists the keys of the API, makes and revokes them. */
import { turnsPages, toPage } from '../../forms/paging.js'
import { type KeysMemory, keysMemory } from '../../../../blocks/admin/memory.js'
import type { ModalView } from '@slack/types'
import { after, DAY_MS } from '../../../core/lib/duration.js'
import {
  action,
  view,
  ACCESS,
  EXPIRES,
  keyMadeAlreadyView,
  keyShownView,
  keysView,
  keyPages,
  newKeyView,
} from '../../../../blocks/admin/keys.js'
import { field } from '../../../../blocks/ids.js'
import { pageOf } from '../../../../blocks/kit/paging.js'
import { done, type Banner } from '../../../../blocks/kit/banner.js'
import { type ApiKey, listApiKeys } from '../../../core/accounts/keys/api-keys.js'
import { createApiKey, createPersonalKey, type MadeKey, type NewOrganizationKey } from '../../../core/accounts/keys/create.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import { badRequest } from '../../../core/lib/errors.js'
import { readAgentsAllowed, setAgentsAllowed } from '../../../core/accounts/agents/allowed.js'
import type { Sql } from '../../../core/ports/deps.js'
import { revokeApiKey } from '../../../core/accounts/keys/revoke.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { isOrganizationAdmin } from '../../../core/accounts/people/roles.js'
import { chosen, chosenMany, typed } from '../../forms/values.js'
import { type ActionArgs, onAction, type SlackDeps, onView } from '../../listener.js'
import { openedBothWays } from '../../forms/open.js'
import { showBelow } from '../../forms/show-below.js'
import { submitOnce } from '../../forms/submit-once.js'

/** Lists the newest keys first: the organization's for its admins, otherwise the reader's own. */
export async function keysNow(deps: SlackDeps, { actor }: Member, requested: KeysMemory, banner?: Banner): Promise<ModalView> {
  const [keys, accounts, agentsAllowed] = await Promise.all([
    listApiKeys(deps, actor),
    listAccounts(deps, actor),
    readAgentsAllowed(deps.db.sql, actor.organizationId),
  ])
  const nameOf = new Map(accounts.map(({ id, username }) => [id, username]))
  const named = keys.reverse().map((key) => ({ ...key, accounts: key.accountIds?.map((id) => nameOf.get(id) ?? id) ?? null }))
  const { at, shown } = pageOf(keyPages, named, requested)
  return keysView({
    memory: { at },
    keys: shown,
    count: keys.length,
    isOrganizationAdmin: isOrganizationAdmin(actor),
    agentsAllowed,
    now: deps.clock(),
    banner,
  })
}

export const { byCommand: openKeys } = openedBothWays('API keys', (deps, member) => keysNow(deps, member, { at: 0 }))

onAction(action.newKey, async (deps, { body, client, context }) => {
  if (!body.view) return
  const { actor } = context.member
  const accounts = isOrganizationAdmin(actor) ? await listAccounts(deps, actor) : undefined
  await client.views.push({ trigger_id: body.trigger_id, view: newKeyView(keysMemory.read(body.view), accounts) })
})

/** Makes one key, however often the form is sent. The stored result is without the key, so only the first answer shows it. */
onView(view.newKey, async (deps, { view, client, context, ack }) => {
  const { actor } = context.member
  const input = {
    name: typed(view, field.name),
    note: typed(view, field.note),
    access: chosen(view, field.access)?.id ?? ACCESS.personal,
    accountIds: chosenMany(view, field.accounts).map(({ id }) => id),
    expires: chosen(view, field.expires)?.id ?? 'never',
  }
  const days = EXPIRES[input.expires as keyof typeof EXPIRES] ?? null // one of our options; anything else means none
  const expiresAt = days === null ? undefined : after(deps.clock(), days * DAY_MS)
  let made: { key: string; apiKey: ApiKey } | undefined
  const { data, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    async (beforeCommit) => {
      const shared = { name: input.name, note: input.note, expiresAt }
      const kept = (sql: Sql, { apiKey }: MadeKey) => beforeCommit(sql, apiKey)
      made = await (input.access === ACCESS.personal
        ? createPersonalKey(deps, actor, shared, kept)
        : createApiKey(deps, actor, { ...shared, ...accessIn(input) }, kept))
      return made.apiKey
    },
    ({ name }: ApiKey) => ({ name }),
  )
  const answer = made && !isReplay ? keyShownView({ key: made.key, ...made.apiKey }) : keyMadeAlreadyView(data)
  await ack({ response_action: 'update', view: answer })
  await showBelow(deps, client, view.previous_view_id, await keysNow(deps, context.member, { at: 0 }))
})

/** @throws BAD_REQUEST access: none of the form's options */
function accessIn({
  access,
  accountIds,
}: {
  access: string
  accountIds: string[]
}): Pick<NewOrganizationKey, 'role' | 'accountIds'> {
  switch (access) {
    case ACCESS.full:
      return { role: 'admin' }
    case 'viewer':
    case 'contributor':
    case 'scheduler':
    case 'admin':
      return { role: access, ...(accountIds.length > 0 && { accountIds }) }
    default:
      throw badRequest('access', 'access: choose one.')
  }
}

/** Revokes the key; a second click changes nothing. */
onAction(action.revokeKey, async (deps, { action, body, client, context }) => {
  if (!body.view || action.type !== 'button') return
  const { member } = context
  const { name } = await revokeApiKey(deps, member.actor, { apiKeyId: action.value ?? '' })
  const view = await keysNow(deps, member, keysMemory.read(body.view), done(`Revoked “${name}”.`))
  await client.views.update({ view_id: body.view.id, view })
})

const switching =
  (isAllowed: boolean, said: string) =>
  async (deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> => {
    if (!body.view) return
    const { member } = context
    await setAgentsAllowed(deps, member.actor, { isAllowed })
    const view = await keysNow(deps, member, keysMemory.read(body.view), done(said))
    await client.views.update({ view_id: body.view.id, view })
  }
onAction(action.allowAgents, switching(true, 'Programs can sign in again.'))
onAction(action.forbidAgents, switching(false, 'Sign-in for programs is off.'))

turnsPages(keyPages, { memory: keysMemory, show: keysNow, turned: toPage })
