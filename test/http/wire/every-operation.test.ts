/** What holds for each operation that /openapi.json describes. */
import { METHODS } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/core/lib/duration.js'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const { app, call, clock } = await aServer(db)
beforeEach(() => clock.advance(MINUTE_MS)) // strangers are counted by the minute
type Described = { requestBody?: object }
const { paths } = (await app.inject('/openapi.json')).json<{ paths: Record<string, Record<string, Described>> }>()

/** Nothing stands under these ids, so that no operation has an effect. */
const at = (path: string, value = '999999') => path.replaceAll(/\{[^}]+\}/g, value)
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { requestBody }]) => ({
    method: method.toUpperCase() as 'GET',
    path,
    takesBody: !!requestBody,
  })),
)
const stranger = { authorization: '' }
const described = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

test.each(described)('no cache keeps what %s answers, errors and strangers included', async (_name, { method, path }) => {
  const answers = [await call(method, at(path)), await call(method, at(path), undefined, stranger)]
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'no-store'])
})

const bodyless = described.filter(([, { method, takesBody }]) => !takesBody && method !== 'GET')

test.each(bodyless)('%s takes an empty object for no body, and nothing else', async (_name, { method, path }) => {
  const url = `${at(path)}?confirm=true&type=DEFAULT` // what some of them require
  const none = await call(method, url)
  const empty = await call(method, url, {})
  expect([empty.status, empty.body.error]).toEqual([none.status, none.body.error])
  const json = { 'content-type': 'application/json' }
  for (const payload of ['{"x":1}', '[]', 'null', '""']) {
    const { status, body } = await call(method, url, payload, json)
    expect([status, body.error?.field], payload).toEqual([400, 'body'])
  }
})

test.each(described.filter(([, { path }]) => path.includes('{')))(
  'an id of any length is behind the key and counted in %s',
  async (_name, { method, path }) => {
    for (const id of ['x'.repeat(600), '1'.repeat(1_200), '%zz', 'caf%E9']) {
      expect((await call(method, at(path, id), undefined, stranger)).status, id).toBe(401)
      const { status, headers } = await call(method, at(path, id))
      expect([400, 404], id).toContain(status)
      expect(headers, id).toMatchObject({ 'x-ratelimit-limit': '5000' })
    }
  },
)

test.each(Object.entries(paths))('%s answers every method that HTTP has: allowed, or 405 with Allow', async (path, methods) => {
  const allowed = [...Object.keys(methods)].map((method) => method.toUpperCase())
  const known = METHODS.filter((method) => method !== 'CONNECT' && method !== 'HEAD' && !allowed.includes(method))
  for (const method of known) {
    const { status, headers, body } = await call(method, at(path))
    expect([method, status, body.error?.code]).toEqual([method, 405, 'METHOD_NOT_ALLOWED'])
    expect(String(headers['allow']).split(', '), method).toEqual(expect.arrayContaining(allowed))
    expect((await call(method as 'GET', at(path), undefined, stranger)).status, method).toBe(401)
  }
})
