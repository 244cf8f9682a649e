/** How long what Slack last said of a person counts, while it says nothing more. */
import { expect, test } from 'vitest'
import { createPersonalKey } from '../../../src/core/accounts/keys/create.js'
import { assignRole } from '../../../src/core/accounts/people/assign-roles.js'
import { HOUR_MS } from '../../../src/core/lib/duration.js'
import { buildServer } from '../../../src/http/server.js'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, lastMessage, markupOf } from '../support/a-team.js'

const { db } = await aDatabase()
let later = 0
const team = aTeam(db, { parts: { wallClock: () => new Date(Date.now() + later) } })
const pass = (ms: number) => {
  later += ms
  team.current.clock.advance(ms)
}
const silence = () =>
  team.current.slack.addFault({ method: 'users.info', error: 'internal_error', times: 1_000, retryAfterSeconds: 1 })
const roleOfAda = async () =>
  markupOf((await team.current.ada.command('/pin settings')).modal?.blocks).match(/Your role: (\w+)/)?.[1]
const standingOfAda = async () => {
  const [row] = await db.sql<{ at: Date }[]>`
    select slack_standing_at as at
      from members
     where organization_id = ${team.current.organizationId} and slack_user_id = ${users.admin}`
  return row?.at.getTime()
}

test('an admin of Slack is one for a day after its last answer, however often they come meanwhile, and no longer', async () => {
  expect(await roleOfAda()).toBe('Admin')
  const saidAt = await standingOfAda()
  silence()
  for (const hours of [1, 12, 10]) {
    pass(hours * HOUR_MS)
    expect(await roleOfAda()).toBe('Admin')
    expect(await standingOfAda()).toBe(saidAt)
  }
  pass(HOUR_MS)
  expect(await roleOfAda()).toBe('Viewer')
  expect(lastMessage(await team.current.ada.command('/pin new https://pictures.test/200x300-a3b433')).text).toContain(
    'Slack did not tell us who you are in this workspace, so you can look but not change anything.',
  )
})

test('what Pinslot’s own admins gave them still counts, and Slack’s next answer counts at once', async () => {
  const { deps, actor, slack } = team.current
  expect(await roleOfAda()).toBe('Admin')
  silence()
  pass(25 * HOUR_MS)
  await assignRole(deps, actor, { teamId, userId: users.admin, role: 'scheduler' })
  expect(await roleOfAda()).toBe('Scheduler')
  slack.workspace.faults.clear()
  expect(await roleOfAda()).toBe('Admin')
})

test('a personal key works for a day after Slack’s last answer of its person, and then says why it does not', async () => {
  const { deps, organizationId, app } = team.current
  const api = await buildServer(deps, { findPerson: app.findPerson })
  expect(await roleOfAda()).toBe('Admin')
  const person = { organizationId, via: 'slack', role: 'admin', userId: `${teamId}:${users.admin}` } as const
  const { key } = await createPersonalKey(deps, person, { name: 'mine' })
  const me = () => api.inject({ url: '/v1/me', headers: { authorization: `Bearer ${key}` } })
  expect((await me()).statusCode).toBe(200)
  silence()
  pass(23 * HOUR_MS)
  expect((await me()).statusCode).toBe(200)
  pass(2 * HOUR_MS)
  const refused = await me()
  expect(refused.statusCode).toBe(401)
  expect(refused.json<{ error: { message: string } }>().error.message).toBe(
    'Slack does not say whether the person behind this key is still in the workspace, so the key does not work now. Try again later.',
  )
  team.current.slack.workspace.faults.clear()
  expect((await me()).statusCode).toBe(200)
  await api.close()
})
