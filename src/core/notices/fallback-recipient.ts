/**
 * Ensures that bad news and pending decisions reach a person: if an account has no reachable channel, the person most concerned.
 */
import { isSlackPerson } from '../lib/actor.js'
import { DAY_MS } from '../lib/duration.js'
import type { Notice } from '../ports/notice.js'
import type { Deps, Sql } from '../ports/deps.js'
import { enqueueNotice } from './notices.js'

/** The person who made the pin, or last connected the account; if that was no person in Slack, an admin of the organization. */
export type FallbackRecipient = { userId: string; as: 'maker' | 'connector' | 'admin' }

/** More than one, because an admin may have left. */
const MOST_ADMINS = 5

/** Returns whom to try in turn, until one is reached; `userId`: `T1:U1`. undefined: the notice need not reach anyone. */
export async function listFallbackRecipients(
  sql: Sql,
  organizationId: string,
  notice: Notice,
): Promise<FallbackRecipient[] | undefined> {
  if (!MUST_REACH_SOMEBODY.includes(notice.kind)) return undefined
  const concerned = await findConcerned(sql, organizationId, notice)
  return concerned ? [concerned] : listAdmins(sql, organizationId)
}

const MUST_REACH_SOMEBODY: readonly Notice['kind'][] = [
  'pinFailed',
  'pinLate',
  'tagsFailed',
  'pinsLate',
  'evergreenStopped',
  'reconnectNeeded',
  'accountOnHold',
  'pinsMissedOnHold',
  'approvalCard',
  'approvalsCard',
]

/** Lists admins in workspaces that have the app, the most recently active first. */
export async function listAdmins(sql: Sql, organizationId: string): Promise<FallbackRecipient[]> {
  const admins = await sql<{ userId: string }[]>`
    select m.slack_team_id || ':' || m.slack_user_id as "userId"
      from members m
     where m.organization_id = ${organizationId}
       and coalesce(m.assigned_role, m.role) = 'admin'
       and exists (select 1
                     from slack_installations i
                    where i.organization_id = ${organizationId}
                      and i.revoked_at is null
                      and (i.team_id = m.slack_team_id or i.is_enterprise))
     order by m.seen_at desc nulls last, m.slack_team_id, m.slack_user_id
     limit ${MOST_ADMINS}`
  return admins.map(({ userId }) => ({ userId, as: 'admin' }))
}

type Unasked = { organizationId: string; accountId: string; approvalId: string; channelId: string }

/** Tells who asked and the admins that clients get no card in this channel, at most once a day. */
export async function alertUnreached(
  { sql }: Deps['db'],
  { organizationId, accountId, approvalId, channelId }: Unasked,
  now: Date,
): Promise<void> {
  const [request] = await sql<{ askedBy: string; title: string | null }[]>`
    select asked_by as "askedBy", title
      from approvals
     where organization_id = ${organizationId}
       and account_id = ${accountId}
       and id = ${approvalId}`
  if (!request) return
  const { askedBy, title } = request
  const admins = await listAdmins(sql, organizationId)
  const notice: Notice = { kind: 'clientsUnreached', accountId, channelId, title }
  for (const person of new Set([askedBy, ...admins.map(({ userId }) => userId)].filter(isSlackPerson))) {
    const dedupeKey = `clients:${accountId}:${channelId}:${Math.floor(now.getTime() / DAY_MS)}:${person}`
    await enqueueNotice(sql, { organizationId, destination: `user:${person}`, dedupeKey, notice }, now)
  }
}

async function findConcerned(sql: Sql, organizationId: string, notice: Notice): Promise<FallbackRecipient | undefined> {
  switch (notice.kind) {
    case 'pinFailed':
    case 'pinLate':
    case 'tagsFailed': {
      const [post] = await sql<{ createdBy: string | null }[]>`
        select created_by as "createdBy"
          from posts
         where organization_id = ${organizationId}
           and account_id = ${notice.accountId}
           and id = ${notice.postId}`
      return inSlack(post?.createdBy, 'maker')
    }
    case 'pinsLate':
    case 'evergreenStopped':
    case 'reconnectNeeded':
    case 'accountOnHold':
    case 'pinsMissedOnHold':
    case 'approvalCard':
    case 'approvalsCard': {
      const [act] = await sql<{ by: string }[]>`
        select actor as by
          from audit
         where organization_id = ${organizationId}
           and subject = ${`account:${notice.accountId}`}
           and action in ('connect', 'reconnect')
         order by id desc
         limit 1`
      return inSlack(act?.by, 'connector')
    }
    default:
      return undefined
  }
}

const inSlack = (userId: string | null | undefined, as: FallbackRecipient['as']): FallbackRecipient | undefined =>
  userId != null && isSlackPerson(userId) ? { userId, as } : undefined
