/** Files of pins, and their imports from the first line to the last. */
import { createImport, previewImport } from '../../../../src/core/sources/imports/create.js'
import type { Import, ImportPreview, NewImport } from '../../../../src/core/sources/imports/model.js'
import { readImport } from '../../../../src/core/sources/imports/store.js'
import { claimDueImports, writeChunk } from '../../../../src/core/sources/imports/work.js'
import { csvLines } from '../../../../src/core/many/csv-cells.js'
import type { World } from '../../../support/world.js'

export const HEADER = ['Title', 'Description', 'Link', 'Media URL', 'Board ID', 'Publish at']

/** A complete line of HEADER, of a link of its own and one of six pictures. */
export const aLine = (number: number, at = ''): string[] => [
  `Pin ${number}`,
  'One of many',
  `https://example.com/${number}`,
  `https://pictures.test/200x300-${'a3b4c5'[number % 6]}33`,
  'b_101',
  at,
]

export const fileOf = (lines: readonly (readonly string[])[], header: readonly string[] = HEADER) => csvLines([header, ...lines])

export const importOf = ({ accountId }: World, text: string, given: Partial<NewImport> = {}): NewImport => ({
  accountId,
  file: { kind: 'text', text },
  mapping: {},
  mode: 'draft',
  ...given,
})

export const begin = (world: World, text: string, given: Partial<NewImport> = {}): Promise<Import> =>
  createImport(world.deps, world.actor, importOf(world, text, given))
export const preview = (world: World, text: string, given: Partial<NewImport> = {}): Promise<ImportPreview> =>
  previewImport(world.deps, world.actor, importOf(world, text, given))

/** As the job does it, until nothing is due at this instant. */
export async function work({ deps }: World): Promise<void> {
  for (let claimed = await claimDueImports(deps, 4); claimed.length > 0; claimed = await claimDueImports(deps, 4))
    for (const one of claimed) await writeChunk(deps, one)
}

export const readAgain = ({ deps, actor, accountId }: World, { id }: Pick<Import, 'id'>): Promise<Import> =>
  readImport(deps, actor, { accountId, importId: id ?? '' })

export async function importAll(world: World, text: string, given: Partial<NewImport> = {}): Promise<Import> {
  const made = await begin(world, text, given)
  await work(world)
  return readAgain(world, made)
}

/** Title, link, status and time of what there is, by title. */
export async function pinsOf({
  deps,
  organizationId,
}: World): Promise<{ title: string; url: string; status: string; at: string | null }[]> {
  const rows = await deps.db.sql<{ title: string; url: string; status: string; at: Date | null }[]>`
    select title, url, status, send_at as at from posts where organization_id = ${organizationId} order by id`
  return rows.map(({ at, ...row }) => ({ ...row, at: at && at.toISOString() }))
}
