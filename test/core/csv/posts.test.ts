import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createApiKey, createPersonalKey, type MadeKey } from '../../../src/core/accounts/keys/create.js'
import { revokeApiKey } from '../../../src/core/accounts/keys/revoke.js'
import { makeActorNow } from '../../../src/core/accounts/keys/actor-now.js'
import { makeAuthenticator } from '../../../src/core/accounts/keys/authenticate.js'
import type { FindPerson } from '../../../src/core/accounts/keys/key-actor.js'
import { before, DAY_MS } from '../../../src/core/lib/duration.js'
import { csvLines, defused, undefused } from '../../../src/core/many/csv-cells.js'
import { exportBoards } from '../../../src/core/many/csv-boards.js'
import { exportPosts, type ExportPosts } from '../../../src/core/many/csv-posts.js'
import { fc } from '../../support/random.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anotherAccount, aQueuedPost, aSentPost, inDays } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()
const reading = (deps: World['deps']) => deps

async function fileOf({ deps, actor, accountId }: World, input: Partial<ExportPosts> = {}): Promise<string[]> {
  const parts: string[] = []
  const dates = { startDate: null, endDate: null }
  for await (const part of exportPosts(reading(deps), actor, {
    accountId,
    status: 'queued',
    ...dates,
    withByteOrderMark: false,
    ...input,
  }))
    parts.push(part)
  return parts
}
/** As many more drafts. */
async function copies({ deps, organizationId }: World, { id }: { id: string }, count: number): Promise<void> {
  await deps.db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, created_via, created_at, updated_at)
    select organization_id, account_id, 'draft', 'image', 'Draft ' || n, 'api', created_at - n * interval '1 minute', updated_at
      from posts, generate_series(1, ${count}) n
     where organization_id = ${organizationId} and id = ${id}`
  await deps.db.sql`
    insert into post_media (organization_id, post_id, position, media_id)
    select p.organization_id, p.id, 0, m.media_id
      from posts p
      join post_media m on m.organization_id = p.organization_id and m.post_id = ${id}
     where p.organization_id = ${organizationId} and p.id <> ${id}`
}

const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true })

test.each(['=HYPERLINK("https://evil.example","x")', '+1', '-1+1', '@SUM(A1)', '\tx', '\nx', '＝1', "'=1", "''-1"])(
  '%j is text in a spreadsheet, and comes back as it was',
  (text) => {
    expect(defused(text)).toBe(`'${text}`)
    const [[cell]] = parse(csvLines([[text]])) as [[string]]
    expect(cell).toMatch(/^'/)
    expect(undefused(cell)).toBe(text)
  },
)

/** As a spreadsheet with another separator of lists than the comma reads a file: quotes open a cell at its beginning alone. */
function cellsApartBy(separator: ';' | '\t', text: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= text.length; at++) {
    let cell = ''
    if (text[at] === '"') {
      for (at++; at < text.length && (text[at] !== '"' || text[++at] === '"'); at++) cell += text[at]!
    }
    for (; at < text.length && ![separator, '\r', '\n'].includes(text[at]!); at++) cell += text[at]!
    cells.push(cell)
  }
  return cells
}

test.each([
  'a;=1+1',
  'a;;=1',
  'a\t+1',
  'a;"=1+1',
  'a;""=1,"',
  "a;'=1",
  "'a;''-1",
  'a;\t=1',
  '=1;=2',
  'a;＝1',
  ';@SUM(A1)',
  'a\n=1',
  'a\n"=1',
])('%j is text also where semicolons or tabs part cells, and comes back as it was', (text) => {
  const file = csvLines([['1', text, 'b']])
  for (const separator of [';', '\t'] as const)
    for (const cell of cellsApartBy(separator, file)) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/)
  const [[, cell]] = parse(file) as [[string, string]]
  expect(undefused(cell)).toBe(text)
})

test('no cell of any text is a formula, whatever parts cells, and each comes back as it was', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝\t\n;\'",a b'), maxLength: 12 })
  fc.assert(
    fc.property(text, (text) => {
      const file = csvLines([['1', text, 'b']])
      const [[, cell]] = parse(file) as [[string, string]]
      expect(undefused(cell)).toBe(text)
      expect(cell).not.toMatch(/^[=+\-@＝\t\n]/)
      for (const separator of [';', '\t'] as const)
        for (const cell of cellsApartBy(separator, file)) expect(cell).not.toMatch(/^[=+\-@＝]/)
    }),
    { numRuns: 2_000 },
  )
})

test.each(['A shelf', 'Oak; ash; pine', 'a;1', "a;'tis", 'One\n\nTwo', "'tis the season", '“=1”', '1-1', ''])(
  '%j is left as it is',
  (text) => {
    expect([defused(text), undefused(text)]).toEqual([text, text])
  },
)

test('a file of scheduled pins: words as they are, ids that no spreadsheet rounds, times by the clock of the account and in UTC', async () => {
  const world = await aWorld(db)
  const { organizationId, accountId } = world
  await db.sql`update accounts set timezone = 'America/New_York' where organization_id = ${organizationId} and id = ${accountId}`
  const title = '=cmd|"calc", “quoted”'
  const description = 'Two lines,\nand a comma; ümläut ✨'
  const at = new Date('2026-07-01T13:30:00Z')
  const post = await aQueuedPost(world, { title, description, at })
  const [row, ...others] = rowsOf((await fileOf(world)).join(''))
  expect(others).toEqual([])
  expect(row).toMatchObject({
    'Pin ID': post.id,
    Status: 'queued',
    Title: `'${title}`,
    Description: description,
    Link: 'https://example.com/pin',
    'Alt text': '',
    'Board ID': 'b_101',
    'Section ID': '',
    'Publish date': '2026-07-01 09:30',
    'Publish at': '2026-07-01T13:30:00Z',
    'Time zone': 'America/New_York',
    'Published at': '',
    Failure: '',
  })
  expect(row!['Media URL']).toMatch(/^https:\/\/pinslot\.test\/media\/[\w-]+\.jpg$/)
})

test('a file has one status of one account, and every post of it once, also one that moves while the file is read', async () => {
  const world = await aWorld(db)
  const { deps, organizationId } = world
  await copies(world, await aDraft(world), 1_100)
  await aQueuedPost(world)
  const other = await anotherAccount(world)
  await aDraft(other, { boardId: '201' })
  const input = { accountId: world.accountId, status: 'draft', startDate: null, endDate: null, withByteOrderMark: false } as const
  const parts: string[] = []
  for await (const part of exportPosts(reading(deps), world.actor, input)) {
    parts.push(part)
    const [first] = rowsOf(parts[0]!)
    // what was read already goes behind all that is still to come
    await deps.db.sql`
      update posts
         set created_at = ${before(world.clock.now, 30 * DAY_MS)}
       where organization_id = ${organizationId}
         and id = ${first!['Pin ID']!}`
  }
  expect(parts.length).toBe(3)
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(200_000)
  const ids = rowsOf(parts.join('')).map((row) => row['Pin ID'])
  expect([ids.length, new Set(ids).size]).toEqual([1101, 1101])
})

test('a file ends before its next page once its key or its person may no longer read the account', async () => {
  const world = await aWorld(db)
  const { deps, actor, organizationId, accountId, clock } = world
  await copies(world, await aDraft(world), 600)
  const person = { ...actor, via: 'slack', userId: 'T1:U1' } as const
  let found: Awaited<ReturnType<FindPerson>> = { actor: person }
  const authenticator = makeAuthenticator(deps, async () => found)
  const actorNow = makeActorNow(deps, async () => found)
  /** Reads a page with a new key, and goes on after what happens meanwhile. */
  const readWhile = async ({ key }: MadeKey, meanwhile: () => unknown) => {
    const authenticated = await authenticator.authenticate(key, '198.51.100.7')
    const input = { accountId, status: 'draft', startDate: null, endDate: null, withByteOrderMark: false } as const
    const pages = exportPosts({ ...deps, actorNow }, authenticated!.actor, input)
    expect((await pages.next()).done).toBe(false)
    await meanwhile()
    return { next: pages.next() }
  }
  const ofOne = async () => createApiKey(deps, actor, { name: 'one', role: 'viewer', accountIds: [accountId] })

  const kept = await readWhile(await ofOne(), () => {})
  expect((await kept.next).done).toBe(false)
  const one = await ofOne()
  const revoked = await readWhile(one, () => revokeApiKey(deps, actor, { apiKeyId: one.apiKey.id }))
  await expect(revoked.next).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const other = await ofOne()
  const narrowed = await readWhile(
    other,
    () => db.sql`delete from api_key_accounts where organization_id = ${organizationId} and api_key_id = ${other.apiKey.id}`,
  )
  await expect(narrowed.next).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const short = await createApiKey(deps, actor, { name: 'short', expiresAt: inDays(world, 1) })
  const expired = await readWhile(short, () => clock.advance(2 * DAY_MS))
  await expect(expired.next).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

  const personal = async () => createPersonalKey(deps, person, { name: 'mine' })
  const unseen = await readWhile(await personal(), () => {
    found = { actor: { ...person, role: 'none' } }
  })
  await expect(unseen.next).rejects.toMatchObject({ code: 'NOT_FOUND' })
  found = { actor: person }
  const gone = await readWhile(await personal(), () => {
    found = 'gone'
  })
  await expect(gone.next).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a published pin has its address and when it went out; dates are asked for as in the list', async () => {
  const world = await aWorld(db)
  const post = await aSentPost(world, { at: inDays(world, 1) })
  await expect(fileOf(world, { status: 'sent' })).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'startDate' } })
  const window = { startDate: inDays(world, 0), endDate: inDays(world, 2) }
  const [row] = rowsOf((await fileOf(world, { status: 'sent', ...window })).join(''))
  expect(row!['Pin URL']).toContain(post.pinId)
  expect(row!['Published at']).toBe(`${inDays(world, 1).toISOString().slice(0, 19)}Z`)
})

test('boards have their ids with b_, and a byte order mark where it is asked for', async () => {
  const { deps, actor, accountId } = await aWorld(db)
  const bare = await exportBoards(deps, actor, { accountId, withByteOrderMark: false })
  const marked = await exportBoards(deps, actor, { accountId, withByteOrderMark: true })
  expect(marked).toBe(`\ufeff${bare}`)
  expect(rowsOf(bare).map((row) => row['Board ID'])).toContain('b_101')
})
