/** Signed, short-lived links to the platform's consent page. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { MINUTE_MS } from '../lib/duration.js'
import { type Actor, isSlackPerson } from '../lib/actor.js'
import { badRequest } from '../lib/errors.js'
import type { BeforeCommit, Deps } from '../ports/deps.js'
import { requireAccount } from '../accounts/accounts.js'
import { requireOrganization } from '../accounts/workspaces/organizations.js'
import { requireOrganizationAdmin, requireRoleOn } from '../accounts/people/roles.js'
import { readSigned, writeSigned } from '../lib/http/signed-token.js'

/** `formId`: the form in Slack that contains the link, for Slack's `external_id`; null: none. */
export type ConnectLink = { url: string; expiresAt: Date; formId: string | null }

/** The form in Slack that is updated once the account is connected, and its channel. */
const formShape = z.object({ id: z.string(), channelId: z.string().nullable() })
/** The settings of a new account for programs and the operator, which have no setup form. */
const setUpShape = z.object({ timezone: z.string(), pinsPerDay: z.int(), channelId: z.null() })

/** What a link allows. */
export type ConnectAsk =
  /**
   * `accountId` null: any account. `askedBy`: the Slack user to notify; null: a program or the operator requested it. `keyId`,
   * `personId`: the key and person whose right it depends on, `T1:U1` also behind a key of theirs; both null: it depends on none.
   */
  | {
      kind: 'link'
      organizationId: string
      accountId: string | null
      askedBy: string | null
      keyId: string | null
      personId: string | null
      form?: z.output<typeof formShape> | undefined
      setUp?: z.output<typeof setUpShape> | undefined
    }
  /** A link from the public page: its maker is unknown, so only the holder of exactly this account can use it. */
  | { kind: 'again'; accountId: string }

const LINK_MS = 15 * MINUTE_MS
const PURPOSE = 'connect link'

export const askShape = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('link'),
    organizationId: z.string(),
    accountId: z.string().nullable(),
    askedBy: z.string().nullable(),
    keyId: z.string().nullable().default(null), // of a link that the version before made it is not known
    personId: z.string().nullable().default(null),
    form: formShape.optional(),
    setUp: setUpShape.optional(),
  }),
  z.object({ kind: z.literal('again'), accountId: z.string() }),
])
const linkShape = z.object({ ask: askShape, expiresAtMs: z.int(), nonce: z.string() })

export type NewLink = {
  accountId: string | null
  channelId?: string | null | undefined
  setUp?: z.output<typeof setUpShape> | undefined
}

/**
 * Makes a link for 15 minutes that anyone who has it can use, so it is a secret. It ends earlier if its maker's key, person or
 * right does.
 * @throws FORBIDDEN not an admin · NOT_FOUND account, organization · BAD_REQUEST setUp
 */
export async function createConnectLink(
  deps: Pick<Deps, 'db' | 'clock' | 'sign' | 'settings'>,
  actor: Actor,
  { accountId, channelId, setUp }: NewLink,
  beforeCommit?: BeforeCommit<ConnectLink>,
): Promise<ConnectLink> {
  if (accountId !== null && setUp)
    throw badRequest('setUp', (of) => `${of('setUp')} is for a new account. Leave it out to connect a known one again.`)
  requireMayConnect(actor, accountId)
  const { sql } = deps.db
  const { id: organizationId } = await requireOrganization(sql, actor)
  const account = accountId === null ? null : await requireAccount(sql, actor, accountId)
  const askedBy = actor.via === 'slack' ? actor.userId : null
  const link = linkTo(deps, {
    kind: 'link',
    organizationId,
    accountId: account?.id ?? null,
    askedBy,
    keyId: actor.apiKeyId ?? null,
    personId: isSlackPerson(actor.userId) ? actor.userId : null,
    ...(channelId !== undefined && { form: { id: randomBytes(9).toString('base64url'), channelId } }),
    ...(setUp && { setUp }),
  })
  if (beforeCommit) await deps.db.tx((tx) => beforeCommit(tx, link))
  return link
}

/** @param accountId null: a new one. @throws FORBIDDEN not an admin · NOT_FOUND an account that the actor cannot see */
export function requireMayConnect(actor: Actor, accountId: string | null): void {
  if (accountId === null) requireOrganizationAdmin(actor)
  else requireRoleOn(actor, accountId, 'admin')
}

/** Makes a link for anyone: only the account's holder can use it. It is also made for accounts that do not exist. */
export const makeAgainLink = (deps: Pick<Deps, 'clock' | 'sign' | 'settings'>, accountId: string): ConnectLink =>
  linkTo(deps, { kind: 'again', accountId })

function linkTo(deps: Pick<Deps, 'clock' | 'sign' | 'settings'>, ask: ConnectAsk): ConnectLink {
  const expiresAt = new Date(Math.floor((deps.clock().getTime() + LINK_MS) / 1000) * 1000) // whole seconds, as in the response
  const nonce = randomBytes(9).toString('base64url')
  const token = writeSigned(deps, PURPOSE, { ask, expiresAtMs: expiresAt.getTime(), nonce })
  return {
    url: `${deps.settings.publicUrl}/connect/link/${token}`,
    expiresAt,
    formId: (ask.kind === 'link' && ask.form?.id) || null,
  }
}

/** Reads what the token of a link allows now, from the token alone. */
export function readConnectLink(
  deps: Pick<Deps, 'sign'>,
  token: string,
  now: Date,
): { kind: 'good'; ask: ConnectAsk } | { kind: 'expired' } | { kind: 'wrong' } {
  const link = readSigned(deps, PURPOSE, token, linkShape)
  if (!link) return { kind: 'wrong' }
  return now.getTime() < link.expiresAtMs ? { kind: 'good', ask: link.ask } : { kind: 'expired' }
}
