/** Personal keys: a program that acts as a person of Slack, with what that person may do at this moment. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { assignRole } from '../../../src/core/accounts/people/assign-roles.js'
import { setAccountRole } from '../../../src/core/accounts/people/account-roles.js'
import { createPersonalKey, MOST_PERSONAL_KEYS } from '../../../src/core/accounts/keys/create.js'
import type { Actor } from '../../../src/core/lib/actor.js'
import { readPost } from '../../../src/core/posts/list.js'
import { buildServer } from '../../../src/http/server.js'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, inDays } from '../../support/factories.js'
import { deliverAll, withApprovals } from '../support/approval-team.js'
import { aTeam, markupOf } from '../support/a-team.js'
import { sendEvent } from '../support/signed.js'

const { db } = await aDatabase()
const team = aTeam(db)
let api: FastifyInstance
const open: FastifyInstance[] = []
beforeEach(async () => {
  api = await buildServer(team.current.deps, { findPerson: team.current.app.findPerson })
  open.push(api)
})
afterAll(async () => {
  for (const server of open) await server.close()
})

const milosId = `${teamId}:${users.member}`
const miloAs = (role: Actor['role']): Actor => ({
  organizationId: team.current.organizationId,
  via: 'slack',
  role,
  userId: milosId,
})
const milosKey = async () => (await createPersonalKey(team.current.deps, miloAs('scheduler'), { name: 'Script' })).key
const ofAda = async () =>
  (await createPersonalKey(team.current.deps, { ...miloAs('admin'), userId: `${teamId}:${users.admin}` }, { name: 'Ada' })).key

async function call(key: string, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await api.inject({
    method,
    url: `/v1${url}`,
    headers: { authorization: `Bearer ${key}`, 'user-agent': 'weekly-agent/2.1' },
    ...(payload && { payload }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    ...answer.json<{ data: never; error?: { code: string; message: string } }>(),
  }
}
const role = (given: Actor['role'] | null) =>
  assignRole(team.current.deps, team.current.actor, { teamId, userId: users.member, role: given })

/** Of the contributor's own. */
async function milosDraft() {
  const draft = await aDraft(team.current)
  await db.sql`update posts set created_by = ${milosId} where id = ${draft.id}`
  return draft
}

test('a personal key says whose it is, and follows each change of role at once', async () => {
  const { accountId } = team.current
  const key = await milosKey()
  const me = async () => (await call(key, 'GET', '/me')).data
  expect(await me()).toEqual({
    principal: { kind: 'person', name: 'Script', role: 'scheduler', accounts: [{ accountId, role: 'scheduler' }] },
  })
  await role('viewer')
  expect(await me()).toMatchObject({ principal: { role: 'viewer' } })
  await setAccountRole(team.current.deps, team.current.actor, {
    accountId,
    teamId,
    holder: users.member,
    handle: null,
    role: 'none',
  })
  expect(await me()).toMatchObject({ principal: { accounts: [] } })
  expect((await call(key, 'GET', `/accounts/${accountId}`)).status).toBe(404)
})

test('what it does is written down with the person, the key and the program', async () => {
  const { accountId } = team.current
  const draft = await milosDraft()
  await call(await milosKey(), 'POST', `/accounts/${accountId}/posts/${draft.id}/schedule`, { sendAt: inDays(team.current, 1) })
  const [act] = await db.sql`select via, actor, api_key_id, agent
      from audit
     where organization_id = ${team.current.organizationId} and action = 'schedule'`
  const [key] = await db.sql<{ id: string }[]>`select id from api_keys where organization_id = ${team.current.organizationId}`
  expect(act).toEqual({ via: 'api', actor: milosId, api_key_id: key!.id, agent: 'weekly-agent/2.1' })
})

test('a contributor’s key gets a card in Slack and 202; a person decides, and the author cannot', async () => {
  const { accountId, ada, deps, actor } = team.current
  await role('contributor')
  await withApprovals(team.current)
  const draft = await milosDraft()
  const key = await milosKey()
  const asked = await call(key, 'POST', `/accounts/${accountId}/posts/${draft.id}/schedule`, { sendAt: inDays(team.current, 1) })
  expect([asked.status, asked.error]).toEqual([202, undefined])
  const { approval } = asked.data as { approval: { id: string; state: string } }
  expect(approval).toMatchObject({
    state: 'pending',
    postId: draft.id,
    requestedBy: milosId,
    requestedWith: { keyName: 'Script' },
    step: 1,
    steps: 1,
  })
  const place = `/accounts/${accountId}/approvals/${approval.id}`
  expect(asked.headers['location']).toBe(`/v1${place}`)
  expect(await readPost(deps, actor, { accountId, postId: draft.id })).toMatchObject({ status: 'draft' })
  await deliverAll(team.current)
  const card = markupOf(await ada.open('approvals'))
  expect(card).toContain(`<@${users.member}> with the API key “Script” (weekly-agent/2.1)`)

  await role('scheduler')
  expect(await call(key, 'POST', `${place}/decision`, { decision: 'approve' })).toMatchObject({
    status: 403,
    error: { message: expect.stringContaining('your own request') as string },
  })
  const decided = await call(await ofAda(), 'POST', `${place}/decision`, { decision: 'approve' })
  expect(decided).toMatchObject({ status: 200, data: { approval: { state: 'approved' }, post: { status: 'queued' } } })
  expect((await call(key, 'GET', `/accounts/${accountId}/approvals?state=approved`)).data).toMatchObject({
    approvals: [{ id: approval.id, decidedBy: `${teamId}:${users.admin}` }],
    cursor: null,
  })
})

test('an approval of another version than the one looked at is refused', async () => {
  const { accountId } = team.current
  await role('contributor')
  await withApprovals(team.current)
  const draft = await milosDraft()
  const key = await milosKey()
  const asked = await call(key, 'POST', `/accounts/${accountId}/posts/${draft.id}/schedule`, { useNextOpenSlot: true })
  expect(asked.error).toBeUndefined()
  const { approval } = asked.data as { approval: { id: string; postVersion: number } }
  await api.inject({
    method: 'PATCH',
    url: `/v1/accounts/${accountId}/posts/${draft.id}`,
    headers: { authorization: `Bearer ${key}` },
    payload: { title: 'Another' },
  })
  const body = { decision: 'approve', postVersion: approval.postVersion }
  expect(await call(await ofAda(), 'POST', `/accounts/${accountId}/approvals/${approval.id}/decision`, body)).toMatchObject({
    status: 409,
    error: { reason: 'approval_outdated' },
  })
})

test('what was edited since the request is in it, as long as nobody decided', async () => {
  const { accountId } = team.current
  await role('contributor')
  await withApprovals(team.current)
  const draft = await milosDraft()
  const key = await milosKey()
  const asked = await call(key, 'POST', `/accounts/${accountId}/posts/${draft.id}/schedule`, { sendAt: inDays(team.current, 1) })
  const { approval } = asked.data as { approval: { id: string; changes: object[] } }
  expect(approval.changes).toEqual([])
  await api.inject({
    method: 'PATCH',
    url: `/v1/accounts/${accountId}/posts/${draft.id}`,
    headers: { authorization: `Bearer ${key}` },
    payload: { title: 'Another', boardId: '102', altText: 'A shelf' },
  })
  const changes = [
    { field: 'title', before: 'A pin', after: 'Another' },
    { field: 'altText', before: null, after: 'A shelf' },
    { field: 'boardId', before: '101', after: '102' },
  ]
  const place = `/accounts/${accountId}/approvals`
  expect(await call(key, 'GET', `${place}/${approval.id}`)).toMatchObject({ status: 200, data: { approval: { changes } } })
  expect((await call(key, 'GET', place)).data).toMatchObject({ approvals: [{ id: approval.id, changes }] })
  expect(await call(await ofAda(), 'POST', `${place}/${approval.id}/decision`, { decision: 'approve' })).toMatchObject({
    status: 200,
    data: { approval: { state: 'approved', changes: [] }, post: { title: 'Another' } },
  })
})

test('changes are requested with a reason, and the same request by its key is answered again', async () => {
  const { accountId } = team.current
  await role('contributor')
  await withApprovals(team.current)
  const draft = await milosDraft()
  const asked = await call(await milosKey(), 'POST', `/accounts/${accountId}/posts/${draft.id}/schedule`, {
    sendAt: inDays(team.current, 1),
  })
  const { approval } = asked.data as { approval: { id: string } }
  const url = `/v1/accounts/${accountId}/approvals/${approval.id}/decision`
  const headers = { authorization: `Bearer ${await ofAda()}`, 'idempotency-key': randomUUID() }
  const decide = (payload: object) => api.inject({ method: 'POST', url, headers, payload })
  expect((await decide({ decision: 'request_changes' })).json()).toMatchObject({ error: { field: 'reason' } })
  const body = { decision: 'request_changes', reason: 'A brighter picture, please.' }
  const [first, again] = [await decide(body), await decide(body)]
  expect(first.json()).toMatchObject({ data: { approval: { state: 'changes_requested', reason: body.reason } } })
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.json<{ data: object }>().data).toEqual(first.json<{ data: object }>().data)
})

test('somebody who is deactivated in Slack loses their keys at once, and Slack may say so twice', async () => {
  const key = await milosKey()
  expect((await call(key, 'GET', '/me')).status).toBe(200)
  const event = {
    type: 'user_change',
    user: { id: users.member, team_id: teamId, deleted: true, profile: { email: 'm@example.com' } },
  }
  for (const event_id of ['Ev1', 'Ev1', 'Ev2']) {
    const sent = { type: 'event_callback', team_id: teamId, event_id, event }
    expect((await sendEvent(team.current, sent)).status).toBe(200)
  }
  await expect.poll(async () => (await call(key, 'GET', '/me')).status).toBe(401)
  await team.current.app.idle()
  expect(
    await db.sql`select subject from audit where organization_id = ${team.current.organizationId} and action = 'revoke'`,
  ).toHaveLength(1)
  expect(JSON.stringify(await db.sql`select * from slack_events`)).not.toContain('m@example.com')
})

test('a change of somebody’s profile is nothing to keep', async () => {
  const event = { type: 'user_change', user: { id: users.member, team_id: teamId, deleted: false } }
  const sent = { type: 'event_callback', team_id: teamId, event_id: 'Ev9', event }
  expect((await sendEvent(team.current, sent)).status).toBe(200)
  expect(await db.sql`select * from slack_events where event_id = 'Ev9'`).toEqual([])
})

test('where Slack says that nobody is there any more, the key ends with the next request', async () => {
  const key = await milosKey()
  await db.sql`update slk_users set is_deleted = true where id = ${users.member}`
  expect((await call(key, 'GET', '/me')).status).toBe(401)
  expect(
    await db.sql`select revoked_at is not null as revoked from api_keys where organization_id = ${team.current.organizationId}`,
  ).toEqual([{ revoked: true }])
})

test('once the app is removed from the workspace, a personal key opens nothing, and it does again when it is back', async () => {
  const key = await milosKey()
  await db.sql`update slack_installations set revoked_at = installed_at`
  expect((await call(key, 'GET', '/me')).status).toBe(401)
  await db.sql`update slack_installations set revoked_at = null`
  expect((await call(key, 'GET', '/me')).status).toBe(200)
})

test('a person has at most twenty, also when several are made at once', async () => {
  const { deps } = team.current
  const make = () => createPersonalKey(deps, miloAs('viewer'), { name: 'K' })
  for (let made = 2; made < MOST_PERSONAL_KEYS; made += 1) await make()
  const tried = await Promise.allSettled([make(), make(), make(), make()])
  expect(tried.filter(({ status }) => status === 'rejected')).toHaveLength(2)
})

test('a key makes no personal key, and nobody without a role anywhere has one', async () => {
  const { deps, actor } = team.current
  await expect(createPersonalKey(deps, actor, { name: 'K' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(createPersonalKey(deps, { ...miloAs('admin'), via: 'api' }, { name: 'K' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(createPersonalKey(deps, miloAs('none'), { name: 'K' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
