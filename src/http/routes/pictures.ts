import type { FastifyInstance } from 'fastify'
import { notFound } from '../../core/errors.js'
import type { Deps } from '../../core/ports.js'
import { openSchedulePicture } from '../../core/slots/schedule-picture.js'

/** The picture of a schedule, for whoever was given its signed address: Slack loads it from here. */
export function pictureRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'sign' | 'charts'>): void {
  const route = { method: ['GET', 'HEAD'], url: '/pictures/schedule/:name', schema: { hide: true } }
  app.route<{ Params: { name: string } }>({
    ...route,
    async handler({ method, params }, reply) {
      const weeks = await openSchedulePicture(deps, params.name)
      if (!weeks) throw notFound('Resource')
      const png = await deps.charts.fourWeeks(weeks)
      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=300')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-length', png.length)
        .send(method === 'HEAD' ? undefined : png)
    },
  })
}
