/** What a person reads while the database is away. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { openPool } from '../../../src/db/pool.js'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { hostOf, startProxy } from '../../support/proxy.js'
import { aTeam } from '../support/a-team.js'
import { sendCommand } from '../support/signed.js'

const { db, url } = await aDatabase()
const proxy = await startProxy(hostOf(url))
const pool = openPool(proxy.through(url), { max: 2 })

/** Where Slack takes an answer: the local workspace keeps its own in the database. */
let answered = ''
const answers = createServer((request, response) => {
  request.on('data', (bytes: Buffer) => (answered += bytes.toString()))
  request.on('end', () => response.end('ok'))
})
await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve))
const responseUrl = `http://127.0.0.1:${(answers.address() as AddressInfo).port}/answer` // listening on a port, not on a pipe
afterAll(async () => {
  answers.close()
  await pool.close()
})

const team = aTeam(db, {
  parts: { db: pool },
  slackFetch: (real) => (to, init) => (to === responseUrl ? fetch(to, init) : real(to, init)),
})

test('a command while the database is out of reach says to try again, and asks for no report', async () => {
  await proxy.close()
  const command = { command: '/pin', text: 'queue', user_id: users.member, team_id: teamId, trigger_id: '1.2', channel_id: 'C1' }
  expect(await sendCommand(team.current, { ...command, response_url: responseUrl })).toMatchObject({ status: 200 })
  await vi.waitFor(() => expect(answered).toContain('Pinslot is not available right now. Try again shortly.'), {
    timeout: 60_000,
  })
  expect(answered).not.toContain('reference')
})
