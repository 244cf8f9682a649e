import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { aServer } from './support.js'

const { db } = await aDatabase()
const { app } = await aServer(db)

type Operation = { summary?: string; security?: object[]; responses?: Record<string, { content?: object }> }
type Description = { openapi: string; paths: Record<string, Record<string, Operation>>; servers: { url: string }[] }

test('every route of /v1 is in the public description, with its key and its answers', async () => {
  const response = await app.inject('/openapi.json')
  expect(response.statusCode).toBe(200)
  const { paths, servers } = response.json<Description>()
  expect(servers).toEqual([{ url: 'https://pinslot.test' }])
  const described = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
  expect(described.sort()).toEqual([
    'delete /v1/accounts/{accountId}/timeslots/{timeslotId}',
    'get /v1/accounts',
    'get /v1/accounts/{accountId}',
    'get /v1/accounts/{accountId}/boards',
    'get /v1/accounts/{accountId}/posts',
    'get /v1/accounts/{accountId}/posts/{postId}',
    'get /v1/accounts/{accountId}/schedule',
    'get /v1/accounts/{accountId}/timeslots',
    'patch /v1/accounts/{accountId}/timeslots/{timeslotId}',
    'post /v1/accounts/{accountId}/posts',
    'post /v1/accounts/{accountId}/posts/{postId}/schedule',
    'post /v1/accounts/{accountId}/timeslots',
    'post /v1/issue-reports',
    'post /v1/media/uploads',
  ])
  for (const methods of Object.values(paths))
    for (const { summary, security, responses } of Object.values(methods)) {
      expect(summary).toBeTruthy()
      expect(security).toEqual([{ apiKey: [] }])
      expect(Object.keys(responses ?? {})).toHaveLength(2)
    }
})

test('bodies are described as they are judged: times as date-time, nothing else allowed', async () => {
  const { paths } = (await app.inject('/openapi.json')).json<{
    paths: Record<string, Record<string, { requestBody: { content: { 'application/json': { schema: object } } } }>>
  }>()
  const schema = paths['/v1/accounts/{accountId}/posts']?.post?.requestBody.content['application/json'].schema
  expect(schema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: { sendAt: { type: 'string', format: 'date-time' }, useNextOpenSlot: { type: 'boolean' } },
  })
})
