import { expect, test } from 'vitest'
import { readConnectLink } from '../../src/core/connections/link.js'
import { aDatabase } from '../support/database.js'
import { START, testDeps } from '../support/world.js'
import { anAccount, anOperator, anOrganization } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)
const deps = testDeps(db, operator.clock)
const requestOf = (url: string) => {
  const read = readConnectLink(deps, url.replace('https://pinslot.test/connect/link/', ''), START)
  return read.kind === 'good' ? read.ask : read.kind
}

test('a link for a new account is printed with its end', async () => {
  const org = await anOrganization(operator)
  const { code, out } = await operator.run('account connect', '--org', org)
  const [url = '', until] = out.split('\n')
  expect([code, until]).toEqual([0, 'Works until 2026-03-02T10:15:00.000Z.'])
  expect(requestOf(url)).toEqual({
    kind: 'link',
    organizationId: org,
    accountId: null,
    askedBy: null,
    keyId: null,
    personId: null,
  })
})

test('a link for a known account connects that one alone', async () => {
  const org = await anOrganization(operator)
  const account = await anAccount(operator, org)
  const { connectLink } = await operator.json<{ connectLink: { url: string } }>(
    'account connect',
    '--org',
    org,
    '--account',
    account,
  )
  expect(requestOf(connectLink.url)).toMatchObject({ organizationId: org, accountId: account })
})

test('a foreign account and an unknown organization are told', async () => {
  const account = await anAccount(operator, await anOrganization(operator))
  const other = await anOrganization(operator)
  expect(await operator.run('account connect', '--org', other, '--account', account)).toMatchObject({
    code: 1,
    err: 'Account not found.',
  })
  expect(await operator.run('account connect', '--org', '999999')).toMatchObject({ code: 1, err: 'Organization not found.' })
  expect(await operator.run('account connect', '--org', other, '--account', 'maker')).toMatchObject({ code: 2 })
})

test('an account that was unauthorized and is added by its tokens again is told in its channel', async () => {
  const org = await anOrganization(operator)
  const account = await anAccount(operator, org)
  const notices = () => db.sql`select destination, notice from outbox where organization_id = ${org}`
  await anAccount(operator, org)
  expect(await notices()).toEqual([])
  await db.sql`update accounts set token_status = 'unauthorized' where id = ${account}`
  await anAccount(operator, org)
  expect(await notices()).toEqual([
    {
      destination: `account:${account}`,
      notice: { kind: 'accountConnected', accountId: account, isNew: false, queue: { waiting: 0, overdue: 0 } },
    },
  ])
})

test('with --defaults the link sets a new account up; without a zone, or for a known account, it is refused', async () => {
  const org = await anOrganization(operator)
  const { out } = await operator.run('account connect', '--org', org, '--defaults', '--timezone', 'Europe/Berlin')
  expect(requestOf(out.split('\n')[0] ?? '')).toMatchObject({ setUp: { timezone: 'Europe/Berlin', pinsPerDay: 2 } })
  const refused = await operator.run('account connect', '--org', org, '--defaults')
  expect(refused.err).toContain('--defaults needs --timezone: posting times are in it.')
  const known = await operator.run('account connect', '--org', org, '--account', '7', '--defaults', '--timezone', 'UTC')
  expect(known.err).toContain('is for a new account')
  const wrong = await operator.run('account connect', '--org', org, '--defaults', '--timezone', 'Mars/Olympus')
  expect(wrong.code).not.toBe(0)
})
