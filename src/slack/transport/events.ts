/** Events of Slack, each handled once: recorded before they are acknowledged, and handled by another process where one has died with them. */
import type { App } from '@slack/bolt'
import { z } from 'zod'
import { slackFile } from '../input/slack-file.js'
import { after } from '../../core/lib/duration.js'
import type { Deps, Sql } from '../../core/ports/deps.js'

/** Real time, longer than an event is tried against a database that is away. */
const LEASE_MS = 120_000
const LEFT_AT_A_TIME = 50

/** What is lost for good with a process that dies with it. Slack does not deliver it again: it has been acknowledged. */
const HANDLED_AGAIN: readonly string[] = ['app_uninstalled', 'tokens_revoked', 'user_change']

/** Of a message what is read of it: whoever sent it, its words, and what its files are called. */
const dropped = z.object({
  type: z.literal('message'),
  channel_type: z.literal('im'),
  subtype: z.literal('file_share').exactOptional(),
  channel: z.string(),
  user: z.string(),
  ts: z.string(),
  text: z.string().exactOptional(),
  blocks: z.array(z.unknown()).exactOptional(),
  bot_id: z.undefined().optional(),
  files: z.array(slackFile).exactOptional(),
})

/** Files or links that a person sends to the app: they are pins to be. Other words of theirs are not kept. */
function droppedIn({ event }: EventBody): z.infer<typeof dropped> | undefined {
  const { data } = dropped.safeParse(event)
  return data && ((data.files ?? []).length > 0 || /https?:/i.test(data.text ?? '')) ? data : undefined
}

const isHandledAgain = (body: EventBody): boolean => HANDLED_AGAIN.includes(body.event.type) || droppedIn(body) !== undefined

type Changed = { id?: string; team_id?: string; deleted?: boolean }
type EventBody = { event_id: string; event: { type: string; user?: Changed | string | null } }
type EventDeps = Pick<Deps, 'db' | 'wallClock' | 'log'>
type ProcessEvent = App['processEvent']

const isEvent = (body: unknown): body is EventBody => {
  const { event_id: id, event } = body as Partial<EventBody>
  return typeof id === 'string' && typeof event?.type === 'string'
}

/**
 * `processEvent` in place of the app's own. An event that cannot be recorded throws before it is acknowledged, so that Slack
 * delivers it again; one that is handled, or is being handled at this moment, is acknowledged and nothing more. A listener of
 * an event that is to be handled again says so itself, by finishEvent(): Bolt swallows what a listener throws.
 */
export function onceEach(app: App, deps: EventDeps): App {
  const processEvent: ProcessEvent = async (received) => {
    const { body, ack } = received
    if (!isEvent(body)) return app.processEvent(received)
    if (isOfNoUse(body)) return ack()
    if (!(await takeEvent(deps.db.sql, body, deps.wallClock()))) return ack()
    await app.processEvent(received)
    if (!isHandledAgain(body)) await finishEvent(deps, body.event_id)
  }
  return Object.assign(Object.create(app) as App, { processEvent }) // the same app in all else
}

/** Slack tells of each change of everybody's profile: only that somebody was deactivated is written down. */
const isOfNoUse = ({ event: { type, user } }: EventBody): boolean => type === 'user_change' && changedOf(user)?.deleted !== true
const changedOf = (user: EventBody['event']['user']): Changed | undefined =>
  typeof user === 'object' && user !== null ? user : undefined

/** @returns whether it is this process that handles it */
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

/** Slack's old verification token comes with each event, and the profile with that of a person: nothing to keep. */
function whatIsNeeded({ token: _, ...body }: EventBody & { token?: unknown }): EventBody {
  const message = droppedIn(body)
  if (message) return { ...body, event: message }
  const user = changedOf(body.event.user)
  if (!user) return body
  const { id, team_id, deleted } = user
  return {
    ...body,
    event: { type: body.event.type, user: { ...(id && { id }), ...(team_id && { team_id }), ...(deleted && { deleted }) } },
  }
}
const leaseUntil = (now: Date) => after(now, LEASE_MS)

export async function finishEvent({ db: { sql }, wallClock }: Pick<Deps, 'db' | 'wallClock'>, eventId: string): Promise<void> {
  await sql`
    update slack_events
       set handled_at = ${wallClock()}, lease_until = null, body = null
     where event_id = ${eventId}`
}

/** What processes that died have left, or could not do while the database was away. @returns how many were handled again */
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
