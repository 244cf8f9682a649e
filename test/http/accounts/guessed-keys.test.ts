/** Guessing keys: what it costs the database, what the guesser hears, and who is let in meanwhile. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { revokeApiKey } from '../../../src/core/accounts/keys/revoke.js'
import type { Pool } from '../../../src/db/pool.js'
import { aDatabase } from '../../support/database.js'
import { aServer, type Server } from '../support/support.js'

const { db } = await aDatabase()

/** Counts the statements that are sent outside of transactions. */
function counting(pool: Pool): { pool: Pool; statements: () => number } {
  let statements = 0
  const sql = new Proxy(pool.sql, {
    apply(target, self: unknown, input: unknown[]) {
      if (Array.isArray(input[0]) && 'raw' in input[0]) statements++
      return Reflect.apply(target as (...all: unknown[]) => unknown, self, input)
    },
  })
  return { pool: { ...pool, sql }, statements: () => statements }
}

const aGuess = (organizationId = '1') => `pst_${organizationId}_${randomBytes(32).toString('base64url')}`
const ask = ({ app }: Server, key: string, remoteAddress = '203.0.113.9') =>
  app.inject({ url: '/v1/accounts', headers: { authorization: `Bearer ${key}` }, remoteAddress })

test('a thousand guesses cost a few statements; the guesser is told to wait, and waiting helps', async () => {
  const { pool, statements } = counting(db)
  const server = await aServer(db, { parts: { db: pool } })
  const before = statements()
  const answers = await Promise.all(Array.from({ length: 1000 }, () => ask(server, aGuess())))
  expect(statements() - before).toBeLessThanOrEqual(10)
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(20)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(980)
  for (const { headers, body } of refused) {
    expect(headers['retry-after']).toBe('60')
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' }, meta: {} })
  }
  server.clock.advance(60_000)
  expect((await ask(server, aGuess())).statusCode).toBe(401)
})

test('a client with a good key is let in from the address of a guesser, known to this process or not', async () => {
  const server = await aServer(db)
  const { key } = await createApiKey(server.deps, server.actor, { name: 'new' })
  const guesses = Array.from({ length: 300 }, () => ask(server, aGuess()))
  const first = await ask(server, key)
  await Promise.all(guesses)
  expect((await ask(server, aGuess())).statusCode).toBe(429)
  expect([first.statusCode, (await ask(server, key)).statusCode, (await ask(server, server.key)).statusCode]).toEqual([
    200, 200, 200,
  ])
})

test('an address is no matter to others, and of IPv6 it is the network', async () => {
  const server = await aServer(db)
  await Promise.all(Array.from({ length: 21 }, (_, host) => ask(server, aGuess(), `2001:db8:1:2::${host + 1}`)))
  expect((await ask(server, aGuess(), '2001:db8:1:2:ffff::1')).statusCode).toBe(429)
  expect((await ask(server, aGuess(), '2001:db8:1:3::1')).statusCode).toBe(401)
})

test('one key that is wrong, asked for again and again, stays a 401 and asks the database no more', async () => {
  const { pool, statements } = counting(db)
  const server = await aServer(db, { parts: { db: pool } })
  const guess = aGuess(server.organizationId)
  await ask(server, guess)
  const before = statements()
  for (let times = 0; times < 50; times++) expect((await ask(server, guess)).statusCode).toBe(401)
  expect(statements() - before).toBe(0)
})

test('a key that was at work and is revoked counts at once, here too', async () => {
  const server = await aServer(db)
  expect((await ask(server, server.key)).statusCode).toBe(200)
  await revokeApiKey(server.deps, server.actor, { apiKeyId: server.apiKeyId })
  expect((await ask(server, server.key)).statusCode).toBe(401)
  expect((await ask(server, server.key)).statusCode).toBe(401)
})
