import type { FastifyInstance } from 'fastify'
import { openStatsPicture } from '../../../core/insight/analytics/stats-picture.js'
import { type AddressLimit, requireFewFailures } from '../../../core/accounts/keys/address-limit.js'
import { notFound } from '../../../core/lib/errors.js'
import type { Deps } from '../../../core/ports/deps.js'

type PictureDeps = Pick<Deps, 'db' | 'clock' | 'sign' | 'charts'>

/** Draws each kind of picture, by its part of the path; undefined for an address that is not ours. */
const PICTURES: Record<string, (deps: PictureDeps, name: string) => Promise<Buffer | undefined>> = {
  async stats(deps, name) {
    const days = await openStatsPicture(deps, name)
    return days && deps.charts.days(days)
  },
}

/** Serves charts at their signed addresses, from which Slack loads them. */
export function pictureRoutes(app: FastifyInstance, deps: PictureDeps, failures: AddressLimit): void {
  for (const [kind, draw] of Object.entries(PICTURES)) {
    const route = { method: ['GET', 'HEAD'], url: `/pictures/${kind}/:name`, schema: { hide: true } }
    app.route<{ Params: { name: string } }>({
      ...route,
      async handler({ method, params, ip }, reply) {
        const png = await draw(deps, params.name)
        if (!png) {
          requireFewFailures(failures, ip)
          throw notFound('Resource')
        }
        return reply
          .type('image/png')
          .header('cache-control', 'public, max-age=300')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('content-length', png.length)
          .send(method === 'HEAD' ? undefined : png)
      },
    })
  }
}
