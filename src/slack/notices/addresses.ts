/** The destination of a notice, and the token for it. */
import type { UndeliverableCause } from '../../core/ports/deps.js'
import type { Sql } from '../../core/ports/deps.js'
import type { TokenDeps } from '../transport/access.js'
import { staffToken, tokenFor } from '../install/installations.js'

export type Somewhere = { kind: 'somewhere'; channel: string; token: string }
/** An address, or the reason why there is none. If `cause` is absent, `because` says what is wrong. */
export type Address =
  | Somewhere
  | { kind: 'nowhere'; cause: UndeliverableCause }
  | { kind: 'nowhere'; cause?: never; because: string }
export type Wanted = { organizationId: string; destination: string; staffChannelId: string | null }

/**
 * Finds the address of a destination: `staff`, `account:7` (its notice channel), `approvals:7` (its approval channel), `clients:7`
 * (that of its clients) or `user:T1:U1` (their direct messages from the app).
 */
export async function findAddress(
  deps: TokenDeps & { staffTeamId?: string | null | undefined },
  { organizationId, destination, staffChannelId }: Wanted,
): Promise<Address> {
  const [kind = '', id = '', userId] = destination.split(':')
  if (kind === 'staff') {
    if (staffChannelId === null) return nowhere('no staff channel is set')
    const token = await staffToken(deps)
    if (token === undefined) return nowhere('the app is not installed in the workspace of the staff')
    return { kind: 'somewhere', channel: staffChannelId, token }
  }
  const teamId = kind === 'user' ? id : undefined
  const token = await tokenFor(deps, { organizationId, teamId })
  if (token === undefined) return { kind: 'nowhere', cause: 'not_installed' }
  if (kind === 'user')
    return userId === undefined ? nowhere(`no user in ${destination}`) : { kind: 'somewhere', channel: userId, token }
  if (!isChannelOf(kind) || !/^\d{1,18}$/.test(id)) return nowhere(`unknown destination ${destination}`)
  const channel = await findChannel(deps.db.sql, { organizationId, accountId: id, kind })
  return channel === null ? { kind: 'nowhere', cause: 'no_channel' } : { kind: 'somewhere', channel, token }
}

const CHANNELS = { account: 'notify_channel_id', approvals: 'approvals_channel_id', clients: 'clients_channel_id' } as const
type ChannelOf = keyof typeof CHANNELS
const isChannelOf = (kind: string): kind is ChannelOf => Object.hasOwn(CHANNELS, kind)

async function findChannel(
  sql: Sql,
  { organizationId, accountId, kind }: { organizationId: string; accountId: string; kind: ChannelOf },
): Promise<string | null> {
  const [account] = await sql<{ channel: string | null }[]>`
    select ${sql(CHANNELS[kind])} as channel
      from accounts
     where organization_id = ${organizationId}
       and id = ${accountId}`
  return account?.channel ?? null
}

const nowhere = (because: string): Address => ({ kind: 'nowhere', because })
