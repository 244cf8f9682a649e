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
