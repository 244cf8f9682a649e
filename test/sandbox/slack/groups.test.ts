/** User groups of the local workspace: how they answer, and how a test says who is in them. */
import { WebClient } from '@slack/web-api'
import { expect, test } from 'vitest'
import { botToken, groups, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam } from '../../slack/support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
const client = () => new WebClient(botToken, { fetch: team.current.slack.fetch, retryConfig: { retries: 0 } })
const put = async (body: object) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${team.current.baseUrl}/sandbox/slack/groups`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

test('a group is listed with its handle, and its people are those that were put into it', async () => {
  await db.sql`update slk_groups set deleted_at = null`
  expect((await put({ handle: 'pin-team', members: ['member', 'admin'] })).status).toBe(200)
  expect((await client().usergroups.list()).usergroups).toMatchObject([
    { id: groups.pinTeam.id, handle: 'pin-team', user_count: 2 },
  ])
  const inIt = async () => (await client().usergroups.users.list({ usergroup: groups.pinTeam.id })).users
  expect(await inIt()).toEqual([users.admin, users.member])
  await put({ handle: 'pin-team', members: [] })
  expect(await inIt()).toEqual([])
})

test('one that is switched off is not listed and has nobody; one that is not there is refused', async () => {
  await db.sql`update slk_groups set deleted_at = ${new Date()}`
  expect((await client().usergroups.list()).usergroups).toEqual([])
  expect((await client().usergroups.list({ include_disabled: true })).usergroups).toHaveLength(1)
  for (const usergroup of [groups.pinTeam.id, 'S0NOTHING'])
    await expect(client().usergroups.users.list({ usergroup })).rejects.toThrow('no_such_subteam')
  expect(await put({ handle: 'nobody', members: [] })).toEqual({ status: 400, body: { error: 'There is no user group nobody.' } })
  expect((await put({ handle: 'pin-team', members: ['stranger'] })).status).toBe(400)
})
