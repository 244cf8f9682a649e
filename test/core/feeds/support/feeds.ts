/** Feeds of websites that are folders, from the first look to the drafts. */
import { createFeed } from '../../../../src/core/sources/feeds/create.js'
import type { Feed, FeedEntryRow, NewFeed } from '../../../../src/core/sources/feeds/model.js'
import { readFeed } from '../../../../src/core/sources/feeds/store.js'
import { claimDueFeeds, workOnFeed } from '../../../../src/core/sources/feeds/work.js'
import { MINUTE_MS } from '../../../../src/core/lib/duration.js'
import type { World } from '../../../support/world.js'
import { type Site, work as generateAll } from '../../generations/support/generations.js'
import { aPage } from '../../generations/support/page.js'

export type Item = { name: string; date?: string; guid?: string; url?: string }

export const pageFile = (name: string) => `${name}.html`

export function rssOf(site: Site, items: readonly Item[], title = 'Oak & Co'): string {
  const all = items.map(({ name, date, guid, url = site.at(pageFile(name)) }) => {
    const written = date === undefined ? '' : `<pubDate>${new Date(date).toUTCString()}</pubDate>`
    return `<item><title>${name}</title><link>${url}</link>${guid === undefined ? '' : `<guid isPermaLink="false">${guid}</guid>`}${written}</item>`
  })
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${title.replace('&', '&amp;')}</title>${all.join('\n')}</channel></rss>`
}

/** The feed, and a page for each of its items. */
export function publish(site: Site, items: readonly Item[], file = 'feed.xml'): void {
  for (const { name, url } of items)
    if (url === undefined) site.put(pageFile(name), aPage().replaceAll('small kitchen', `kitchen ${name}`))
  site.put(file, rssOf(site, items))
}

export const itemsOf = (...names: string[]): Item[] =>
  names.map((name, at) => ({ name, date: new Date(Date.UTC(2026, 1, 20, 10, 60 - at)).toISOString() }))

export const aFeed = (site: Site, given: Partial<NewFeed> = {}): Promise<Feed> =>
  createFeed(site.deps, site.actor, {
    accountId: site.accountId,
    url: site.at('feed.xml'),
    kind: null,
    perDay: 3,
    boardId: null,
    ...given,
  })

/** As the job does it, without the pages: those that are due at this instant, each once. */
export async function lookAtAll({ deps }: World): Promise<number> {
  let worked = 0
  for (const one of await claimDueFeeds(deps, 1000)) {
    await workOnFeed(deps, one)
    worked++
  }
  return worked
}

/** With the pages: until nothing is due for two minutes. */
export async function settle(site: Site): Promise<void> {
  for (let quiet = 0; quiet < 4; quiet++) {
    if ((await lookAtAll(site)) > 0) quiet = 0
    await generateAll(site)
    site.clock.advance(MINUTE_MS / 2)
  }
}

export const read = async ({ deps, actor, accountId }: World, { id }: Pick<Feed, 'id'>): Promise<Feed> =>
  (await readFeed(deps, actor, { accountId, feedId: id })).feed

export const entriesOf = async ({ deps, actor, accountId }: World, { id }: Pick<Feed, 'id'>): Promise<FeedEntryRow[]> =>
  (await readFeed(deps, actor, { accountId, feedId: id })).entries

/** The pages of the drafts, by their names, sorted. */
export async function draftedPages({ deps, organizationId }: World): Promise<string[]> {
  const rows = await deps.db.sql<
    { url: string }[]
  >`select url from posts where organization_id = ${organizationId} and status = 'draft'`
  return rows.map(({ url }) => url.replace(/^.*\/|\.html$/g, '')).sort()
}

export const noticesOf = async ({
  deps,
  organizationId,
}: World): Promise<{ drafts: number; feeds: { name: string; drafts: number }[] }[]> =>
  (
    await deps.db.sql<{ notice: { drafts: number; feeds: { name: string; drafts: number }[] } }[]>`
      select notice from outbox where organization_id = ${organizationId} and notice ->> 'kind' = 'feedDrafts' order by id`
  ).map(({ notice: { drafts, feeds } }) => ({ drafts, feeds }))
