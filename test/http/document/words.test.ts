/** The description explains itself to somebody who has nothing else. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

type Schema = { $ref?: string; description?: string; properties?: Record<string, Schema>; items?: Schema }
type Parameter = { $ref?: string; name: string; description?: string; schema: Schema }
type Operation = { operationId: string; summary?: string; description?: string; tags: string[]; parameters?: Parameter[] }
type Document = {
  info: { license: object; contact: object }
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const { db } = await aDatabase()
const { app } = await aServer(db)
const { info, tags, paths, components } = (await app.inject('/v1/openapi.json')).json<Document>()
const operations = Object.values(paths).flatMap((methods) => Object.values(methods))

test('it holds /v1 alone, under both of its addresses, and says what licence it has and whom to ask', async () => {
  expect(Object.keys(paths).filter((path) => !path.startsWith('/v1/'))).toEqual([])
  expect((await app.inject('/openapi.json')).json()).toEqual((await app.inject('/v1/openapi.json')).json())
  expect(info.license).toEqual({ name: 'Proprietary', identifier: 'LicenseRef-Proprietary' })
  expect(info.contact).toMatchObject({ url: 'https://pinslot.test/' })
})

test('every tag is explained and used, and every operation has one of them', () => {
  expect(tags.filter(({ description }) => !description)).toEqual([])
  const used = operations.flatMap((operation) => operation.tags)
  expect([...new Set(used)].toSorted()).toEqual(tags.map(({ name }) => name).toSorted())
})

test('every operation says what it does, in short and at length, and what each of its parameters is', () => {
  for (const { operationId, summary, description, parameters = [] } of operations) {
    expect([operationId, summary, description]).toEqual([operationId, expect.any(String), expect.any(String)])
    const bare = parameters.filter(({ $ref, description: said, schema }) => !$ref && !said && !schema.description)
    expect([operationId, bare.map(({ name }) => name)]).toEqual([operationId, []])
  }
})

function bareFields(schema: Schema, path: string): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description || field.$ref ? [] : [`${path}.${name}`]),
    ...bareFields(field, `${path}.${name}`),
  ])
  return schema.items ? [...fields, ...bareFields(schema.items, `${path}[]`)] : fields
}

test('every shape and every field of one is explained', () => {
  const shapes = Object.entries(components.schemas)
  expect(shapes.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([])
  expect(shapes.flatMap(([name, schema]) => bareFields(schema, name))).toEqual([])
})
