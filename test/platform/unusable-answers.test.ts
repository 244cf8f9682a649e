/** Answers that came in time and are useless are not called late: people would search for another cause then. */
import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { explain } from '../../src/slack/reply/errors.js'
import { DomainError } from '../../src/core/lib/errors.js'
import { readBoardsLive } from '../../src/core/boards/live.js'
import { requireAccount } from '../../src/core/accounts/accounts.js'
import { aServer } from '../http/support/support.js'
import { aDatabase } from '../support/database.js'
import { aPlatform, answering } from './support/bare-platform.js'

const { db } = await aDatabase()
const huge: RequestListener = (request, response) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  const more = () => {
    while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', more)
  }
  more()
}
const NOTHING = 'Nothing was changed: try again.'

test.each<[string, RequestListener, string]>([
  ['302', answering(302, '', { location: 'https://elsewhere.test/' }), 'it redirects to another address (HTTP 302)'],
  ['202 without a body', answering(202, ''), 'it is not JSON (HTTP 202)'],
  ['200 with a page of HTML', answering(200, '<h1>Hello</h1>'), 'it is not JSON (HTTP 200)'],
  ['200 of another shape', answering(200, { items: 'none' }), 'it does not have the documented form (HTTP 200, items)'],
  ['the same bookmark for ever', answering(200, { items: [], bookmark: 'again' }), 'it lists the same page again and again'],
  ['60 MB', huge, 'it is longer than 8 MiB'],
])('%s is told as what it is', async (_name, listener, why) => {
  const { platform } = await aPlatform(listener, { pacing: false })
  const { deps, actor, accountId } = await aServer(db, { parts: { platform } })
  const account = await requireAccount(db.sql, actor, accountId)
  const error: unknown = await readBoardsLive(deps, account).catch((thrown: unknown) => thrown)
  if (!(error instanceof DomainError)) throw error
  expect([error.code, error.details.reason]).toEqual(['GATEWAY_TIMEOUT', 'platform_timeout'])
  expect(error.message).toBe(`Pinterest’s answer cannot be used: ${why}. ${NOTHING}`)
  expect(explain(deps, error, {}).sentence).toContain(`Pinterest’s answer cannot be used: ${why}.`)
})
