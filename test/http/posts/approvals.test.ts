import { expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { aDatabase } from '../../support/database.js'
import { anotherAccount } from '../../support/factories.js'
import { aServer, copy, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()

test('approvals come page by page, and a cursor belongs to its account and state', async () => {
  const server = await aServer(db)
  const { call, accountId } = server
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${server.organizationId} and id = ${accountId}`
  const { key } = await createApiKey(server.deps, server.actor, { name: 'agent', role: 'contributor' })
  const body = { mediaUrl, ...copy, boardId: '101', sendAt: '2026-04-01T10:00:00Z' }
  const ids: string[] = []
  for (let number = 0; number < 2; number++) {
    const { data } = (await call('POST', `/v1/accounts/${accountId}/posts`, body, { authorization: `Bearer ${key}` })).body
    ids.unshift((data as unknown as { approval: { id: string } }).approval.id)
  }
  const list = async (query: string, of = accountId) => {
    const { status, body: answer } = await call('GET', `/v1/accounts/${of}/approvals?limit=1${query}`)
    const data = answer.data as unknown as { approvals: { id: string }[]; cursor: string | null } | undefined
    return { status, ids: data?.approvals.map(({ id }) => id), cursor: data?.cursor, field: answer.error?.field }
  }
  const first = await list('')
  expect(first).toMatchObject({ ids: [ids[0]], cursor: expect.not.stringMatching(/^\d+$/) as string })
  expect(await list(`&cursor=${first.cursor}`)).toMatchObject({ ids: [ids[1]], cursor: null })
  const other = await anotherAccount(server)
  const refused = { status: 400, field: 'cursor' }
  expect(await list(`&cursor=${first.cursor}&state=rejected`)).toMatchObject(refused)
  expect(await list(`&cursor=${first.cursor}`, other.accountId)).toMatchObject(refused)
  expect(await list('&cursor=next')).toMatchObject(refused)
  expect(await list(`&cursor=${ids[0]}`)).toMatchObject(refused) // an id is none
})

test('who asked for approval takes the request back: the post stays a draft, and nobody decides it anymore', async () => {
  const server = await aServer(db)
  const { call, accountId } = server
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${server.organizationId} and id = ${accountId}`
  const as = async (name: string) => {
    const { key } = await createApiKey(server.deps, server.actor, { name, role: 'contributor' })
    return { authorization: `Bearer ${key}` }
  }
  const [theirs, others] = [await as('agent'), await as('another')]
  const body = { mediaUrl, ...copy, boardId: '101', sendAt: '2026-04-01T10:00:00Z' }
  const { data } = (await call('POST', `/v1/accounts/${accountId}/posts`, body, theirs)).body
  const { approval, post } = data as unknown as { approval: { id: string }; post: { id: string } }
  const address = `/v1/accounts/${accountId}/approvals/${approval.id}`
  expect((await call('POST', `${address}/withdraw`, undefined, others)).status).toBe(403)
  const withdrawn = await call('POST', `${address}/withdraw`, undefined, theirs)
  expect(withdrawn.body.data).toMatchObject({ approval: { id: approval.id, state: 'withdrawn' } })
  expect((await call('GET', `/v1/accounts/${accountId}/posts/${post.id}`)).body.data).toMatchObject({ post: { status: 'draft' } })
  const again = await call('POST', `${address}/withdraw`, undefined, theirs)
  expect([again.status, again.body.error]).toMatchObject([409, { reason: 'approval_decided' }])
  expect((await call('POST', `/v1/accounts/${accountId}/approvals/999999/withdraw`)).status).toBe(404)
})
