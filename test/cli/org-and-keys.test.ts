import { describe, expect, test } from 'vitest'
import { findOrMakeMember } from '../../src/core/accounts/people/members.js'
import { makeAuthenticator } from '../../src/core/accounts/keys/authenticate.js'
import { aDatabase } from '../support/database.js'
import { testDeps } from '../support/world.js'
import { anOperator, anOrganization } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)

type Made = { organization: { id: string; name: string } }
type Key = { id: string; name: string; prefix: string; expiresAt: string | null; revokedAt: string | null }

describe('org create', () => {
  test('makes an organization and says its id', async () => {
    const { code, out } = await operator.run('org create', '--name', 'Maker Studio')
    expect(code).toBe(0)
    const id = /^Organization (\d+) \(Maker Studio\) is made\.$/.exec(out)?.[1]
    const [row] = await db.sql`select name, billing_system, period_anchor::text as anchor from organizations where id = ${id!}`
    expect(row).toEqual({ name: 'Maker Studio', billing_system: 'modular', anchor: '2026-03-02' })
  })

  test('people of its Slack workspaces are its members', async () => {
    const { organization } = await operator.json<Made>(
      'org create',
      '--name',
      'A',
      '--slack-team',
      'T0AAA',
      '--slack-team',
      'T0BBB',
    )
    const whole = await operator.json<Made>('org create', '--name', 'B', '--enterprise', 'E0GRID')
    const deps = testDeps(db, operator.clock)
    const meet = async (teamId: string, enterpriseId: string | null) =>
      (await findOrMakeMember(deps, { teamId, enterpriseId, userId: 'U1', standing: 'member', timezone: null }))?.actor
        .organizationId
    expect(await meet('T0AAA', null)).toBe(organization.id)
    expect(await meet('T0BBB', 'E0OTHER')).toBe(organization.id)
    expect(await meet('T0CCC', 'E0GRID')).toBe(whole.organization.id)
    expect(await meet('T0CCC', null)).toBeUndefined()
  })

  test('a workspace belongs to one organization: a second one is refused and nothing is made', async () => {
    await operator.json('org create', '--name', 'First', '--slack-team', 'T0TAKEN')
    const second = await operator.run('org create', '--name', 'Second', '--slack-team', 'T0TAKEN', '--enterprise', 'E0X')
    expect(second).toMatchObject({ code: 1, out: '', err: 'T0TAKEN belongs to an organization already.' })
    expect(await db.sql`select 1 from organizations where name = 'Second'`).toHaveLength(0)
  })

  test('an id of the wrong form is refused', async () => {
    expect(await operator.run('org create', '--name', 'X', '--slack-team', 'makers')).toMatchObject({ code: 1 })
  })
})

describe('org add-workspace', () => {
  test('a workspace whose app was removed comes back with all it had, and a further one joins', async () => {
    const { organization } = await operator.json<Made>('org create', '--name', 'Kept', '--slack-team', 'T0BACK')
    await db.sql`update slack_installations set revoked_at = installed_at where team_id = 'T0BACK'`
    for (const team of ['T0BACK', 'T0MORE']) {
      const { code, out } = await operator.run('org add-workspace', '--org', organization.id, '--slack-team', team)
      expect([code, out]).toEqual([0, `The people of ${team} belong to organization ${organization.id} (Kept).`])
    }
    const rows = await db.sql`
      select team_id as team, revoked_at is null as "isInUse"
        from slack_installations
       where organization_id = ${organization.id}
       order by team_id`
    expect(rows).toEqual([
      { team: 'T0BACK', isInUse: true },
      { team: 'T0MORE', isInUse: true },
    ])
  })

  test('one that is in use is refused, as are an organization and an id that are none', async () => {
    const { organization } = await operator.json<Made>('org create', '--name', 'Has it', '--slack-team', 'T0USED')
    const add = (org: string, team: string) => operator.run('org add-workspace', '--org', org, '--slack-team', team)
    expect(await add(organization.id, 'T0USED')).toMatchObject({ code: 1, err: 'T0USED belongs to an organization already.' })
    expect(await add('999999', 'T0NEW')).toMatchObject({ code: 1 })
    expect(await add(organization.id, 'makers')).toMatchObject({ code: 1 })
    expect(await db.sql`select 1 from slack_installations where team_id = 'T0NEW'`).toEqual([])
  })
})

describe('key create, list, revoke', () => {
  test('a key opens the REST API until it is revoked, and only its first characters are listed', async () => {
    const org = await anOrganization(operator)
    const { key, apiKey } = await operator.json<{ key: string; apiKey: Key }>('key create', '--org', org, '--name', 'Import')
    expect(key).toMatch(new RegExp(`^pst_${org}_`))
    const authenticator = makeAuthenticator(testDeps(db, operator.clock))
    expect((await authenticator.authenticate(key, '192.0.2.1'))?.actor.organizationId).toBe(org)

    const listed = await operator.run('key list', '--org', org)
    expect(listed.out).toContain(`${apiKey.id}  ${apiKey.prefix}…  "Import"`)
    expect(listed.out).not.toContain(key)

    expect(await operator.run('key revoke', '--org', org, '--key', apiKey.id)).toMatchObject({ code: 0, closed: true })
    expect(await authenticator.authenticate(key, '192.0.2.1')).toBeUndefined()
    const { apiKeys } = await operator.json<{ apiKeys: Key[] }>('key list', '--org', org)
    expect(apiKeys).toMatchObject([{ id: apiKey.id, revokedAt: operator.clock.now.toISOString() }])
  })

  test('a name that was kept before names were one line forges no line, and sends the terminal nothing', async () => {
    const org = await anOrganization(operator)
    const { apiKey } = await operator.json<{ apiKey: Key }>('key create', '--org', org, '--name', 'Import')
    const hostile = 'a\u001b[2J\u001b]0;title\u0007\n99  pst_1_abcd…  forged  full access'
    await db.sql`update api_keys set name = ${hostile} where id = ${apiKey.id}`
    for (const { out } of [
      await operator.run('key list', '--org', org),
      await operator.run('key revoke', '--org', org, '--key', apiKey.id),
    ]) {
      expect(out.trim().split('\n')).toHaveLength(1)
      expect(out.trim()).not.toMatch(/\p{Cc}/u)
    }
  })

  test('a key’s name and note are kept as one clean line', async () => {
    const org = await anOrganization(operator)
    const options = ['--name', ' Im\u001b[31mport\n of\u200b pins ', '--note', 'Ask\n\tAda']
    const { apiKey } = await operator.json<{ apiKey: Key }>('key create', '--org', org, ...options)
    expect(apiKey).toMatchObject({ name: 'Im[31mport of pins', note: 'Ask Ada' })
  })

  test('the key itself is on a line of its own', async () => {
    const { out } = await operator.run('key create', '--org', await anOrganization(operator), '--name', 'Import')
    expect(out.split('\n')[0]).toMatch(/^pst_\d+_\S{43}$/)
  })

  test('a key ends when it expires', async () => {
    const org = await anOrganization(operator)
    const options = ['--org', org, '--name', 'Short', '--expires', '2026-03-03T00:00:00+02:00']
    const { apiKey } = await operator.json<{ apiKey: Key }>('key create', ...options)
    expect(apiKey.expiresAt).toBe('2026-03-02T22:00:00.000Z')
    expect(await operator.run('key create', '--org', org, '--name', 'Past', '--expires', '2020-01-01T00:00:00Z')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--expires must be in the future.') as string,
    })
  })

  test('what belongs to another organization is not found', async () => {
    const [mine, theirs] = [await anOrganization(operator), await anOrganization(operator)]
    const { apiKey } = await operator.json<{ apiKey: Key }>('key create', '--org', theirs, '--name', 'Theirs')
    expect(await operator.run('key revoke', '--org', mine, '--key', apiKey.id)).toMatchObject({ code: 1, err: 'Key not found.' })
    expect(await operator.run('key list', '--org', '999999')).toMatchObject({ code: 1, err: 'Organization not found.' })
    expect(await operator.run('key create', '--org', '999999', '--name', 'X')).toMatchObject({ err: 'Organization not found.' })
  })
})
