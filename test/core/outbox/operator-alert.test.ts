import { expect, test } from 'vitest'
import { alertAppRefused } from '../../../src/core/connections/call-platform.js'
import { openPool } from '../../../src/db/pool.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS } from '../../support/factories.js'
import { renderNotice } from '../../../src/slack/notices/render.js'
import { deleteOrganization } from '../../../src/core/care/deletion/begin.js'
import { workOnDeletions } from '../../../src/core/care/deletion/work.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import { aWorld } from '../../support/world.js'

const { db, url } = await aDatabase()
const delivered = async () => [
  ...(await db.sql<{ destination: string; notice: { seenFor: string; message: string } }[]>`
    select destination, notice from outbox order by id`),
]

test('what the platform refuses our app is told once a day for each cause, over all organizations and processes, with whose call it was', async () => {
  const worlds = [await aWorld(db), await aWorld(db), await aWorld(db)] as const
  const [, second, third] = worlds
  const there = openPool(url, { max: 5 })
  const alert = (world: typeof second, message: string) => alertAppRefused(world.deps, world, { message, refusal: 'other' })

  await alert(second, 'restricted feature')
  await Promise.all([...worlds, ...worlds].map((world) => alert(world, 'restricted feature')))
  await Promise.all(worlds.map((world) => alert({ ...world, deps: { ...world.deps, db: there } }, 'restricted feature')))
  const ofSecond = {
    kind: 'operatorAlert',
    subject: 'app_refused',
    seenFor: second.organizationId,
    message: 'restricted feature',
    refusal: 'other',
  }
  expect(await delivered()).toEqual([{ destination: 'staff', notice: ofSecond }])

  await Promise.all([...worlds, ...worlds].map((world) => alert(world, 'consumer type')))
  expect((await delivered()).map(({ notice }) => notice.message)).toEqual(['restricted feature', 'consumer type'])

  third.clock.advance(DAY_MS)
  await alert(third, 'consumer type')
  await there.close()
  expect((await delivered())[2]?.notice).toMatchObject({ seenFor: third.organizationId, message: 'consumer type' })
})

test('a message with changing text is told ten times a day at most, also by several at once', async () => {
  await db.sql`delete from outbox`
  const world = await aWorld(db)
  const alert = (number: number) => alertAppRefused(world.deps, world, { message: `refused, trace ${number}`, refusal: 'other' })
  await Promise.all(Array.from({ length: 14 }, async (_, number) => alert(number)))
  await alert(99)
  expect(await delivered()).toHaveLength(10)
  world.clock.advance(DAY_MS)
  await alert(99)
  expect(await delivered()).toHaveLength(11)
})

test('what stands under an organization that is deleted is told all the same, once; with no organization left nothing fails', async () => {
  await db.sql`delete from outbox`
  const alert = (world: Awaited<ReturnType<typeof aWorld>>, message: string) =>
    alertAppRefused(world.deps, world, { message, refusal: 'other' })
  const ids = await db.sql<{ id: string }[]>`select id from organizations order by id`
  const lines: object[] = []
  const log = {
    debug() {},
    info() {},
    warn: (line: object) => void lines.push(line),
    error: (line: object) => void lines.push(line),
  }
  const messenger = { deliver: () => Promise.reject(new Error('not yet')) } as Deps['messenger']
  const last = await aWorld(db, { parts: { log, messenger } })
  const remove = async (organizationId: string) => {
    await deleteOrganization(last.deps, { ...last.actor, organizationId }, { name: 'Test' })
    expect(await workOnDeletions(last.deps)).toBe(1)
  }
  const first = { ...last, organizationId: ids[0]!.id }
  await alert(first, 'restricted feature')
  for (const { id } of ids) await remove(id)
  expect((await delivered()).map(({ notice }) => notice.message)).toEqual(['restricted feature'])
  await alert(last, 'restricted feature') // it is known again
  const [kept] = await delivered()
  expect(kept).toMatchObject({ notice: { seenFor: first.organizationId } })
  const card = await renderNotice(
    { ...last.deps, picturesOf: () => Promise.resolve(undefined) } as never,
    last.organizationId,
    kept!.notice as never,
  )
  expect(JSON.stringify(card)).toContain('restricted feature')
  expect(lines).toEqual([])
  await remove(last.organizationId)
  expect(lines).toMatchObject([{ message: 'restricted feature' }]) // there is nobody else
  await alert(last, 'wrong secret')
  expect(await delivered()).toEqual([])
})
