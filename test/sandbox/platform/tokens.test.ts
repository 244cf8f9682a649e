import { afterAll, beforeEach, expect, test } from 'vitest'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-20T10:00:00Z') }
const simulator = await startSimulator(db, clock)
const { platform } = simulator
afterAll(() => simulator.close())

let names = 0
let user: Awaited<ReturnType<typeof addUser>> & { username: string }
beforeEach(async () => {
  const username = `person${++names}`
  user = { username, ...(await addUser(db.sql, { username, displayName: 'P', isBusiness: true, createdAt: clock.now })) }
})
const change = async (body: object) => {
  const answer = await fetch(`${simulator.url}/sandbox/platform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const failure = async (call: Promise<unknown>) => {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  if (!(error instanceof PlatformError)) throw new Error(`no PlatformError: ${String(error)}`)
  return [error.kind, error.details.status, error.details.code]
}

test('a user who withdraws access ends every token of theirs, and of nobody else', async () => {
  const { username } = user
  expect(await change({ username, do: 'revoke' })).toEqual({ status: 200, body: { username, do: 'revoke', tokens: 2 } })
  expect(await failure(platform.readUser(user))).toEqual(['reconnect', 401, 2])
  expect(await failure(platform.refreshToken(user.refreshToken))).toEqual(['reconnect', 401, 283])
  expect((await platform.readUser({ accessToken: 'pina_test' })).username).toBe('maker')
  expect((await change({ username, do: 'revoke' })).body.tokens).toBe(0)
})

test('an access token that is too old is renewed with the refresh token', async () => {
  await change({ username: user.username, do: 'expire_access' })
  expect(await failure(platform.readUser(user))).toEqual(['reconnect', 401, 2])
  expect((await platform.readUser(await platform.refreshToken(user.refreshToken))).username).toBe(user.username)
})

test('a refresh token that is too old leaves the access token for now', async () => {
  await change({ username: user.username, do: 'expire_refresh' })
  expect((await platform.readUser(user)).username).toBe(user.username)
  expect(await failure(platform.refreshToken(user.refreshToken))).toEqual(['reconnect', 401, 283])
})

test('a scope less is missing after a renewal too', async () => {
  const { username } = user
  expect((await change({ username, do: 'drop_scope', scope: 'boards:read' })).body.tokens).toBe(2)
  expect(await failure(platform.listBoards(user))).toEqual(['reconnect', 401, 3])
  const renewed = await platform.refreshToken(user.refreshToken)
  expect(renewed.scopes.split(' ')).not.toContain('boards:read')
  expect(renewed.scopes.split(' ')).toContain('boards:read_secret')
  expect(await failure(platform.listBoards(renewed))).toEqual(['reconnect', 401, 3])
})

test.each([
  [{ username: 'nobody', do: 'revoke' }, 'username'],
  [{ username: 'maker', do: 'steal' }, 'do'],
  [{ username: 'maker', do: 'drop_scope' }, 'scope'],
  [{ username: 'maker', do: 'revoke', scope: 'boards:read' }, 'scope'],
  [{ do: 'revoke' }, 'username'],
])('%j is a 400 that names what is wrong', async (body, named) => {
  expect(await change(body)).toEqual({ status: 400, body: { error: expect.stringContaining(named) as string } })
})

test('neither the state nor a change tells a token', async () => {
  const told = JSON.stringify([await simulator.state(), await change({ username: user.username, do: 'expire_refresh' })])
  expect(told).not.toMatch(/pin[ar]_/)
})
