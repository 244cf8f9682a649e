/** The clients of an account over Slack Connect: their channel, and the people of other workspaces who speak for each contact. */
import { isDeepStrictEqual } from 'node:util'
import { requireAccount } from '../../accounts/accounts.js'
import { requireRoleOn } from '../../accounts/people/roles.js'
import { recordAct } from '../../audit/audit.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest } from '../../lib/errors.js'
import { redrawClientCards } from '../../notices/cards.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { readWritten } from '../approval/approval.js'
import type { Approval } from '../approval/model.js'
import { askClients } from '../approval/notify.js'
import { contactKey } from '../approval/steps/steps.js'
import { readName } from './review-link.js'

/** `name`: as Slack shows them; null: not known. */
export type ClientPerson = { teamId: string; userId: string; name: string | null }
/** `channelId` null: the account has no channel for clients, and so no contacts. */
export type Clients = { channelId: string | null; contacts: { name: string; people: ClientPerson[] }[] }
export type GivenClients = {
  channelId: string | null
  contacts: readonly { name: string; people: readonly { teamId: string; userId: string; name?: string | null | undefined }[] }[]
}

/** The most people of an account. */
export const MOST_CLIENTS = 20

type Owner = { organizationId: string; id: string }

/** @throws FORBIDDEN not an admin · NOT_FOUND */
export async function readClients(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<Clients> {
  requireRoleOn(actor, accountId, 'admin')
  return findClients(sql, await requireAccount(sql, actor, accountId))
}

async function findClients(sql: Sql, { organizationId, id }: Owner): Promise<Clients> {
  const [account] = await sql<{ channelId: string | null }[]>`
    select clients_channel_id as "channelId"
      from accounts
     where organization_id = ${organizationId} and id = ${id}`
  const people = await sql<(ClientPerson & { contactName: string })[]>`
    select contact_name as "contactName", slack_team_id as "teamId", slack_user_id as "userId", name
      from client_people
     where organization_id = ${organizationId} and account_id = ${id}
     order by contact_key, slack_team_id, slack_user_id`
  const names = [...new Set(people.map(({ contactName }) => contactName))]
  const ofContact = (name: string) => people.flatMap(({ contactName, ...one }) => (contactName === name ? one : []))
  return { channelId: account?.channelId ?? null, contacts: names.map((name) => ({ name, people: ofContact(name) })) }
}

/**
 * Replaces the channel and the people. Requests that wait for a contact ask these people from now on, and cards that were sent
 * follow.
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST the field, such as contacts[0].people[1].userId: somebody of the team
 */
export async function setClients(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, ...given }: { accountId: string } & GivenClients,
  beforeCommit?: BeforeCommit<Clients>,
): Promise<Clients> {
  requireRoleOn(actor, accountId, 'admin')
  const { channelId, contacts } = requireForm(given)
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    const { organizationId, id } = account
    // of all accounts, because none of them may choose this channel for itself meanwhile
    await sql`select from accounts where organization_id = ${organizationId} order by id for no key update`
    if (channelId !== null) await requireNotInternal(sql, account, channelId)
    await requireOutside(sql, account, contacts)
    const before = await findClients(sql, account)
    await sql`update accounts set clients_channel_id = ${channelId} where organization_id = ${organizationId} and id = ${id}`
    const people = contacts.flatMap(({ name, people: named }) => named.map((one) => ({ ...one, contact: name })))
    await sql`
      delete from client_people
       where organization_id = ${organizationId}
         and account_id = ${id}
         and slack_team_id || ':' || slack_user_id <> all (${people.map(({ teamId, userId }) => `${teamId}:${userId}`)})`
    for (const { teamId, userId, name, contact } of people)
      await sql`
        insert into client_people as p (organization_id, account_id, slack_team_id, slack_user_id, contact_name, contact_key, name, named_by, named_at)
        values (${organizationId}, ${id}, ${teamId}, ${userId}, ${contact}, ${contactKey(contact)}, ${name ?? null}, ${actor.userId}, ${now})
        on conflict (organization_id, account_id, slack_team_id, slack_user_id) do update
           set contact_name = excluded.contact_name, contact_key = excluded.contact_key, name = coalesce(excluded.name, p.name),
               named_by = excluded.named_by, named_at = excluded.named_at
         where (p.contact_name, coalesce(excluded.name, p.name)) is distinct from (excluded.contact_name, p.name)`
    const set = await findClients(sql, account)
    if (!isDeepStrictEqual(before, set))
      await recordAct(sql, actor, { accountId: id, subject: `clients:${id}`, action: 'set', before, after: set }, now)
    await followClients(sql, account, now)
    await beforeCommit?.(sql, set)
    return set
  })
}

/** Cleans what needs no database. @throws BAD_REQUEST */
function requireForm({ channelId, contacts: given }: GivenClients): GivenClients {
  if (channelId !== null && !/^[CG][A-Z0-9]{1,30}$/.test(channelId))
    throw badRequest('channelId', 'Use the id of a channel, such as C012AB3CD.')
  if (channelId === null && given.length > 0)
    throw badRequest('channelId', 'Choose the channel that you share with your client, or name no people.')
  const contacts = given.map(({ name, people }, at) => ({ name: readName(`contacts[${at}].name`, name), people }))
  const seen = new Set<string>()
  contacts.forEach(({ name, people }, at) => {
    if (contacts.findIndex((other) => contactKey(other.name) === contactKey(name)) < at)
      throw badRequest(`contacts[${at}].name`, 'Name each contact once.')
    if (people.length === 0) throw badRequest(`contacts[${at}].people`, `Name at least one person for “${name}”.`)
    people.forEach(({ teamId, userId }, index) => {
      const field = `contacts[${at}].people[${index}]`
      if (!/^[TE][A-Z0-9]{1,30}$/.test(teamId))
        throw badRequest(`${field}.teamId`, 'Use the id of their Slack workspace, such as T012AB3CD.')
      if (!/^[UW][A-Z0-9]{1,30}$/.test(userId))
        throw badRequest(`${field}.userId`, 'Use the member ID from their Slack profile, such as U012AB3CD.')
      if (seen.has(`${teamId}:${userId}`)) throw badRequest(`${field}.userId`, 'Name each person for one contact.')
      seen.add(`${teamId}:${userId}`)
    })
  })
  if (seen.size > MOST_CLIENTS) throw badRequest('contacts', `Name at most ${MOST_CLIENTS} people.`)
  return { channelId, contacts }
}

/** Checks that no account of the team posts its own news in the channel. @throws BAD_REQUEST channelId */
async function requireNotInternal(sql: Sql, { organizationId }: Owner, channelId: string): Promise<void> {
  const [internal] = await sql<{ username: string }[]>`
    select username
      from accounts
     where organization_id = ${organizationId}
       and ${channelId} in (approvals_channel_id, notify_channel_id)
     limit 1`
  if (internal)
    throw badRequest(
      'channelId',
      `This channel gets your team’s own messages about ${internal.username}. Choose one that is for your client alone.`,
    )
}

/** @throws BAD_REQUEST the person who is of the team */
async function requireOutside(sql: Sql, { organizationId }: Owner, contacts: GivenClients['contacts']): Promise<void> {
  const people = contacts.flatMap((contact) => contact.people)
  const own = await sql<{ teamId: string; userId: string | null }[]>`
    select unnest(array[team_id, enterprise_id]) as "teamId", null as "userId"
      from slack_installations
     where organization_id = ${organizationId}
     union all
    select slack_team_id, slack_user_id
      from members
     where organization_id = ${organizationId}
       and slack_user_id = any (${people.map(({ userId }) => userId)})`
  contacts.forEach((contact, at) => {
    contact.people.forEach(({ teamId, userId }, index) => {
      if (own.some((one) => (one.userId === null ? one.teamId === teamId : one.userId === userId)))
        throw badRequest(
          `contacts[${at}].people[${index}].userId`,
          `${userId} is in your own workspace. Name them in the approval steps, or give them a role.`,
        )
    })
  })
}

/** Asks for what waits for these people now, and redraws the cards that were sent. */
async function followClients(sql: Sql, { organizationId, id: accountId }: Owner, now: Date): Promise<void> {
  const open = await sql<{ id: string }[]>`
    select id
      from approvals
     where organization_id = ${organizationId}
       and account_id = ${accountId}
       and state = 'open'
       and waits_for is not null`
  for (const approval of await readWritten(sql, organizationId, open)) await askClients(sql, approval, now)
  await redrawClientCards(sql, { organizationId, accountId }, now)
}

/** Returns the channel, and whom of the people in it the pending step of a request waits for; nobody: the team, or by a link. */
export async function findAsked(
  sql: Sql,
  { organizationId, accountId, state, waitsFor }: Pick<Approval, 'organizationId' | 'accountId' | 'state' | 'waitsFor'>,
): Promise<{ channelId: string | null; userIds: string[] }> {
  const { channelId, contacts } = await findClients(sql, { organizationId, id: accountId })
  const asked = contacts.filter(({ name }) => state === 'open' && waitsFor?.includes(`contact:${contactKey(name)}`))
  return { channelId, userIds: asked.flatMap(({ people }) => people.map(({ userId }) => userId)) }
}
