import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PLAN } from '../../../src/core/billing/plan.js'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const { app, accountId, key } = await aServer(db)
const paths = ['/billing/credits', '/billing/plans', '/plans', '/connect', '/connect/7']
/** The page with a button is posted to. */
const hasForm = (path: string) => path === '/connect/7'

describe.each(paths)('%s', (path) => {
  test('is a whole page for everybody: language, one main heading, landmarks, a name for each link', async () => {
    const { statusCode, headers, payload } = await app.inject(path)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(payload).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(payload).toMatch(/<meta name="viewport" content="width=device-width, initial-scale=1">/)
    expect(payload).toMatch(/<title>[^<]+ · Pinslot<\/title>/)
    expect(payload.match(/<h1>/g)).toHaveLength(1)
    for (const landmark of ['<header>', '<main id="content">', '<footer>']) expect(payload).toContain(landmark)
    // who follows a link to allow access has no use for the pages about plans
    expect(payload.includes('<nav ')).toBe(!path.startsWith('/connect'))
    expect(payload).not.toMatch(/npm run|--org|resetsAt/) // an operator's words
    expect(payload).not.toMatch(/<a [^>]*>\s*<\/a>/)
    expect(payload).not.toMatch(/undefined|\[object/)
  })

  test('has no script, and its one sheet is the one that the policy allows', async () => {
    const { headers, payload } = await app.inject(path)
    expect(payload).not.toMatch(/<script| on\w+=| style=|javascript:/i)
    const sheet = /<style>([\s\S]*)<\/style>/.exec(payload)?.[1] ?? ''
    const hash = createHash('sha256').update(sheet).digest('base64')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action ${hasForm(path) ? "'self'" : "'none'"}; frame-ancestors 'none'`,
    )
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })

  test('every link leads somewhere', async () => {
    const { payload } = await app.inject(path)
    for (const [, to] of payload.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) expect((await app.inject(to!)).statusCode, to).toBe(200)
  })

  test('is not written', async () => {
    expect((await app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200)
    const { statusCode, headers } = await app.inject({ method: hasForm(path) ? 'PUT' : 'POST', url: path })
    expect([statusCode, headers['allow']]).toEqual([405, hasForm(path) ? 'GET, HEAD, POST' : 'GET, HEAD'])
  })
})

test('the page of a connection is the same whether there is such an account or not, but for the number', async () => {
  const [known, unknown] = await Promise.all([app.inject(`/connect/${accountId}`), app.inject('/connect/999999')])
  expect(known.statusCode).toBe(200)
  expect(known.payload).not.toContain('maker')
  expect(known.payload.replaceAll(accountId, '#')).toBe(unknown.payload.replaceAll('999999', '#').replaceAll(accountId, '#'))
})

test.each(['x', '0', '-1', '1.5', '7%3Cb%3E', '9223372036854775808', '7/more'])(
  'an account id of the wrong form, %s, is 404',
  async (id) => {
    const { statusCode, headers } = await app.inject({ url: `/connect/${id}`, headers: { authorization: `Bearer ${key}` } })
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  },
)

test('the plans page names the plan that new accounts have', async () => {
  expect((await app.inject('/billing/plans')).payload).toContain(
    `${DEFAULT_PLAN.access} access and an allowance of ${DEFAULT_PLAN.monthlyAllowance} pins`,
  )
})

test('the overview says of every reason of a denial what clears it', async () => {
  const { payload } = await app.inject('/plans')
  for (const reason of [
    'insufficient_credits',
    'trial_exhausted',
    'no_access',
    'legacy_post_limit_exceeded',
    'account_not_connected',
  ])
    expect(payload).toContain(`<dt><code>${reason}</code></dt>`)
})
