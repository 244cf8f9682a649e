/** The identity and rights of a key. */
import type { Access, Actor, Role } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'
import { listAccountsAsked } from '../accounts.js'
import { roleOn } from '../people/roles.js'

export type Principal = {
  kind: 'key' | 'person'
  name: string
  role: Access
  accounts: { accountId: string; role: Role }[]
}

export async function readPrincipal(deps: Pick<Deps, 'db'>, actor: Actor): Promise<Principal> {
  const [key] = await deps.db.sql<{ name: string; isPersonal: boolean }[]>`
    select name, slack_user_id is not null as "isPersonal"
      from api_keys
     where organization_id = ${actor.organizationId}
       and id = ${actor.apiKeyId ?? null}`
  const accounts = (await listAccountsAsked(deps, actor)).flatMap(({ id: accountId }) => {
    const role = roleOn(actor, accountId)
    return role === 'none' ? [] : [{ accountId, role }]
  })
  return { kind: key?.isPersonal === true ? 'person' : 'key', name: key?.name ?? actor.userId, role: actor.role, accounts }
}
