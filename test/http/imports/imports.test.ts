import { expect, test } from 'vitest'
import { claimDueImports, writeChunk } from '../../../src/core/sources/imports/work.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { aDatabase } from '../../support/database.js'
import { aServer, mediaUrl, type Server } from '../support/support.js'

const { db } = await aDatabase()

const HEADER = 'Title,Description,Link,Media URL,Board ID,Publish at'
const line = (number: number, media = mediaUrl) => `Pin ${number},One of many,https://example.com/${number},${media},b_101,`
const fileOf = (lines: string[]) => [HEADER, ...lines, ''].join('\r\n')

const begin = (server: Server, body: object, headers = {}) =>
  server.call('POST', `/v1/accounts/${server.accountId}/imports`, body, headers)
async function work({ deps }: Server): Promise<void> {
  for (let claimed = await claimDueImports(deps, 3); claimed.length > 0; claimed = await claimDueImports(deps, 3))
    for (const one of claimed) await writeChunk(deps, one)
}
const drafts = async ({ organizationId }: Server) =>
  (await db.sql`select from posts where organization_id = ${organizationId}`).length

test('an import is 201 with where to read it; its lines are written in the background', async () => {
  const server = await aServer(db)
  const { status, headers, body } = await begin(server, { csv: fileOf([line(1), line(2, ''), line(3)]) })
  const { import: made } = body.data
  const address = `/v1/accounts/${server.accountId}/imports/${made.id}`
  expect([status, headers['location']]).toEqual([201, address])
  expect(made).toMatchObject({ status: 'queued', mode: 'draft', rows: 3, created: 0, failed: 1, unknownColumns: [] })
  expect(made.errors).toEqual([{ line: 3, column: 'Media URL', message: 'The image or video URL is missing.' }])
  await work(server)
  const { body: later } = await server.call('GET', address)
  expect(later.data.import).toEqual({ ...made, status: 'success', created: 2 })
  expect(await drafts(server)).toBe(2)
})

test('a preview is 200, shows the first lines as they were read, and writes nothing', async () => {
  const server = await aServer(db)
  const { status, headers, body } = await begin(server, { csv: fileOf([line(1), line(2, '')]), preview: true })
  expect([status, headers['location']]).toEqual([200, undefined])
  expect(body.data.import).toMatchObject({ id: null, status: 'success', rows: 2, created: 1, failed: 1 })
  expect(body.data.import.sample).toEqual([
    {
      line: 2,
      title: 'Pin 1',
      description: 'One of many',
      url: 'https://example.com/1',
      altText: null,
      mediaUrls: [mediaUrl],
      boardId: '101',
      boardSectionId: null,
      sendAt: null,
    },
  ])
  await work(server)
  expect(await drafts(server)).toBe(0)
})

test('an import names the template of its columns and how it reads them, now and later', async () => {
  const server = await aServer(db)
  const csv = [
    'Title,Media URL,Pinterest board,Thumbnail,Description,Link,Publish date,Keywords',
    `Lamp,${mediaUrl},101,,Warm,https://example.com/1,2027-03-10T14:30:00,"a,b"`,
  ].join('\n')
  const expected = { template: 'Pinterest', notes: [expect.stringContaining('in UTC') as string, expect.any(String) as string] }
  const { import: seen } = (await begin(server, { csv, preview: true })).body.data
  expect(seen).toMatchObject({ ...expected, sample: [{ sendAt: Date.UTC(2027, 2, 10, 14, 30) / 1000 }] })
  const { import: made } = (await begin(server, { csv })).body.data
  expect(made).toMatchObject(expected)
  const later = await server.call('GET', `/v1/accounts/${server.accountId}/imports/${made.id}`)
  expect(later.body.data.import).toMatchObject(expected)
  const plain = (await begin(server, { csv: fileOf([line(1)]) })).body.data.import
  expect(plain).toMatchObject({ template: null, notes: [] })
})

test('a time that would be lost is a 400 at mapping, and a date that could be two days is read by dateOrder', async () => {
  const server = await aServer(db)
  const file = (name: string, time: string) =>
    `Title,Description,Link,Media URL,Board ID,${name}\nPin,One,https://example.com/1,${mediaUrl},101,${time}\n`
  const lost = await begin(server, { csv: file('go live', '2027-03-10 15:00'), mode: 'schedule' })
  expect(lost).toMatchObject({
    status: 400,
    body: { error: { field: 'mapping', message: expect.stringContaining('“go live”') as string } },
  })
  const unsure = { csv: file('Date', '3/4/2027 15:00'), preview: true }
  expect((await begin(server, unsure)).body.data.import).toMatchObject({ failed: 1 })
  const { import: seen } = (await begin(server, { ...unsure, dateOrder: 'day' })).body.data
  expect(new Date((seen.sample?.[0]?.sendAt ?? 0) * 1000).toISOString()).toMatch(/^2027-04-03/)
  expect((await begin(server, { ...unsure, dateOrder: 'year' })).body.error).toMatchObject({ field: 'dateOrder' })
})

test('an idempotency key imports a file once', async () => {
  const server = await aServer(db)
  const key = { 'idempotency-key': 'once' }
  const body = { csv: fileOf([line(1)]) }
  const [first, second] = [await begin(server, body, key), await begin(server, body, key)]
  expect([second.status, second.headers['idempotent-replayed']]).toEqual([201, 'true'])
  expect(second.body.data.import).toEqual(first.body.data.import)
  await work(server)
  expect(await drafts(server)).toBe(1)
})

test('a file may be uploaded first; it is used once, and is no picture', async () => {
  const server = await aServer(db)
  const { upload } = (await server.call('POST', '/v1/media/uploads', { extension: 'csv' })).body.data
  expect(upload).toMatchObject({ mediaType: 'csv', contentType: 'text/csv' })
  const { uploadId } = upload
  expect((await begin(server, { uploadId })).body.error).toMatchObject({ field: 'uploadId' })
  const { statusCode } = await server.app.inject({
    method: 'PUT',
    url: upload.uploadUrl.replace('https://pinslot.test', ''),
    headers: { 'content-type': 'text/csv' },
    payload: Buffer.from(`\ufeff${fileOf([line(1)])}`),
  })
  expect(statusCode).toBe(200)
  const asPicture = await server.call('POST', `/v1/accounts/${server.accountId}/posts`, { uploadId })
  expect(asPicture.body.error).toMatchObject({ code: 'BAD_REQUEST', field: 'uploadId' })
  expect((await begin(server, { uploadId, preview: true })).status).toBe(200)
  expect((await begin(server, { uploadId })).body.data.import).toMatchObject({ status: 'queued', rows: 1, failed: 0 })
  expect(await begin(server, { uploadId })).toMatchObject({
    status: 409,
    body: { error: { reason: 'upload_already_attached', message: expect.stringContaining('was already imported') as string } },
  })
  const { upload: picture } = (await server.call('POST', '/v1/media/uploads', { extension: 'jpg' })).body.data
  expect((await begin(server, { uploadId: picture.uploadId })).body.error?.message).toMatch(/is not a CSV file/)
})

test('10,000 lines of 10 MiB get in as JSON; more is refused with what to do', async () => {
  const server = await aServer(db)
  const csv = fileOf(Array.from({ length: 10_000 }, (_, number) => `${line(number)}${'x'.repeat(900)}`))
  expect(csv.length).toBeGreaterThan(9 * 1024 ** 2)
  const { status, body } = await begin(server, { csv, preview: true })
  expect(status).toBe(200)
  expect(body.data.import).toMatchObject({ rows: 10_000, failed: 10_000 })
  expect(body.data.import.errors).toHaveLength(1000)
  const larger = await begin(server, { csv: csv + 'x'.repeat(1024 ** 2) })
  expect(larger.body.error).toMatchObject({ field: 'csv', message: 'csv is larger than 10 MiB. Split the file.' })
  const huge = await begin(server, { csv: 'x'.repeat(16 * 1024 ** 2) })
  expect(huge).toMatchObject({ status: 413, body: { error: { message: 'The request body is too large: at most 16 MiB.' } } })
})

test.each([
  [{}, 'csv'],
  [{ csv: 'a', uploadId: 'b' }, 'csv'],
  [{ csv: 7 }, 'csv'],
  [{ csv: fileOf([line(1)]), mapping: { Title: 'headline' } }, 'mapping.Title'],
  [{ csv: fileOf([line(1)]), mapping: { Nothing: 'title' } }, 'mapping'],
  [{ csv: fileOf([line(1)]), mode: 'now' }, 'mode'],
  [{ csv: fileOf([line(1)]), color: 'red' }, 'color'],
  [{ csv: 'Colour,Size\r\nred,7\r\n' }, 'csv'],
])('%j is a 400 that names %s, and nothing is kept', async (body, field) => {
  const server = await aServer(db)
  const refused = await begin(server, body)
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST', field } } })
  expect(await db.sql`select from imports where organization_id = ${server.organizationId}`).toHaveLength(0)
})

test('another organization finds nothing', async () => {
  const [server, other] = [await aServer(db), await aServer(db)]
  const { import: made } = (await begin(server, { csv: fileOf([line(1)]) })).body.data
  for (const address of [other.accountId, server.accountId].map((account) => `/v1/accounts/${account}/imports/${made.id}`))
    expect((await other.call('GET', address)).status).toBe(404)
})

test('an import is undone whole by who started it; a second time, and by somebody who may not, it is refused', async () => {
  const server = await aServer(db)
  const { body } = await begin(server, { csv: fileOf([line(1), line(2)]) })
  const address = `/v1/accounts/${server.accountId}/imports/${body.data.import.id}`
  expect((await server.call('POST', `${address}/undo`)).body.error).toMatchObject({ reason: 'undo_expired' })
  await work(server)
  const { key } = await createApiKey(server.deps, server.actor, { name: 'agent', role: 'contributor' })
  const refused = await server.call('POST', `${address}/undo`, undefined, { authorization: `Bearer ${key}` })
  expect(refused.body.error).toMatchObject({ code: 'FORBIDDEN' })
  expect(await drafts(server)).toBe(2)
  const undone = await server.call('POST', `${address}/undo`)
  expect(undone.body.data.import).toMatchObject({ status: 'success', created: 2, undoneAt: expect.any(Number) as number })
  expect(await drafts(server)).toBe(0)
  expect((await server.call('POST', `${address}/undo`)).status).toBe(409)
})
