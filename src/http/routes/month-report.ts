import type { FastifyInstance } from 'fastify'
import type { AddressLimit } from '../../core/accounts/keys/address-limit.js'
import { openMonthReport } from '../../core/insight/monthly/link.js'
import type { Deps } from '../../core/ports/deps.js'
import { failedStatus } from '../failed-page.js'
import { privateHeaders } from '../pages/layout.js'
import { monthReportPage, noReportPage } from '../pages/month-report.js'

/** The page of a month's report, for people without an account here. Every wrong link gets the same answer. */
export function monthReportRoutes(app: FastifyInstance, deps: Deps, failures: AddressLimit): void {
  app.get<{ Params: { token: string } }>('/reports/:token', { schema: { hide: true } }, async (request, reply) => {
    const opened = await openMonthReport(deps, request.params.token)
    void reply.headers(privateHeaders({ images: "'self'" })).header('x-robots-tag', 'noindex, nofollow')
    if (!opened) return reply.code(failedStatus(failures, request, reply, 404)).send(noReportPage())
    return reply.send(monthReportPage(opened, deps.platform.pages))
  })
}
