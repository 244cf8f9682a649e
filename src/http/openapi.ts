/** The machine-readable description of /v1, made from the routes' own schemas. */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Deps } from '../core/ports/deps.js'
import { toClientDocument } from './openapi-document.js'

const DESCRIPTION = `Schedules pins. Success is \`{data, meta}\`, an error \`{error, meta}\`; \`meta.requestId\` finds the request in our log.
Times in answers are Unix seconds; times in requests are ISO 8601 with Z or an offset. Bodies are strict: an unknown field is a 400.
Every POST takes an \`Idempotency-Key\` header: within 24 hours the same request with the same key has one effect.`

/** In the order in which somebody new reads them. */
const TAGS = [
  'Accounts',
  'Posts',
  'Media',
  'Approvals',
  'Schedule',
  'Timeslots',
  'Spacing rules',
  'Boards',
  'Analytics',
  'Keys',
  'Issue reports',
]

/** Call before the routes. */
export async function describeApi(app: FastifyInstance, { settings }: Pick<Deps, 'settings'>): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Pinslot', version: '1', description: DESCRIPTION },
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: pst_…' } } },
      tags: TAGS.map((name) => ({ name })),
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  let document: object | undefined // the same for everybody, and nobody needs a key to ask for it
  app.get('/openapi.json', { schema: { hide: true } }, async () => ({
    ...(document ??= toClientDocument(app.swagger())),
    servers: [{ url: settings.publicUrl }],
  }))
}
