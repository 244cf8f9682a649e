import type { FastifyInstance } from 'fastify'
import { notFound } from '../../core/lib/errors.js'
import type { Deps } from '../../core/ports/deps.js'
import { openAssets } from '../docs/assets.js'
import { openDocuments } from '../docs/documents.js'
import { llmsText } from '../docs/llms.js'
import { type Described, referenceMarkdown } from '../docs/operations.js'
import { referenceHeaders, referencePage } from '../docs/reference.js'
import { documentAt } from '../document/openapi.js'
import { LANDING_PATH } from '../pages/landing.js'
import { publicHeaders } from '../pages/layout.js'

const schema = { hide: true }
const MARKDOWN = 'text/markdown; charset=utf-8'
const FOR_GOOD = 'public, max-age=31536000, immutable'
const FOR_MINUTES = 'public, max-age=300'
const TEXT = { 'cache-control': FOR_MINUTES, 'content-security-policy': "default-src 'none'" }

/**
 * The pages for developers, each as Markdown too: public, and the same for everybody.
 * @param keyUrl address of the sandbox's key; null outside the sandbox
 */
export function docsRoutes(app: FastifyInstance, { settings }: Pick<Deps, 'settings'>, keyUrl: string | null): void {
  const assets = openAssets()
  const reference = referencePage(assets, keyUrl)
  app.get('/', { schema }, async (_request, reply) => reply.redirect(keyUrl === null ? LANDING_PATH : '/sandbox'))
  app.get('/docs', { schema }, async (_request, reply) => reply.headers(referenceHeaders).send(reference))

  let markdown: string | undefined
  app.get('/docs.md', { schema }, async (_request, reply) => {
    markdown ??= referenceMarkdown(documentAt(app, settings.publicUrl) as Described) // once all routes are registered
    return reply.type(MARKDOWN).headers(TEXT).send(markdown)
  })

  app.get<{ Params: { name: string }; Querystring: { v?: string } }>(
    '/docs/assets/:name',
    { schema },
    async ({ params, query, headers }, reply) => {
      const asset = assets.find(params.name)
      if (!asset) throw notFound('Resource')
      const packed = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
      const bytes = await (packed ? asset.gzipped() : asset.plain())
      if (packed) void reply.header('content-encoding', 'gzip')
      return reply
        .type(asset.type)
        .headers({
          etag: `W/"${asset.version}"`,
          'cache-control': query.v === asset.version ? FOR_GOOD : FOR_MINUTES,
          vary: 'accept-encoding',
        })
        .send(bytes)
    },
  )

  for (const { path, html, markdown } of openDocuments()) {
    app.get(path, { schema }, async (_request, reply) => reply.headers(publicHeaders()).send(html()))
    app.get(`${path}.md`, { schema }, async (_request, reply) => reply.type(MARKDOWN).headers(TEXT).send(markdown()))
  }
  app.get('/llms.txt', { schema }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').headers(TEXT).send(llmsText(settings.publicUrl)),
  )
}
