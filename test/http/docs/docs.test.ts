/** The pages for those who write programs: what they are served with, and that nothing in them leads astray. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { root } from '../../../src/root.js'
import { aDatabase } from '../../support/database.js'
import { anchorsOf } from '../../support/markdown.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const { app, deps } = await aServer(db)
const { publicUrl } = deps.settings
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

const llms = (await get('/llms.txt')).payload
const pages = [...llms.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!.replace(publicUrl, ''))
const markdowns = pages.filter((page) => page.endsWith('.md'))
/** Those that are drawn from Markdown: the reference has a page of its own. */
const htmls = markdowns.filter((page) => page !== '/docs.md').map((page) => page.replace(/\.md$/, ''))

/** Where a link of a page leads to, on this service; undefined: to somebody else's page. */
function targetOf(link: string, from: string): { path: string; section: string } | undefined {
  const { origin, pathname, search, hash } = new URL(link, publicUrl + from)
  return origin === publicUrl ? { path: pathname + search, section: hash.slice(1) } : undefined
}

async function leadsAstray(links: string[], from: string): Promise<string[]> {
  const wrong: string[] = []
  for (const link of links) {
    const target = targetOf(link, from)
    if (!target) continue
    const { statusCode, headers, payload } = await get(target.path)
    const isMarkdown = String(headers['content-type']).startsWith('text/markdown')
    const has = isMarkdown ? anchorsOf(payload).has(target.section) : payload.includes(`id="${target.section}"`)
    if (statusCode !== 200 || (target.section !== '' && !has)) wrong.push(`${from}: ${link}`)
  }
  return wrong
}

const linksOfMarkdown = (text: string) =>
  [...text.replace(/^```.*?^```/gms, '').matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!)

test('llms.txt has a title, a summary, and addresses that are whole and answer', async () => {
  const { statusCode, headers } = await get('/llms.txt')
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'public, max-age=300',
  ])
  expect(llms).toMatch(/^# Pinslot\n\n> \S/)
  const links = linksOfMarkdown(llms)
  expect(links.filter((link) => !link.startsWith(publicUrl))).toEqual([])
  expect(links.length).toBeGreaterThan(6)
  expect(await leadsAstray(links, '/llms.txt')).toEqual([])
})

describe.each(markdowns)('%s', (page) => {
  test('is Markdown, may be kept for minutes, and every link in it answers', async () => {
    const { statusCode, headers, payload } = await get(page)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      'public, max-age=300',
    ])
    expect(payload).toMatch(/^# \S/)
    expect(await leadsAstray(linksOfMarkdown(payload), page)).toEqual([])
  })
})

describe.each(htmls)('%s', (page) => {
  test('is a whole page without a script, and every link in it answers', async () => {
    const { statusCode, headers, payload } = await get(page)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    expect(payload).not.toMatch(/<script| on\w+=| style=|javascript:/i)
    expect(payload.match(/<h1>/g)).toHaveLength(1)
    expect(payload).toContain('aria-current="page"')
    const links = [...payload.matchAll(/<a [^>]*href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'))
    expect(await leadsAstray(links, page)).toEqual([])
  })

  test('says what its Markdown says: every heading, and every line of code', async () => {
    const [html, markdown] = [(await get(page)).payload, (await get(`${page}.md`)).payload]
    for (const anchor of [...anchorsOf(markdown)].slice(1)) expect(html).toContain(`id="${anchor}"`)
    const shown = html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    for (const [, code] of markdown.matchAll(/^```\w*\n(.*?)^```/gms)) expect(shown).toContain(code!.trimEnd())
  })
})

test('the first page is the guide’s own text, with links that lead to what is served', async () => {
  const { payload } = await get('/docs/guide/first-pin.md')
  const source = readFileSync(path.join(root, 'docs/guide/first-pin.md'), 'utf8')
  expect(payload.split('\n').length).toBe(source.split('\n').length)
  expect(payload).toContain('[Media](/docs/guide/media.md)')
})

test('what the contract names of pages that are not served is named without a link', async () => {
  const { payload } = await get('/docs/contract.md')
  expect(payload).toContain('see operating.md'.slice(4))
  expect(payload).not.toMatch(/\]\([^)]*(?:slack|operating|promises)\.md/)
})

test('the reference as Markdown has every operation with its address, fields and answers', async () => {
  const { payload } = await get('/docs.md')
  const { paths } = (await get('/v1/openapi.json')).json<{ paths: Record<string, Record<string, { operationId: string }>> }>()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries(methods))
      expect(payload).toContain(`### ${operationId}\n\n\`${method.toUpperCase()} ${path}\`: `)
  expect(payload).toMatch(/- `useNextOpenSlot` \(boolean, optional\): \S/)
  expect(payload).toMatch(/ {2}- `data\.post` \(\[Post\]\(#post\)\)/)
  const refusals = payload.slice(payload.indexOf('## Refusals of every operation'), payload.indexOf('## Accounts'))
  expect(refusals).toContain('`UNAUTHORIZED`')
  expect(payload.match(/^ *- `UNAUTHORIZED`:/gm)).toHaveLength(1)
  expect(payload).not.toMatch(/undefined|\[object|\bnull\b.*\(\)/)
})

describe('/docs', () => {
  test('runs what we serve and nothing else, and lets nothing out', async () => {
    const { statusCode, headers, payload } = await get('/docs')
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'public, max-age=300',
    ])
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const sources = [...payload.matchAll(/(?:src|href)="([^"#]+)"/g)].map((match) => match[1]!)
    expect(sources.filter((source) => !/^(?:\/|data:)/.test(source))).toEqual([])
    expect(await leadsAstray(sources, '/docs')).toEqual([])
    expect(payload).not.toMatch(/<script>|<style| style=| on\w+=/)
  })

  test('names no key of a sandbox where there is none', async () => {
    expect((await get('/docs')).payload).not.toContain('data-key-url')
  })
})

describe('a file of the reference', async () => {
  const [, href] = /src="(\/docs\/assets\/swagger-ui-bundle\.js\?v=\w+)"/.exec((await get('/docs')).payload)!

  test('is kept for good at the address of its content, and for minutes at any other', async () => {
    expect((await get(href!)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const other of ['', '?v=0', '?v=1&v=2'])
      expect((await get(href!.replace(/\?.*/, other))).headers['cache-control']).toBe('public, max-age=300')
  })

  test('comes packed to whom can unpack it, a fraction of its size', async () => {
    const [plain, packed] = [await get(href!), await get(href!, { 'accept-encoding': 'br, gzip' })]
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip'])
    expect([plain.headers.vary, packed.headers.vary]).toEqual(['accept-encoding', 'accept-encoding'])
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(packed.rawPayload.length).toBeLessThan(500_000)
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test.each(['package.json', '../package.json', '..%2Fpackage.json', 'constructor', 'swagger-ui.css.map'])(
    '%s is none',
    async (name) => expect((await get(`/docs/assets/${name}`)).statusCode).toBe(404),
  )
})

test('they are not written', async () => {
  for (const url of ['/docs', '/llms.txt', markdowns[0]!, htmls[0]!]) {
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    const { statusCode, headers } = await app.inject({ method: 'POST', url })
    expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD'])
  }
})

test('nothing that is installed with the reference reports to anybody', () => {
  const require = createRequire(path.join(root, 'package.json'))
  const { dependencies } = require('swagger-ui-dist/package.json') as { dependencies: object }
  expect(Object.keys(dependencies)).toEqual(['@scarf/scarf'])
  const inItsPlace = require('@scarf/scarf/package.json') as { name: string; scripts?: object }
  expect(inItsPlace.name).toBe('openapi-types')
})
