/** What was done, as the operator reads it. */
import { expect, test } from 'vitest'
import { createApiKey } from '../../src/core/accounts/keys/create.js'
import { assignRole } from '../../src/core/accounts/people/assign-roles.js'
import { setTimezone } from '../../src/core/accounts/settings.js'
import { editPost } from '../../src/core/posts/edit.js'
import { aCreated } from '../core/posts/support/changes.js'
import { aDatabase } from '../support/database.js'
import { aWorld } from '../support/world.js'
import { anOperator } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)
const world = await aWorld(db)
const { deps, actor, organizationId, accountId, clock } = world
const ada = { organizationId, via: 'slack', role: 'admin', userId: 'T1:UADA' } as const

test('without acts it says so', async () => {
  expect(await operator.run('audit', '--org', organizationId)).toMatchObject({
    code: 0,
    out: 'Nothing of that is in the audit.',
  })
})

test('every act reads with who did it through which channel, what it was and what it changed, the newest first', async () => {
  const { apiKey } = await createApiKey(deps, ada, { name: 'Nightly "import"' })
  const program = { ...actor, userId: `key:${apiKey.id}` }
  const [post] = await aCreated({ ...world, actor: program })
  clock.advance(60_000)
  operator.clock.advance(60_000)
  await editPost(deps, program, { accountId, postId: post!.id, changes: { title: 'Shelf\n<!channel>' } })
  await setTimezone(deps, ada, { accountId, timezone: 'Europe/Berlin' })
  await assignRole(deps, ada, { teamId: 'T1', userId: 'UMILO', role: 'viewer' })
  const { out } = await operator.run('audit', '--organization', organizationId)
  const lines = out.split('\n')
  const here = `organization ${organizationId}`
  expect(lines[0]).toBe('What was done, the newest first. (5)')
  expect(lines.slice(1, 7)).toEqual([
    `  2026-03-02T10:01:00Z, 0 s ago: T1:UADA by slack: assignRole member:T1:UMILO, ${here}`,
    '    role: none -> viewer',
    `  2026-03-02T10:01:00Z, 0 s ago: T1:UADA by slack: set account:${accountId}, ${here}, account ${accountId} (maker)`,
    '    timezone: "America/New_York" -> "Europe/Berlin"',
    `  2026-03-02T10:01:00Z, 0 s ago: API key ${apiKey.id} "Nightly "import"": edit post:${post!.id} "Shelf <!channel>", ${here}, account ${accountId} (maker)`,
    `    title: ${JSON.stringify(post!.title)} -> "Shelf <!channel>"`,
  ])
  expect(out).toContain(`create post:${post!.id}`)
  expect(out).toContain(`T1:UADA by slack: create api_key:${apiKey.id} "Nightly "import"", ${here}`)
})

test('it is narrowed by organization, account, actor, subject and time, and never longer than asked', async () => {
  const other = await aWorld(db)
  await setTimezone(other.deps, other.actor, { accountId: other.accountId, timezone: 'Asia/Tokyo' })
  type Acts = { acts: { organizationId: string; actor: string; subject: string; at: string }[] }
  const list = async (...options: string[]) => (await operator.json<Acts>('audit', ...options)).acts
  expect(new Set((await list()).map((act) => act.organizationId))).toEqual(new Set([organizationId, other.organizationId]))
  expect(await list('--org', other.organizationId)).toHaveLength(1)
  expect(await list('--account', other.accountId)).toHaveLength(1)
  for (const who of ['T1:UADA', 'UADA'])
    expect(new Set((await list('--actor', who)).map((act) => act.actor))).toEqual(new Set(['T1:UADA']))
  expect(await list('--actor', 'ADA')).toEqual([])
  const posts = await list('--org', organizationId, '--subject', 'post')
  expect(posts).toHaveLength(2)
  expect(await list('--organization', organizationId, '--subject', posts[0]!.subject)).toHaveLength(2)
  expect(await list('--organization', organizationId, '--subject', 'p%')).toEqual([])
  expect(await list('--organization', organizationId, '--since', '2026-03-02T10:00:30Z')).toHaveLength(3)
  expect((await operator.run('audit', '--limit', '2')).out).toContain('(2 or more; --limit shows more)')
})

test.each([
  [['--limit', '0'], '--limit'],
  [['--since', 'yesterday'], '--since'],
  [['--account', 'seven'], '--account'],
])('%j is refused by name', async (options, named) => {
  const { code, err } = await operator.run('audit', ...options)
  expect(code).toBe(2)
  expect(err).toContain(named)
})

test('an organization that is not there is said', async () => {
  expect(await operator.run('audit', '--organization', '999999')).toMatchObject({ code: 1, err: 'Organization not found.' })
})
