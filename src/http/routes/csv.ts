import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { exportBoards } from '../../core/many/csv-boards.js'
import { exportPosts } from '../../core/many/csv-posts.js'
import type { Asking } from '../../core/accounts/keys/actor-now.js'
import type { Deps } from '../../core/ports/deps.js'
import { csvOperation } from '../csv-operation.js'
import { PLATFORM } from '../document/refusals.js'
import { accountParams, queryBoolean } from '../schemas.js'
import { whichPosts } from './posts/posts.js'

const bom = queryBoolean('true: starts with a byte order mark, so Excel reads it as UTF-8').optional()

/** Exports of an account as spreadsheets. */
export function csvRoutes(app: FastifyInstance, deps: Deps & Asking): void {
  csvOperation(app, deps, {
    id: 'exportPosts',
    url: '/accounts/:accountId/posts.csv',
    tag: 'Posts',
    summary: 'Export posts as CSV',
    description:
      'All posts with a status, in the order of the list, streamed. Publish date is in the account’s time zone; Publish at is the same time in ' +
      'UTC. Imports recognize the columns by name. Cells that a spreadsheet would run as a formula start with an apostrophe.',
    params: accountParams,
    query: z.object({ ...whichPosts, bom }),
    fileName: ({ status }) => `pins-${status}`,
    run: ({ actor, params, query }) =>
      exportPosts(deps, actor, {
        accountId: params.accountId,
        status: query.status,
        startDate: query.startDate ?? null,
        endDate: query.endDate ?? null,
        withByteOrderMark: query.bom ?? false,
      }),
  })
  csvOperation(app, deps, {
    id: 'exportBoards',
    refusals: [...PLATFORM],
    url: '/accounts/:accountId/boards.csv',
    tag: 'Boards',
    summary: 'Export boards as CSV',
    description:
      'The boards of the listing. Their ids start with b_, which keeps spreadsheets from rounding them; every field of /v1 that ' +
      'takes a board id also accepts it with b_.',
    params: accountParams,
    query: z.object({ bom }),
    fileName: () => 'boards',
    run: async function* ({ actor, params, query }) {
      yield await exportBoards(deps, actor, { ...params, withByteOrderMark: query.bom ?? false })
    },
  })
}
