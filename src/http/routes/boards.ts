import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BOARD_DESCRIPTION_LENGTH, BOARD_NAME_LENGTH, PRIVACIES, SECTION_NAME_LENGTH } from '../../core/boards/board-rules.js'
import type { Board, BoardSection } from '../../core/boards/board.js'
import { listBoards } from '../../core/boards/boards.js'
import { createBoard } from '../../core/boards/create-board.js'
import { createSection, deleteSection, readSections } from '../../core/boards/sections.js'
import { updateBoard } from '../../core/boards/update-board.js'
import type { Deps } from '../../core/ports/deps.js'
import { BOARD_CALLS, PLATFORM } from '../document/refusals.js'
import { operation } from '../operation.js'
import { accountParams, boardId, boardParams, pathId, text } from '../schemas.js'
import {
  boardSchema,
  boardSectionSchema,
  boardSectionToWire,
  boardToWire,
  listedBoardSchema,
  listedBoardToWire,
} from '../wire/board.js'
import { secondsOrNull, secondsSchema } from '../wire/time.js'
import { HIGHEST_ORDER, LIST_NAME_LENGTH, MOST_LISTED } from '../../core/boards/board-list-rules.js'
import {
  type BoardList,
  createBoardList,
  deleteBoardList,
  listBoardLists,
  MOST_BOARD_LISTS,
  readBoardList,
  replaceBoardList,
} from '../../core/boards/board-lists.js'
import { boardListSchema, boardListToWire } from '../wire/board-list.js'

const tag = 'Boards'
/** The meaning of a write's 504, part of each description. */
const UNANSWERED = '504 platform_timeout: it may or may not have taken effect.'

const sectionParams = boardParams.extend({ sectionId: pathId('Id from the list of sections') })

// The core checks lengths and values, for both entry points; here they are only documented.
const name = text().meta({ minLength: 1, maxLength: BOARD_NAME_LENGTH, description: 'Must be unique among the account’s boards' })
const description = text().meta({ maxLength: BOARD_DESCRIPTION_LENGTH })
const newBoard = z.strictObject({
  name,
  description: description.optional(),
  privacy: text()
    .default('public')
    .meta({ enum: [...PRIVACIES] }),
  ifMissing: z.boolean().default(false).meta({
    description: 'Return the board of this name if there is one',
  }),
})
const boardFields = z
  .strictObject({
    name: name.optional(),
    description: description.optional().meta({ description: 'Empty: removes it' }),
    defaultLink: text()
      .nullable()
      .optional()
      .meta({ maxLength: 2048, description: 'http or https, proposed in Slack for pins without a link; null: removes it' }),
  })
  .meta({ minProperties: 1, description: 'At least one field; others keep their values' })
const boardEdit = z.preprocess((body, context) => {
  const message = 'privacy cannot be changed here: change it on Pinterest'
  if (typeof body === 'object' && body !== null && 'privacy' in body)
    context.addIssue({ code: 'custom', path: ['privacy'], message })
  return body
}, boardFields)
const newSection = z.strictObject({ name: text().meta({ minLength: 1, maxLength: SECTION_NAME_LENGTH }) })

export function boardRoutes(app: FastifyInstance, deps: Deps): void {
  const oneBoard = z.object({ board: boardSchema })
  const showBoard = (board: Board) => ({ board: boardToWire(board) })

  operation(app, deps, {
    id: 'listBoards',
    refusals: [...PLATFORM],
    method: 'GET',
    url: '/accounts/:accountId/boards',
    tag,
    summary: 'List an account’s boards',
    description:
      'Served from a cache that refreshes in the background once it is ten minutes old. Boards created or changed here appear at once.',
    params: accountParams,
    data: z.object({ boards: z.array(listedBoardSchema), cachedAt: secondsSchema.nullable() }),
    run: ({ actor, params }) => listBoards(deps, actor, params),
    show: ({ boards, cachedAt }) => ({ boards: boards.map(listedBoardToWire), cachedAt: secondsOrNull(cachedAt) }),
  })
  operation(app, deps, {
    id: 'createBoard',
    refusals: ['FORBIDDEN', ...BOARD_CALLS],
    method: 'POST',
    url: '/accounts/:accountId/boards',
    tag,
    summary: 'Create a board',
    description: `Free. ${UNANSWERED} A retry with the same name within a day returns the board already created instead of creating another.`,
    params: accountParams,
    body: newBoard,
    status: 201,
    data: oneBoard,
    run: ({ actor, params, body }, beforeCommit) =>
      createBoard(deps, actor, { ...params, ...body, description: body.description ?? null }, beforeCommit),
    show: showBoard,
  })
  operation(app, deps, {
    id: 'updateBoard',
    refusals: ['FORBIDDEN', ...BOARD_CALLS],
    method: 'PATCH',
    url: '/accounts/:accountId/boards/:boardId',
    tag,
    summary: 'Rename or describe a board, set its default link',
    description: `Free. A board someone else owns is a 403, except for \`defaultLink\` alone, which stays here; privacy cannot be changed. ${UNANSWERED} It is safe to retry.`,
    params: boardParams,
    body: boardEdit,
    data: oneBoard,
    run: ({ actor, params, body }) => updateBoard(deps, actor, { ...params, ...body }),
    show: showBoard,
  })
  sectionRoutes(app, deps)
}

function sectionRoutes(app: FastifyInstance, deps: Deps): void {
  const url = '/accounts/:accountId/boards/:boardId/sections'

  operation(app, deps, {
    id: 'listBoardSections',
    refusals: [...BOARD_CALLS],
    method: 'GET',
    url,
    tag,
    summary: 'List the sections of a board',
    description:
      'Read from Pinterest, in its order; empty if there are none. 504 platform_timeout: Pinterest did not answer in time.',
    params: boardParams,
    data: z.object({ sections: z.array(boardSectionSchema) }),
    run: ({ actor, params }) => readSections(deps, actor, params),
    show: (sections) => ({ sections: sections.map(boardSectionToWire) }),
  })
  operation(app, deps, {
    id: 'createBoardSection',
    refusals: ['FORBIDDEN', ...BOARD_CALLS],
    method: 'POST',
    url,
    tag,
    summary: 'Create a section',
    description: `Free. A board someone else owns is a 403. ${UNANSWERED} A retry within a day returns the section already created.`,
    params: boardParams,
    body: newSection,
    status: 201,
    data: z.object({ section: boardSectionSchema }),
    run: ({ actor, params, body }, beforeCommit) => createSection(deps, actor, { ...params, ...body }, beforeCommit),
    show: (section: BoardSection) => ({ section: boardSectionToWire(section) }),
  })
  operation(app, deps, {
    id: 'deleteBoardSection',
    refusals: ['FORBIDDEN', ...BOARD_CALLS],
    method: 'DELETE',
    url: `${url}/:sectionId`,
    tag,
    summary: 'Delete a section',
    description: `Free. Its pins move to the board root, including drafts and queued posts. A board someone else owns is a 403. ${UNANSWERED} It is safe to retry.`,
    params: sectionParams,
    data: z.object({ deleted: z.literal(true) }),
    run: ({ actor, params }) => deleteSection(deps, actor, params),
    show: () => ({ deleted: true as const }),
  })
}

const listParams = accountParams.extend({ boardListId: pathId('A number') })
const listBody = z.strictObject({
  name: text().meta({ minLength: 1, maxLength: LIST_NAME_LENGTH }),
  boards: z
    .array(
      z.strictObject({
        id: boardId(),
        order: z
          .int()
          .meta({ minimum: 0, maximum: HIGHEST_ORDER, description: 'Default: its position in the array, from 0' })
          .optional(),
      }),
    )
    .meta({ maxItems: MOST_LISTED, description: 'Each board once' }),
})
const confirmation = z.object({ confirm: z.literal('true').meta({ description: 'Confirms the deletion' }) })

/** @see docs/contract.md#board-lists */
export function boardListRoutes(app: FastifyInstance, deps: Deps): void {
  const lists = { tag: 'Boards', url: '/accounts/:accountId/board-lists', params: accountParams }
  const list = { tag: 'Boards', url: `${lists.url}/:boardListId`, params: listParams }
  const one = { data: z.object({ boardList: boardListSchema }), show: (of: BoardList) => ({ boardList: boardListToWire(of) }) }

  operation(app, deps, {
    ...lists,
    id: 'listBoardLists',
    method: 'GET',
    summary: 'List the board lists',
    description: 'In the order they were created, each with its boards.',
    data: z.object({ boardLists: z.array(boardListSchema) }),
    run: ({ actor, params }) => listBoardLists(deps, actor, params),
    show: (all) => ({ boardLists: all.map(boardListToWire) }),
  })
  operation(app, deps, {
    ...lists,
    ...one,
    id: 'createBoardList',
    refusals: ['FORBIDDEN', ...BOARD_CALLS],
    method: 'POST',
    summary: 'Create a board list',
    description: `An account has at most ${MOST_BOARD_LISTS}.`,
    body: listBody,
    status: 201,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => createBoardList(deps, actor, { ...params, ...body }, beforeCommit),
  })
  operation(app, deps, {
    ...list,
    ...one,
    id: 'getBoardList',
    method: 'GET',
    summary: 'Read one board list',
    description: 'With its boards, in their order.',
    run: ({ actor, params }) => readBoardList(deps, actor, params),
  })
  operation(app, deps, {
    ...list,
    ...one,
    id: 'replaceBoardList',
    refusals: ['FORBIDDEN', ...BOARD_CALLS],
    method: 'PUT',
    summary: 'Replace a board list',
    description: 'Replaces the whole list: boards that are left out are removed from it.',
    body: listBody,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => replaceBoardList(deps, actor, { ...params, ...body }, beforeCommit),
  })
  operation(app, deps, {
    ...list,
    id: 'deleteBoardList',
    refusals: ['FORBIDDEN'],
    method: 'DELETE',
    summary: 'Delete a board list',
    description: 'Needs ?confirm=true. Its boards stay.',
    query: confirmation,
    data: z.object({ deleted: z.literal(true), boardListId: z.int() }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => deleteBoardList(deps, actor, params, beforeCommit),
    show: ({ boardListId }) => ({ deleted: true as const, boardListId: Number(boardListId) }),
  })
}
