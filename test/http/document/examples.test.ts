/**
 * Examples of the description are what the service answered: `WRITE_DOCS=1 npx vitest run test/http/document/examples.test.ts` records
 * them again.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readExamples, type RecordedExample } from '../../../src/http/document/examples.js'
import { root } from '../../../src/root.js'
import { aDatabase } from '../../support/database.js'
import { type ApiDocument, makeAnswerCheck } from '../support/answers.js'
import { aServer } from '../support/support.js'
import { stable } from './stable.js'
import { type Path, tell } from './story.js'

const file = path.join(root, 'src/http/document/examples.json')
const { db } = await aDatabase()
const { app } = await aServer(db)
const document = (await app.inject('/v1/openapi.json')).json<ApiDocument>()
const check = makeAnswerCheck(document)
const operations: Record<string, Path> = Object.fromEntries(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, { method: method.toUpperCase(), path }]),
  ),
)
const told = stable(await tell(db, operations))
const text = `${JSON.stringify(told.map(withoutRequestId), null, 1)}\n`
if (process.env['WRITE_DOCS']) writeFileSync(file, text)

/** It is the same in all of them, and readExamples() adds it. */
function withoutRequestId(example: RecordedExample): RecordedExample {
  if (typeof example.answer === 'string') return example
  const { meta: { requestId: _, ...meta } = {}, ...answer } = example.answer as { meta?: { requestId?: string } }
  return { ...example, answer: Object.keys(meta).length > 0 ? { ...answer, meta } : answer }
}

test('the examples are what the service answers now', () => {
  expect(told).toEqual(readExamples('https://pinslot.test'))
})

test('each operation has an example, and an example of each way to succeed', () => {
  const recorded = told.map(({ operationId, status }) => `${operationId} ${status}`).toSorted()
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, responses }) =>
      Object.keys(responses).flatMap((status) => (status < '300' && status !== '202' ? [`${operationId} ${status}`] : [])),
    ),
  )
  expect(recorded).toEqual(expect.arrayContaining(described))
  expect(recorded).toContain('createPost 202')
  expect(new Set(recorded).size).toBe(recorded.length)
})

test('each example is as it is described', () => {
  for (const { operationId, path: params = {}, status, answer } of told) {
    const { method, path: template } = operations[operationId]!
    const url = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')
    expect(check({ method, url, status, body: typeof answer === 'string' ? {} : answer })).toBeUndefined()
  }
})

test('the description has them: parameters, body and answer, at the address of the service', async () => {
  type Content = { content: Record<string, { examples: Record<string, { value: unknown }> }> }
  type Shown = { parameters: { name: string; example?: unknown }[]; requestBody: Content; responses: Record<string, Content> }
  const { paths } = (await app.inject('/v1/openapi.json')).json<{ paths: Record<string, Record<string, Shown>> }>()
  const succeeded = told.filter(({ status }) => status !== 202)
  for (const { operationId, path: params = {}, query = {}, body, status, answer } of succeeded) {
    const { method, path: template } = operations[operationId]!
    const { parameters, requestBody, responses } = paths[template]![method.toLowerCase()]!
    const shown = new Map(parameters.map(({ name, example }) => [name, example]))
    for (const [name, value] of Object.entries({ ...params, ...query })) expect(String(shown.get(name)), name).toBe(value)
    const isOfPreview = ['createBatch', 'createImport', 'updatePublishedPin'].includes(operationId) && status === 200 // the description has the body of one that is written
    if (body && !isOfPreview) expect(requestBody.content['application/json']?.examples['success']?.value).toEqual(body)
    const type = typeof answer === 'string' ? 'text/csv' : 'application/json'
    expect(responses[status]?.content[type]?.examples['success']?.value, operationId).toEqual(answer)
  }
})

test('no example has a secret, an address of this machine or the name of a test', () => {
  expect(text).not.toMatch(/127\.0\.0\.1|sample\.test|pst_(?!1_THE-)/)
})
