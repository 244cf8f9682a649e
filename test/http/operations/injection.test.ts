/** What others write breaks no header of an answer and no line of the log. */
import { Writable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { makeLog } from '../../../src/log.js'
import { aDatabase } from '../../support/database.js'
import { anMcpServer } from '../../mcp/support/agent.js'
import { mediaUrl } from '../support/support.js'

/** Ends a line wherever somebody reads lines, and says something of its own in the next. */
const BROKEN = 'x\r\nSet-Cookie: stolen=1\n{"level":50,"msg":"forged"}\u2028\u0085'

let written = ''
const log = makeLog('debug', new Writable({ write: (line: Buffer, _encoding, done) => ((written += line.toString()), done()) }))
const { db } = await aDatabase()
const { accountId, call, app, key } = await anMcpServer(db, { parts: { log } })
beforeEach(() => void (written = ''))

const url = (...parts: string[]) => `/v1/${parts.map(encodeURIComponent).join('/')}`
const mcp = { accept: 'application/json, text/event-stream', authorization: `Bearer ${key}` }

test.each([
  ['an id of the path', () => call('GET', url('accounts', accountId, 'posts', BROKEN))],
  ['a path that is none', () => call('GET', url(BROKEN))],
  ['a query', () => call('GET', `${url('accounts', accountId, 'posts.csv')}?status=${encodeURIComponent(BROKEN)}`)],
  ['a title that is kept', () => call('POST', url('accounts', accountId, 'posts'), { mediaUrl, title: BROKEN, boardId: '101' })],
  ['the name of a field', () => call('POST', url('accounts', accountId, 'posts'), { [BROKEN]: 1 })],
  [
    'the state of a consent',
    () => call('GET', `/connect/callback?state=${encodeURIComponent(BROKEN)}&error=${encodeURIComponent(BROKEN)}`),
  ],
  ['the token of a link', () => call('GET', `/connect/link/${encodeURIComponent(BROKEN)}`)],
  ['an address of media', () => call('GET', `/media/${encodeURIComponent(BROKEN)}`)],
])('%s', async (_what, ask) => {
  const { headers } = await ask()
  expect(headers).not.toHaveProperty('set-cookie')
  expect(JSON.stringify(headers)).not.toContain('stolen')
  expect(written).not.toBe('')
  for (const line of written.trimEnd().split(/\r|\n/)) expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
})

test('the name of a program that a session begins with', async () => {
  const clientInfo = { name: BROKEN, version: BROKEN }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  const payload = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...mcp, host: 'localhost' },
    payload,
  })
  expect(statusCode).toBe(200)
  expect(headers['mcp-session-id']).toMatch(/^[\w-]+$/)
  expect(headers).not.toHaveProperty('set-cookie')
})

test('an error that tells it', () => {
  log.error({ err: Object.assign(new Error(BROKEN), { code: BROKEN }) }, BROKEN)
  expect(written.split('\n')).toHaveLength(2) // the second is empty
  expect(JSON.parse(written)).toMatchObject({ level: 50, msg: BROKEN, err: { message: BROKEN } })
})
