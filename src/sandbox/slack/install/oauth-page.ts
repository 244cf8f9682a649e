/** The page on which a person of the local workspace allows the app, instead of slack.com/oauth/v2/authorize. */
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { escapeHtml, privateHeaders, render, terms } from '../../../http/pages/layout.js'
import { RIGHTS } from '../../../slack/install/scopes.js'
import type { Workspace } from '../context.js'
import { answerErrors } from '../errors.js'
import { teamName } from '../ids.js'
import { onlyFromHere } from '../loopback.js'
import { AUTHORIZE_PATH, type Consent, decide, faultOf, isPerson } from './oauth.js'

const whyOf = (requested: string): string => RIGHTS.find(({ scope }) => scope === requested)?.why ?? 'asked for'
const FOOTER = 'This is the local workspace, in place of Slack. On the real one the page is Slack’s own.'

export function oauthPage(workspace: Workspace): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', onlyFromHere)
    answerErrors(app)
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8192 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    app.get<{ Querystring: Record<string, unknown> }>(AUTHORIZE_PATH, async ({ query }, reply) => {
      const consent = readConsent(query)
      const fault = faultOf(consent)
      return fault === undefined ? sendPage(reply, consent) : sendFault(reply, fault)
    })
    app.post<{ Body: Record<string, unknown> }>(AUTHORIZE_PATH, async ({ body }, reply) => {
      const consent = readConsent(body)
      const fault = faultOf(consent)
      if (fault !== undefined) return sendFault(reply, fault)
      const location = await decide(workspace, consent, isPerson(body['as']) ? body['as'] : undefined)
      return reply.code(303).headers({ location, 'cache-control': 'no-store' }).send()
    })
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const readConsent = (given: Record<string, unknown>): Consent => ({
  clientId: textOf(given['client_id']),
  scopes: textOf(given['scope']),
  state: textOf(given['state']),
  redirectUri: textOf(given['redirect_uri']),
})

function sendPage(reply: FastifyReply, { clientId, scopes, state, redirectUri }: Consent): FastifyReply {
  const fields = { client_id: clientId, scope: scopes, state, redirect_uri: redirectUri }
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const button = (as: string, words: string) => `<button type="submit" name="as" value="${as}">${words}</button>`
  const page = render({
    path: null,
    title: `Pinslot asks to be added to ${teamName}`,
    lead: 'It would be allowed to do this:',
    body: `${terms(...scopes.split(',').map((scope): [string, string] => [`<code>${escapeHtml(scope)}</code>`, escapeHtml(whyOf(scope))]))}
<form method="post">${hidden.join('')}${button('admin', 'Allow as Ada')} ${button('member', 'Allow as Milo')} ${button('', 'Cancel')}</form>`,
    footer: FOOTER,
  })
  // browsers apply the policy also to the redirect after this form
  return reply.headers(privateHeaders({ formAction: `'self' ${new URL(redirectUri).origin}` })).send(page)
}

const sendFault = (reply: FastifyReply, fault: string): FastifyReply =>
  reply
    .code(400)
    .headers(privateHeaders())
    .send(render({ path: null, title: 'Slack would not ask', lead: `<code>${fault}</code>`, body: '', footer: FOOTER }))
