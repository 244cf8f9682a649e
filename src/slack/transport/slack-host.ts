/** Which addresses are those of the Slack that the app speaks to: its own, GovSlack, or a stand-in on this machine. */

export const SLACK_API = 'https://slack.com/api/'

/** The host of the API, and what is below it; a token goes nowhere else. */
export function isOfSlack({ protocol, hostname, port }: URL, slackApiUrl: string): boolean {
  const api = new URL(slackApiUrl)
  const isThere = hostname === api.hostname || hostname.endsWith(`.${api.hostname}`)
  return isThere && protocol === api.protocol && port === api.port
}
