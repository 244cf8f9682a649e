import { connect } from 'node:net'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, inDays } from '../../support/factories.js'
import { aServer, copy, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const server = await aServer(db)
const { app, call, accountId, key } = server
const url = (name: string, of = accountId) => `/v1/accounts/${of}/${name}`
const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true })

test('a file is text/csv to be saved, kept by nobody, and empty but for its columns where there is nothing', async () => {
  const { status, headers, text } = await call('GET', url('posts.csv?status=draft'))
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="pins-draft.csv"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(text).toMatch(/^Pin ID,Status,Title,.*\r\n$/)
})

test('the queue comes without a status, with a byte order mark where it is asked for, and a board id of it is taken by create', async () => {
  const { id } = await aQueuedPost(server, { at: inDays(server, 2) })
  const { text } = await call('GET', url('posts.csv?bom=true'))
  expect(text.startsWith('\ufeffPin ID,')).toBe(true)
  const [row] = rowsOf(text)
  expect(row!['Pin ID']).toBe(id)
  const { body } = await call('POST', url('posts'), { ...copy, mediaUrl, boardId: row!['Board ID'] })
  expect(body.data.post.boardId).toBe('101')
})

test('what is refused is refused in the envelope: of a list, an account that is another’s, a query of another form', async () => {
  const cases: [string, number, string | undefined][] = [
    [url('posts.csv?status=sent'), 400, 'startDate'],
    [url('posts.csv?status=gone'), 400, 'status'],
    [url('posts.csv?bom=yes'), 400, 'bom'],
    [url('posts.csv', '999999'), 404, undefined],
    [url('boards.csv', '999999'), 404, undefined],
    [url('boards.csv', 'x'), 404, undefined],
  ]
  for (const [address, status, field] of cases) {
    const answer = await call('GET', address)
    expect([address, answer.status, answer.body.error?.field]).toEqual([address, status, field])
    expect(answer.headers['content-disposition']).toBeUndefined()
  }
  const { organizationId } = await aServer(db)
  const foreign = await db.sql<{ id: string }[]>`select id from accounts where organization_id = ${organizationId}`
  expect((await call('GET', url('posts.csv', foreign[0]!.id))).status).toBe(404)
})

test('HEAD has the headers of GET and nothing else: no length, for GET has none either', async () => {
  const { status, headers, text } = await call('HEAD', url('posts.csv'))
  expect([status, text]).toEqual([200, ''])
  expect(headers['content-type']).toContain('text/csv')
  expect(headers['content-length']).toBeUndefined()
  expect((await call('HEAD', url('posts.csv', '999999'))).status).toBe(404)
})

test('a viewer may read them', async () => {
  const viewer = await createApiKey(server.deps, server.actor, { name: 'viewer', role: 'viewer', accountIds: [accountId] })
  const authorization = { authorization: `Bearer ${viewer.key}` }
  expect((await call('GET', url('boards.csv'), undefined, authorization)).status).toBe(200)
})

test('who hangs up in the middle holds nothing: later requests of the organization have all its places', async () => {
  const [post] = await db.sql<{ id: string }[]>`select id from posts where organization_id = ${server.organizationId} limit 1`
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, created_via, created_at, updated_at)
    select organization_id, account_id, 'draft', 'image', 'Draft ' || n, repeat('x', 800), 'api', created_at, updated_at
      from posts, generate_series(1, 5000) n
     where organization_id = ${server.organizationId} and id = ${post!.id}`
  await db.sql`
    insert into post_media (organization_id, post_id, position, media_id)
    select p.organization_id, p.id, 0, m.media_id
      from posts p
      join post_media m on m.organization_id = p.organization_id and m.post_id = ${post!.id}
     where p.organization_id = ${server.organizationId} and p.title like 'Draft %'
    on conflict do nothing`
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { port, host } = new URL(address)
  const head = `GET ${url('posts.csv?status=draft')} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n\r\n`
  for (let n = 0; n < 10; n++) {
    await new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(head))
      socket.once('data', () => socket.destroy())
      socket.once('close', () => resolve())
      socket.once('error', reject)
    })
  }
  const answer = await fetch(`${address}${url('posts.csv?status=draft')}`, { headers: { authorization: `Bearer ${key}` } })
  const rows = rowsOf(await answer.text())
  expect(new Set(rows.map((row) => row['Pin ID'])).size).toBeGreaterThan(5000)
})
