import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { EVENTS, TEST_EVENT } from '../../../src/core/events/events.js'
import { root } from '../../../src/root.js'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const { app } = await aServer(db)

type Schema = {
  type?: string
  description?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  [limit: string]: unknown
}
type Operation = {
  operationId?: string
  parameters?: object[]
  summary?: string
  description?: string
  security?: object[]
  requestBody?: { required?: boolean; content: { 'application/json': { schema: Schema } } }
  responses?: Record<string, { headers?: object; content: { 'application/json': { schema: Schema } } }>
}
type Description = {
  paths: Record<string, Record<string, Operation>>
  servers: { url: string }[]
  components: { schemas: Record<string, Schema>; responses: Record<string, { headers?: object }> }
}
const { paths, servers, components } = (await app.inject('/v1/openapi.json')).json<Description>()
const bodyOf = (method: string, path: string) => paths[path]?.[method]?.requestBody?.content['application/json'].schema
const posts = '/v1/accounts/{accountId}/posts'

test('every route of /v1 is in the public description, with its key and its answers', () => {
  expect(servers).toMatchObject([{ url: 'https://pinslot.test' }])
  const described = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
  expect(described.sort()).toEqual([
    'delete /v1/accounts/{accountId}/board-lists/{boardListId}',
    'delete /v1/accounts/{accountId}/boards/{boardId}/sections/{sectionId}',
    'delete /v1/accounts/{accountId}/calendar-link',
    'delete /v1/accounts/{accountId}/connection',
    'delete /v1/accounts/{accountId}/evergreen/pool/{postId}',
    'delete /v1/accounts/{accountId}/evergreen/slots/{timeslotId}',
    'delete /v1/accounts/{accountId}/feeds/{feedId}',
    'delete /v1/accounts/{accountId}/posts/{postId}',
    'delete /v1/accounts/{accountId}/posts/{postId}/published',
    'delete /v1/accounts/{accountId}/posts/{postId}/schedule',
    'delete /v1/accounts/{accountId}/posts/{postId}/twin',
    'delete /v1/accounts/{accountId}/review-links/{linkId}',
    'delete /v1/accounts/{accountId}/spacing-rules',
    'delete /v1/accounts/{accountId}/timeslots/{timeslotId}',
    'delete /v1/accounts/{accountId}/utm-rules',
    'delete /v1/keys/{keyId}',
    'delete /v1/webhooks/{webhookId}',
    'get /v1/accounts',
    'get /v1/accounts/{accountId}',
    'get /v1/accounts/{accountId}/analytics',
    'get /v1/accounts/{accountId}/analytics/history',
    'get /v1/accounts/{accountId}/approval-rules',
    'get /v1/accounts/{accountId}/approvals',
    'get /v1/accounts/{accountId}/approvals/{approvalId}',
    'get /v1/accounts/{accountId}/batches/{batchId}',
    'get /v1/accounts/{accountId}/board-lists',
    'get /v1/accounts/{accountId}/board-lists/{boardListId}',
    'get /v1/accounts/{accountId}/boards',
    'get /v1/accounts/{accountId}/boards.csv',
    'get /v1/accounts/{accountId}/boards/{boardId}/recommended-pins',
    'get /v1/accounts/{accountId}/boards/{boardId}/relevance',
    'get /v1/accounts/{accountId}/boards/{boardId}/sections',
    'get /v1/accounts/{accountId}/calendar-link',
    'get /v1/accounts/{accountId}/clients',
    'get /v1/accounts/{accountId}/evergreen',
    'get /v1/accounts/{accountId}/feeds',
    'get /v1/accounts/{accountId}/feeds/{feedId}',
    'get /v1/accounts/{accountId}/generations/{generationId}',
    'get /v1/accounts/{accountId}/guard',
    'get /v1/accounts/{accountId}/imports/{importId}',
    'get /v1/accounts/{accountId}/patrol',
    'get /v1/accounts/{accountId}/pins/{pinId}/analytics',
    'get /v1/accounts/{accountId}/plan',
    'get /v1/accounts/{accountId}/posts',
    'get /v1/accounts/{accountId}/posts.csv',
    'get /v1/accounts/{accountId}/posts/{postId}',
    'get /v1/accounts/{accountId}/posts/{postId}/comments',
    'get /v1/accounts/{accountId}/posts/{postId}/preflight',
    'get /v1/accounts/{accountId}/posts/{postId}/published-edit',
    'get /v1/accounts/{accountId}/posts/{postId}/receipt',
    'get /v1/accounts/{accountId}/posts/{postId}/twin',
    'get /v1/accounts/{accountId}/review-links',
    'get /v1/accounts/{accountId}/schedule',
    'get /v1/accounts/{accountId}/spacing-rules',
    'get /v1/accounts/{accountId}/timeslots',
    'get /v1/accounts/{accountId}/timeslots/suggestions',
    'get /v1/accounts/{accountId}/top-pins',
    'get /v1/accounts/{accountId}/trends',
    'get /v1/accounts/{accountId}/usage',
    'get /v1/accounts/{accountId}/utm-rules',
    'get /v1/keys',
    'get /v1/me',
    'get /v1/webhooks',
    'get /v1/webhooks/{webhookId}',
    'get /v1/webhooks/{webhookId}/deliveries',
    'patch /v1/accounts/{accountId}',
    'patch /v1/accounts/{accountId}/boards/{boardId}',
    'patch /v1/accounts/{accountId}/evergreen/slots/{timeslotId}',
    'patch /v1/accounts/{accountId}/feeds/{feedId}',
    'patch /v1/accounts/{accountId}/guard',
    'patch /v1/accounts/{accountId}/posts/{postId}',
    'patch /v1/accounts/{accountId}/timeslots/{timeslotId}',
    'patch /v1/webhooks/{webhookId}',
    'post /v1/accounts/{accountId}/approvals/{approvalId}/decision',
    'post /v1/accounts/{accountId}/approvals/{approvalId}/release',
    'post /v1/accounts/{accountId}/approvals/{approvalId}/withdraw',
    'post /v1/accounts/{accountId}/batches/{batchId}/undo',
    'post /v1/accounts/{accountId}/board-lists',
    'post /v1/accounts/{accountId}/boards',
    'post /v1/accounts/{accountId}/boards/{boardId}/sections',
    'post /v1/accounts/{accountId}/calendar-link',
    'post /v1/accounts/{accountId}/changes/{changeId}/undo',
    'post /v1/accounts/{accountId}/evergreen/pool/{postId}',
    'post /v1/accounts/{accountId}/evergreen/slots',
    'post /v1/accounts/{accountId}/feeds',
    'post /v1/accounts/{accountId}/feeds/{feedId}/look',
    'post /v1/accounts/{accountId}/generations',
    'post /v1/accounts/{accountId}/generations/{generationId}/cancel',
    'post /v1/accounts/{accountId}/guard/resume',
    'post /v1/accounts/{accountId}/imports',
    'post /v1/accounts/{accountId}/imports/{importId}/cancel',
    'post /v1/accounts/{accountId}/imports/{importId}/undo',
    'post /v1/accounts/{accountId}/posts',
    'post /v1/accounts/{accountId}/posts/batch',
    'post /v1/accounts/{accountId}/posts/bulk',
    'post /v1/accounts/{accountId}/posts/{postId}/comments',
    'post /v1/accounts/{accountId}/posts/{postId}/duplicate',
    'post /v1/accounts/{accountId}/posts/{postId}/outcome',
    'post /v1/accounts/{accountId}/posts/{postId}/picture',
    'post /v1/accounts/{accountId}/posts/{postId}/published-edit',
    'post /v1/accounts/{accountId}/posts/{postId}/published-edit/{editId}/decision',
    'post /v1/accounts/{accountId}/posts/{postId}/schedule',
    'post /v1/accounts/{accountId}/posts/{postId}/swap',
    'post /v1/accounts/{accountId}/publishing/pause',
    'post /v1/accounts/{accountId}/publishing/resume',
    'post /v1/accounts/{accountId}/review-links',
    'post /v1/accounts/{accountId}/series/{intervalGroupId}/move',
    'post /v1/accounts/{accountId}/timeslots',
    'post /v1/accounts/{accountId}/timeslots/rebuild',
    'post /v1/capability-requests',
    'post /v1/connect-links',
    'post /v1/issue-reports',
    'post /v1/keys',
    'post /v1/media/uploads',
    'post /v1/webhooks',
    'post /v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    'post /v1/webhooks/{webhookId}/replay',
    'post /v1/webhooks/{webhookId}/rotate-secret',
    'post /v1/webhooks/{webhookId}/test',
    'put /v1/accounts/{accountId}/approval-rules',
    'put /v1/accounts/{accountId}/board-lists/{boardListId}',
    'put /v1/accounts/{accountId}/clients',
    'put /v1/accounts/{accountId}/posts/{postId}/media',
    'put /v1/accounts/{accountId}/posts/{postId}/twin',
    'put /v1/accounts/{accountId}/spacing-rules',
    'put /v1/accounts/{accountId}/utm-rules',
  ])
  for (const methods of Object.values(paths))
    for (const { operationId, summary, security, responses } of Object.values(methods)) {
      expect(summary).toBeTruthy()
      expect(security).toEqual([{ apiKey: [] }])
      const sent = ['updatePublishedPin', 'deletePublishedPin'].includes(operationId ?? '') // 202 is their success, not a request for approval
      const succeeding = Object.keys(responses ?? {}).filter((status) => status.startsWith('2') && (sent || status !== '202'))
      const withPreview = ['createBatch', 'createImport', 'updatePublishedPin'] // which is 200
      expect(succeeding).toHaveLength(withPreview.includes(operationId ?? '') ? 2 : 1)
      expect(Object.keys(responses ?? {})).toEqual(expect.arrayContaining(['400', '401', '429', '500']))
    }
})

test('what creates a resource answers with 201, everything else with 200', () => {
  const creating = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => '201' in (responses ?? {}))
      .map(([method]) => `${method} ${path}`),
  )
  expect(creating.sort()).toEqual([
    'post /v1/accounts/{accountId}/board-lists',
    'post /v1/accounts/{accountId}/boards',
    'post /v1/accounts/{accountId}/boards/{boardId}/sections',
    'post /v1/accounts/{accountId}/calendar-link',
    'post /v1/accounts/{accountId}/evergreen/slots',
    'post /v1/accounts/{accountId}/feeds',
    'post /v1/accounts/{accountId}/generations',
    'post /v1/accounts/{accountId}/imports',
    `post ${posts}`,
    `post ${posts}/batch`,
    `post ${posts}/{postId}/comments`,
    `post ${posts}/{postId}/duplicate`,
    'post /v1/accounts/{accountId}/review-links',
    'post /v1/accounts/{accountId}/timeslots',
    'post /v1/connect-links',
    'post /v1/keys',
    'post /v1/media/uploads',
    'post /v1/webhooks',
    'post /v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    'post /v1/webhooks/{webhookId}/test',
  ])
})

test('the body of a new post tells each field, its limits and its choices', () => {
  const body = bodyOf('post', posts)
  expect(body).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: {
      mediaUrl: { type: 'string', format: 'uri' },
      uploadId: { type: 'string' },
      mediaType: { enum: ['image', 'video'], default: 'image' },
      carouselItems: {
        type: 'array',
        minItems: 1,
        maxItems: 4,
        items: { additionalProperties: false, properties: { mediaUrl: { type: 'string' }, uploadId: { type: 'string' } } },
      },
      title: { minLength: 1, maxLength: 100 },
      description: { minLength: 1, maxLength: 800 },
      url: { format: 'uri', maxLength: 2048 },
      altText: { maxLength: 500 },
      boardId: { type: 'string' },
      boardSectionId: { type: 'string' },
      intervalBoards: { minItems: 1, maxItems: 20, items: { additionalProperties: false, required: ['boardId'] } },
      intervalType: { enum: ['daily', 'weekly', 'biweekly', 'monthly'] },
      intervalDays: { type: 'integer', minimum: 1, maximum: 90 },
      intervalMode: { enum: ['slots', 'exact'] },
      sendAt: { type: 'string', format: 'date-time' },
      useNextOpenSlot: { type: 'boolean' },
      isSimplifiedPin: { type: 'boolean', default: true },
      productTagPinIds: { type: 'array', maxItems: 24, uniqueItems: true, items: { type: 'string', pattern: '^[0-9]+$' } },
    },
  })
  for (const [name, { description }] of Object.entries(body?.properties ?? {})) expect(description, name).toBeTruthy()
})

test('the body of an edit has the fields of the contract and no others', () => {
  const body = bodyOf('patch', `${posts}/{postId}`)
  expect(body).toMatchObject({
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    properties: { title: { maxLength: 100 }, description: { maxLength: 800 }, altText: { maxLength: 500 } },
  })
  expect(Object.keys(body?.properties ?? {}).sort()).toEqual([
    'aiDisclosures',
    'altText',
    'boardId',
    'boardSectionId',
    'cover',
    'description',
    'labels',
    'productTagPinIds',
    'slides',
    'title',
    'url',
  ])
  for (const [name, { description }] of Object.entries(body?.properties ?? {})) expect(description, name).toBeTruthy()
})

test('scheduling takes a time, true for the next open slot, and a board', () => {
  expect(bodyOf('post', `${posts}/{postId}/schedule`)).toMatchObject({
    additionalProperties: false,
    properties: { sendAt: { format: 'date-time' }, useNextOpenSlot: { enum: [true] }, boardId: {}, boardSectionId: {} },
  })
})

test('a post is described with its carousel, its group, and the posts of its series when it is created', () => {
  expect(components.schemas['Post']).toMatchObject({
    properties: { carouselItems: { items: { properties: { url: { type: 'string' } } } }, intervalGroupId: {} },
  })
  expect(components.schemas['Post']?.required).not.toContain('carouselItems')
  expect(components.schemas['Post']?.required).toContain('intervalGroupId')
  expect(components.schemas['Post']?.required).not.toContain('productTagsStatus')
  expect(components.schemas['Post']?.properties?.['productTagsStatus']).toMatchObject({
    enum: ['pending', 'added', 'failed'],
    description: expect.stringContaining('sent post that has product tags') as string,
  })
  const created = paths[posts]?.post?.responses?.['201']?.content['application/json'].schema
  expect(created).toMatchObject({
    properties: { data: { properties: { post: {}, intervalPosts: { type: 'array' } }, required: ['post'] } },
  })
})

test('deleting tells what was deleted', () => {
  const answer = paths[`${posts}/{postId}`]?.delete?.responses?.['200']?.content['application/json'].schema
  expect(answer).toMatchObject({
    properties: { data: { properties: { deleted: { enum: [true] }, postId: { type: 'string' } } } },
  })
})

test('a number in a query is described as one, with its limits', () => {
  const limits = [`/v1/accounts/{accountId}/timeslots/suggestions`, posts].map((path) => {
    const { parameters } = paths[path]!.get as { parameters: { name: string }[] } // as OpenAPI has it
    return parameters.find(({ name }) => name === 'limit')
  })
  expect(limits).toMatchObject([
    { description: 'Default 10', schema: { type: 'integer', minimum: 1, maximum: 50 } },
    { description: 'Default 50', schema: { type: 'integer', minimum: 1, maximum: 100 } },
  ])
})

test('a timeslot that is moved keeps what is left out, and the description says so', () => {
  expect(bodyOf('patch', '/v1/accounts/{accountId}/timeslots/{timeslotId}')).toMatchObject({
    minProperties: 1,
    properties: { timezone: { description: 'IANA name; left out: unchanged' } },
  })
})

test('what may come of reading a board by a keyword is told: its refusals, what is charged and what is counted', () => {
  const board = '/v1/accounts/{accountId}/boards/{boardId}'
  const documented = (path: string) => paths[`${board}/${path}`]?.['get']?.description
  for (const words of [
    /Asking again is charged again; if the client disconnects before the charge, nothing is charged/,
    /Absent: no pin can be read, or the keyword has no words/,
    /402: no credit is left and nothing was read, or another request took the last one meanwhile and nothing is shown/,
    /for a large board, only the first 500 .*403 platform_board_forbidden/,
  ])
    expect(documented('relevance')).toMatch(words)
  for (const words of [
    /up to 250 candidates/,
    /the last 15 minutes .* Failed searches do not count; answered ones do, even if the request then ends in a board error/,
    /403 platform_board_forbidden/,
    /recommended_pins_timeout: the operation as a whole took longer than 10 seconds/,
  ])
    expect(documented('recommended-pins')).toMatch(words)
})

test('each operation has a name of its own, a verb and what it is done to', () => {
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId ?? ''))
  expect(new Set(ids).size).toBe(ids.length)
  const verbs =
    'cancel|change|create|decide|delete|disconnect|duplicate|export|get|list|move|pause|put|rebuild|refresh|release|replace|replay|report|resume|revoke|rotate|schedule|swap|test|undo|unschedule|update|withdraw'
  expect(ids.filter((id) => !new RegExp(`^(${verbs})[A-Z][A-Za-z]+$`).test(id))).toEqual([])
})

test('nothing stands in the description to which nothing refers, and no integer has bounds that say nothing', async () => {
  const document = (await app.inject('/openapi.json')).json<{ components: { schemas: object } }>()
  const written = JSON.stringify(document)
  const unused = Object.keys(document.components.schemas).filter((name) => !written.includes(`"#/components/schemas/${name}"`))
  expect(unused).toEqual([])
  expect(written).not.toContain(String(Number.MAX_SAFE_INTEGER))
})

test('answers are open for further fields, and bodies are not', async () => {
  const document = (await app.inject('/openapi.json')).json<{ components: object }>()
  expect(JSON.stringify(document.components)).not.toContain('"additionalProperties":false')
  const answers = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ responses }) => responses))
  expect(JSON.stringify(answers)).not.toContain('"additionalProperties":false')
  expect(bodyOf('post', posts)).toMatchObject({ additionalProperties: false })
})

test('a body that may be left out is not required', () => {
  const required = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ requestBody }) => (requestBody?.required === false ? [path] : [])),
  )
  expect(required.toSorted()).toEqual([
    '/v1/accounts/{accountId}/evergreen/pool/{postId}',
    '/v1/accounts/{accountId}/publishing/pause',
    '/v1/connect-links',
  ])
})

test('what has an address of its own says it by Location, and no other answer is described with one', () => {
  const located = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, responses }) =>
      Object.entries(responses ?? {}).flatMap(([status, { headers }]) =>
        'Location' in (headers ?? {}) ? [`${operationId} ${status}`] : [],
      ),
    ),
  )
  expect(located.toSorted()).toEqual([
    'createBatch 201',
    'createBatch 202',
    'createFeed 201',
    'createGeneration 201',
    'createImport 201',
    'createPost 202',
    'schedulePost 202',
  ])
})

test('the headers of requests and answers are named', () => {
  const { parameters, responses } = paths[posts]!['post']!
  expect(parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  expect(Object.keys(responses!['202']!.headers ?? {})).toEqual(
    expect.arrayContaining(['X-Request-Id', 'Idempotent-Replayed', 'Location']),
  )
  expect(Object.keys(responses!['503']!.headers ?? {})).toContain('Retry-After')
  expect(Object.keys(components.responses['RateLimitExceededOrTooManyRequests']?.headers ?? {})).toContain('Retry-After')
  expect(Object.keys(components.responses['Unauthorized']?.headers ?? {})).toEqual(['X-Request-Id', 'WWW-Authenticate'])
})

test('every event that an endpoint may get is described, with its body, its signature and what an answer does', async () => {
  const { webhooks } = (await app.inject('/v1/openapi.json')).json<{ webhooks: Record<string, { post: Operation }> }>()
  expect(Object.keys(webhooks)).toEqual([...EVENTS, TEST_EVENT])
  const client = readFileSync(path.join(root, 'client/src/webhooks.ts'), 'utf8')
  for (const type of [...EVENTS, TEST_EVENT]) expect(client).toContain(`'${type}'`)
  for (const [type, { post }] of Object.entries(webhooks)) {
    expect(post.parameters).toMatchObject([{ name: 'webhook-id' }, { name: 'webhook-timestamp' }, { name: 'webhook-signature' }])
    const { properties, required } = post.requestBody!.content['application/json'].schema
    expect(properties?.['type']).toMatchObject({ const: type })
    expect(required).toEqual(Object.keys(properties ?? {}))
    expect(Object.keys(post.responses ?? {})).toEqual(expect.arrayContaining(['2XX', '410', '4XX', '5XX']))
  }
})

test('everything that a client may send is bounded: every text has a length, every list a number of entries', () => {
  const unbounded: string[] = []
  const walk = (value: unknown, place: string): void => {
    if (Array.isArray(value)) return value.forEach((one, index) => walk(one, `${place}[${index}]`))
    if (typeof value !== 'object' || value === null) return
    const schema = value as Schema
    const isClosed = 'enum' in schema || 'const' in schema
    if (schema.type === 'string' && !isClosed && typeof schema['maxLength'] !== 'number') unbounded.push(place)
    if (schema.type === 'array' && typeof schema['maxItems'] !== 'number') unbounded.push(place)
    for (const [key, inside] of Object.entries(schema)) if (!key.startsWith('example')) walk(inside, `${place}.${key}`)
  }
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters, requestBody }] of Object.entries(methods))
      walk([parameters, requestBody], `${method} ${path}`)
  expect(unbounded).toEqual([])
})
