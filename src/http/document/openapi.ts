/** The machine-readable description of /v1, made from the routes' own schemas. */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Deps } from '../../core/ports/deps.js'
import { toClientDocument } from './client-document.js'
import { readExamples } from './examples.js'

const DESCRIPTION = `Schedules pins for Pinterest and publishes each once, at its time.

- **Answers.** Success is \`{data, meta}\`, an error \`{error, meta}\`. \`meta.requestId\` finds the request in our log. Answers may get further fields and further enum values: ignore what you do not know.
- **Times** in answers are Unix seconds. Times in requests are ISO 8601 with Z or an offset.
- **Bodies are strict**: an unknown field is a 400 that names it.
- **Retries.** Every POST takes an \`Idempotency-Key\` header: within 24 hours the same request with the same key has one effect. 429 and 503 say in \`Retry-After\` how long to wait.
- **Errors.** \`code\` says what kind of error it is, \`reason\` what to do about it, \`field\` which input is wrong. Decide by these, never by the words of \`message\`.`

/** In the order in which somebody new reads them. */
const TAGS = {
  Accounts: 'The Pinterest accounts of the organization: which there are, connecting, pausing, and what they may still spend.',
  Posts: 'A post is one pin, a draft or on its way to a board: create, edit, schedule, move and delete it.',
  Media: 'Places to upload images and videos to, for posts whose media are at no public address.',
  Approvals: 'What contributors asked for, and what a person decided.',
  Schedule: 'The dated schedule, with open and taken times, and its calendar link.',
  Timeslots: 'The weekly times at which pins go out.',
  'Spacing rules': 'How many days lie between pins with the same link.',
  'UTM parameters': 'What links get when their pins go out, so that the stats of a website tell them apart.',
  Boards: 'Boards, their sections and lists of boards; how well a board fits a keyword, and public pins that fit a board.',
  Analytics: 'Numbers of the account and of its pins.',
  Trends: 'What people search for.',
  Keys: 'API keys, and what the one that is used may do.',
  Webhooks: 'Endpoints that are told what happens, and what was sent to them.',
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
        summary: 'Schedules pins for Pinterest and publishes each once, at its time.',
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

/** The same for everybody, and nobody needs a key to ask for it: made once for an address of the service. */
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

/** Of all routes that there are by now. */
export function documentAt(app: FastifyInstance, publicUrl: string): object {
  const { info, ...document } = toClientDocument(app.swagger(), publicUrl, readExamples(publicUrl))
  return {
    ...document,
    info: { ...info, contact: { name: 'Those who run this service', url: `${publicUrl}/` } },
    servers: [{ url: publicUrl, description: 'This service' }],
  }
}
