/**
 * The sandbox's samples, served under /sandbox/media/: pictures drawn once into the data folder, and a video beside this file.
 */
import { parseUrl } from '../../core/lib/http/parse-url.js'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { scenes } from './scenes.js'
import { renderDocument } from '../platform/document.js'
import { html } from '../platform/page/html.js'

const ROUTE = '/sandbox/media/'
/** The host names of this process; another host with such a path goes through the address check. */
const OWN_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Four seconds, 540 x 960. */
const CLIP = 'clip.mp4'

export type Samples = {
  /** File names: `vase-1.jpg` and so on; `clip.mp4` is the video. */
  names: string[]
  /** undefined if there is no such sample. */
  read: (name: string) => Promise<Buffer | undefined>
  /** The bytes behind one of our own addresses; undefined for any other. */
  readByUrl: (url: string) => Promise<Buffer | undefined>
  plugin: FastifyPluginAsync
}

/** @param ownPort the port this process listens on, known after listening */
export function makeSamples({ dir, ownPort }: { dir: string; ownPort: () => number }): Samples {
  const drawings = scenes()
  const names = [...[...drawings.keys()].map((name) => `${name}.jpg`), CLIP]
  const inMemory = new Map<string, Promise<Buffer>>()

  const find = (name: string): Promise<Buffer> | undefined => {
    if (name === CLIP) return readFile(new URL(CLIP, import.meta.url))
    const svg = name.endsWith('.jpg') ? drawings.get(name.slice(0, -'.jpg'.length)) : undefined
    return svg === undefined ? undefined : readOrDraw(path.join(dir, name), svg)
  }
  const read = async (name: string): Promise<Buffer | undefined> => {
    const sample = inMemory.get(name) ?? find(name)
    if (!sample) return undefined
    inMemory.set(name, sample)
    sample.catch(() => inMemory.delete(name))
    return sample
  }

  const readByUrl = async (url: string): Promise<Buffer | undefined> => {
    const parsed = parseUrl(url)
    if (parsed?.protocol !== 'http:' || !OWN_HOSTS.has(parsed.hostname) || Number(parsed.port || 80) !== ownPort())
      return undefined
    if (!parsed.pathname.startsWith(ROUTE)) return undefined
    return read(parsed.pathname.slice(ROUTE.length))
  }

  const plugin: FastifyPluginAsync = async (app) => {
    app.get(ROUTE, async ({ headers, host }, reply) => {
      void reply.header('vary', 'accept')
      if (!headers.accept?.includes('text/html')) return { samples: names.map((name) => `${ROUTE}${name}`) }
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', GALLERY_POLICY)
        .send(renderGallery(names.map((name) => `http://${host}${ROUTE}${name}`)))
    })
    app.get<{ Params: { name: string } }>(`${ROUTE}:name`, async ({ params }, reply) => {
      const bytes = await read(params.name)
      if (!bytes) return reply.code(404).send({ error: `There is no sample ${params.name}. GET ${ROUTE} lists them.` })
      return reply
        .type(params.name === CLIP ? 'video/mp4' : 'image/jpeg')
        .header('cache-control', 'public, max-age=86400')
        .header('x-content-type-options', 'nosniff')
        .send(bytes)
    })
  }
  return { names, read, readByUrl, plugin }
}

async function readOrDraw(file: string, svg: string): Promise<Buffer> {
  const kept = await readFile(file).catch(() => undefined)
  if (kept && kept.length > 0) return kept
  const { default: sharp } = await import('sharp') // loaded with the first picture to draw
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
  await mkdir(path.dirname(file), { recursive: true })
  const aside = `${file}.${process.pid}`
  await writeFile(aside, bytes)
  await rename(aside, file)
  return bytes
}

/** The samples as a page of pictures, for browsers. */
const GALLERY_POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'"

/** @param addresses absolute, because people copy them from here */
function renderGallery(addresses: string[]): string {
  const body = html`<body>
<header>
<h1>Sample pictures</h1>
<p>Click an address to select it, and use it as an image link. <a href="/sandbox">To the Slack workspace</a></p>
</header>
<main><div class="pins">${addresses.map(sample)}</div></main>
</body>`
  return renderDocument({ title: 'Sample pictures', head: null, body })
}

function sample(address: string) {
  const name = address.slice(address.lastIndexOf('/') + 1)
  const shown = name.endsWith('.mp4')
    ? html`<video class="picture" src="${address}" controls muted preload="metadata"></video>`
    : html`<a class="picture" href="${address}"><img src="${address}" width="1000" height="1500" alt="${name}" loading="lazy"></a>`
  return html`<article>${shown}
<p class="address"><code>${address}</code></p></article>
`
}
