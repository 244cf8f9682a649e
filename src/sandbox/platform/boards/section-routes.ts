/** Sections of boards and their pins. Only the board's owner may write. */
import { z } from 'zod'
import { requireBoard } from '../pins/boards.js'
import type { Serve, V5 } from '../endpoints.js'
import type { SimulatedRequest } from '../simulated-request.js'
import { readPageQuery, toPage } from '../paging.js'
import { listPins } from '../pins/pins.js'
import * as refusals from '../faults/refusals.js'
import * as sections from './sections.js'
import { toWirePin } from '../wire.js'

const section = z.object({ name: z.string().trim().min(1).max(180) })

export function sectionRoutes(serve: Serve, { db: { sql }, publicUrl }: V5): void {
  const write = ['boards:read', 'boards:write'] as const
  const all = '/boards/:boardId/sections'
  const one = `${all}/:sectionId`
  const requireOwnBoard = async (request: SimulatedRequest, verb: 'create' | 'update' | 'delete') => {
    const board = await requireBoard(sql, request)
    if (board.owner_id !== request.caller.userId) throw refusals.sectionWriteRefused(verb)
    return board.id
  }

  serve({ method: 'GET', url: all, scopes: ['boards:read'], call: 'list_sections' }, async (request) => {
    const { id: boardId } = await requireBoard(sql, request)
    const page = readPageQuery(request, `sections ${boardId}`)
    return toPage(await sections.listSections(sql, boardId, page), page, ({ id, name }) => ({ id, name }))
  })

  serve({ method: 'POST', url: all, scopes: [...write], call: 'create_section' }, async (request) => {
    const boardId = await requireOwnBoard(request, 'create')
    const { name } = parse(request)
    const made = await sections.insertSection(sql, boardId, name)
    void request.reply.code(201)
    return made
  })

  serve({ method: 'PATCH', url: one, scopes: [...write], call: 'update_section' }, async (request) => {
    const boardId = await requireOwnBoard(request, 'update')
    const id = request.params.sectionId ?? ''
    const { name } = parse(request)
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
      const { id: boardId } = await requireBoard(sql, request)
      const sectionId = request.params.sectionId ?? ''
      if (!(await sections.hasSection(sql, boardId, sectionId))) throw refusals.noSuchSection()
      const page = readPageQuery(request, `section ${sectionId}`)
      const rows = await listPins(sql, { kind: 'section', sectionId }, page, request.now)
      return toPage(rows, page, (row) => toWirePin(row, publicUrl(), request.caller.userId))
    },
  )
}

/** @throws Refusal 400/400 */
function parse({ body }: SimulatedRequest): z.output<typeof section> {
  const parsed = section.safeParse(body)
  if (!parsed.success) throw refusals.badSectionName()
  return parsed.data
}
