/** `/pin keys`: keys of the API from Slack, and what they open on /v1. */
import type { FastifyInstance } from 'fastify'
import { inspect } from 'node:util'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listApiKeys } from '../../../src/core/accounts/keys/api-keys.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { buildServer } from '../../../src/http/server.js'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import { viewSubmission } from '../../../src/sandbox/slack/payloads.js'
import { requirePerson } from '../../../src/sandbox/slack/people.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { listModals } from '../../../src/sandbox/slack/views/views.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, errorsOf, markupOf, textOn } from '../support/a-team.js'

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

const statusWith = async (key: string) =>
  (await api.inject({ url: '/v1/accounts', headers: { authorization: `Bearer ${key}` } })).statusCode
const keyOn = (screen: Screen): string => /pst_\d+_[\w-]{43}/.exec(textOn(screen.modal?.blocks))?.[0] ?? 'no key on the screen'
const keys = () => listApiKeys(team.current.deps, team.current.actor)
const acts = () => db.sql`
  select via, actor, subject, action, before, after
    from audit
   where organization_id = ${team.current.organizationId}
   order by id`

async function makeKey(name: string, expires = 'Never'): Promise<Screen> {
  const { ada } = team.current
  await ada.command('/pin keys')
  await ada.click('Create a key')
  await ada.fill({ Name: name, Expires: expires })
  return ada.submit()
}

test('an admin makes a key, sees it this once, and it opens the API', async () => {
  const { ada, accountId } = team.current
  const made = await makeKey('Nightly import')
  expect(made.modal?.title).toBe('New key')
  const key = keyOn(made)
  expect(await statusWith(key)).toBe(200)
  const list = await ada.close()
  expect(list.modal?.title).toBe('API keys')
  expect(markupOf(list.modal?.blocks)).toContain(`*Nightly import*  \`${key.slice(0, key.length - 39)}…${key.slice(-4)}\``)
  expect(textOn(list)).not.toContain(key)
  const answer = await api.inject({ url: '/v1/accounts', headers: { authorization: `Bearer ${key}` } })
  expect(answer.json()).toMatchObject({ data: { accounts: [{ id: accountId }] } })
})

test('the key is nowhere but in that view: no message, no log line, no audit, nothing remembered', async () => {
  const key = keyOn(await makeKey('Secret'))
  const secret = key.slice(-20)
  const { logged, ada } = team.current
  expect(inspect(logged, { depth: 9 })).not.toContain(secret)
  const kept = await db.sql`
    select count(*)::int as count
      from (select to_jsonb(a)::text as words from audit a
            union all select to_jsonb(k)::text from idempotency_keys k
            union all select to_jsonb(k)::text from api_keys k
            union all select to_jsonb(o)::text from outbox o
            union all select to_jsonb(m)::text from slk_messages m
            union all select view ->> 'private_metadata' from slk_views) stored
     where words like ${`%${secret}%`}`
  expect(kept).toEqual([{ count: 0 }])
  expect(textOn((await ada.close()).modal)).not.toContain(secret)
})

test('a form that is sent twice makes one key, and says where it was shown', async () => {
  const { ada, slack } = team.current
  await ada.command('/pin keys')
  await ada.click('Create a key')
  await ada.fill({ Name: 'Once' })
  const person = await requirePerson(db.sql, 'admin')
  const form = (await listModals(db.sql, users.admin)).at(-1)!
  const payload = await viewSubmission(slack.workspace, person, form)
  const answers = [await slack.workspace.sender.sendInteraction(payload), await slack.workspace.sender.sendInteraction(payload)]
  await slack.idle()
  expect((await keys()).map(({ name }) => name)).toEqual(['Once'])
  expect(textOn(answers[0])).toMatch(/pst_\d+_[\w-]{43}/)
  expect(textOn(answers[1])).not.toMatch(/pst_\d+_[\w-]{43}/)
  expect(textOn(answers[1])).toContain('already exists')
})

test('revoking asks first, ends the key at once, and pressed again changes nothing', async () => {
  const { ada, deps, actor } = team.current
  const { key, apiKey } = await createApiKey(deps, actor, { name: 'Old' })
  expect(await statusWith(key)).toBe(200)
  const list = await ada.command('/pin keys')
  expect(textOn(list.modal?.blocks)).toContain('Revoke this key?')
  const after = await ada.click('Revoke')
  expect(await statusWith(key)).toBe(401)
  expect(textOn(after.modal?.blocks)).toContain('Revoked “Old”.')
  expect(after.modal?.buttons).not.toContain('Revoke')
  expect((await acts()).filter(({ action }) => action === 'revoke')).toEqual([
    {
      via: 'slack',
      actor: expect.stringContaining(users.admin) as string,
      subject: `api_key:${apiKey.id}`,
      action: 'revoke',
      before: { name: 'Old', prefix: apiKey.prefix },
      after: null,
    },
  ])
})

test('a key expires when its form said, and says so', async () => {
  const { ada, clock } = team.current
  const key = keyOn(await makeKey('Month', 'In 30 days'))
  expect(await statusWith(key)).toBe(200)
  clock.advance(30 * 86_400_000)
  expect(await statusWith(key)).toBe(401)
  expect(markupOf((await ada.command('/pin keys')).modal?.blocks)).toContain('*expired*')
})

test('an empty name comes back under its field, and nothing is made', async () => {
  const { ada } = team.current
  await ada.command('/pin keys')
  await ada.click('Create a key')
  await ada.fill({ Name: '   ' })
  expect(errorsOf(await ada.submit())['Name']).toContain('1 to 120 characters')
  expect(await keys()).toEqual([])
  expect(await acts()).toEqual([])
})

test('who is no admin sees and makes personal keys of their own alone', async () => {
  const { milo, deps, actor } = team.current
  await createApiKey(deps, actor, { name: 'Hidden name' })
  const screen = await milo.command('/pin keys')
  expect(screen.modal?.title).toBe('API keys')
  expect(textOn(screen)).not.toContain('Hidden name')
  await milo.click('Create a key')
  await milo.fill({ Name: 'My script' })
  expect(await statusWith(keyOn(await milo.submit()))).toBe(200)
  expect((await keys()).map(({ name, role, personId }) => [name, role, personId])).toEqual([
    ['Hidden name', 'admin', null],
    ['My script', null, `${teamId}:${users.member}`],
  ])
})

test('many keys are turned page by page', async () => {
  const { ada, deps, actor } = team.current
  for (let n = 1; n <= 23; n += 1) await createApiKey(deps, actor, { name: `Key number ${n}.` })
  const first = await ada.command('/pin keys')
  expect(textOn(first)).toContain('Key number 23.')
  const second = await ada.click('Next 3')
  expect(textOn(second)).toContain('Key number 3.')
  expect(textOn(second)).not.toContain('Key number 4.')
  expect(textOn(await ada.click('Back to the first'))).toContain('Key number 23.')
})
