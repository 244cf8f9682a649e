import type { FastifyInstance, FastifyReply } from 'fastify'
import { isRowId } from '../../core/accounts/row-id.js'
import { notFound } from '../../core/errors.js'
import { connectPage } from '../pages/connect.js'
import { creditsPage } from '../pages/credits.js'
import { PAGE_HEADERS } from '../pages/layout.js'
import { overviewPage } from '../pages/overview.js'
import { plansPage } from '../pages/plans.js'

/** The pages that `resolve_url` names: public, and without anything of any organization. @see decisions.md section 5 */
export function pageRoutes(app: FastifyInstance): void {
  const schema = { hide: true }
  const send = (reply: FastifyReply, page: string) => reply.headers(PAGE_HEADERS).send(page)

  app.get('/billing/credits', { schema }, async (_request, reply) => send(reply, creditsPage))
  app.get('/billing/plans', { schema }, async (_request, reply) => send(reply, plansPage))
  app.get('/plans', { schema }, async (_request, reply) => send(reply, overviewPage))
  app.get<{ Params: { accountId: string } }>('/connect/:accountId', { schema }, async ({ params }, reply) => {
    if (!isRowId(params.accountId)) throw notFound('Account')
    return send(reply, connectPage(params.accountId))
  })
}
