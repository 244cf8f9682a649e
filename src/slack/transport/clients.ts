/** Clients for calls that nobody waits for, with the token of each workspace. */
import { WebClient } from '@slack/web-api'
import type { Log } from '../../core/ports/deps.js'
import { makeBoltLog } from './bolt-log.js'
import type { SlackAccess } from './access.js'

/** The most clients kept: each workspace has two new tokens a day. */
const MOST_CLIENTS = 500

/** Options without retries: a message that is sent twice is read twice. Slack gets ten seconds. */
const CLIENT_OPTIONS = { timeout: 10_000, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true }

export function makeClients({ log, fetch, slackApiUrl }: Pick<SlackAccess, 'fetch' | 'slackApiUrl'> & { log: Log }) {
  const options = {
    ...CLIENT_OPTIONS,
    logger: makeBoltLog(log),
    ...(fetch && { fetch }),
    ...(slackApiUrl !== undefined && { slackApiUrl }),
  }
  const clients = new Map<string, WebClient>()
  return (token: string): WebClient => {
    const known = clients.get(token) ?? new WebClient(token, options)
    if (clients.size >= MOST_CLIENTS) clients.clear()
    clients.set(token, known)
    return known
  }
}

/** Returns the workspace of a client. @throws what the Web API throws */
export async function teamOf(client: WebClient): Promise<string> {
  const { team_id: teamId } = await client.auth.test()
  if (teamId === undefined) throw new Error('slack named no workspace')
  return teamId
}
