/** Websites as folders, and generations of their pages from the request to the end. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { createGeneration } from '../../../../src/core/sources/generations/create.js'
import { type Generation, type NewGeneration } from '../../../../src/core/sources/generations/model.js'
import { readGeneration } from '../../../../src/core/sources/generations/store.js'
import { claimDueGenerations, generate } from '../../../../src/core/sources/generations/work.js'
import { MEDIA_LIMITS } from '../../../../src/core/media/formats.js'
import type { Pool } from '../../../../src/db/pool.js'
import { makePictures } from '../../../../src/media/pictures.js'
import { makeRemote } from '../../../../src/media/remote.js'
import { makeSandboxWeb } from '../../../../src/sandbox/web/stand-in.js'
import type { World, WorldOptions } from '../../../support/world.js'
import { openStudios, type Studio } from '../../posts/support/create-fixtures.js'
import { aFolderWeb, put } from '../../preflight/support/web-world.js'

/** A world with a website of its own: what was read of another one is kept. */
export type Site = Studio & {
  host: string
  /** A file of the website. */
  put: (file: string, bytes: string | Buffer) => void
  /** A file of any website. */
  putAt: (file: string, bytes: string | Buffer) => void
  at: (file: string) => string
}

let hosts = 0

/** To be called at the top of a test file. @param pictures `ofSites`: pictures are files of the websites, too, and not drawn */
export function openSites(
  db: Pool,
  { pictures }: { pictures: 'drawn' | 'ofSites' } = { pictures: 'drawn' },
): (options?: WorldOptions) => Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-generations-'))
  const aStudio = openStudios(db)
  const web = makeSandboxWeb(folder)
  const remote = makeRemote({ standIn: (url) => web.answer(url) })
  const ofSites = makePictures({ limits: MEDIA_LIMITS, remote })
  afterAll(async () => {
    await ofSites.close()
    rmSync(folder, { recursive: true })
  })
  const own = pictures === 'ofSites' ? { pictures: ofSites } : {}
  return async (options = {}) => {
    const studio = await aStudio({ ...options, parts: { web: aFolderWeb(folder), ...own, ...options.parts } })
    const host = `site-${++hosts}.example.com`
    const putAt = (file: string, bytes: string | Buffer) => put(folder, file, bytes)
    const site: Site = Object.assign(studio, {
      host,
      putAt,
      put: (file: string, bytes: string | Buffer) => putAt(`${host}/${file}`, bytes),
      at: (file: string) => `https://${host}/${file}`,
    })
    site.put('index.html', '<!doctype html><title>Home</title>')
    return site
  }
}

export const generationOf = ({ accountId }: World, url: string, given: Partial<NewGeneration> = {}): NewGeneration => ({
  accountId,
  url,
  title: null,
  keywords: [],
  drafts: 3,
  boardId: null,
  useModel: null,
  ...given,
})

export const begin = (world: World, url: string, given: Partial<NewGeneration> = {}): Promise<Generation> =>
  createGeneration(world.deps, world.actor, generationOf(world, url, given))

/** As the job does it, until nothing is due at this instant. */
export async function work({ deps }: World): Promise<void> {
  for (let claimed = await claimDueGenerations(deps, 4); claimed.length > 0; claimed = await claimDueGenerations(deps, 4))
    for (const one of claimed) await generate(deps, one)
}

export const readAgain = ({ deps, actor, accountId }: World, { id }: Pick<Generation, 'id'>): Promise<Generation> =>
  readGeneration(deps, actor, { accountId, generationId: id })

export async function generateAll(world: World, url: string, given: Partial<NewGeneration> = {}): Promise<Generation> {
  const made = await begin(world, url, given)
  await work(world)
  return readAgain(world, made)
}

export type Drafted = {
  id: string
  generationId: string | null
  status: string
  title: string
  url: string
  boardId: string | null
}
export const draftsOf = ({ deps, organizationId }: World): Promise<Drafted[]> =>
  deps.db.sql<Drafted[]>`
    select id, generation_id as "generationId", status, title, url, board_id as "boardId"
      from posts
     where organization_id = ${organizationId}
     order by id`
