/** Addresses of the Slack that the app uses: its own, GovSlack, or a stand-in on this machine. */

export const SLACK_API = 'https://slack.com/api/'

/** True for the API's host and its subdomains; a token is sent to no other host. */
export function isOfSlack({ protocol, hostname, port }: URL, slackApiUrl: string): boolean {
  const api = new URL(slackApiUrl)
  const isThere = hostname === api.hostname || hostname.endsWith(`.${api.hostname}`)
  return isThere && protocol === api.protocol && port === api.port
}
