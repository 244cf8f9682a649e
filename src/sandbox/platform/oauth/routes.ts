/** Authorization of an app by an account's holder: the page, and the redirect with a code or a refusal. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Clock, Sql } from '../../../core/ports/deps.js'
import type { App } from './callers.js'
import { addCode } from './grants.js'
import { renderConsent, renderProblem, type Person } from './page.js'
import { readAuthorizeRequest } from './request.js'

export type OAuthOptions = { sql: Sql; clock: Clock; apps: App[]; redirectUris: () => string[] }

const decision = z.object({ decision: z.enum(['allow', 'deny']), user_id: z.string() })

export function oauthRoutes(app: FastifyInstance, { sql, clock, apps, redirectUris }: OAuthOptions): void {
  const read = (input: unknown) => readAuthorizeRequest(input, { apps, redirectUris: redirectUris() })

  app.get('/oauth', async ({ query }, reply) => {
    const request = read(query)
    if ('problem' in request) return send(reply.code(400), renderProblem(request.problem))
    return send(reply, renderConsent(request, await listPeople(sql)), new URL(request.redirectUri).origin)
  })

  app.post('/oauth', async ({ body }, reply) => {
    const request = read(body)
    if ('problem' in request) return send(reply.code(400), renderProblem(request.problem))
    const decided = decision.safeParse(body)
    const person = decided.success && (await listPeople(sql)).find(({ id }) => id === decided.data.user_id)
    if (!decided.success || !person) return send(reply.code(400), renderProblem('Say who you are, and allow or deny.'))
    const { clientId, redirectUri, scopes, state } = request
    const back = new URL(redirectUri)
    if (decided.data.decision === 'deny') back.searchParams.set('error', 'access_denied')
    else back.searchParams.set('code', await addCode(sql, { clientId, userId: person.id, redirectUri, scopes }, clock()))
    if (state !== null) back.searchParams.set('state', state)
    return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(back.href, 303)
  })
}

/** @param formTo browsers apply form-action also to redirects after a form */
function send(reply: FastifyReply, page: string, formTo = ''): FastifyReply {
  const policy = `default-src 'none'; img-src data:; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${formTo}`
  return reply
    .headers({
      'content-security-policy': policy.trim(),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(page)
}

async function listPeople(sql: Sql): Promise<Person[]> {
  return sql<Person[]>`
    select id, username, display_name as "displayName", account_type = 'BUSINESS' as "isBusiness"
      from sim_users
     where signs_in
     order by created_at, id`
}
