/** What the description says of lengths, choices and bounds is what the service keeps to. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aServer, copy } from '../support/support.js'

const { db } = await aDatabase()
const { app, call, accountId } = await aServer(db)

type Schema = { properties?: Record<string, Schema>; items?: Schema; [limit: string]: unknown }
type Operation = { operationId: string; requestBody?: { content: { 'application/json': { schema: Schema } } } }
const { paths } = (await app.inject('/v1/openapi.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, requestBody }]) => ({ path, method, operationId, requestBody })),
)

const of = (operationId: string) => operations.find((one) => one.operationId === operationId)!
/** @param field as a refusal names it: `keywords[0]` */
const schemaOf = (operationId: string, field: string): Schema =>
  field
    .split('.')
    .flatMap((step) => (step.endsWith('[0]') ? [step.slice(0, -3), 'items'] : [step]))
    .reduce<Schema>(
      (schema, step) => (step === 'items' ? schema.items! : schema.properties![step]!),
      of(operationId).requestBody!.content['application/json'].schema,
    )
const send = (operationId: string, body: object) => {
  const { method, path } = of(operationId)
  const url = path.replace('{accountId}', accountId).replace(/\{\w+\}/, '1')
  return call(method.toUpperCase(), url, body)
}

const long = (length: number) => 'x'.repeat(length)
const page = (length: number) => `https://shop.test/${long(length - 'https://shop.test/'.length)}`

test.each<[string, string, number, (length: number) => object]>([
  ['createKey', 'name', 120, (length) => ({ name: long(length) })],
  ['createKey', 'note', 500, (length) => ({ name: 'n', note: long(length) })],
  ['createWebhook', 'url', 2048, (length) => ({ url: page(length), events: ['*'] })],
  ['updateWebhook', 'url', 2048, (length) => ({ url: page(length) })],
  ['createIssueReport', 'description', 4000, (length) => ({ description: long(length), tool: 't' })],
  ['createIssueReport', 'tool', 200, (length) => ({ description: 'd', tool: long(length) })],
  ['createCapabilityRequest', 'description', 4000, (length) => ({ description: long(length) })],
  ['createPost', 'mediaUrl', 2048, (length) => ({ ...copy, mediaUrl: page(length) })],
  ['changePosts', 'filter.text', 200, (length) => ({ action: 'delete', filter: { status: 'draft', text: long(length) } })],
  ['changePosts', 'edit.url', 2048, (length) => ({ ids: ['1'], action: 'edit', edit: { url: page(length) } })],
  ['createGeneration', 'url', 2048, (length) => ({ url: page(length) })],
  ['createGeneration', 'title', 256, (length) => ({ url: page(30), title: long(length) })],
  ['createGeneration', 'keywords[0]', 100, (length) => ({ url: page(30), keywords: [long(length)] })],
  ['createFeed', 'url', 2048, (length) => ({ url: page(length), perDay: 1 })],
])('%s takes a %s of %i characters, as it says, and refuses a longer one once and for all', async (id, field, most, body) => {
  expect(schemaOf(id, field)['maxLength']).toBe(most)
  for (const length of [most + 1, most * 5]) {
    const { status, body: answer } = await send(id, body(length))
    expect([status, answer.error?.field]).toEqual([400, field])
    expect(answer.error?.message).toMatch(new RegExp(`\\b${most}\\b`))
  }
  const { body: taken } = await send(id, body(most))
  expect(taken.error?.message ?? '').not.toContain('characters')
})

test.each<[string, string, object]>([
  ['createKey', 'name', { name: '' }],
  ['createIssueReport', 'description', { description: '', tool: 't' }],
  ['createIssueReport', 'tool', { description: 'd', tool: '' }],
  ['createCapabilityRequest', 'description', { description: '' }],
  ['createGeneration', 'keywords[0]', { url: page(30), keywords: [''] }],
])('%s: %s must not be empty, and says so', async (id, field, body) => {
  expect(schemaOf(id, field)['minLength']).toBe(1)
  expect(await send(id, body)).toMatchObject({ status: 400, body: { error: { field } } })
})

test('the extensions of uploads and the events of webhooks are listed, each is taken, and no other is', async () => {
  const { pattern } = schemaOf('createUpload', 'extension') as { pattern: string }
  const taken = ['jpg', 'jpeg', 'png', 'svg', 'gif', 'webp', 'heic', 'mp4', 'mov', 'qt', 'csv', '.jpg', 'JPG', '.Png']
  for (const extension of [...taken, 'bmp', '', 'jpg ', '..jpg', 'xjpg']) {
    expect((await send('createUpload', { extension })).status, extension).toBe(taken.includes(extension) ? 201 : 400)
    expect(new RegExp(pattern, 'u').test(extension), extension).toBe(taken.includes(extension))
  }
  const { enum: events } = schemaOf('createWebhook', 'events[0]') as { enum: string[] }
  for (const event of events)
    expect((await send('createWebhook', { url: 'https://hooks.shop.test/', events: [event] })).status, event).toBe(201)
  expect((await send('createWebhook', { url: 'https://hooks.shop.test/', events: ['post.gone'] })).status).toBe(400)
})

test('days of a series and ids of a bulk change are described with their bounds', async () => {
  expect(schemaOf('moveSeries', 'days')).toMatchObject({ type: 'integer', minimum: -3650, maximum: 3650, not: { enum: [0] } })
  expect(schemaOf('changePosts', 'ids')).toMatchObject({ minItems: 1, maxItems: 500, uniqueItems: true })
  expect(await send('changePosts', { ids: ['1', '1'], action: 'delete' })).toMatchObject({ status: 400 })
})
