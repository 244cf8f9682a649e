import type { FastifyInstance } from 'fastify'
import { type AddressLimit, requireFewFailures } from '../../../core/accounts/keys/address-limit.js'
import { notFound } from '../../../core/lib/errors.js'
import { openMedia } from '../../../core/media/open.js'
import type { Deps } from '../../../core/ports/deps.js'
import { readRange } from '../../range.js'

type Request = { Params: { name: string }; Headers: { range?: string; 'if-range'?: string } }

/** The media of posts, public by an unguessable name; their bytes never change. Players ask for parts of a video. */
export function mediaRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'storage'>, failures: AddressLimit): void {
  const route = { method: ['GET', 'HEAD'], url: '/media/:name', schema: { hide: true } }
  app.route<Request>({
    ...route,
    async handler({ method, params, headers, ip }, reply) {
      const media = await openMedia(deps, params.name)
      if (!media) {
        requireFewFailures(failures, ip)
        throw notFound('Resource')
      }
      // If-Range compares with a validator, and we give none
      const range = headers['if-range'] === undefined ? readRange(headers.range, media.bytes) : undefined
      if (range === 'none') return reply.code(416).header('content-range', `bytes */${media.bytes}`).send()
      const { start, end } = range ?? { start: 0, end: media.bytes - 1 }
      const body = method === 'HEAD' ? undefined : await media.stream(range) // first: an error is not to be kept by anybody
      void reply
        .type(media.contentType)
        .header('accept-ranges', 'bytes')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
      if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${media.bytes}`)
      return reply.header('content-length', end - start + 1).send(body)
    },
  })
}
