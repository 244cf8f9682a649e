/** The machine-readable description of /v1, made from the routes' own schemas. */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Deps } from '../../core/ports/deps.js'
import { toClientDocument } from './client-document.js'
import { readExamples } from './examples.js'

const DESCRIPTION = `Schedules Pinterest pins and publishes each one exactly once, on time.

- **Answers.** Success is \`{data, meta}\`, an error \`{error, meta}\`. \`meta.requestId\` identifies the request in our log. New fields and enum values may be added to answers: ignore the ones you do not know.
- **Times** in answers are Unix seconds. Times in requests are ISO 8601 with Z or an offset.
- **Bodies are strict**: an unknown field is refused with a 400 that names it. An operation without a body accepts none, an empty one, or \`{}\`.
- **Retries.** Every POST takes an \`Idempotency-Key\` header: within 24 hours, the same request with the same key takes effect only once. 429 and 503 answers say how long to wait in \`Retry-After\`.
- **Errors.** \`code\` is the kind of error, \`reason\` says what to do about it, and \`field\` names the wrong input. Decide by these, never by the text of \`message\`.`

/** The tags in the order in which a new reader needs them. */
const TAGS = {
  Accounts: 'The organization’s Pinterest accounts: list, connect and pause them, and see what they can still spend.',
  Posts: 'A post is one pin, as a draft or on its way to a board. Create, edit, schedule, move and delete posts.',
  Media: 'Uploads of images and videos that have no public URL.',
  Approvals: 'Contributors’ requests for approval, and the decisions on them.',
  Comments: 'What people, keys and agents say about a post, for the team or for its clients, too.',
  Schedule: 'The dated schedule with its open and taken times, and its calendar link.',
  Timeslots: 'The weekly times at which pins go out.',
  'Spacing rules': 'The minimum number of days between pins with the same link.',
  'UTM parameters': 'Parameters added to links when their pins go out, so website analytics can tell them apart.',
  Boards: 'Boards, sections and board lists; how well a board fits a keyword, and public pins that fit a board.',
  Analytics: 'Statistics of an account and its pins.',
  Trends: 'What people search for on Pinterest.',
  Keys: 'API keys, and what the key in use can do.',
  Webhooks: 'Endpoints that are notified of events, and their deliveries.',
  'Issue reports': 'Tell the people who run the service what is wrong or missing.',
}

/** Call before the routes. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pinslot',
        version: '1',
        summary: 'Schedules Pinterest pins and publishes each one exactly once, on time.',
        description: DESCRIPTION,
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: pst_…' } } },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
}

/** Serves the document without a key. It is the same for everybody, so it is made once for each address of the service. */
export function documentRoutes(app: FastifyInstance, { settings }: Pick<Deps, 'settings'>): void {
  let made: { publicUrl: string; text: string } | undefined
  const read = (publicUrl: string) => {
    if (made?.publicUrl !== publicUrl) made = { publicUrl, text: JSON.stringify(documentAt(app, publicUrl)) }
    return made.text
  }
  for (const url of ['/v1/openapi.json', '/openapi.json'])
    app.get(url, { schema: { hide: true } }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').serializer(String).send(read(settings.publicUrl)),
    )
}

/** Describes all routes that are registered. */
export function documentAt(app: FastifyInstance, publicUrl: string): object {
  const { info, ...document } = toClientDocument(app.swagger(), publicUrl, readExamples(publicUrl))
  return {
    ...document,
    info: { ...info, contact: { name: 'The operator of this service', url: `${publicUrl}/` } },
    servers: [{ url: publicUrl, description: 'This service' }],
  }
}
