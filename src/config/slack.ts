/** The part of the configuration about Slack: how it reaches us, and the token for calling it. */

export type SlackConfig =
  | { kind: 'local' }
  | {
      kind: 'real'
      /** null: with Socket Mode nothing arrives over HTTP. */
      signingSecret: string | null
      /** The token for workspaces without their own; null: all have one. */
      botToken: string | null
      /** Set for Socket Mode. */
      appToken: string | null
      /** Set if workspaces install the app themselves. */
      oauth: { clientId: string; clientSecret: string } | null
      /** The API address of GovSlack or a stand-in, with a trailing slash; null: Slack's own. */
      apiUrl: string | null
    }

export type SlackVariables = {
  SLACK_SIGNING_SECRET?: string | undefined
  SLACK_BOT_TOKEN?: string | undefined
  SLACK_APP_TOKEN?: string | undefined
  SLACK_CLIENT_ID?: string | undefined
  SLACK_CLIENT_SECRET?: string | undefined
  SLACK_API_URL?: string | undefined
  SLACKBOT_MCP?: boolean | undefined
  STAFF_CHANNEL_ID?: string | undefined
  STAFF_TEAM_ID?: string | undefined
}
type Missing = [keyof SlackVariables, string][]

export function toSlack(given: SlackVariables): SlackConfig {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = given
  const signingSecret = given.SLACK_SIGNING_SECRET ?? null
  const botToken = given.SLACK_BOT_TOKEN ?? null
  const appToken = given.SLACK_APP_TOKEN ?? null
  const oauth = clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : null
  const isReached = signingSecret !== null || appToken !== null
  const isCalled = botToken !== null || oauth !== null
  return isReached && isCalled
    ? { kind: 'real', signingSecret, botToken, appToken, oauth, apiUrl: given.SLACK_API_URL ?? null }
    : { kind: 'local' }
}

/** Variables that the real Slack lacks, once one of them is set. */
export function halfGivenSlack(given: SlackVariables): Missing {
  const { SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app, SLACK_CLIENT_ID: id, SLACK_CLIENT_SECRET: secret } = given
  if (!bot && !app && !id && !secret && !given.SLACK_SIGNING_SECRET && !given.SLACK_API_URL) return []
  const needed: Missing = []
  if (!app) needed.push(['SLACK_SIGNING_SECRET', 'requests of the real Slack are checked with it'])
  else if (given.SLACKBOT_MCP) needed.push(['SLACK_SIGNING_SECRET', 'requests of Slackbot are checked with it'])
  if (id || secret) {
    needed.push(['SLACK_CLIENT_ID', 'the app is installed by it'])
    needed.push(['SLACK_CLIENT_SECRET', 'the app is installed and its tokens are renewed with it'])
    if (!bot && given.STAFF_CHANNEL_ID) {
      needed.push(['STAFF_TEAM_ID', 'without SLACK_BOT_TOKEN the staff’s channel is written to by the token of its workspace'])
    }
  } else {
    needed.push(['SLACK_BOT_TOKEN', 'the real Slack is called with it, unless SLACK_CLIENT_ID and SLACK_CLIENT_SECRET are given'])
  }
  return needed
}

/** @param instead the reason why production needs it */
export function slackInProduction(given: SlackVariables, instead: string): Missing {
  if (toSlack(given).kind === 'real') return []
  const needed: Missing = []
  if (!given.SLACK_APP_TOKEN) needed.push(['SLACK_SIGNING_SECRET', `${instead} Slack`])
  if (!given.SLACK_CLIENT_ID && !given.SLACK_CLIENT_SECRET) {
    needed.push(['SLACK_BOT_TOKEN', `${instead} Slack. Set it, or SLACK_CLIENT_ID and SLACK_CLIENT_SECRET`])
  }
  return needed
}
