/** @see docs/contract.md#deprecation */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { notFound } from '../../../src/core/lib/errors.js'
import type { Deprecation } from '../../../src/http/document/deprecation.js'
import { operation } from '../../../src/http/operation.js'
import { buildServer, type EntryPoint } from '../../../src/http/server.js'
import { aDatabase, closeBefore } from '../../support/database.js'
import { aWorld } from '../../support/world.js'

const { db } = await aDatabase()
const { deps, actor } = await aWorld(db)
const { key } = await createApiKey(deps, actor, { name: 'test' })

/** The service with one more operation, which is to go. */
const serving = (deprecated: Deprecation) => {
  const entryPoint: EntryPoint = async (scope, access) => {
    await scope.register(
      async (v1) => {
        access.guard(v1)
        operation(v1, deps, {
          id: 'getOldThing',
          method: 'GET',
          url: '/old-things/:name',
          tag: 'Posts',
          summary: 'Read an old thing',
          description: 'It is old.',
          deprecated,
          params: z.object({ name: z.string() }),
          data: z.object({ thing: z.string() }),
          run: async ({ params }) => params.name,
          show(name) {
            if (name === 'none') throw notFound('Resource')
            return { thing: name }
          },
        })
      },
      { prefix: '/v1' },
    )
  }
  return buildServer(deps, { entryPoints: [entryPoint] })
}
const app = await serving({ since: '2026-01-01', until: '2027-01-01', instead: 'getPost' })
closeBefore(db, () => app.close())
const get = async (url: string) => app.inject({ url, headers: { authorization: `Bearer ${key}` } })

test('each answer of an operation that is to go says since when, and until when it works: errors too', async () => {
  const answers = [await get('/v1/old-things/lamp'), await get('/v1/old-things/none')]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404])
  for (const { headers } of answers)
    expect(headers).toMatchObject({ deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' })
})

test('no other operation says so', async () => {
  const { headers } = await get('/v1/accounts')
  expect(headers).not.toHaveProperty('deprecation')
  expect(headers).not.toHaveProperty('sunset')
})

test('the description says it of this operation and of no other, with what to use instead', async () => {
  type Described = { deprecated?: boolean; description: string; responses: Record<string, { headers: object }> }
  const { paths } = (await get('/v1/openapi.json')).json<{ paths: Record<string, Record<string, Described>> }>()
  const deprecated = Object.entries(paths).filter(([, methods]) => Object.values(methods).some((one) => one.deprecated))
  expect(deprecated.map(([path]) => path)).toEqual(['/v1/old-things/{name}'])
  const { description, responses } = paths['/v1/old-things/{name}']!['get']!
  expect(description).toBe('Deprecated since 2026-01-01: use getPost. It works until 2027-01-01. It is old.')
  for (const status of ['200', '404'])
    expect(Object.keys(responses[status]!.headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']))
})

test('an operation that would end within a year of its deprecation does not start', async () => {
  const short = { since: '2026-01-01', until: '2026-12-31', instead: 'getPost' }
  await expect(serving(short)).rejects.toThrow('less than 365 days')
})
