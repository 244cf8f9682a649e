import { expect, test } from 'vitest'
import type { Log, Storage } from '../../../src/core/ports/deps.js'
import { buildServer } from '../../../src/http/server.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'

const { db } = await aDatabase()

test('a failure is logged by its route: the address may hold the signature of an upload', async () => {
  const lines: string[] = []
  const log: Log = { debug() {}, info() {}, warn() {}, error: (fields) => lines.push(JSON.stringify(fields)) }
  const receivePut = async () => Promise.reject(new Error('the disk is full'))
  const storage = { receivePut } as unknown as Storage // all that a PUT asks
  const { deps } = await aWorld(db, { parts: { log, storage } })
  const app = await buildServer(deps)
  const answer = await app.inject({ method: 'PUT', url: '/uploads/claims.signature', payload: 'bytes' })
  await app.close()
  expect(answer.statusCode).toBe(500)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('/uploads/*')
  expect(lines[0]).not.toContain('signature')
})
