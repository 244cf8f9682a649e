/** The UTM parameters of an account and of its boards. */
import { expect, test } from 'vitest'
import { NO_UTM, type UtmRule } from '../../../src/core/links/utm.js'
import { deleteUtmRule, listUtmRules, putUtmRule, UTM_LENGTH } from '../../../src/core/links/utm-rules.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()
const rule = (change: Partial<UtmRule>): UtmRule => ({ ...NO_UTM, boardId: null, ...change })
const put = ({ deps, actor, accountId }: World, change: Partial<UtmRule>) =>
  putUtmRule(deps, actor, { accountId, ...rule(change) })
const list = ({ deps, actor, accountId }: World) => listUtmRules(deps, actor, { accountId })
const remove = ({ deps, actor, accountId }: World, boardId: string | null = null) =>
  deleteUtmRule(deps, actor, { accountId, boardId })

test('an account and its boards have a rule each, which is replaced and removed', async () => {
  const world = await aWorld(db)
  expect(await list(world)).toEqual([])
  await put(world, { boardId: '102', campaign: '{board}' })
  await put(world, { source: '  pinterest\n ads ', medium: '' })
  expect(await list(world)).toEqual([rule({ source: 'pinterest ads' }), rule({ boardId: '102', campaign: '{board}' })])
  await put(world, { medium: 'social' })
  expect(await list(world)).toEqual([rule({ medium: 'social' }), rule({ boardId: '102', campaign: '{board}' })])
  expect(await remove(world, '102')).toEqual(rule({ boardId: '102', campaign: '{board}' }))
  await expect(remove(world, '102')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await list(world)).toEqual([rule({ medium: 'social' })])
})

test('the id of a board may have the b_ of our files, and is kept and shown without it', async () => {
  const world = await aWorld(db)
  const shown = rule({ boardId: '102', campaign: '{board}' })
  expect(await put(world, { boardId: 'b_102', campaign: '{board}' })).toEqual(shown)
  expect(await list(world)).toEqual([shown])
  expect(await remove(world, 'b_102')).toEqual(shown)
})

test.each([
  ['source', {}],
  ['medium', { medium: 'x'.repeat(UTM_LENGTH + 1) }],
  ['campaign', { campaign: '{bord}' }],
  ['boardId', { source: 'a', boardId: 'kitchens' }],
])('what is wrong with %s is named, and nothing changes', async (field, change) => {
  const world = await aWorld(db)
  await put(world, { source: 'kept' })
  await expect(put(world, change)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
  expect(await list(world)).toEqual([rule({ source: 'kept' })])
})

test('only admins write; another organization sees nothing and reaches nothing', async () => {
  const [world, stranger] = [await aWorld(db), await aWorld(db)]
  await put(world, { source: 'pinterest' })
  const scheduler = { ...world, actor: { ...world.actor, role: 'scheduler' as const } }
  await expect(put(scheduler, { source: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(remove(scheduler)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await list(scheduler)).toEqual([rule({ source: 'pinterest' })])
  const thief = { ...stranger, accountId: world.accountId }
  for (const reach of [() => list(thief), () => put(thief, { source: 'x' }), () => remove(thief)])
    await expect(reach()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await list(world)).toEqual([rule({ source: 'pinterest' })])
})

test('they go with their account', async () => {
  const world = await aWorld(db)
  await put(world, { source: 'pinterest' })
  await db.sql`delete from accounts where organization_id = ${world.organizationId} and id = ${world.accountId}`
  expect(await db.sql`select from utm_rules where organization_id = ${world.organizationId}`).toHaveLength(0)
})
