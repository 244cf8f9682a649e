/** Twelve pins with something wrong among 500 good ones, in the sandbox's web. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkDuePosts } from '../../../src/core/preflight/due.js'
import type { FindingCode } from '../../../src/core/posts/state/finding.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, type DraftFields, inDays } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'
import { aFolderWeb, put } from './support/web-world.js'

const { db } = await aDatabase()
const GOOD = 500

test('all twelve are found, and of the good ones at most one in a hundred has anything said of it', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-web-'))
  try {
    const world = await aWorld(db, { parts: { web: aFolderWeb(folder) } })
    world.deps.settings.webRequestsAMinute = GOOD
    const { organizationId } = world
    const titles = ['Oak shelf', 'Brass lamp over the table', 'Blue plate', 'Jars for a small pantry', 'Linen for slow evenings']
    const good: string[] = []
    for (let each = 0; each < GOOD; each++) {
      const host = `shop-${each % 20}.example.org`
      const title = `${titles[each % titles.length]} ${each}`
      const rich =
        each % 3 === 0 ? `<meta property="og:type" content="product"><meta property="og:title" content="${title} – Shop">` : ''
      put(folder, `${host}/p/${each}/index.html`, `<!doctype html><head><title>${title}</title>${rich}</head>`)
      if (each % 7 === 0) {
        put(
          folder,
          `${host}/old/${each}.meta.json`,
          JSON.stringify({ status: 301, headers: { location: `https://www.${host}/p/${each}` } }),
        )
        put(folder, `www.${host}/p/${each}/index.html`, '<title>There</title>')
      }
      if (each < 20) put(folder, `${host}/robots.txt`, 'User-agent: *\nDisallow: /cart\n')
      const url = `https://${host}/${each % 7 === 0 ? 'old' : 'p'}/${each}`
      good.push((await aDraft(world, { title, url, boardId: each % 2 === 0 ? '101' : '102' })).id)
    }
    const redirect = (to: string) => JSON.stringify({ status: 302, headers: { location: to } })
    const host = 'faulty.example.org'
    put(folder, `${host}/missing.meta.json`, JSON.stringify({ status: 404 }))
    put(folder, `${host}/round.meta.json`, redirect('/round'))
    put(folder, `${host}/moved.meta.json`, redirect('https://shop-1.example.org/p/1'))
    put(folder, `${host}/nopin/index.html`, '<meta name="pinterest" content="nopin">')
    put(
      folder,
      `${host}/rich/index.html`,
      '<meta property="og:type" content="article"><meta property="og:title" content="Something else">',
    )
    for (const name of ['ok', 'short', 'small', 'ribbon', 'board', 'section', 'words'])
      put(folder, `${host}/${name}/index.html`, '<title>Fine</title>')
    const ok = (name: string) => `https://${host}/${name}`
    const plant = async (code: FindingCode, fields: DraftFields, change?: (id: string) => Promise<unknown>) => {
      const { id } = await aDraft(world, fields)
      await change?.(id)
      return { id, code }
    }
    const shape = (width: number, height: number) => (id: string) =>
      db.sql`update media m set width = ${width}, height = ${height} from post_media p
              where p.organization_id = ${organizationId} and p.post_id = ${id} and m.organization_id = p.organization_id and m.id = p.media_id`
    await aQueuedPost(world, { url: ok('ok'), boardId: '101', at: inDays(world, 2) })
    const planted = [
      await plant('link_unreachable', { url: 'https://nobody-has-this.example.org/' }),
      await plant('link_status', { url: ok('missing') }),
      await plant('link_redirects', { url: ok('round') }),
      await plant('link_redirects', { url: ok('moved') }),
      await plant('link_nopin', { url: ok('nopin') }),
      await plant('page_title_overrides', { url: ok('rich') }),
      await plant('link_insecure', { url: `http://${host}/words` }),
      await plant('link_shortened', { url: 'https://bit.ly/abc' }),
      await plant('duplicate_link', { url: ok('ok'), boardId: '101' }),
      await plant('picture_small', { url: ok('small') }, shape(200, 300)),
      await plant('picture_ratio', { url: ok('ribbon') }, shape(800, 2400)),
      await plant(
        'board_gone',
        { url: ok('board') },
        (id) => db.sql`update posts set board_id = '999' where organization_id = ${organizationId} and id = ${id}`,
      ),
    ]
    let checked = 0
    for (let round = 0; round < 5 && checked < GOOD + planted.length + 1; round++) {
      checked += await checkDuePosts(world.deps)
      world.clock.advance(60_000)
      checked = Number(
        (
          await db.sql<
            [{ count: string }]
          >`select count(*) from preflights where organization_id = ${organizationId} and checked_at is not null`
        )[0].count,
      )
    }
    const rows = await db.sql<{ id: string; codes: FindingCode[] }[]>`
      select post_id as id, (select coalesce(json_agg(f ->> 'code'), '[]') from jsonb_array_elements(findings) f) as codes
        from preflights
       where organization_id = ${organizationId} and checked_at is not null`
    const codes = new Map(rows.map(({ id, codes: found }) => [id, found]))
    expect(checked).toBe(GOOD + planted.length + 1)
    expect(planted.filter(({ id, code }) => !codes.get(id)?.includes(code))).toEqual([])
    const alarms = good.filter((id) => codes.get(id)?.length !== 0)
    expect(alarms.length).toBeLessThanOrEqual(GOOD / 100)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
