/** Boards, their sections and their pins. */
import { z } from 'zod'
import * as boards from './boards.js'
import type { Caller } from './callers.js'
import type { Serve, V5 } from './endpoints.js'
import { readPageQuery, toPage } from './paging.js'
import { listPins } from './pins.js'
import * as refusals from './refusals.js'
import { toWireBoard, toWirePin } from './wire.js'

const PRIVACIES: Record<string, string[]> = {
  ALL: ['PUBLIC', 'PROTECTED', 'SECRET'],
  PUBLIC: ['PUBLIC'],
  PROTECTED: ['PROTECTED'],
  SECRET: ['SECRET'],
  PUBLIC_AND_SECRET: ['PUBLIC', 'SECRET'],
}

const name = z.string().trim().min(1)
const newBoard = z.object({
  name,
  description: z.string().nullish(),
  privacy: z.enum(['PUBLIC', 'PROTECTED', 'SECRET']).default('PUBLIC'),
})
const boardChange = z.object({
  name: name.optional(),
  description: z.string().nullish(),
  privacy: z.enum(['PUBLIC', 'SECRET']).optional(),
})
const newSection = z.object({ name: z.string().trim().min(1).max(180) })

export function boardRoutes(serve: Serve, { db, publicUrl }: V5): void {
  const { sql } = db
  const requireBoard = (caller: Caller, params: Record<string, string>, now: Date) =>
    boards.requireBoard(sql, caller, params.boardId ?? '', now)

  serve({ method: 'GET', url: '/boards', scopes: ['boards:read'], call: 'list_boards' }, async ({ caller, query, now }) => {
    const privacies = PRIVACIES[z.object({ privacy: z.string().default('ALL') }).parse(query).privacy]
    if (!privacies) throw refusals.invalidRequest('privacy is not one of the known values.')
    const page = readPageQuery(query, 'boards')
    return toPage(await boards.listBoards(sql, caller, { privacies, page, now }), page, (row) => toWireBoard(row, publicUrl()))
  })

  serve({ method: 'GET', url: '/boards/:boardId', scopes: ['boards:read'], call: 'get_board' }, async ({ caller, params, now }) =>
    toWireBoard(await requireBoard(caller, params, now), publicUrl()),
  )

  serve({ method: 'POST', url: '/boards', scopes: ['boards:read', 'boards:write'] }, async ({ caller, body, now, reply }) => {
    const board = parse(newBoard, body)
    const description = board.description ?? null
    const id = await boards.insertBoard(sql, { ...board, description, ownerId: caller.userId, now })
    if (id === undefined) throw refusals.boardNameTaken()
    void reply.code(201)
    return toWireBoard(await boards.requireBoard(sql, { ...caller, seesSecrets: true }, id, now), publicUrl())
  })

  serve(
    { method: 'PATCH', url: '/boards/:boardId', scopes: ['boards:read', 'boards:write'] },
    async ({ caller, params, body, now }) => {
      const board = await requireBoard(caller, params, now)
      if (board.owner_id !== caller.userId) throw refusals.notPermitted()
      if (!(await boards.updateBoard(sql, board.id, parse(boardChange, body)))) throw refusals.boardNameTaken()
      return toWireBoard(await requireBoard(caller, params, now), publicUrl())
    },
  )

  serve(
    { method: 'GET', url: '/boards/:boardId/sections', scopes: ['boards:read'], call: 'list_sections' },
    async ({ caller, params, query, now }) => {
      const board = await requireBoard(caller, params, now)
      const page = readPageQuery(query, `sections ${board.id}`)
      return toPage(await boards.listSections(sql, board.id, page), page, ({ id, name }) => ({ id, name }))
    },
  )

  serve(
    { method: 'POST', url: '/boards/:boardId/sections', scopes: ['boards:read', 'boards:write'] },
    async ({ caller, params, body, now, reply }) => {
      const board = await requireBoard(caller, params, now)
      if (board.owner_id !== caller.userId) throw refusals.sectionWriteRefused('create')
      const section = newSection.safeParse(body)
      if (!section.success) throw refusals.badSectionName()
      void reply.code(201)
      return boards.insertSection(sql, board.id, section.data.name)
    },
  )

  serve(
    { method: 'DELETE', url: '/boards/:boardId/sections/:sectionId', scopes: ['boards:read', 'boards:write'] },
    async ({ caller, params, now, reply }) => {
      const board = await requireBoard(caller, params, now)
      if (board.owner_id !== caller.userId) throw refusals.sectionWriteRefused('delete')
      if (!(await boards.deleteSection(sql, board.id, params.sectionId ?? ''))) throw refusals.noSuchSection()
      return reply.code(204).send()
    },
  )

  serve(
    { method: 'GET', url: '/boards/:boardId/pins', scopes: ['boards:read', 'pins:read'], call: 'list_board_pins' },
    async ({ caller, params, query, now }) => {
      const { id: boardId } = await requireBoard(caller, params, now)
      const page = readPageQuery(query, `board ${boardId}`)
      const rows = await listPins(sql, { kind: 'board', boardId }, page, now)
      return toPage(rows, page, (row) => toWirePin(row, publicUrl(), caller.userId))
    },
  )

  serve(
    { method: 'GET', url: '/boards/:boardId/sections/:sectionId/pins', scopes: ['boards:read', 'pins:read'] },
    async ({ caller, params, query, now }) => {
      const { id: boardId } = await requireBoard(caller, params, now)
      const sectionId = params.sectionId ?? ''
      if (!(await boards.hasSection(sql, boardId, sectionId))) throw refusals.noSuchSection()
      const page = readPageQuery(query, `section ${sectionId}`)
      const rows = await listPins(sql, { kind: 'section', sectionId }, page, now)
      return toPage(rows, page, (row) => toWirePin(row, publicUrl(), caller.userId))
    },
  )
}

function parse<T extends z.ZodType>(shape: T, body: unknown): z.output<T> {
  const parsed = shape.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw refusals.invalidRequest(`${issue?.path.join('.') || 'body'} ${issue?.message ?? 'is not valid'}`)
}
