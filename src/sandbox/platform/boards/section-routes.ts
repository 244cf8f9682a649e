/** Sections of boards and their pins. Only the board's owner writes. */
import { z } from 'zod'
import { requireBoard } from './boards.js'
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
  const requireOwnBoard = async (asked: SimulatedRequest, verb: 'create' | 'update' | 'delete') => {
    const board = await requireBoard(sql, asked)
    if (board.owner_id !== asked.caller.userId) throw refusals.sectionWriteRefused(verb)
    return board.id
  }

  serve({ method: 'GET', url: all, scopes: ['boards:read'], call: 'list_sections' }, async (asked) => {
    const { id: boardId } = await requireBoard(sql, asked)
    const page = readPageQuery(asked, `sections ${boardId}`)
    return toPage(await sections.listSections(sql, boardId, page), page, ({ id, name }) => ({ id, name }))
  })

  serve({ method: 'POST', url: all, scopes: [...write], call: 'create_section' }, async (asked) => {
    const boardId = await requireOwnBoard(asked, 'create')
    const { name } = parse(asked)
    const made = await sections.insertSection(sql, boardId, name)
    void asked.reply.code(201)
    return made
  })

  serve({ method: 'PATCH', url: one, scopes: [...write], call: 'update_section' }, async (asked) => {
    const boardId = await requireOwnBoard(asked, 'update')
    const id = asked.params.sectionId ?? ''
    const { name } = parse(asked)
    if (!(await sections.renameSection(sql, { boardId, id, name }))) throw refusals.noSuchSection()
    return { id, name }
  })

  serve({ method: 'DELETE', url: one, scopes: [...write], call: 'delete_section' }, async (asked) => {
    const boardId = await requireOwnBoard(asked, 'delete')
    if (!(await sections.deleteSection(sql, boardId, asked.params.sectionId ?? ''))) throw refusals.noSuchSection()
    void asked.reply.code(204)
    return undefined
  })

  serve({ method: 'GET', url: `${one}/pins`, scopes: ['boards:read', 'pins:read'], call: 'list_section_pins' }, async (asked) => {
    const { id: boardId } = await requireBoard(sql, asked)
    const sectionId = asked.params.sectionId ?? ''
    if (!(await sections.hasSection(sql, boardId, sectionId))) throw refusals.noSuchSection()
    const page = readPageQuery(asked, `section ${sectionId}`)
    const rows = await listPins(sql, { kind: 'section', sectionId }, page, asked.now)
    return toPage(rows, page, (row) => toWirePin(row, publicUrl(), asked.caller.userId))
  })
}

/** @throws Refusal 400/400 */
function parse({ body }: SimulatedRequest): z.output<typeof section> {
  const parsed = section.safeParse(body)
  if (!parsed.success) throw refusals.badSectionName()
  return parsed.data
}
