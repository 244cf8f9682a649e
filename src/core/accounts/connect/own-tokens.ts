/** A refresh token works once: two organizations with the same one would end each other's connection. */
import type { Actor } from '../../lib/actor.js'
import { badRequest } from '../../lib/errors.js'
import type { PlatformUser } from '../../ports/platform.js'
import type { Deps, Sql } from '../../ports/deps.js'

/**
 * Checks all organizations, in the transaction that stores the tokens; of two that store the same at once, the second is refused.
 * An account may be in two organizations if each has its own consent and so its own refresh token.
 * @throws BAD_REQUEST refreshToken
 */
export async function requireOwnTokens(
  sql: Sql,
  { sealer }: Pick<Deps, 'sealer'>,
  { organizationId }: Pick<Actor, 'organizationId'>,
  { user, refreshToken }: { user: Pick<PlatformUser, 'id'>; refreshToken: string | null },
): Promise<void> {
  if (refreshToken === null) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`platform account ${user.id}`}, 0))`
  const others = await sql<{ refreshToken: Buffer }[]>`
    select c.refresh_token as "refreshToken"
      from accounts a
      join connections c on c.organization_id = a.organization_id and c.account_id = a.id
     where a.platform_user_id = ${user.id}
       and a.organization_id <> ${organizationId}
       and c.refresh_token is not null`
  if (others.every((other) => sealer.open(other.refreshToken) !== refreshToken)) return
  throw badRequest(
    'refreshToken',
    (of) =>
      `${of('refreshToken')} belongs to another organization’s connection. It works only once, so the first renewal would end that connection. Connect this account with its own consent (npm run admin -- account connect).`,
  )
}
