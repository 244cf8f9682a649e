/** oauth.*: the one method without a token. */
import { ApiRefusal, type ApiMethod } from './api-call.js'
import { oauthApp } from '../ids.js'
import { giveToken } from '../install/oauth.js'

export const oauthMethods: Record<string, ApiMethod> = {
  'oauth.v2.access': async ({ workspace, sql, args }) => giveToken(sql, args, workspace.wallClock()),
}

/** Called with a token of the workspace; ends all tokens of the app. */
export const uninstallMethods: Record<string, ApiMethod> = {
  'apps.uninstall': async ({ sql, args }) => {
    if (args.require('client_id') !== oauthApp.clientId) throw new ApiRefusal('invalid_client_id')
    if (args.require('client_secret') !== oauthApp.clientSecret) throw new ApiRefusal('bad_client_secret')
    await sql`delete from slk_tokens`
    return {}
  },
}
