/** Of any batch: a preview equals what is then written, it equals its posts one by one, and Undo restores. */
import { expect, test } from 'vitest'
import { DomainError } from '../../../../src/core/lib/errors.js'
import { arrange } from '../../../../src/core/many/batch/arrange.js'
import type { NewBatchPost } from '../../../../src/core/many/batch/model.js'
import { undoBatch } from '../../../../src/core/many/batch/undo.js'
import { createPosts } from '../../../../src/core/posts/create/create.js'
import { putSpacingRule } from '../../../../src/core/slots/spacing-rules.js'
import { aDatabase } from '../../../support/database.js'
import { creditsOf, inDays } from '../../../support/factories.js'
import { fc, seed } from '../../../support/random.js'
import { openStudios, type Studio } from '../support/create-fixtures.js'
import { alone, aPost, make, preview, saidOf, threeADay, withoutNames } from './support/batches.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

type Case = { kind: 'slot' | 'at' | 'bad' | 'bare' | 'text'; board: string; link: number; picture: number; day: number }
const aCase: fc.Arbitrary<Case> = fc.record({
  kind: fc.constantFrom('slot', 'slot', 'slot', 'at', 'bad', 'bare', 'text'),
  board: fc.constantFrom('101', '102'),
  link: fc.integer({ min: 0, max: 3 }),
  picture: fc.integer({ min: 0, max: 3 }),
  day: fc.integer({ min: 1, max: 4 }),
})
const plans = fc.record({
  cases: fc.array(aCase, { minLength: 1, maxLength: 9 }),
  credits: fc.integer({ min: 0, max: 9 }),
  spacing: fc.constantFrom(0, 2),
  mode: fc.constantFrom('draft' as const, 'schedule' as const),
})

function postOf(world: Studio, { kind, board, link, picture, day }: Case, index: number): NewBatchPost {
  const looks = aPost(picture)
  const post = {
    ...looks,
    title: `Pin ${index}`,
    url: `https://example.com/${link}`,
    board: { boardId: board, boardSectionId: null },
  }
  switch (kind) {
    case 'slot':
      return post
    case 'at':
      return { ...post, when: { kind: 'at', at: inDays(world, day) } }
    case 'bad':
      return { ...post, title: ' ' }
    case 'bare':
      return { ...post, description: null }
    case 'text':
      return { ...post, media: { kind: 'url', url: 'https://pictures.test/text', mediaType: 'image' } }
  }
}

async function aWorldOf({ credits, spacing }: { credits: number; spacing: number }): Promise<Studio> {
  const world = await aStudio({ credits, timezone: 'UTC' })
  await db.sql`delete from timeslots where organization_id = ${world.organizationId}`
  await threeADay(world)
  if (spacing)
    await putSpacingRule(world.deps, world.actor, { accountId: world.accountId, type: 'DEFAULT', url: null, days: spacing })
  return world
}

/** Timeslots have other ids in another world. */
const withoutSlots = (said: ReturnType<typeof withoutNames>) =>
  JSON.parse(JSON.stringify(said), (key, value: unknown) =>
    ['timeslotId', 'organizationId', 'accountId', 'version'].includes(key) ? undefined : value,
  ) as unknown

test('a preview equals what is then written, and Undo restores', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async ({ cases, mode, ...options }) => {
      const world = await aWorldOf(options)
      const posts = cases.map((one, index) => postOf(world, one, index))
      const asked = { posts, mode, onError: 'skip' as const }
      const seen = await preview(world, asked)
      expect(await creditsOf(world)).toBe(options.credits)
      const written = await make(world, asked)
      expect(withoutNames(saidOf(seen))).toEqual(withoutNames(saidOf(written)))
      const spent = written.results.reduce((sum, { charge }) => sum + (charge?.amount ?? 0), 0)
      expect(await creditsOf(world)).toBe(options.credits - spent)
      if (written.results.every(({ error }) => error)) return
      await undoBatch(world.deps, world.actor, { accountId: world.accountId, batchId: written.id! })
      expect(await creditsOf(world)).toBe(options.credits)
      expect(await db.sql`select from posts where organization_id = ${world.organizationId}`).toHaveLength(0)
    }),
    { numRuns: 12, seed },
  )
})

test('a batch equals its posts one by one: those with a time, then the others as they are arranged', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async ({ cases, mode, spacing }) => {
      const [together, apart] = [await aWorldOf({ credits: 50, spacing }), await aWorldOf({ credits: 50, spacing })]
      const batch = await make(together, {
        posts: cases.map((one, index) => postOf(together, one, index)),
        mode,
        onError: 'skip',
      })
      const singles = cases.map((one, index) => ({ index, one, post: postOf(apart, one, index) }))
      const isSlot = ({ one, post }: (typeof singles)[number]) =>
        mode === 'schedule' && one.kind === 'slot' && post.when.kind === 'draft'
      const likeness = singles.filter(isSlot).map((single) => ({
        ...single,
        board: single.one.board,
        link: String(single.one.link),
        picture: String(single.one.picture),
      }))
      const results: { index: number; post?: object | undefined; error?: object | undefined }[] = []
      for (const { index, post } of [...singles.filter((single) => !isSlot(single)), ...arrange(likeness)]) {
        const isSearching = mode === 'schedule' && post.when.kind === 'draft'
        const when = isSearching ? ({ kind: 'nextOpenSlot' } as const) : post.when
        try {
          const [made] = await createPosts(apart.deps, apart.actor, alone(apart, post, when))
          results.push({
            index,
            post: {
              title: made!.title,
              status: made!.status,
              sendAt: made!.sendAt,
              warnings: made!.warnings?.map(({ code }) => code),
            },
          })
        } catch (error) {
          if (!(error instanceof DomainError)) throw error
          results.push({ index, error: { code: error.code, field: error.details.field } })
        }
      }
      const ofBatch = batch.results.map(({ index, post, warnings, error }) =>
        error
          ? { index, error: { code: error.code, field: error.field } }
          : {
              index,
              post: {
                title: post!.title,
                status: post!.status,
                sendAt: post!.sendAt,
                warnings: warnings?.map(({ code }) => code),
              },
            },
      )
      expect(withoutSlots(ofBatch as never)).toEqual(withoutSlots(results.sort((a, b) => a.index - b.index) as never))
    }),
    { numRuns: 12, seed },
  )
})

test('arranging loses nothing, keeps the order of pins that share nothing but a board, and is the same each time', () => {
  const some = (max: number) => fc.option(fc.integer({ min: 0, max }).map(String), { nil: null })
  const pins = fc.array(fc.record({ board: some(3), link: some(5), picture: some(5) }), { maxLength: 100 })
  fc.assert(
    fc.property(pins, (given) => {
      const numbered = given.map((pin, number) => ({ ...pin, number }))
      const arranged = arrange(numbered)
      expect(arranged.map(({ number }) => number).sort((a, b) => a - b)).toEqual(numbered.map(({ number }) => number))
      expect(arrange(numbered)).toEqual(arranged)
      const alike = numbered.map(({ number }) => ({ number, board: 'one', link: null, picture: null }))
      expect(arrange(alike)).toEqual(alike)
    }),
    { seed },
  )
})

test.each([
  ['two boards', ['A', 'A', 'A', 'B', 'B', 'B'], 'ABABAB'],
  ['a large one and two small ones', ['A', 'A', 'A', 'A', 'A', 'A', 'B', 'B', 'C', 'C'], 'ABACABACAA'],
])('boards in turn: %s', (_what, boards, order) => {
  const pins = boards.map((board) => ({ board, link: null, picture: null }))
  expect(
    arrange(pins)
      .map(({ board }) => board)
      .join(''),
  ).toBe(order)
})

test('five pins of one link among ten stand never side by side, also when they come last', () => {
  const pins = Array.from({ length: 10 }, (_, index) => ({ board: 'A', link: index < 5 ? String(index) : 'same', picture: null }))
  expect(
    arrange(pins)
      .map(({ link }) => (link === 'same' ? 'x' : '.'))
      .join(''),
  ).not.toMatch(/xx/)
})
