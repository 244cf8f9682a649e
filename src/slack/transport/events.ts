/**
 * Handles each event of Slack once: events are recorded before they are acknowledged, and another process handles those of a
 * dead one.
 */
import type { App } from '@slack/bolt'
import type { FunctionExecutedEvent } from '@slack/types'
import { z } from 'zod'
import { slackFile } from '../input/slack-file.js'
import { after } from '../../core/lib/duration.js'
import { findPinOfCard } from '../../core/notices/cards.js'
import type { Deps, Sql } from '../../core/ports/deps.js'
import { listOrganizationsOf } from './workspaces.js'

/** Length of a lease in real time, longer than an event is tried while the database is unreachable. */
const LEASE_MS = 120_000
const LEFT_AT_A_TIME = 50

/** Events that are stored and handled again if their process dies: Slack does not deliver an acknowledged event again. */
const HANDLED_AGAIN: readonly string[] = ['app_uninstalled', 'tokens_revoked', 'user_change', 'function_executed']

/** The part of a message that is read: its sender, its text and the names of its files. */
const written = {
  type: z.literal('message'),
  channel: z.string(),
  user: z.string(),
  ts: z.string(),
  text: z.string().exactOptional(),
  blocks: z.array(z.unknown()).exactOptional(),
  bot_id: z.undefined().optional(),
}
const subtype = z.literal('file_share').exactOptional()
const dropped = z.object({ ...written, subtype, channel_type: z.literal('im'), files: z.array(slackFile).exactOptional() })
/** `thread_broadcast`: a reply that is also sent to the channel. */
const replied = z.object({
  ...written,
  subtype: z.enum(['file_share', 'thread_broadcast']).exactOptional(),
  channel_type: z.enum(['channel', 'group']),
  thread_ts: z.string(),
  text: z.string().min(1),
  user_team: z.string().exactOptional(),
})
export type Reply = z.infer<typeof replied>

/** Returns the reply that a person wrote in a thread of a channel; undefined: the message is none. */
export const replyIn = (event: object): Reply | undefined => replied.safeParse(event).data

/** Returns the files or links that a person sends to the app, which become pins. Other messages are not stored. */
function droppedIn({ event }: EventBody): z.infer<typeof dropped> | undefined {
  const { data } = dropped.safeParse(event)
  return data && ((data.files ?? []).length > 0 || /https?:/i.test(data.text ?? '')) ? data : undefined
}

const isHandledAgain = (body: EventBody): boolean =>
  HANDLED_AGAIN.includes(body.event.type) || (droppedIn(body) ?? replyIn(body.event)) !== undefined

type Changed = { id?: string; team_id?: string; deleted?: boolean }
type EventBody = {
  event_id: string
  team_id?: string
  enterprise_id?: string | null
  authorizations?: { team_id?: string | null; enterprise_id?: string | null }[] | null
  event: { type: string; channel_type?: string; user?: Changed | string | null }
}
type EventDeps = Pick<Deps, 'db' | 'wallClock' | 'log'>
type ProcessEvent = App['processEvent']

const isEvent = (body: unknown): body is EventBody => {
  const { event_id: id, event } = body as Partial<EventBody>
  return typeof id === 'string' && typeof event?.type === 'string'
}

/**
 * Wraps `processEvent`: an event that cannot be recorded throws before its ack, so that Slack delivers it again; an event that
 * is handled already is only acknowledged. Listeners of stored events call finishEvent() themselves, because Bolt swallows what
 * a listener throws.
 */
export function onceEach(app: App, deps: EventDeps): App {
  const processEvent: ProcessEvent = async (received) => {
    const { body, ack } = received
    if (!isEvent(body)) return app.processEvent(received)
    if (isOfNoUse(body) || (isOfChannel(body) && !(await isReplyToCard(deps.db.sql, body)))) return ack()
    if (!(await takeEvent(deps.db.sql, body, deps.wallClock()))) return ack()
    await app.processEvent(received)
    if (!isHandledAgain(body)) await finishEvent(deps, body.event_id)
  }
  return Object.assign(Object.create(app) as App, { processEvent }) // the same app in all else
}

/** True for events that are ignored: Slack reports each change of a profile, and only a deactivation is recorded. */
const isOfNoUse = ({ event: { type, user } }: EventBody): boolean => type === 'user_change' && changedOf(user)?.deleted !== true
const isOfChannel = ({ event }: EventBody): boolean =>
  event.type === 'message' && (event.channel_type === 'channel' || event.channel_type === 'group')
/** True for a reply in the thread of a card: nothing else that people write in channels is stored, or read any further. */
async function isReplyToCard(sql: Sql, { event, authorizations, ...body }: EventBody): Promise<boolean> {
  const reply = replyIn(event)
  if (!reply) return false
  const { team_id: teamId, enterprise_id: enterpriseId } = authorizations?.[0] ?? body
  for (const organizationId of await listOrganizationsOf(sql, { teamId, enterpriseId }))
    if (await findPinOfCard(sql, { organizationId, channelId: reply.channel, ts: reply.thread_ts })) return true
  return false
}
const changedOf = (user: EventBody['event']['user']): Changed | undefined =>
  typeof user === 'object' && user !== null ? user : undefined

/** @returns true when this process handles it */
async function takeEvent(sql: Sql, body: EventBody, now: Date): Promise<boolean> {
  const kept = isHandledAgain(body) ? sql.json(whatIsNeeded(body)) : null
  const taken = await sql`
    insert into slack_events as e (event_id, received_at, handled_at, lease_until, body)
    values (${body.event_id}, ${now}, null, ${leaseUntil(now)}, ${kept})
    on conflict (event_id) do update
       set lease_until = excluded.lease_until
     where e.handled_at is null
       and e.lease_until <= ${now}`
  return taken.count === 1
}

/** Drops tokens and the profile, which must not be stored. */
function whatIsNeeded({ token: _, ...body }: EventBody & { token?: unknown }): EventBody {
  const message = droppedIn(body) ?? replyIn(body.event)
  if (message) return { ...body, event: message }
  if (isStep(body.event)) {
    const {
      type,
      function: { callback_id },
      inputs,
      function_execution_id,
    } = body.event
    return { ...body, event: { type, function: { callback_id }, inputs, function_execution_id } as EventBody['event'] }
  }
  const user = changedOf(body.event.user)
  if (!user) return body
  const { id, team_id, deleted } = user
  return {
    ...body,
    event: { type: body.event.type, user: { ...(id && { id }), ...(team_id && { team_id }), ...(deleted && { deleted }) } },
  }
}
const isStep = (event: EventBody['event'] | FunctionExecutedEvent): event is FunctionExecutedEvent =>
  event.type === 'function_executed'

const leaseUntil = (now: Date) => after(now, LEASE_MS)

export async function finishEvent({ db: { sql }, wallClock }: Pick<Deps, 'db' | 'wallClock'>, eventId: string): Promise<void> {
  await sql`
    update slack_events
       set handled_at = ${wallClock()}, lease_until = null, body = null
     where event_id = ${eventId}`
}

/**
 * Handles events that dead processes left, or that could not be handled while the database was unreachable.
 * @returns how many were handled again
 */
export async function handleLeftEvents(
  app: Pick<App, 'processEvent'>,
  { db: { sql }, wallClock, log }: EventDeps,
): Promise<number> {
  const now = wallClock()
  const left = await sql<{ body: Record<string, unknown> }[]>`
    update slack_events
       set lease_until = ${leaseUntil(now)}
     where event_id in (select event_id
                          from slack_events
                         where handled_at is null
                           and body is not null
                           and lease_until <= ${now}
                         order by received_at
                         limit ${LEFT_AT_A_TIME}
                           for update skip locked)
    returning body`
  for (const { body } of left) {
    log.warn({ eventId: body['event_id'] }, 'an unfinished slack event is handled again')
    await app.processEvent({ body, ack: async () => {} })
  }
  return left.length
}
