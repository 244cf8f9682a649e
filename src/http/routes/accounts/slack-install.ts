import type { FastifyPluginAsync } from 'fastify'
import type { AddressLimits } from '../../../core/accounts/keys/address-limit.js'
import type { NotInstalled, SlackInstaller } from '../../../core/accounts/workspaces/slack-installer.js'
import type { Deps } from '../../../core/ports/deps.js'
import { failedStatus } from '../../failed-page.js'
import { limitPages } from '../../limit-pages.js'
import { refuseOtherMethods } from '../../methods.js'
import { privateHeaders, publicHeaders } from '../../pages/layout.js'
import { installedPage, installPage, notInstalledPage, PERMISSIONS_PATH, permissionsPage } from '../../pages/slack-install.js'

/** Outcomes that an attacker can cause by guessing a state or a code, or by keeping one. */
const FAILURES: readonly NotInstalled[] = ['stateWrong', 'stateSpent', 'codeRefused']
const BEGIN_PATH = '/slack/install/begin'

/**
 * The steps of an installation: our page, Slack's own, and back to the installer's redirect path.
 * @param limits those of the server; absent: none
 */
export function slackInstallPlugin(
  { settings }: Pick<Deps, 'settings'>,
  installer: SlackInstaller,
  limits?: AddressLimits,
): FastifyPluginAsync {
  return async (app) => {
    if (limits) limitPages(app, limits.pages)
    const schema = { hide: true }
    const methods = refuseOtherMethods(app)

    app.get('/slack/install', { schema }, async (_request, reply) =>
      // begun at the host that Slack redirects to, because a cookie belongs to one host
      reply.headers(publicHeaders()).send(installPage(installer.rights, `${settings.publicUrl}${BEGIN_PATH}`)),
    )

    app.get(PERMISSIONS_PATH, { schema }, async (_request, reply) =>
      reply.headers(publicHeaders()).send(permissionsPage(installer.rights)),
    )

    app.get(BEGIN_PATH, { schema, exposeHeadRoute: false }, async ({ raw }, reply) => {
      const { url, cookies } = await installer.begin(raw)
      void reply.headers({ location: url, 'set-cookie': cookies, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      return reply.code(302).send()
    })

    // no HEAD: a request may install the app
    app.get(
      '/slack/oauth_redirect',
      { schema, exposeHeadRoute: false, config: { isAlwaysAnswered: true } },
      async (request, reply) => {
        const { end, cookies } = await installer.finish(request.raw, () => limits?.exchanges.take(request.ip))
        void reply.headers({ ...privateHeaders(), ...(cookies.length > 0 && { 'set-cookie': cookies }) })
        if (end.kind === 'installed') return reply.send(installedPage(end))
        const { status, page } = notInstalledPage(end.why)
        if (end.retryAfterSeconds !== undefined) void reply.header('retry-after', String(end.retryAfterSeconds))
        const shown = FAILURES.includes(end.why) ? failedStatus(limits?.failures, request, reply, status) : status
        return reply.code(shown).send(page)
      },
    )
    methods.close()
  }
}
