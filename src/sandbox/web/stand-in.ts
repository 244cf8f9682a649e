/** The web of the sandbox: a folder for each host, with its pages as files. */
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { parseUrl } from '../../core/lib/http/parse-url.js'
import { formatOfName } from '../../core/media/formats.js'

export type StoredAnswer = { status: number; headers: Record<string, string>; body: Buffer; delayMs: number }
export type SandboxWeb = {
  /**
   * Answers from a file, with 404 if the host has no such file; undefined if the host has no folder and may be on the net.
   * Reserved names such as example.com are never resolved there: `offline` without the operator's folder, `dns` with it.
   */
  answer(url: string): Promise<StoredAnswer | 'dns' | 'offline' | undefined>
}

/**
 * Pages of shop.example.com and notes.example.org beside this file, to which the seeded pins link, with our samples as their
 * pictures.
 */
const OWN = path.join(import.meta.dirname, 'pages')
const MOST_DELAY_MS = 60_000

const metaSchema = z.object({
  status: z.int().min(100).max(599).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  delayMs: z.number().min(0).max(MOST_DELAY_MS).optional(),
})

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.json': 'application/json',
}

/** Reads a sample by its name. */
type ReadPicture = (name: string) => Promise<Buffer | undefined>
const noPicture: ReadPicture = () => Promise.resolve(undefined)

/**
 * @param folder of the operator, whose hosts take precedence; null if there is none
 * @param picture reads pictures of our own pages, at /media/
 */
export function makeSandboxWeb(folder: string | null, picture: ReadPicture = noPicture): SandboxWeb {
  const roots = [...(folder === null ? [] : [folder]), OWN]
  return { answer }

  async function answer(url: string): ReturnType<SandboxWeb['answer']> {
    const parsed = parseUrl(url)
    if (!parsed || !/^https?:$/.test(parsed.protocol) || !isHostName(parsed.hostname)) return undefined
    for (const root of roots) {
      const host = path.join(root, parsed.hostname)
      if (!(await isFolder(host))) continue
      const ofOurs = root === OWN ? /^\/media\/([\w-]+\.jpg)$/.exec(parsed.pathname)?.[1] : undefined
      const drawn = ofOurs === undefined ? undefined : await picture(ofOurs)
      if (drawn) return { status: 200, headers: { 'content-type': 'image/jpeg' }, body: drawn, delayMs: 0 }
      const found = (await answerOf(host, parsed.pathname)) ?? notFound()
      return root === OWN ? { ...found, body: inSite(parsed.hostname, found.body) } : found
    }
    if (!NOBODYS.test(parsed.hostname)) return undefined
    return folder === null ? 'offline' : 'dns'
  }
}

const SITES: Record<string, string> = { 'shop.example.com': 'Maple &amp; Thread', 'notes.example.org': 'Field Notes' }

/** Our own articles are stored without what is the same in all of them: what is above their headline belongs to the head of the page. */
function inSite(host: string, stored: Buffer): Buffer {
  const text = stored.toString()
  const [headline = '', title = ''] = /^<h1>(.*)<\/h1>$/m.exec(text) ?? []
  if (!text.startsWith('<meta') || title === '') return stored
  const [head, article] = [text.slice(0, text.indexOf(headline)), text.slice(text.indexOf(headline))]
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<title>${title} – ${SITES[host]}</title>
<meta property="og:site_name" content="${SITES[host]}" />
${head}</head>
<body><main><article>
${article}</article></main></body>
</html>
`)
}

/** Reserved names. @see RFC 2606 */
const NOBODYS = /(?:^|\.)(?:example\.(?:com|net|org)|example|invalid|test)$/

/** Refuses IP addresses, and names that lead out of the folder. */
const isHostName = (host: string): boolean => /^(?!\d+(?:\.\d+)*$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host)

/** The file itself; for a folder or a missing file its `index.html`. */
async function answerOf(host: string, pathname: string): Promise<StoredAnswer | undefined> {
  const relative = decoded(pathname)
  if (relative === undefined) return undefined
  const file = path.join(host, relative)
  if (file !== host && !file.startsWith(host + path.sep)) return undefined
  if (file.endsWith('.meta.json')) return undefined
  const candidates = pathname.endsWith('/') ? [path.join(file, 'index.html')] : [file, path.join(file, 'index.html')]
  for (const candidate of candidates) {
    const [body, meta] = await Promise.all([readIfThere(candidate), readIfThere(`${candidate}.meta.json`)])
    if (!body && !meta) continue
    const { status = 200, headers = {}, delayMs = 0 } = meta ? metaSchema.parse(JSON.parse(meta.toString('utf8'))) : {}
    const type =
      formatOfName(candidate)?.contentType ?? TYPES[path.extname(candidate).toLowerCase()] ?? 'text/html; charset=utf-8'
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    return { status, headers: { 'content-type': type, ...named }, body: body ?? Buffer.alloc(0), delayMs }
  }
  return undefined
}

function decoded(pathname: string): string | undefined {
  try {
    const text = decodeURIComponent(pathname)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** undefined also for a folder. */
const readIfThere = (file: string): Promise<Buffer | undefined> => readFile(file).catch(() => undefined)

async function isFolder(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

const notFound = (): StoredAnswer => ({
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from('<!doctype html><title>Not found</title>'),
  delayMs: 0,
})
