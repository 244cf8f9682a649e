/** Opens Slack as configured: the real one, or the local workspace. */
import type { Config } from '../config/config.js'
import type { Deps } from '../core/ports/deps.js'
import { botToken as localBotToken, channels, oauthApp } from '../sandbox/slack/ids.js'
import { AUTHORIZE_PATH } from '../sandbox/slack/install.js'
import { type LocalSlack, makeLocalSlack } from '../sandbox/workspace.js'
import type { Samples } from '../sandbox/samples/samples.js'
import type { SlackAppOptions } from '../slack/app.js'
import type { InstallerOptions } from '../slack/install/installer.js'
import { deriveKey } from './secrets.js'

export type OpenSlack = {
  localSlack: LocalSlack | null
  /** Options for requests to and from Slack. */
  slack: SlackAppOptions & { staffChannelId: string | null; staffTeamId: string | null }
  /** null if workspaces cannot install the app themselves. */
  installing: InstallerOptions | null
}
export type OpenSlackParts = Pick<Deps, 'db' | 'clock' | 'wallClock' | 'log'> & {
  key: Buffer
  samples: Samples | null
  baseUrl: () => string
}

export function openSlack({ slack: given, ...config }: Config, { key, samples, baseUrl, ...parts }: OpenSlackParts): OpenSlack {
  const stateSecret = deriveKey(key, 'slack oauth state').toString('hex')
  const { staffTeamId } = config
  if (given.kind === 'real') {
    const { signingSecret, botToken, appToken } = given
    const slackApiUrl = given.apiUrl ?? undefined
    const oauth = given.oauth ?? undefined
    return {
      localSlack: null,
      slack: {
        signingSecret: signingSecret ?? undefined,
        botToken: botToken ?? undefined,
        appToken: appToken ?? undefined,
        oauth,
        slackApiUrl,
        staffChannelId: config.staffChannelId,
        staffTeamId,
      },
      installing: oauth ? { oauth, stateSecret, slackApiUrl } : null,
    }
  }
  const signingSecret = deriveKey(key, 'local slack').toString('hex')
  const localSlack = makeLocalSlack({ ...parts, signingSecret, readSample: samples?.read })
  const { fetch } = localSlack
  const staffChannelId = config.staffChannelId ?? channels.staff
  const authorizationUrl = () => `${baseUrl()}${AUTHORIZE_PATH}`
  const openUrl = () => `${baseUrl()}/sandbox`
  return {
    localSlack,
    slack: { signingSecret, botToken: localBotToken, oauth: oauthApp, fetch, staffChannelId, staffTeamId },
    installing: { oauth: oauthApp, stateSecret, fetch, authorizationUrl, openUrl },
  }
}
