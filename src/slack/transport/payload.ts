/** What Slack puts into a request: JSON, a form, or JSON in the field `payload` of a form. */
import { z } from 'zod'

export type Payload = Record<string, unknown>

const thing = z.looseObject({ id: z.string().min(1) })
const workspace = z.object({ id: z.string().min(1) }).nullish()
const interaction = { user: thing, team: workspace, enterprise: workspace }

/** As much of each shape as is relied on before a listener sees it. */
const shapes = z.union([
  z.looseObject({ type: z.literal('url_verification'), challenge: z.string() }),
  z.looseObject({ type: z.literal('app_rate_limited') }),
  z.looseObject({
    type: z.literal('event_callback'),
    team_id: z.string().optional(),
    event_id: z.string().optional(),
    event: z.looseObject({ type: z.string() }),
  }),
  z.looseObject({
    type: z.literal('block_actions'),
    ...interaction,
    actions: z.array(z.looseObject({ action_id: z.string() })).min(1),
  }),
  z.looseObject({ type: z.literal('block_suggestion'), ...interaction, action_id: z.string(), value: z.string() }),
  z.looseObject({ type: z.enum(['view_submission', 'view_closed']), ...interaction, view: thing }),
  z.looseObject({ type: z.enum(['shortcut', 'message_action']), ...interaction, callback_id: z.string() }),
])
const form = z.union([
  z.looseObject({ command: z.string(), user_id: z.string(), team_id: z.string().optional() }),
  z.looseObject({ ssl_check: z.string() }),
])

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
