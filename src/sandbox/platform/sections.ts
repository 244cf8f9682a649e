/** Sections of boards of the simulated platform. */
import type { Sql } from '../../core/ports/deps.js'
import type { PageOf } from './paging.js'

export type SectionRow = { id: string; number: string; name: string }

export async function listSections(sql: Sql, boardId: string, page: PageOf): Promise<SectionRow[]> {
  return sql<SectionRow[]>`
    select id, number, name
      from sim_sections
     where board_id = ${boardId}
       and number > ${page.after ?? '0'}
     order by number
     limit ${page.pageSize + 1}`
}

export async function hasSection(sql: Sql, boardId: string, sectionId: string): Promise<boolean> {
  const rows = await sql`select id from sim_sections where id = ${sectionId} and board_id = ${boardId}`
  return rows.length > 0
}

export async function insertSection(sql: Sql, boardId: string, name: string): Promise<{ id: string; name: string }> {
  const [row] = await sql<{ id: string; name: string }[]>`
    insert into sim_sections (board_id, name)
    values (${boardId}, ${name})
    returning id, name`
  if (!row) throw new Error('the section was not inserted')
  return row
}

export async function renameSection(
  sql: Sql,
  { boardId, id, name }: { boardId: string; id: string; name: string },
): Promise<boolean> {
  const rows = await sql`
    update sim_sections
       set name = ${name}
     where id = ${id}
       and board_id = ${boardId}
    returning id`
  return rows.length > 0
}

/** Deletes a section; its pins move to the board's root. Returns false if it does not exist. */
export async function deleteSection(sql: Sql, boardId: string, sectionId: string): Promise<boolean> {
  const rows = await sql`
    delete from sim_sections
     where id = ${sectionId}
       and board_id = ${boardId}
    returning id`
  return rows.length > 0
}
