/** `/pin keys`: the keys of the API, making one and revoking one. */
import { type KeysMemory, keysMemory } from '../../../../blocks/admin/memory.js'
import type { ModalView } from '@slack/types'
import { after, DAY_MS } from '../../../core/lib/duration.js'
import { EXPIRES, keyMadeAlreadyView, keyShownView, keysView, keyPages, newKeyView } from '../../../../blocks/admin/keys.js'
import { field } from '../../../../blocks/ids.js'
import { pageOf } from '../../../../blocks/kit/paging.js'
import { done, type Banner } from '../../../../blocks/kit/banner.js'
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '../../../core/accounts/keys/api-keys.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { requireRole } from '../../../core/accounts/people/roles.js'
import { chosen, typed } from '../../forms/values.js'
import type { ActionArgs, SlackDeps, ViewArgs } from '../../listener.js'
import { openedBothWays } from '../../forms/open.js'
import { showBelow } from '../../forms/show-below.js'
import { submitOnce } from '../../forms/submit-once.js'

/** The newest first. @throws FORBIDDEN not an admin */
export async function keysNow(deps: SlackDeps, { actor }: Member, requested: KeysMemory, banner?: Banner): Promise<ModalView> {
  const keys = (await listApiKeys(deps, actor)).reverse()
  const { at, shown } = pageOf(keyPages, keys, requested)
  return keysView({ memory: { at }, keys: shown, count: keys.length, now: deps.clock(), banner })
}

export const { byCommand: openKeys } = openedBothWays('API keys', (deps, member) => keysNow(deps, member, { at: 0 }))

export async function openNewKey(_deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> {
  if (!body.view) return
  requireRole(context.member.actor, 'admin') // refused before anything is typed
  await client.views.push({ trigger_id: body.trigger_id, view: newKeyView(keysMemory.read(body.view)) })
}

/** One key, however often the form is sent; what is kept for that is not the key, so it is shown in the first answer alone. */
export async function submitNewKey(deps: SlackDeps, { view, client, context, ack }: ViewArgs): Promise<void> {
  const { actor } = context.member
  const input = { name: typed(view, field.name), expires: chosen(view, field.expires)?.id ?? 'never' }
  const days = EXPIRES[input.expires as keyof typeof EXPIRES] ?? null // of our own options; anything else is none
  const expiresAt = days === null ? undefined : after(deps.clock(), days * DAY_MS)
  let made: { key: string; apiKey: ApiKey } | undefined
  const { data, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    async (beforeCommit) => {
      made = await createApiKey(deps, actor, { name: input.name, ...(expiresAt && { expiresAt }) }, beforeCommit)
      return made.apiKey
    },
    ({ name }: ApiKey) => ({ name }),
  )
  const answer = made && !isReplay ? keyShownView({ key: made.key, ...made.apiKey }) : keyMadeAlreadyView(data)
  await ack({ response_action: 'update', view: answer })
  await showBelow(deps, client, view.previous_view_id, await keysNow(deps, context.member, { at: 0 }))
}

/** Pressed again, it stays revoked. */
export async function revokeByButton(deps: SlackDeps, { action, body, client, context }: ActionArgs): Promise<void> {
  if (!body.view || action.type !== 'button') return
  const { member } = context
  const { name } = await revokeApiKey(deps, member.actor, { apiKeyId: action.value ?? '' })
  const view = await keysNow(deps, member, keysMemory.read(body.view), done(`“${name}” is revoked.`))
  await client.views.update({ view_id: body.view.id, view })
}
