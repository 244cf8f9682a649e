/** What becomes of the drafts of a page when who started them loses the right to it. */
import { expect, test } from 'vitest'
import { makeActorNow } from '../../../src/core/accounts/keys/actor-now.js'
import { makeAuthenticator } from '../../../src/core/accounts/keys/authenticate.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import type { FindPerson } from '../../../src/core/accounts/keys/key-actor.js'
import { revokeApiKey } from '../../../src/core/accounts/keys/revoke.js'
import { createGeneration } from '../../../src/core/sources/generations/create.js'
import { claimDueGenerations, generate } from '../../../src/core/sources/generations/work.js'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { aDatabase } from '../../support/database.js'
import { generationOf, openSites, readAgain, type Site, work } from './support/generations.js'

const { db } = await aDatabase()
const aSite = openSites(db)

const PAGE = `<!doctype html><title>An oak shelf</title><meta property="og:image" content="https://pictures.test/1000x1500-a3b4c5">
<p>This oak shelf holds twenty books and is made by hand in a small workshop near the sea.</p>`

async function withKey(site: Site) {
  const { deps, actor } = site
  const made = await createApiKey(deps, actor, { name: 'Page bot', role: 'scheduler' })
  const authenticated = await makeAuthenticator(deps).authenticate(made.key, '198.51.100.7')
  return { apiKeyId: made.apiKey.id, actor: authenticated!.actor }
}
const countPosts = async ({ organizationId }: Site) => {
  const [row] = await db.sql<[{ count: number }]>`
    select count(*)::int as count from posts where organization_id = ${organizationId}`
  return row.count
}

test('a generation whose key is revoked makes no drafts: it has failed as not_allowed', async () => {
  const site = await aSite()
  site.put('shelf.html', PAGE)
  const key = await withKey(site)
  const made = await createGeneration(site.deps, key.actor, generationOf(site, site.at('shelf.html')))
  await revokeApiKey(site.deps, site.actor, { apiKeyId: key.apiKeyId })
  await work(site)
  expect(await readAgain(site, made)).toMatchObject({ status: 'failed', failureCode: 'not_allowed', postIds: [] })
  expect(await countPosts(site)).toBe(0)
})

test('a key that is revoked while the page is read makes none either', async () => {
  const site = await aSite()
  site.put('shelf.html', PAGE)
  const key = await withKey(site)
  const made = await createGeneration(site.deps, key.actor, generationOf(site, site.at('shelf.html')))
  const [claimed] = await claimDueGenerations(site.deps, 1)
  const { web } = site.deps
  const readContent: typeof web.readContent = async (...given) => {
    await revokeApiKey(site.deps, site.actor, { apiKeyId: key.apiKeyId })
    return web.readContent(...given)
  }
  await generate({ ...site.deps, web: { ...web, readContent } }, claimed!)
  expect(await readAgain(site, made)).toMatchObject({ status: 'failed', failureCode: 'not_allowed' })
  expect(await countPosts(site)).toBe(0)
})

test('a person who left makes none; while Slack cannot say who they are it waits', async () => {
  const site = await aSite()
  site.put('shelf.html', PAGE)
  const person = { ...site.actor, via: 'slack', userId: 'T1:U1' } as const
  let found: Awaited<ReturnType<FindPerson>> = undefined
  site.deps.actorNow = makeActorNow(site.deps, async () => found)
  const made = await createGeneration(site.deps, person, generationOf(site, site.at('shelf.html')))
  await work(site)
  expect(await readAgain(site, made)).toMatchObject({ status: 'queued' })
  found = 'gone'
  site.clock.advance(60_000)
  await work(site)
  expect(await readAgain(site, made)).toMatchObject({ status: 'failed', failureCode: 'not_allowed' })
  site.clock.advance(DAY_MS)
  expect(await countPosts(site)).toBe(0)
})
