/** How much the database is asked for what people open all day: as much for many pins as for one. */
import { expect, test } from 'vitest'
import type { SlackDeps } from '../../../src/slack/listener.js'
import { weekOf } from '../../../src/slack/features/cards/read-week.js'
import { viewOfHome } from '../../../src/slack/features/home/view.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot } from '../../support/factories.js'
import { noting } from '../../db/support/statements.js'
import { aWorld, type World } from '../../support/world.js'

const { db } = await aDatabase()

async function aBusyWorld({ pins }: { pins: number }): Promise<World> {
  const world = await aWorld(db, { credits: 1000 })
  await aTimeslot(world, { day: 0, time: '09:00' })
  for (let pin = 0; pin < pins; pin++)
    await aQueuedPost(world, { at: new Date(world.clock.now.getTime() + (pin + 1) * 3_600_000) })
  return world
}

async function statementsOf(
  world: World,
  read: (deps: SlackDeps, member: Parameters<typeof viewOfHome>[1]) => Promise<unknown>,
): Promise<string[]> {
  const { db: noted, ran } = noting(db)
  const pictures = { picturesOf: async (asked: readonly unknown[]) => asked.map(() => null), pictureOf: async () => null }
  const deps = { ...world.deps, db: noted, ...pictures } as unknown as SlackDeps // as far as these are read
  const actor = { ...world.actor, via: 'slack' as const }
  await read(deps, { actor, role: actor.role, currentAccountId: world.accountId, timezone: 'Europe/Berlin', locale: null })
  return ran
}

const home = (world: World) => statementsOf(world, (deps, member) => viewOfHome(deps, member, null))
const queue = (world: World) => statementsOf(world, (deps, member) => weekOf(deps, member, { accountId: world.accountId }))

test('Home asks as much with fifty pins as with one', async () => {
  const [few, many] = [await home(await aBusyWorld({ pins: 1 })), await home(await aBusyWorld({ pins: 50 }))]
  expect([...many].sort()).toEqual([...few].sort())
  expect(many.length).toBeLessThanOrEqual(24)
})

test('Home and a week read the accounts once', async () => {
  const world = await aBusyWorld({ pins: 2 })
  for (const ran of [await home(world), await queue(world)])
    expect(ran.filter((statement) => statement.startsWith('select ? from accounts a'))).toHaveLength(1)
})

test('a week asks as much with fifty pins as with eleven', async () => {
  const [few, many] = [await queue(await aBusyWorld({ pins: 11 })), await queue(await aBusyWorld({ pins: 50 }))]
  expect([...many].sort()).toEqual([...few].sort())
  expect(many.length).toBeLessThanOrEqual(20) // three for the times of “Later”, and what failed
})
