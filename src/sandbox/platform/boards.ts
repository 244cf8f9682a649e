/** Boards and their pins. */
import { z } from 'zod'
import * as boards from './pins/boards.js'
import type { Serve, V5 } from './endpoints.js'
import { readPageQuery, toPage } from './paging.js'
import { listPins } from './pins/pins.js'
import * as refusals from './faults/refusals.js'
import { toWireBoard, toWirePin } from './wire.js'
import type { SimulatedRequest } from './simulated-request.js'
import * as sections from './sections.js'

const FILTERS = ['ALL', 'PUBLIC', 'PROTECTED', 'SECRET', 'PUBLIC_AND_SECRET'] as const
const HELD: Record<(typeof FILTERS)[number], string[]> = {
  ALL: ['PUBLIC', 'PROTECTED', 'SECRET'],
  PUBLIC: ['PUBLIC'],
  PROTECTED: ['PROTECTED'],
  SECRET: ['SECRET'],
  PUBLIC_AND_SECRET: ['PUBLIC', 'SECRET'],
}

const name = z.string().trim().min(1)
const listQuery = z.object({ privacy: z.enum(FILTERS).default('ALL') })
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

export function boardRoutes(serve: Serve, { db: { sql }, publicUrl }: V5): void {
  const write = ['boards:read', 'boards:write'] as const
  const url = '/boards/:boardId'

  serve({ method: 'GET', url: '/boards', scopes: ['boards:read'], call: 'list_boards' }, async (request) => {
    const { caller, query, now } = request
    const privacies = HELD[parse(listQuery, query).privacy]
    const page = readPageQuery(request, 'boards')
    return toPage(await boards.listBoards(sql, caller, { privacies, page, now }), page, (row) => toWireBoard(row, publicUrl()))
  })

  serve({ method: 'GET', url, scopes: ['boards:read'], call: 'get_board' }, async (request) =>
    toWireBoard(await boards.requireBoard(sql, request), publicUrl()),
  )

  serve({ method: 'POST', url: '/boards', scopes: [...write], call: 'create_board' }, async (request) => {
    const { caller, body, now, reply } = request
    const { description = null, ...board } = parse(newBoard, body)
    if (board.privacy === 'SECRET' && !caller.writesSecrets) throw refusals.notPermitted()
    const id = await boards.insertBoard(sql, { ...board, description, ownerId: caller.userId, now })
    if (id === undefined) throw refusals.boardNameTaken()
    void reply.code(201)
    return toWireBoard(
      await boards.requireBoard(sql, withBoard({ ...request, caller: { ...caller, seesSecrets: true } }, id)),
      publicUrl(),
    )
  })

  serve({ method: 'PATCH', url, scopes: [...write], call: 'update_board' }, async (request) => {
    const { caller, body } = request
    const board = await boards.requireBoard(sql, request)
    const change = parse(boardChange, body)
    const isSecret = board.privacy === 'SECRET' || change.privacy === 'SECRET'
    if (board.owner_id !== caller.userId || (isSecret && !caller.writesSecrets)) throw refusals.notPermitted()
    if (!(await boards.updateBoard(sql, board.id, change))) throw refusals.boardNameTaken()
    return toWireBoard(await boards.requireBoard(sql, request), publicUrl())
  })

  serve({ method: 'DELETE', url, scopes: [...write], call: 'delete_board' }, async (request) => {
    const board = await boards.requireBoard(sql, request)
    if (board.owner_id !== request.caller.userId) throw refusals.notPermitted()
    await boards.deleteBoard(sql, board.id)
    void request.reply.code(204)
    return undefined
  })

  serve({ method: 'GET', url: `${url}/pins`, scopes: ['boards:read', 'pins:read'], call: 'list_board_pins' }, async (request) => {
    const { id: boardId } = await boards.requireBoard(sql, request)
    const page = readPageQuery(request, `board ${boardId}`)
    const rows = await listPins(sql, { kind: 'board', boardId }, page, request.now)
    return toPage(rows, page, (row) => toWirePin(row, publicUrl(), request.caller.userId))
  })
}

const withBoard = <T extends object>(request: T, boardId: string) => ({ ...request, params: { boardId } })

/** @throws Refusal 400/1 */
function parse<T extends z.ZodType>(shape: T, input: unknown): z.output<T> {
  const parsed = shape.safeParse(input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw refusals.invalidRequest(`${issue?.path.join('.') || 'body'} ${issue?.message ?? 'is not valid'}`)
}

// Sections of boards and their pins. Only the board's owner may write.

const section = z.object({ name: z.string().trim().min(1).max(180) })

export function sectionRoutes(serve: Serve, { db: { sql }, publicUrl }: V5): void {
  const write = ['boards:read', 'boards:write'] as const
  const all = '/boards/:boardId/sections'
  const one = `${all}/:sectionId`
  const requireOwnBoard = async (request: SimulatedRequest, verb: 'create' | 'update' | 'delete') => {
    const board = await boards.requireBoard(sql, request)
    if (board.owner_id !== request.caller.userId) throw refusals.sectionWriteRefused(verb)
    return board.id
  }

  serve({ method: 'GET', url: all, scopes: ['boards:read'], call: 'list_sections' }, async (request) => {
    const { id: boardId } = await boards.requireBoard(sql, request)
    const page = readPageQuery(request, `sections ${boardId}`)
    return toPage(await sections.listSections(sql, boardId, page), page, ({ id, name }) => ({ id, name }))
  })

  serve({ method: 'POST', url: all, scopes: [...write], call: 'create_section' }, async (request) => {
    const boardId = await requireOwnBoard(request, 'create')
    const { name } = readSection(request)
    const made = await sections.insertSection(sql, boardId, name)
    void request.reply.code(201)
    return made
  })

  serve({ method: 'PATCH', url: one, scopes: [...write], call: 'update_section' }, async (request) => {
    const boardId = await requireOwnBoard(request, 'update')
    const id = request.params.sectionId ?? ''
    const { name } = readSection(request)
    if (!(await sections.renameSection(sql, { boardId, id, name }))) throw refusals.noSuchSection()
    return { id, name }
  })

  serve({ method: 'DELETE', url: one, scopes: [...write], call: 'delete_section' }, async (request) => {
    const boardId = await requireOwnBoard(request, 'delete')
    if (!(await sections.deleteSection(sql, boardId, request.params.sectionId ?? ''))) throw refusals.noSuchSection()
    void request.reply.code(204)
    return undefined
  })

  serve(
    { method: 'GET', url: `${one}/pins`, scopes: ['boards:read', 'pins:read'], call: 'list_section_pins' },
    async (request) => {
      const { id: boardId } = await boards.requireBoard(sql, request)
      const sectionId = request.params.sectionId ?? ''
      if (!(await sections.hasSection(sql, boardId, sectionId))) throw refusals.noSuchSection()
      const page = readPageQuery(request, `section ${sectionId}`)
      const rows = await listPins(sql, { kind: 'section', sectionId }, page, request.now)
      return toPage(rows, page, (row) => toWirePin(row, publicUrl(), request.caller.userId))
    },
  )
}

/** @throws Refusal 400/400 */
function readSection({ body }: SimulatedRequest): z.output<typeof section> {
  const parsed = section.safeParse(body)
  if (!parsed.success) throw refusals.badSectionName()
  return parsed.data
}
