/** Requests to Slack before the service runs, and while it is examined. */
import { HOUR_MS, SECOND_MS, after } from '../core/lib/duration.js'
import type { Clock, Log } from '../core/ports/deps.js'
import type { SlackAccess } from '../slack/transport/access.js'
import { makeClients } from '../slack/transport/clients.js'

export type Bot = {
  team: string
  teamId: string
  /** null if Slack does not return it, or the token lacks the right. */
  appId: string | null
  /** Rights of the token. */
  rights: readonly string[]
}

export type SlackCalls = {
  /** @throws errors of the Web API, as do the following */
  bot(token: string): Promise<Bot>
  /** Requests the address of a socket without opening one. */
  socket(token: string): Promise<void>
  /**
   * Schedules a message for an hour later and cancels it at once: Slack then confirms that the app may post there, and nobody
   * sees anything.
   * @param channel its name or its id
   * @returns its id
   */
  mayPost(token: string, channel: string): Promise<string>
  post(token: string, message: { channel: string; text: string }): Promise<void>
  /** @returns Slack's error for an invalid code: `invalid_code` means that it knows the app */
  app(app: { clientId: string; clientSecret: string }): Promise<string>
}

export function makeSlackCalls(access: Pick<SlackAccess, 'fetch' | 'slackApiUrl'> & { log: Log; clock: Clock }): SlackCalls {
  const clientOf = makeClients(access)
  return {
    async bot(token) {
      const client = clientOf(token)
      const { team = 'a workspace', team_id: teamId = '', bot_id: bot, response_metadata: metadata } = await client.auth.test()
      const app = bot === undefined ? undefined : await client.bots.info({ bot }).catch(() => undefined)
      return { team, teamId, appId: app?.bot?.app_id ?? null, rights: metadata?.scopes ?? [] }
    },
    async socket(token) {
      await clientOf(token).apps.connections.open()
    },
    async mayPost(token, channel) {
      const client = clientOf(token)
      const postAt = Math.floor(after(access.clock(), HOUR_MS).getTime() / SECOND_MS)
      const text = 'Pinslot checked that it may post here.'
      const scheduled = await client.chat.scheduleMessage({ channel, post_at: postAt, text })
      const { channel: id = channel, scheduled_message_id: messageId = '' } = scheduled
      await client.chat.deleteScheduledMessage({ channel: id, scheduled_message_id: messageId })
      return id
    },
    async post(token, message) {
      await clientOf(token).chat.postMessage(message)
    },
    async app({ clientId, clientSecret }) {
      const answer = clientOf('').oauth.v2.access({ client_id: clientId, client_secret: clientSecret, code: 'pinslot-setup' })
      return answer.then(
        () => 'invalid_code',
        (error: unknown) => {
          const { data } = error as { data?: { error?: string } }
          if (data?.error === undefined) throw error
          return data.error
        },
      )
    },
  }
}
