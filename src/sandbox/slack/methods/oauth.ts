/** oauth.*: the one method that is called without a token. */
import type { ApiMethod } from '../api-call.js'
import { giveToken } from '../oauth.js'

export const oauthMethods: Record<string, ApiMethod> = {
  'oauth.v2.access': async ({ workspace, sql, args }) => giveToken(sql, args, workspace.wallClock()),
}
