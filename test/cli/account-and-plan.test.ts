import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listBoards } from '../../src/core/boards/boards.js'
import { takeCharge } from '../../src/core/billing/ledger.js'
import { takeScoringCharge } from '../../src/core/billing/scoring.js'
import { readUsage } from '../../src/core/billing/usage.js'
import { readAccount } from '../../src/core/accounts/accounts.js'
import { operatorOf } from '../../src/cli/command.js'
import { createTimeslot } from '../../src/core/slots/week/timeslots.js'
import { aDatabase } from '../support/database.js'
import { testDeps } from '../support/world.js'
import { anAccount, anOperator, anOrganization, brokenBoards } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)
const deps = testDeps(db, operator.clock)

const add = (org: string, accessToken = 'pina_one', ...more: string[]) =>
  operator.run('account add', '--org', org, '--access-token', accessToken, '--refresh-token', `pinr_${org}`, ...more)

async function ledgerOf(organizationId: string, accountId: string) {
  return db.sql<{ kind: string; unit: string; amount: number; balance: number }[]>`
    select kind, unit, amount, balance_after as balance
      from credit_ledger
     where organization_id = ${organizationId} and account_id = ${accountId}
     order by id`
}

/** A balance always equals its ledger. */
async function expectBalanced(organizationId: string, accountId: string) {
  const [held] = await db.sql<[Record<string, number>]>`
    select allowance_left as allowance, credits_left as credit, trial_left as trial
      from entitlements
     where organization_id = ${organizationId} and account_id = ${accountId}`
  const rows = await ledgerOf(organizationId, accountId)
  for (const unit of ['allowance', 'credit', 'trial']) {
    const sum = rows.filter((row) => row.unit === unit).reduce((total, { amount }) => total + amount, 0)
    expect(sum, unit).toBe(held[unit])
  }
}

describe('account add', () => {
  test('tokens that another organization has are refused with the remedy; the same account by a consent of its own is taken', async () => {
    const [one, two] = [await anOrganization(operator), await anOrganization(operator)]
    const tokens = ['--access-token', 'pina_one', '--refresh-token', 'pinr_shared']
    expect((await operator.run('account add', '--org', one, ...tokens)).code).toBe(0)
    const refused = await operator.run('account add', '--org', two, ...tokens)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('refreshToken belongs to another organization’s connection')
    expect(refused.err).toContain('npm run admin -- account connect')
    expect((await operator.run('account add', '--org', one, ...tokens)).code).toBe(0) // its own, again
    expect((await add(two)).code).toBe(0)
  })

  test('of two organizations that are given the same tokens at the same time one has them', async () => {
    const organizations = [await anOrganization(operator), await anOrganization(operator)]
    const ends = await Promise.all(
      organizations.map((org) =>
        operator.run('account add', '--org', org, '--access-token', 'pina_one', '--refresh-token', 'pinr_raced'),
      ),
    )
    expect(ends.map(({ code }) => code).sort()).toEqual([0, 1])
  })

  test('connects the account the token belongs to, with sealed tokens, a schedule, its boards and the default plan', async () => {
    const org = await anOrganization(operator)
    const { code, out } = await add(org, 'pina_one', '--timezone', 'America/New_York')
    expect(code).toBe(0)
    const accountId = /^Account (\d+) \(maker\) is connected, time zone America\/New_York\.$/.exec(out)![1]!
    const actor = operatorOf(org)
    expect(await readAccount({ db }, actor, { accountId })).toMatchObject({
      platformUserId: '901',
      isBusiness: true,
      domain: 'maker.test',
      isDomainVerified: false,
      tokenStatus: 'authorized',
    })
    const [tokens] = await db.sql`select access_token, refresh_token from connections where account_id = ${accountId}`
    expect(tokens).toEqual({ access_token: deps.sealer.seal('pina_one'), refresh_token: deps.sealer.seal(`pinr_${org}`) })
    expect((await listBoards(deps, actor, { accountId })).boards).toMatchObject([{ id: '101', name: 'Kitchen' }])
    await createTimeslot(deps, actor, { accountId, day: 1, time: '09:00', timezone: null })
    expect(await ledgerOf(org, accountId)).toEqual([{ kind: 'grant', unit: 'allowance', amount: 500, balance: 500 }])
    await expectBalanced(org, accountId)
  })

  test('takes the tokens from a file, so that they stand in no list of processes', async () => {
    const org = await anOrganization(operator)
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'pinslot-tokens-')), 'tokens.txt')
    const addFrom = (...more: string[]) => operator.run('account add', '--org', org, '--tokens', file, ...more)
    expect(await addFrom()).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read (ENOENT)') as string })
    writeFileSync(file, 'pina_one\n')
    expect(await addFrom()).toMatchObject({ code: 2, err: expect.stringContaining('a file of two lines') as string })
    writeFileSync(file, ` pina_one\r\npinr_${org}-file\n\n`)
    expect(await addFrom('--access-token', 'pina_two')).toMatchObject({ code: 2 })
    const { code, out } = await addFrom()
    expect([code, out]).toEqual([0, expect.stringMatching(/^Account \d+ \(maker\) is connected/)])
    const [tokens] = await db.sql`select access_token, refresh_token from connections where organization_id = ${org}`
    expect(tokens).toEqual({ access_token: deps.sealer.seal('pina_one'), refresh_token: deps.sealer.seal(`pinr_${org}-file`) })
    rmSync(path.dirname(file), { recursive: true })
  })

  test('connects a known account again: no second plan, its time zone stays, its held queue becomes due', async () => {
    const org = await anOrganization(operator)
    const accountId = await anAccount(operator, org)
    const at = new Date('2026-03-05T10:00:00Z')
    await db.sql`update accounts set token_status = 'unauthorized', timezone = 'UTC' where id = ${accountId}`
    await db.sql`
      insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, created_via, created_at, updated_at)
      values (${org}, ${accountId}, 'queued', 'image', 't', 'd', 'https://shop.test', '101', ${at}, 'api', ${at}, ${at})`
    expect(await anAccount(operator, org)).toBe(accountId)
    expect(await readAccount({ db }, operatorOf(org), { accountId })).toMatchObject({
      tokenStatus: 'authorized',
      timezone: 'UTC',
    })
    expect(await db.sql`select due_at as "dueAt" from posts where account_id = ${accountId}`).toEqual([{ dueAt: at }])
    expect(await ledgerOf(org, accountId)).toHaveLength(1)
  })

  test('a refused token, an unknown zone and an unknown organization are told, and nothing is stored', async () => {
    const org = await anOrganization(operator)
    expect(await add(org, 'pina_bad')).toMatchObject({
      code: 1,
      err: 'Pinterest refuses the access token. Check that it is right and has not expired.',
    })
    expect(await add(org, 'pina_one', '--timezone', '+02:00')).toMatchObject({ code: 1 })
    expect(await add('999999')).toMatchObject({ code: 1, err: 'Organization not found.' })
    expect(await db.sql`select 1 from accounts where organization_id = ${org}`).toHaveLength(0)
  })

  test('says so when the account stands but its boards could not be read', async () => {
    const { code, err } = await add(await anOrganization(operator), brokenBoards)
    expect(code).toBe(1)
    expect(err).toMatch(/^Account \d+ is connected, but its boards could not be read/)
  })

  test('never prints a token', async () => {
    const { out } = await operator.run(
      'account add',
      '--org',
      await anOrganization(operator),
      '--access-token',
      'pina_one',
      '--refresh-token',
      'pinr_one',
      '--json',
    )
    expect(out).not.toMatch(/pin[ar]_/)
  })
})

describe('plan set', () => {
  test('sets balances through the ledger, up and down, and twice the same writes nothing', async () => {
    const org = await anOrganization(operator)
    const account = await anAccount(operator, org)
    const set = (...options: string[]) =>
      operator.json<{ entitlements: object[] }>('plan set', '--org', org, '--account', account, ...options)
    await set('--credits', '50')
    await set('--credits', '50')
    const { entitlements } = await set(
      '--credits',
      '20',
      '--allowance',
      '600',
      '--trial',
      '3',
      '--winback',
      'true',
      '--access',
      'subscribed',
    )
    expect(entitlements).toEqual([
      {
        accountId: account,
        access: 'subscribed',
        winback: true,
        monthlyAllowance: 600,
        allowanceLeft: 600,
        creditsLeft: 20,
        trialOffered: true,
        trialLeft: 3,
      },
    ])
    expect(await ledgerOf(org, account)).toEqual([
      { kind: 'grant', unit: 'allowance', amount: 500, balance: 500 },
      { kind: 'grant', unit: 'credit', amount: 50, balance: 50 },
      { kind: 'grant', unit: 'allowance', amount: 100, balance: 600 },
      { kind: 'expire', unit: 'credit', amount: -30, balance: 20 },
      { kind: 'grant', unit: 'trial', amount: 3, balance: 3 },
    ])
    await expectBalanced(org, account)
  })

  test('brings the account into the running period first', async () => {
    const org = await anOrganization(operator)
    const account = await anAccount(operator, org)
    operator.clock.advance(40 * 86_400_000)
    await operator.json('plan set', '--org', org, '--account', account, '--allowance', '100')
    expect(await ledgerOf(org, account)).toMatchObject([
      { amount: 500 },
      { amount: -500 },
      { amount: 500 },
      { amount: -400, balance: 100 },
    ])
    await expectBalanced(org, account)
  })

  test('without an account it sets the organization and all its accounts', async () => {
    const org = await anOrganization(operator)
    const first = await anAccount(operator, org)
    await add(org, brokenBoards)
    const { code, out } = await operator.run(
      'plan set',
      '--org',
      org,
      '--system',
      'legacy',
      '--post-limit',
      '1',
      '--access',
      'none',
    )
    expect(code).toBe(0)
    expect(out.split('\n')).toHaveLength(3)
    expect(out).toContain(`Organization ${org}: legacy, 1 posts a period.`)
    const account = await readAccount({ db }, operatorOf(org), { accountId: first })
    await db.tx((sql) => takeCharge(sql, account, { postId: '1', chargeNumber: 1 }, operator.clock.now))
    await expect(
      db.tx((sql) => takeCharge(sql, account, { postId: '2', chargeNumber: 1 }, operator.clock.now)),
    ).rejects.toMatchObject({
      details: { reason: 'legacy_post_limit_exceeded' },
    })
  })

  test('a post limit is set, taken away by none, and stays when it is not named', async () => {
    const org = await anOrganization(operator)
    const limitAfter = async (...options: string[]) => {
      const { organization } = await operator.json<{ organization: { postLimit: number | null } }>(
        'plan set',
        '--org',
        org,
        ...options,
      )
      return organization.postLimit
    }
    expect(await limitAfter('--system', 'shopify', '--post-limit', '0')).toBe(0)
    expect(await limitAfter('--system', 'legacy')).toBe(0)
    expect(await limitAfter('--post-limit', 'none')).toBeNull()
    const { out } = await operator.run('plan set', '--org', org, '--system', 'legacy')
    expect(out).toContain(`Organization ${org}: legacy, no limit of posts a period.`)
  })

  test('--unlimited lifts every limit: pins and scores cost nothing, and usage says so', async () => {
    const org = await anOrganization(operator)
    const account = await anAccount(operator, org)
    await operator.json('plan set', '--org', org, '--account', account, '--allowance', '0')
    const { out } = await operator.run('plan set', '--org', org, '--unlimited')
    expect(out).toContain(`Organization ${org}: legacy, no limit of posts a period.`)
    expect(await readUsage(deps, operatorOf(org), { accountId: account })).toMatchObject({ unlimitedScheduling: true })
    const held = await readAccount({ db }, operatorOf(org), { accountId: account })
    expect(await db.tx((sql) => takeScoringCharge(sql, held, operator.clock.now))).toBe('free')
  })

  test('what was set is what usage shows', async () => {
    const org = await anOrganization(operator)
    const account = await anAccount(operator, org)
    const set = (...options: string[]) => operator.json('plan set', '--org', org, '--account', account, ...options)
    const usage = () => readUsage(deps, operatorOf(org), { accountId: account })
    await set('--allowance', '60', '--credits', '4', '--trial', '3')
    expect(await usage()).toMatchObject({ billingSystem: 'modular', credits: 64, monthlyAllowance: 60, trialPinsLeft: 3 })
    await set('--winback', 'true')
    expect(await usage()).toMatchObject({ unlimitedScheduling: true })
    await set('--system', 'shopify', '--post-limit', '9')
    expect(await usage()).toMatchObject({ billingSystem: 'shopify', postLimit: 9, unlimitedScheduling: false, credits: 0 })
  })

  test('a foreign account is not found, and nothing is set', async () => {
    const [mine, theirs] = [await anOrganization(operator), await anOrganization(operator)]
    const account = await anAccount(operator, theirs)
    const refused = await operator.run('plan set', '--org', mine, '--account', account, '--system', 'shopify')
    expect(refused).toMatchObject({ code: 1, err: 'Account not found.' })
    expect(await db.sql`select billing_system from organizations where id = ${mine}`).toEqual([{ billing_system: 'modular' }])
  })
})
