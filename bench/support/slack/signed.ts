/** Requests as Slack signs them, and Slack's own answers. */
import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

export const SIGNING_SECRET = 'the-signing-secret-of-the-bench'
export const RESPONSE_URL = 'https://hooks.slack.com/commands/'
/** A Web API call of a good day. */
const ANSWER_MS = 60

export async function answering(body: string | object): Promise<Response> {
  await setTimeout(ANSWER_MS)
  return typeof body === 'string' ? new Response(body) : Response.json(body)
}

/** @param mark comes back with what the command leads to */
export function signedCommand(text: string, { mark, userId }: { mark: string; userId: string }) {
  const body = new URLSearchParams({
    command: '/pin',
    text,
    user_id: userId,
    team_id: 'T1',
    channel_id: 'C1',
    api_app_id: 'A1',
    trigger_id: mark,
    response_url: RESPONSE_URL + mark,
  }).toString()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const digest = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex')
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${digest}`,
  }
  return { body, headers }
}
