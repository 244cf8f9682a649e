/** A reviewer through /v1: every operation of an account they may only review is as one that does not exist, but what they are asked. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createPersonalKey } from '../../../src/core/accounts/keys/create.js'
import { putApprovalRules } from '../../../src/core/posts/approval/rules/rules.js'
import type { Actor } from '../../../src/core/lib/actor.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, inDays } from '../../support/factories.js'
import { aServer } from '../support/support.js'
import { OPERATIONS } from './operations.js'

const { db } = await aDatabase()
const server = await aServer(db, { findPerson: async () => ({ actor: rita() }) })
const { deps, actor, organizationId, accountId, clock } = server
const { sql } = db

function rita(): Actor {
  return { organizationId, via: 'slack', role: 'reviewer', userId: 'T1:URITA' }
}
let authorization = ''
const call = (method: string, url: string, body?: object) => server.call(method, url, body, { authorization })

beforeAll(async () => {
  await sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  await sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at)
    values (${organizationId}, 'T1', 'URITA', 'reviewer', ${clock.now})`
  authorization = `Bearer ${(await createPersonalKey(deps, rita(), { name: 'Rita' })).key}`
})

/** What belongs to no account, or to the person. */
const OF_NO_ACCOUNT = Object.keys(OPERATIONS).filter(
  (operation) => !operation.includes('{accountId}') && OPERATIONS[operation]?.least === 'anyone',
)
/** A list of the requests that they are asked about. */
const LIST = 'GET /v1/accounts/{accountId}/approvals'
const LAST = 'DELETE /v1/accounts/{accountId}/connection'
const closed = Object.keys(OPERATIONS).filter((operation) => ![...OF_NO_ACCOUNT, LIST, LAST].includes(operation))

describe.each([...closed, LAST])('%s', (operation) => {
  test('is not for a reviewer whom nobody asks', async () => {
    await sql`update accounts set publishing = 'active' where organization_id = ${organizationId}`
    const { path = {}, query, body } = (await OPERATIONS[operation]?.request?.(server, rita().userId)) ?? {}
    const [method = '', template = ''] = operation.split(' ')
    const url = template.replace('{accountId}', accountId).replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '999999')
    const answer = await call(method, query ? `${url}?${query}` : url, body)
    const isOfAccount = operation.includes('{accountId}')
    expect([answer.status, answer.body.error?.code]).toEqual(isOfAccount ? [404, 'NOT_FOUND'] : [403, 'FORBIDDEN'])
  })
})

test('the lists of a reviewer whom nobody asks are empty', async () => {
  expect((await call('GET', `/v1/accounts/${accountId}/approvals`)).body.data).toEqual({ approvals: [], cursor: null })
  expect((await call('GET', '/v1/accounts')).body.data).toEqual({ accounts: [] })
  expect((await call('GET', '/v1/me')).body.data).toMatchObject({
    principal: { kind: 'person', role: 'reviewer', accounts: [{ accountId, role: 'reviewer' }] },
  })
})

test('a reviewer reads what they are asked about, comments and decides it', async () => {
  await putApprovalRules(deps, actor, {
    accountId,
    rules: [{ name: 'Every pin', steps: [{ name: 'Client', reviewers: [{ kind: 'person', id: 'URITA' }], rule: 'any' }] }],
  })
  const milo: Actor = { organizationId, via: 'slack', role: 'contributor', userId: 'T1:UMILO' }
  const made = await aDraft({ ...server, actor: milo })
  const when = { kind: 'at', at: inDays(server, 5) } as const
  const { id, approval } = await schedulePost(deps, milo, { accountId, postId: made.id, when })
  const at = `/v1/accounts/${accountId}`
  const approvals = (await call('GET', `${at}/approvals`)).body.data
  expect(approvals).toMatchObject({ approvals: [{ id: approval!.id, state: 'pending' }] })
  expect((await call('GET', `${at}/approvals/${approval!.id}`)).status).toBe(200)
  expect((await call('GET', `${at}/posts/${id}`)).body.data).toMatchObject({ post: { id } })
  expect((await call('POST', `${at}/posts/${id}/comments`, { text: 'Lovely', audience: 'client' })).status).toBe(201)
  expect((await call('GET', `${at}/posts/${id}/comments`)).body.data).toMatchObject({ comments: [{ text: 'Lovely' }] })
  const patch = await call('PATCH', `${at}/posts/${id}`, { title: 'Mine' })
  expect([patch.status, patch.body.error?.code]).toEqual([404, 'NOT_FOUND'])
  const decided = await call('POST', `${at}/approvals/${approval!.id}/decision`, { decision: 'approve' })
  expect(decided.body.data).toMatchObject({ post: { status: 'queued' }, approval: { state: 'approved', decidedBy: 'T1:URITA' } })
})
