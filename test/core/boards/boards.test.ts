import { expect, test } from 'vitest'
import type { Account } from '../../../src/core/accounts/account.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import type { BoardChoice } from '../../../src/core/boards/board.js'
import { listBoards, listSections, requireBoard, requireSection } from '../../../src/core/boards/boards.js'
import { refreshBoards } from '../../../src/core/boards/refresh.js'
import { PlatformError, type Platform, type PlatformBoard, type PlatformSection } from '../../../src/core/ports/platform.js'
import type { Log } from '../../../src/core/ports/deps.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, START, type World } from '../../support/world.js'

const { db } = await aDatabase()

const board = (id: string, fields: Partial<PlatformBoard> = {}): PlatformBoard => ({
  id,
  name: `Board ${id}`,
  description: null,
  privacy: 'public',
  pinCount: 3,
  followerCount: 1,
  ownerUsername: 'maker',
  pinsModifiedAt: new Date('2026-03-01T00:00:00Z'),
  createdAt: null,
  ...fields,
})

type Shelf = { board: PlatformBoard; sections: PlatformSection[] }

/** A platform of boards alone, two to a page; it counts its requests. */
function aPlatform(shelves: Shelf[]) {
  const asked: string[] = []
  const paged = <T>(items: T[], bookmark = '0') => {
    const from = Number(bookmark)
    return { items: items.slice(from, from + 2), bookmark: from + 2 < items.length ? String(from + 2) : null }
  }
  const find = (boardId: string) => {
    const shelf = shelves.find((each) => each.board.id === boardId)
    if (!shelf) throw new PlatformError('not_found', 'Board not found.', { status: 404, code: 40 })
    return shelf
  }
  const platform = {
    listBoards: async (_access, bookmark) => {
      asked.push('boards')
      return paged(
        shelves.map((shelf) => shelf.board),
        bookmark,
      )
    },
    readBoard: async (_access, boardId) => {
      asked.push(`board ${boardId}`)
      return find(boardId).board
    },
    listSections: async (_access, boardId, bookmark) => {
      asked.push(`sections ${boardId}`)
      return paged(find(boardId).sections, bookmark)
    },
  } satisfies Partial<Platform>
  return { platform: platform as unknown as Platform, asked } // these three are all that boards need
}

const sections = (...ids: string[]) => ids.map((id) => ({ id, name: `Section ${id}` }))
const boardIds = async ({ deps, actor, accountId }: World) =>
  (await listBoards(deps, actor, { accountId })).boards.map(({ id }) => id)

test('a refresh makes the cache what the platform has: all pages, all sections, and nothing that is gone', async () => {
  const { platform } = aPlatform([
    { board: board('101', { name: 'Kitchens', pinsModifiedAt: START }), sections: sections('1011', '5', '6', '7', '8') },
    { board: board('201', { ownerUsername: 'somebody', privacy: 'secret' }), sections: [] },
    { board: board('202'), sections: sections('9') },
  ])
  const world = await aWorld(db, { parts: { platform } })
  const { deps, actor, accountId, clock } = world
  clock.advance(1000)
  await refreshBoards(deps, await requireAccount(db.sql, actor, accountId))
  const listing = await listBoards(deps, actor, { accountId })
  expect(listing.cachedAt).toEqual(clock.now)
  expect(listing.boards.map(({ id, name, isCollaborator }) => [id, name, isCollaborator])).toEqual([
    ['201', 'Board 201', true],
    ['202', 'Board 202', false],
    ['101', 'Kitchens', false],
  ])
  const read = await listSections(deps, actor, { accountId, boardId: 'b_101' })
  expect(read.map(({ id }) => id).sort()).toEqual(['1011', '5', '6', '7', '8'])
})

test('an account that lost all its boards has none in the cache', async () => {
  const { platform } = aPlatform([])
  const world = await aWorld(db, { parts: { platform } })
  world.clock.advance(1000)
  await refreshBoards(world.deps, await requireAccount(db.sql, world.actor, world.accountId))
  expect(await boardIds(world)).toEqual([])
})

test('a listing older than ten minutes is given at once and refreshed behind it, once', async () => {
  const { platform, asked } = aPlatform([{ board: board('301'), sections: [] }])
  const world = await aWorld(db, { parts: { platform } })
  world.clock.advance(10 * 60_000)
  expect(await boardIds(world)).toEqual(['102', '101'])
  expect(asked).toEqual([])
  world.clock.advance(1)
  await Promise.all([boardIds(world), boardIds(world), boardIds(world)])
  await expect.poll(() => boardIds(world)).toEqual(['301'])
  await expect.poll(() => asked).toEqual(['boards', 'sections 301'])
})

test('a refresh that fails behind a listing is logged, and the cache stays', async () => {
  const warned: string[] = []
  const log: Log = { debug() {}, info() {}, warn: (_, message) => warned.push(message), error() {} }
  const world = await aWorld(db, { parts: { log } }) // without a platform
  world.clock.advance(11 * 60_000)
  expect(await boardIds(world)).toEqual(['102', '101'])
  await expect.poll(() => warned).toEqual(['boards could not be refreshed'])
  expect(await boardIds(world)).toEqual(['102', '101'])
})

/** A board with its section, as who makes a post judges them one after the other. */
const requireChoice = async (deps: World['deps'], account: Account, choice: BoardChoice) =>
  requireSection(deps, account, await requireBoard(deps, account, choice))

test('a known board and section are taken from the cache, without asking the platform', async () => {
  const world = await aWorld(db)
  const account = await requireAccount(db.sql, world.actor, world.accountId)
  const choose = (boardId: string, boardSectionId: string | null) =>
    requireChoice(world.deps, account, { boardId, boardSectionId })
  expect(await choose('b_101', '1011')).toEqual({ boardId: '101', boardSectionId: '1011' })
  expect(await choose('102', null)).toEqual({ boardId: '102', boardSectionId: null })
})

test('an unknown board is asked for once and then known; one the platform does not have is not found', async () => {
  const { platform, asked } = aPlatform([{ board: board('401'), sections: sections('41', '42', '43') }])
  const world = await aWorld(db, { parts: { platform } })
  const account = await requireAccount(db.sql, world.actor, world.accountId)
  const choose = (boardId: string, boardSectionId: string | null) =>
    requireChoice(world.deps, account, { boardId, boardSectionId })
  expect(await choose('401', '43')).toEqual({ boardId: '401', boardSectionId: '43' })
  expect(await choose('401', '41')).toEqual({ boardId: '401', boardSectionId: '41' })
  expect(asked).toEqual(['board 401', 'sections 401', 'sections 401'])
  await expect(choose('999', null)).rejects.toThrow('Board not found.')
})

test('a section is looked for once more on the platform, and then is not on the board', async () => {
  const { platform } = aPlatform([{ board: board('102'), sections: sections('77') }])
  const world = await aWorld(db, { parts: { platform } })
  const account = await requireAccount(db.sql, world.actor, world.accountId)
  const choose = (boardSectionId: string) => requireChoice(world.deps, account, { boardId: '102', boardSectionId })
  expect(await choose('77')).toEqual({ boardId: '102', boardSectionId: '77' })
  const refusal = { code: 'BAD_REQUEST', details: { field: 'boardSectionId' } }
  await expect(choose('78')).rejects.toMatchObject(refusal)
  await expect(choose('Shelves')).rejects.toMatchObject(refusal)
})

test.each(['Kitchen ideas', 'https://www.pinterest.com/maker/kitchen/', 'b_', '', '101 ', '-1', 'b_b_1'])(
  '%j is no board id',
  async (boardId) => {
    const world = await aWorld(db)
    const account = await requireAccount(db.sql, world.actor, world.accountId)
    await expect(requireBoard(world.deps, account, { boardId, boardSectionId: null })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: { field: 'boardId' },
    })
  },
)

test.each([
  ['reconnect', { code: 'UNPROCESSABLE_ENTITY', details: { reason: 'platform_reconnect_required' } }],
  ['forbidden', { code: 'NOT_FOUND', details: { thing: 'Board' } }], // one that we do not know
  ['rate_limited', { code: 'SERVICE_UNAVAILABLE', details: { reason: 'platform_rate_limited', retryAfterSeconds: 3 } }],
  ['timeout', { code: 'GATEWAY_TIMEOUT', details: { reason: 'platform_timeout' } }],
  ['unavailable', { code: 'GATEWAY_TIMEOUT', details: { reason: 'platform_timeout' } }],
] as const)('a platform that answers %s is told in our own words', async (kind, answer) => {
  const refuse = async () => {
    throw new PlatformError(kind, 'no', { retryAfterMs: 2500 })
  }
  const platform = { readBoard: refuse, listSections: refuse, refreshToken: refuse } as unknown as Platform // all that is asked here
  const world = await aWorld(db, { parts: { platform } })
  const account = await requireAccount(db.sql, world.actor, world.accountId)
  await expect(requireBoard(world.deps, account, { boardId: '555', boardSectionId: null })).rejects.toMatchObject(answer)
})

test('an unknown board of an account without a connection asks to reconnect', async () => {
  const world = await aWorld(db)
  await db.sql`delete from connections where organization_id = ${world.organizationId}`
  const account = await requireAccount(db.sql, world.actor, world.accountId)
  await expect(requireBoard(world.deps, account, { boardId: '555', boardSectionId: null })).rejects.toMatchObject({
    details: { reason: 'platform_reconnect_required' },
  })
})

test('an access token that is over is renewed for a board that is looked for', async () => {
  const { platform } = aPlatform([{ board: board('601'), sections: [] }])
  const refused = new PlatformError('reconnect', 'Authentication failed.', { status: 401, code: 2 })
  const renewing = {
    ...platform,
    readBoard: async (access, boardId) => {
      if (access.accessToken === 'pina_test') throw refused
      return platform.readBoard(access, boardId)
    },
    refreshToken: async () => ({
      accessToken: 'pina_1',
      refreshToken: null,
      expiresAt: new Date('2026-04-01T00:00:00Z'),
      refreshExpiresAt: null,
      scopes: '',
    }),
  } satisfies Partial<Platform>
  const world = await aWorld(db, { parts: { platform: renewing } })
  const account = await requireAccount(db.sql, world.actor, world.accountId)
  const choice = { boardId: '601', boardSectionId: null }
  expect(await requireBoard(world.deps, account, choice)).toMatchObject({ ...choice, isFresh: true })
})
