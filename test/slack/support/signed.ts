/** What Slack sends, signed, to an app behind its real receiver. */
import { createHmac } from 'node:crypto'
import { SIGNING_SECRET } from './a-team.js'

type AppEndpoint = { baseUrl: string }
export type Sent = { status: number; text: string }

async function send({ baseUrl }: AppEndpoint, body: string, type: string): Promise<Sent> {
  const at = Math.floor(Date.now() / 1000)
  const signature = `v0=${createHmac('sha256', SIGNING_SECRET).update(`v0:${at}:${body}`).digest('hex')}`
  const headers = { 'content-type': type, 'x-slack-request-timestamp': String(at), 'x-slack-signature': signature }
  const response = await fetch(`${baseUrl}/slack/events`, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

export const sendEvent = (endpoint: AppEndpoint, envelope: object): Promise<Sent> =>
  send(endpoint, JSON.stringify({ type: 'event_callback', ...envelope }), 'application/json')

export const sendCommand = (endpoint: AppEndpoint, form: Record<string, string>): Promise<Sent> =>
  send(endpoint, new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded')

export const sendInteraction = (endpoint: AppEndpoint, payload: object): Promise<Sent> =>
  send(endpoint, new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), 'application/x-www-form-urlencoded')
