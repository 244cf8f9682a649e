import { expect, test } from 'vitest'
import {
  deleteSpacingRule,
  listSpacingRules,
  MOST_SPACING_RULES,
  putSpacingRule,
  type SpacingRule,
  type SpacingSubject,
} from '../../../src/core/slots/spacing-rules.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

const list = ({ deps, actor, accountId }: World) => listSpacingRules(deps, actor, { accountId })
const put = ({ deps, actor, accountId }: World, rule: SpacingRule) => putSpacingRule(deps, actor, { accountId, ...rule })
const remove = ({ deps, actor, accountId }: World, subject: SpacingSubject) =>
  deleteSpacingRule(deps, actor, { accountId, ...subject })

const custom = (url: string, days = 7) => ({ type: 'CUSTOM', url, days }) as const
const fallback = (days: number) => ({ type: 'DEFAULT', url: null, days }) as const

/** So many rules of an account, put straight into the table. */
const fill = ({ organizationId, accountId, clock }: World, count: number) => db.sql`
  insert into spacing_rules (organization_id, account_id, url_key, url, days, updated_at)
  select ${organizationId}::bigint, ${accountId}::bigint, 'filled.test/' || n, 'https://filled.test/' || n, 7, ${clock.now}::timestamptz
    from generate_series(1, ${count}) n`

test('rules are listed DEFAULT first, then by url', async () => {
  const world = await aWorld(db)
  expect(await list(world)).toEqual([])
  for (const rule of [
    custom('https://shop.test/b'),
    custom('https://shop.test/Z'),
    fallback(3),
    custom('https://shop.test/a', 365),
  ])
    expect(await put(world, rule)).toEqual(rule)
  expect(await list(world)).toEqual([
    fallback(3),
    custom('https://shop.test/Z'),
    custom('https://shop.test/a', 365),
    custom('https://shop.test/b'),
  ])
})

test('putting the rule of the same url changes it, and keeps the spelling given last', async () => {
  const world = await aWorld(db)
  await put(world, custom('http://SHOP.test:80/shelf/#oak', 7))
  await put(world, custom('  https://shop.test/shelf ', 1))
  await put(world, fallback(30))
  await put(world, fallback(2))
  expect(await list(world)).toEqual([fallback(2), custom('https://shop.test/shelf', 1)])
})

test('a rule is removed by any spelling of its url and told as it was; then it is not there', async () => {
  const world = await aWorld(db)
  await put(world, custom('https://shop.test/shelf', 9))
  await put(world, fallback(4))
  expect(await remove(world, { type: 'CUSTOM', url: 'http://shop.test/shelf//' })).toEqual(custom('https://shop.test/shelf', 9))
  expect(await remove(world, { type: 'DEFAULT', url: null })).toEqual(fallback(4))
  for (const subject of [
    { type: 'CUSTOM', url: 'https://shop.test/shelf' },
    { type: 'DEFAULT', url: null },
  ] as const)
    await expect(remove(world, subject)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await list(world)).toEqual([])
})

test('a rule moves no pin', async () => {
  const world = await aWorld(db)
  const [one, other] = [await aQueuedPost(world), await aQueuedPost(world)]
  await put(world, custom(one.url!, 365))
  const rows = await db.sql`select send_at, version from posts where organization_id = ${world.organizationId} order by id`
  expect(rows).toMatchObject([one, other].map(({ sendAt, version }) => ({ send_at: sendAt, version })))
})

test.each([
  ['days', custom('https://shop.test/shelf', 0)],
  ['days', custom('https://shop.test/shelf', 366)],
  ['days', fallback(1.5)],
  ['days', fallback(Number.NaN)],
  ['url', custom('')],
  ['url', custom('shop.test/shelf')],
  ['url', custom('ftp://shop.test/shelf')],
  ['url', custom('javascript:alert(1)')],
  ['url', custom(`https://shop.test/${'a'.repeat(2048)}`)],
  ['url', custom('https://shop.test/\0')],
])('a wrong %s is named: %j', async (field, rule) => {
  const world = await aWorld(db)
  await expect(put(world, rule)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
  expect(await list(world)).toEqual([])
  if (field === 'url') await expect(remove(world, rule)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
})

test('an account has at most a thousand CUSTOM rules; those it has may still change, and DEFAULT is beside them', async () => {
  const world = await aWorld(db)
  await fill(world, MOST_SPACING_RULES)
  await fill(await aWorld(db), 5) // another account's do not count
  const refused = { code: 'BAD_REQUEST', details: { field: 'url' } }
  await expect(put(world, custom('https://shop.test/one-more'))).rejects.toMatchObject(refused)
  expect(await put(world, custom('https://filled.test/7/', 21))).toEqual(custom('https://filled.test/7/', 21))
  expect(await put(world, fallback(5))).toEqual(fallback(5))
  await remove(world, { type: 'CUSTOM', url: 'https://filled.test/1' })
  await put(world, custom('https://shop.test/one-more'))
  await expect(put(world, custom('https://shop.test/two-more'))).rejects.toMatchObject(refused)
})

test('of many that want the last place one gets it: they are counted one after the other', async () => {
  const world = await aWorld(db)
  await fill(world, MOST_SPACING_RULES - 1)
  const puts: Promise<SpacingRule>[] = []
  await db.tx(async (sql) => {
    await sql`select from accounts where organization_id = ${world.organizationId} for no key update`
    puts.push(...Array.from({ length: 5 }, (_, n) => put(world, custom(`https://shop.test/${n}`))))
    await untilWaiting(db, puts.length)
  })
  const outcomes = await Promise.allSettled(puts)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await list(world)).toHaveLength(MOST_SPACING_RULES)
})

test('the longest url, written in letters beyond ASCII, may have a rule', async () => {
  const world = await aWorld(db)
  const url = `https://shop.test/${Array.from({ length: 2000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')}`
  expect(await put(world, custom(url))).toEqual(custom(url))
  expect(await remove(world, { type: 'CUSTOM', url })).toEqual(custom(url))
})

test('anybody may read the rules, admins alone change them', async () => {
  const world = await aWorld(db)
  await put(world, fallback(3))
  const low: World = { ...world, actor: { ...world.actor, via: 'slack', role: 'scheduler' } }
  await expect(put(low, fallback(9))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(remove(low, { type: 'DEFAULT', url: null })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await list(low)).toEqual([fallback(3)])
})

test("a foreign account's rules are not found", async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  await put(other, fallback(3))
  const there: World = { ...world, accountId: other.accountId }
  const acts = [() => list(there), () => put(there, fallback(9)), () => remove(there, { type: 'DEFAULT', url: null })]
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Account not found.' })
  expect(await list(other)).toEqual([fallback(3)])
})
