/** Modals (a stack of at most three per window of a person) and each person's Home. */
import type { Sql } from '../../../core/ports/deps.js'
import { asShown, type View, withIds } from '../block-kit.js'
import { touch } from '../changes.js'
import { ACT_WINDOW } from '../ids.js'
import type { Seat } from '../people.js'
import { forgetEntered, viewPlace } from './values.js'
import { randomBlockId, randomId } from '../random-id.js'

export const MAX_MODALS = 3

export type OpenView = {
  id: string
  userId: string
  /** The Home appears in all windows. */
  windowId: string
  /** 0 is the Home, 1 to 3 the modal stack. */
  position: number
  view: View
  hash: string
  externalId: string | null
  rootViewId: string
  previousViewId: string | null
  /** block_id -> sentence */
  errors: Record<string, string>
  alert: string | null
}

type ViewRow = {
  id: string
  user_id: string
  window_id: string
  position: number
  view: View
  hash: string
  external_id: string | null
  root_view_id: string
  previous_view_id: string | null
  errors: Record<string, string>
  alert: string | null
}

const columns = (sql: Sql) =>
  sql`id, user_id, window_id, position, view, hash, external_id, root_view_id, previous_view_id, errors, alert`

/** The open modals of a person in one of their windows, the top one last. */
export async function listModals(sql: Sql, userId: string, windowId = ACT_WINDOW): Promise<OpenView[]> {
  const rows = await sql<ViewRow[]>`
    select ${columns(sql)}
      from slk_views
     where user_id = ${userId} and window_id = ${windowId} and position > 0
     order by position`
  return rows.map(toView)
}

export async function findHome(sql: Sql, userId: string): Promise<OpenView | undefined> {
  const [row] = await sql<ViewRow[]>`
    select ${columns(sql)}
      from slk_views
     where user_id = ${userId} and position = 0`
  return row && toView(row)
}

export async function findView(sql: Sql, by: { id: string } | { externalId: string }): Promise<OpenView | undefined> {
  const [row] = await sql<ViewRow[]>`
    select ${columns(sql)}
      from slk_views
     where ${'id' in by ? sql`id = ${by.id}` : sql`external_id = ${by.externalId}`}`
  return row && toView(row)
}

/** Prevents closing until the transaction ends. Returns false if the view is closed. */
export async function holdOpen(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`select from slk_views where id = ${id} for key share`
  return rows.length > 0
}

/** Puts a modal on top of the window's stack; the caller holds the person's lock and has counted the stack. */
export async function pushView(sql: Sql, { id: userId, windowId }: Seat, view: View): Promise<OpenView> {
  const stack = await listModals(sql, userId, windowId)
  const below = stack.at(-1)
  const id = randomId('V')
  return insertView(sql, {
    id,
    userId,
    windowId,
    position: stack.length + 1,
    view,
    rootViewId: below?.rootViewId ?? id,
    previousViewId: below?.id ?? null,
  })
}

export async function publishHome(sql: Sql, userId: string, view: View): Promise<OpenView> {
  const home = await findHome(sql, userId)
  if (home) return replaceView(sql, home, view)
  const id = randomId('V')
  return insertView(sql, { id, userId, windowId: ACT_WINDOW, position: 0, view, rootViewId: id, previousViewId: null })
}

type NewView = Pick<OpenView, 'id' | 'userId' | 'windowId' | 'position' | 'view' | 'rootViewId' | 'previousViewId'>

async function insertView(sql: Sql, made: NewView): Promise<OpenView> {
  const { id, userId, windowId, position, view, rootViewId, previousViewId } = made
  const [row] = await sql<ViewRow[]>`
    insert into slk_views (id, user_id, window_id, position, view, hash, external_id, root_view_id, previous_view_id)
    values (${id}, ${userId}, ${windowId}, ${position}, ${sql.json(named(view) as never)}, ${newHash()}, ${view.external_id || null},
            ${rootViewId}, ${previousViewId})
    returning ${columns(sql)}`
  await touch(sql)
  return toView(row!)
}

/** Replaces the content of an open view: typed values stay where block_id and action_id stay. */
export async function replaceView(sql: Sql, { id, view: shown }: Pick<OpenView, 'id' | 'view'>, view: View): Promise<OpenView> {
  const blocks = named({ ...view, blocks: asShown(view.blocks, shown.blocks) })
  const [row] = await sql<ViewRow[]>`
    update slk_views
       set view = ${sql.json(blocks as never)}, hash = ${newHash()}, external_id = ${view.external_id || null}, errors = '{}', alert = null
     where id = ${id}
    returning ${columns(sql)}`
  const open = toView(row!)
  await forgetEntered(sql, viewPlace(id), blocks.blocks)
  await touch(sql)
  return open
}

export async function closeViews(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from slk_views where id = any(${[...ids]})`
  await sql`delete from slk_entered where place = any(${ids.map(viewPlace)})`
  await touch(sql)
}

export async function showErrors(
  sql: Sql,
  id: string,
  { errors, alert = null }: { errors: Record<string, string>; alert?: string | null },
): Promise<void> {
  await sql`
    update slk_views
       set errors = ${sql.json(errors)}, alert = ${alert}
     where id = ${id}`
  await touch(sql)
}

const named = (view: View): View => ({ ...view, blocks: withIds(view.blocks, randomBlockId) })
const newHash = () => randomId('', 16)

const toView = (row: ViewRow): OpenView => ({
  id: row.id,
  userId: row.user_id,
  windowId: row.window_id,
  position: row.position,
  view: row.view,
  hash: row.hash,
  externalId: row.external_id,
  rootViewId: row.root_view_id,
  previousViewId: row.previous_view_id,
  errors: row.errors,
  alert: row.alert,
})
