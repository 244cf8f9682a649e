/** The seat of a client: for which contact somebody outside speaks, and how far. A link gives one, and so does the client channel. */
import type { Account } from '../../accounts/account.js'
import { loadAccount } from '../../accounts/accounts.js'
import { recordAct } from '../../audit/audit.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { clientOf, isActive, readName, type ReviewLink } from './review-link.js'

export type Seat = {
  account: Account
  /** Sees the account, and decides the steps that wait for the contact. */
  actor: Actor & { contact: string }
  /** The pins that they reach; null: those of which a step asks their contact. */
  postIds: readonly string[] | null
  /** Locks what gives them the seat until the end. @returns false: nothing does any more */
  isHeld(sql: Sql, now: Date): Promise<boolean>
  /** Returns what they are called, and keeps a name that is typed first. @throws BAD_REQUEST name: there is none yet */
  nameOf(sql: Sql, given: string | undefined, now: Date): Promise<string>
}

type Client = { organizationId: string; accountId: string; contact: string; userId: string }

const actorOf = ({ accountId, ...client }: Client, via: Actor['via']): Seat['actor'] => ({
  ...client,
  via,
  role: 'none',
  accountRoles: { [accountId]: 'viewer' },
})

/** Returns the seat of whoever has a link. */
export function seatOfLink(link: ReviewLink, account: Account): Seat {
  const { organizationId, accountId, id, contactName, postIds, givenName } = link
  const actor = actorOf({ organizationId, accountId, contact: contactName, userId: clientOf(link) }, 'browser')
  return {
    account,
    actor,
    postIds,
    isHeld: (sql, now) => isActive(sql, link, now, 'share'),
    async nameOf(sql, given, now) {
      if (givenName !== null) return givenName
      if (given === undefined) throw badRequest('name', (of) => `${of('name')} is missing.`)
      const name = readName('name', given)
      const written = await sql`
        update review_links
           set name_given = ${name}, name_given_at = ${now}
         where organization_id = ${organizationId}
           and id = ${id}
           and name_given is null
           and revoked_at is null
           and expires_at > ${now}`
      if (written.count > 0) {
        const act = { accountId, subject: `review_link:${id}`, action: 'name', after: { name } }
        await recordAct(sql, actor, act, now)
        return name
      }
      const [bound] = await sql<{ name: string | null }[]>`
        select name_given as name
          from review_links
         where organization_id = ${organizationId} and id = ${id}`
      return bound?.name ?? name
    },
  }
}

export type SlackClient = { organizationId: string; accountId: string; teamId: string; userId: string; channelId: string }

/** Finds the seat of a person of another workspace in the client channel of an account; undefined: they have none. */
export async function findSlackSeat({ db: { sql } }: Pick<Deps, 'db'>, client: SlackClient): Promise<Seat | undefined> {
  const { organizationId, accountId, teamId, userId } = client
  if (!isRowId(accountId)) return undefined
  const named = await findNamed(sql, client)
  const account = named && (await loadAccount(sql, { organizationId }, accountId))
  if (!account) return undefined
  const { contact, name } = named
  return {
    account,
    actor: {
      ...actorOf({ organizationId, accountId, contact, userId: `client:${teamId}:${userId}` }, 'slack'),
      ...(name !== null && { calledAs: name }),
    },
    postIds: null,
    isHeld: async (now) => (await findNamed(now, client, 'lock'))?.contact === contact,
    nameOf: async () => name ?? contact,
  }
}

const findNamed = async (
  sql: Sql,
  { organizationId, accountId, teamId, userId, channelId }: SlackClient,
  how: 'read' | 'lock' = 'read',
): Promise<{ contact: string; name: string | null } | undefined> => {
  const [named] = await sql<{ contact: string; name: string | null }[]>`
    select p.contact_name as contact, p.name
      from client_people p
      join accounts a on a.organization_id = ${organizationId} and a.id = p.account_id and a.clients_channel_id = ${channelId}
     where p.organization_id = ${organizationId}
       and p.account_id = ${accountId}
       and p.slack_team_id = ${teamId}
       and p.slack_user_id = ${userId}
       ${how === 'lock' ? sql`for share of p` : sql``}`
  return named
}
