import type { FastifyInstance, FastifyReply } from 'fastify'
import { creditsPage } from '../../pages/credits.js'
import { publicHeaders } from '../../pages/layout.js'
import { overviewPage } from '../../pages/overview.js'
import { plansPage } from '../../pages/plans.js'

/** The billing pages to which refusals link: public, and without data of any organization. @see docs/contract.md#denials */
export function pageRoutes(app: FastifyInstance): void {
  const schema = { hide: true }
  const send = (reply: FastifyReply, page: string) => reply.headers(publicHeaders()).send(page)

  app.get('/billing/credits', { schema }, async (_request, reply) => send(reply, creditsPage))
  app.get('/billing/plans', { schema }, async (_request, reply) => send(reply, plansPage))
  app.get('/plans', { schema }, async (_request, reply) => send(reply, overviewPage))
}
