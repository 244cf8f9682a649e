import type { FastifyInstance } from 'fastify'
import { notFound } from '../../core/errors.js'
import { openMedia } from '../../core/media/media.js'
import type { Deps } from '../../core/ports.js'

/** The pictures of posts, public by an unguessable name; their bytes never change. */
export function mediaRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'storage'>): void {
  app.get<{ Params: { name: string } }>('/media/:name', { schema: { hide: true } }, async ({ params }, reply) => {
    const media = await openMedia(deps, params.name)
    if (!media) throw notFound('Resource')
    return reply
      .type(media.contentType)
      .header('content-length', media.bytes)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(media.body)
  })
}
