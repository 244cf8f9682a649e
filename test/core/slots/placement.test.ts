import { describe, expect, test } from 'vitest'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import type { Placed } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { createAll, openStudios } from '../posts/support/create-fixtures.js'
import { aPin, aSlot } from './support/fixtures.js'
import { fill, manySlots, occurrences, search } from './support/search.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)
// The world starts on Monday 2 March 2026, 10:00 UTC, which is 05:00 in New York.

const placementOf = async (world: World, asked: Parameters<typeof search>[1] = { postId: null }) =>
  (await search(world, asked))?.placement
const title = (world: World, postId: string, text: string | null) =>
  db.sql`update posts set title = ${text} where organization_id = ${world.organizationId} and id = ${postId}`
const aRule = ({ organizationId, accountId, clock }: World, days: number) => db.sql`
  insert into spacing_rules (organization_id, account_id, url_key, days, updated_at)
  values (${organizationId}, ${accountId}, '', ${days}, ${clock.now})`

describe('why this time', () => {
  test('is said by the occurrences before it, with the pins that hold them', async () => {
    const world = await aWorld(db)
    const slot = await aSlot(world, 'mon 09:00')
    const [first, second] = [new Date('2026-03-02T14:00:00Z'), new Date('2026-03-09T13:00:00Z')]
    const onSlot = await aPin(world, { at: first, timeslotId: slot })
    const offSlot = await aPin(world, { at: second, status: 'uploading' })
    await title(world, onSlot, 'Oak shelf')
    expect(await placementOf(world)).toEqual({
      passedOver: [
        { at: first, timeslotId: slot, reason: 'taken', post: { postId: onSlot, title: 'Oak shelf' } },
        { at: second, timeslotId: slot, reason: 'taken', post: { postId: offSlot, title: 'Shelf' } },
      ],
      more: 0,
      spacingDays: null,
    })
  })

  test('has nothing to say where nothing was passed over', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'mon 09:00')
    expect(await placementOf(world)).toEqual({ passedOver: [], more: 0, spacingDays: null })
  })

  test('counts two slots at one instant as two, each with its own pin', async () => {
    const world = await aWorld(db)
    const [one, two] = [await aSlot(world, 'mon 09:00'), await aSlot(world, 'mon 09:00')]
    await aSlot(world, 'tue 09:00')
    const at = new Date('2026-03-02T14:00:00Z')
    const free = await aPin(world, { at })
    const onTwo = await aPin(world, { at, timeslotId: two })
    expect((await placementOf(world))?.passedOver).toMatchObject([
      { timeslotId: one, post: { postId: free } },
      { timeslotId: two, post: { postId: onTwo } },
    ])
  })

  test('says nothing of the place itself, though another pin stands there on another slot', async () => {
    const world = await aWorld(db)
    const one = await aSlot(world, 'mon 09:00')
    await aSlot(world, 'mon 09:00')
    await aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: one })
    expect((await placementOf(world))?.passedOver).toEqual([])
  })

  test('tells the first ten, and how many more there were', async () => {
    const world = await aWorld(db)
    await manySlots(world, 30)
    const instants = await occurrences(world)
    const pins = await fill(world, instants.slice(0, 10))
    const ten = await placementOf(world)
    expect(ten?.passedOver.map(({ post }) => post?.postId)).toEqual(pins)
    expect(ten?.more).toBe(0)
    await fill(world, instants.slice(10, 80))
    await search(world) // from here on the search itself begins far later
    expect(await placementOf(world)).toEqual({ ...ten, more: 70 })
  })

  test('tells ten also when the tenth shares its instant with another', async () => {
    const world = await aWorld(db)
    for (const day of ['mon', 'tue', 'wed', 'thu', 'thu', 'fri']) await aSlot(world, `${day} 09:00`)
    const instants = (await occurrences(world)).slice(0, 9)
    expect(instants.map(({ timeslotIds }) => timeslotIds.length)).toEqual([1, 1, 1, 2, 1, 1, 1, 1, 2])
    await fill(world, instants)
    const placement = await placementOf(world)
    expect([placement?.passedOver.length, placement?.more]).toEqual([10, 1])
  })

  test('names the nearest pin with the same url where the rule stands in the way', async () => {
    const world = await aWorld(db)
    const [mon, tue, wed] = [await aSlot(world, 'mon 09:00'), await aSlot(world, 'tue 09:00'), await aSlot(world, 'wed 09:00')]
    await aSlot(world, 'thu 09:00')
    await aRule(world, 2)
    const url = 'https://shop.test/shelf'
    const holder = await aPin(world, { at: '2026-03-03T14:00:00Z', timeslotId: tue })
    await aQueuedPost(world, { url, at: new Date('2026-03-03T04:59:00Z') }) // Monday evening in New York
    const near = await aQueuedPost(world, { url, at: new Date('2026-03-03T05:01:00Z') })
    const placed = await search(world, { postId: null, urlKey: 'shop.test/shelf' })
    expect(placed?.sendAt).toEqual(new Date('2026-03-05T14:00:00Z'))
    expect(placed?.placement).toMatchObject({
      passedOver: [
        { timeslotId: mon, reason: 'spacing' },
        { timeslotId: tue, reason: 'taken', post: { postId: holder } },
        { timeslotId: wed, reason: 'spacing', post: { postId: near.id, title: 'A pin' } },
      ],
      more: 0,
      spacingDays: 2,
    })
  })

  test('tells the days of the rule also where it stood in nobody’s way', async () => {
    const world = await aWorld(db)
    await aSlot(world, 'mon 09:00')
    await aRule(world, 30)
    expect(await placementOf(world, { postId: null, urlKey: 'shop.test/shelf' })).toMatchObject({
      passedOver: [],
      spacingDays: 30,
    })
  })

  test('begins where the search begins', async () => {
    const world = await aWorld(db)
    await manySlots(world, 7)
    const instants = await occurrences(world)
    const pins = await fill(world, instants.slice(0, 5))
    const placement = await placementOf(world, { postId: null, notBefore: instants[3]!.at })
    expect(placement?.passedOver.map(({ post }) => post?.postId)).toEqual(pins.slice(3))
  })

  test('never names the pin itself', async () => {
    const world = await aWorld(db)
    await manySlots(world, 7)
    await aRule(world, 3)
    const own = await aQueuedPost(world, { at: (await occurrences(world))[0]!.at })
    const other = await aQueuedPost(world, { at: new Date('2026-03-03T20:00:00Z') })
    const placement = await placementOf(world, { postId: own.id, urlKey: 'example.com/pin' })
    expect(placement?.passedOver.map(({ reason, post }) => [reason, post?.postId])).toEqual(Array(4).fill(['spacing', other.id]))
  })
})

describe('it comes with', () => {
  const next = { kind: 'nextOpenSlot' } as const
  /** Two weekly slots, the first taken by the requeued pin. */
  async function busy(world: World): Promise<string> {
    const slot = await aSlot(world, 'mon 09:00')
    await aSlot(world, 'wed 09:00')
    return aPin(world, { at: '2026-03-02T14:00:00Z', timeslotId: slot })
  }
  const holdersOf = ({ placement }: Placed) => placement?.passedOver.map(({ post }) => post?.postId)

  test('a draft that was scheduled, and a pin that asked again where it stands', async () => {
    const world = await aWorld(db)
    const { deps, actor, accountId } = world
    const holder = await busy(world)
    const schedule = (postId: string) => {
      const placements: Placed[] = []
      const done = schedulePost(deps, actor, { accountId, postId, when: next }, async (_, placed) => void placements.push(placed))
      return done.then((post) => ({ post, placements: placements[0]! }))
    }
    const { post, placements } = await schedule((await aDraft(world)).id)
    expect([holdersOf(post), holdersOf(placements)]).toEqual([[holder], [holder]])
    const again = await schedule(post.id)
    expect([again.post.version, holdersOf(again.post), holdersOf(again.placements)]).toEqual([post.version, [holder], [holder]])
  })

  test('the first post of a create alone, and not where a time was given', async () => {
    const world = await aStudio()
    const holder = await busy(world)
    const boards = ['101', '102'].map((boardId) => ({ boardId, boardSectionId: null }))
    const series = { boards, intervalType: 'daily', intervalDays: null, mode: 'slots' } as const
    const posts = await createAll(world, { board: null, series, when: next })
    expect(posts.map(holdersOf)).toEqual([[holder], undefined])
    const at = { kind: 'at', at: new Date('2026-03-20T12:00:00Z') } as const
    const timed = await createAll(world, { board: null, series, when: at })
    expect(timed.map(({ placement }) => placement)).toEqual([undefined, undefined])
    const [draft] = await createAll(world)
    expect(draft).not.toHaveProperty('placement')
  })
})
