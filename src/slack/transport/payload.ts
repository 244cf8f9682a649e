/** What Slack puts into a request: JSON, a form, or JSON in the field `payload` of a form. */
import { z } from 'zod'

export type Payload = Record<string, unknown>

/** Longer than any of Slack's, and short enough for an index of the database. */
const ID_LENGTH = 255
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** What is written down and looked for as it comes; texts of people are checked where they are taken. */
const id = z.string().max(ID_LENGTH).refine(isStorable)
const someId = id.nullish()
const thing = z.looseObject({ id: id.min(1) })
const workspace = z.object({ id: id.min(1) }).nullish()
const either = z.union([id, z.looseObject({ id: someId, team_id: someId })]).nullish()
const messageIds = z.looseObject({ ts: someId, thread_ts: someId, user: someId, bot_id: someId })
const files = z.array(z.looseObject({ id: someId })).nullish()
const chosen = z.looseObject({
  selected_user: someId,
  selected_channel: someId,
  selected_conversation: someId,
  files,
})
const openView = thing.extend({
  callback_id: someId,
  state: z.looseObject({ values: z.record(z.string(), z.record(z.string(), chosen)).nullish() }).nullish(),
})
const interaction = {
  user: thing.extend({ team_id: someId }),
  team: workspace,
  enterprise: workspace,
  trigger_id: someId,
  message_ts: someId,
  callback_id: someId,
  channel: z.looseObject({ id: someId }).nullish(),
  container: z.looseObject({ message_ts: someId, channel_id: someId, view_id: someId }).nullish(),
  message: messageIds.nullish(),
  view: openView.nullish(),
}
const authorization = z.looseObject({ team_id: someId, enterprise_id: someId, user_id: someId })

/** As much of each shape as is relied on before a listener sees it. */
const shapes = z.union([
  z.looseObject({ type: z.literal('url_verification'), challenge: z.string() }),
  z.looseObject({ type: z.literal('app_rate_limited') }),
  z
    .looseObject({
      type: z.literal('event_callback'),
      team_id: id.optional(),
      event_id: id.optional(),
      enterprise_id: someId,
      authorizations: z.array(authorization).nullish(),
      event: messageIds.extend({ type: z.string(), user: either, channel: either, files }),
    })
    .refine(isStorableWhole), // some events are kept as they are until they are handled
  z.looseObject({
    type: z.literal('block_actions'),
    ...interaction,
    actions: z.array(chosen.extend({ action_id: z.string() })).min(1),
  }),
  z.looseObject({ type: z.literal('block_suggestion'), ...interaction, action_id: z.string(), value: z.string() }),
  z.looseObject({ type: z.enum(['view_submission', 'view_closed']), ...interaction, view: openView }),
  z.looseObject({ type: z.enum(['shortcut', 'message_action']), ...interaction, callback_id: id }),
])
const form = z.union([
  z.looseObject({
    command: z.string(),
    user_id: id,
    team_id: id.optional(),
    enterprise_id: someId,
    channel_id: someId,
    trigger_id: someId,
  }),
  z.looseObject({ ssl_check: z.string() }),
])

/** Whatever it holds: a NUL and half of a surrogate pair are escaped in JSON, and in no other way. */
function isStorableWhole(event: object): boolean {
  return !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(event))
}

/** undefined: nonsense, though it was signed. */
export function readPayload(raw: string, contentType: string): Payload | undefined {
  if (contentType.startsWith('application/json')) return readJson(raw)
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return undefined
  const fields = Object.fromEntries(new URLSearchParams(raw))
  return fields['payload'] === undefined ? form.safeParse(fields).data : readJson(fields['payload'])
}

function readJson(text: string): Payload | undefined {
  try {
    return shapes.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // no JSON
  }
}
