/** What Slack sends, signed, to an app behind its real door. */
import { createHmac } from 'node:crypto'
import { SIGNING_SECRET } from './a-team.js'

type Door = { baseUrl: string }
export type Sent = { status: number; text: string }

async function send({ baseUrl }: Door, body: string, type: string): Promise<Sent> {
  const at = Math.floor(Date.now() / 1000)
  const signature = `v0=${createHmac('sha256', SIGNING_SECRET).update(`v0:${at}:${body}`).digest('hex')}`
  const headers = { 'content-type': type, 'x-slack-request-timestamp': String(at), 'x-slack-signature': signature }
  const response = await fetch(`${baseUrl}/slack/events`, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

export const sendEvent = (door: Door, envelope: object): Promise<Sent> =>
  send(door, JSON.stringify({ type: 'event_callback', ...envelope }), 'application/json')

export const sendCommand = (door: Door, form: Record<string, string>): Promise<Sent> =>
  send(door, new URLSearchParams(form).toString(), 'application/x-www-form-urlencoded')

export const sendInteraction = (door: Door, payload: object): Promise<Sent> =>
  send(door, new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), 'application/x-www-form-urlencoded')
