import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { HIGHEST_ORDER, LIST_NAME_LENGTH, MOST_LISTED } from '../../../core/boards/board-list-rules.js'
import {
  createBoardList,
  deleteBoardList,
  listBoardLists,
  MOST_BOARD_LISTS,
  readBoardList,
  replaceBoardList,
  type BoardList,
} from '../../../core/boards/board-lists.js'
import type { Deps } from '../../../core/ports/deps.js'
import { BOARD_CALLS } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { accountParams, boardId, pathId, text } from '../../schemas.js'
import { boardListSchema, boardListToWire } from '../../wire/board-list.js'

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
