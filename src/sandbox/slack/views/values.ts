/** Values that people typed or picked and have not submitted yet. */
import type { Sql } from '../../../core/ports/deps.js'
import { type Block, interactives, type Value, type Values } from '../block-kit.js'
import { touch } from '../changes.js'

export const viewPlace = (viewId: string): string => `view:${viewId}`

export type Address = { userId: string; place: string; blockId: string; actionId: string }

export async function listEntered(sql: Sql, userId: string, place: string): Promise<Values> {
  const rows = await sql<{ block_id: string; action_id: string; value: Value }[]>`
    select block_id, action_id, value
      from slk_entered
     where user_id = ${userId} and place = ${place}`
  const values: Values = {}
  for (const row of rows) (values[row.block_id] ??= {})[row.action_id] = row.value
  return values
}

export async function enter(sql: Sql, { userId, place, blockId, actionId }: Address, value: Value): Promise<void> {
  await sql`
    insert into slk_entered (user_id, place, block_id, action_id, value)
    values (${userId}, ${place}, ${blockId}, ${actionId}, ${sql.json(value as never)})
    on conflict (user_id, place, block_id, action_id) do update set value = excluded.value`
  await touch(sql)
}

/** Deletes values of elements that are gone. */
export async function forgetEntered(sql: Sql, place: string, blocks: readonly Block[]): Promise<void> {
  const kept = interactives(blocks).map(({ blockId, actionId }) => `${blockId} ${actionId}`)
  await sql`
    delete from slk_entered
     where place = ${place} and not (block_id || ' ' || action_id = any(${kept}))`
}
