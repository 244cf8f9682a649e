/** Messages that are stored to be updated later, or as the root of a thread. */
import type { Sql } from '../../core/ports/deps.js'

export type KeptMessage = { channelId: string; ts: string }
type Place = {
  organizationId: string
  /** What the message is about: 'report:5', 'approval:3'; 'post:12' is the root of that pin's thread. */
  subject: string
  /** The channel or person that received it. */
  place: string
}

export async function findKeptMessage(sql: Sql, { organizationId, subject, place }: Place): Promise<KeptMessage | undefined> {
  const [kept] = await sql<KeptMessage[]>`
    select channel_id as "channelId", ts
      from slack_messages
     where organization_id = ${organizationId}
       and subject = ${subject}
       and place = ${place}`
  return kept
}

/** Stores the message unless one is stored already: of two sent at once, one is the root. */
export async function keepMessage(
  sql: Sql,
  { organizationId, subject, place }: Place,
  message: KeptMessage,
  now: Date,
): Promise<void> {
  const { channelId, ts } = message
  await sql`
    insert into slack_messages (organization_id, subject, place, channel_id, ts, sent_at)
    values (${organizationId}, ${subject}, ${place}, ${channelId}, ${ts}, ${now})
    on conflict (organization_id, subject, place) do nothing`
}

/** Deletes the row of a message that was deleted in Slack. */
export async function forgetMessage(sql: Sql, { organizationId, subject, place }: Place, { ts }: KeptMessage): Promise<void> {
  await sql`
    delete from slack_messages
     where organization_id = ${organizationId}
       and subject = ${subject}
       and place = ${place}
       and ts = ${ts}`
}

/** Returns the first row of the shown page. @returns 0 also if it was not sent yet */
export async function findBegin(
  sql: Sql,
  { organizationId, subject }: Pick<Place, 'organizationId' | 'subject'>,
): Promise<number> {
  const [kept] = await sql<{ begin: number }[]>`
    select begins_at as begin
      from slack_messages
     where organization_id = ${organizationId}
       and subject = ${subject}
     order by sent_at desc
     limit 1`
  return kept?.begin ?? 0
}

export async function noteBegin(
  sql: Sql,
  { organizationId, subject }: Pick<Place, 'organizationId' | 'subject'>,
  begin: number,
): Promise<void> {
  await sql`
    update slack_messages
       set begins_at = ${begin}
     where organization_id = ${organizationId}
       and subject = ${subject}`
}
