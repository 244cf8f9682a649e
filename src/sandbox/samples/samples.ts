/** The sandbox's sample pictures: drawn once into the data folder, served under /sandbox/media/. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import sharp from 'sharp'
import { scenes } from './scenes.js'

const ROUTE = '/sandbox/media/'
/** By which names this process answers: another host with such a path is a stranger and goes through the address check. */
const OWN_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]'])

export type Samples = {
  /** File names, `vase-1.jpg` and so on. */
  names: string[]
  /** undefined when there is no such sample. */
  read(name: string): Promise<Buffer | undefined>
  /** The bytes behind one of our own addresses; undefined for any other. */
  readByUrl(url: string): Promise<Buffer | undefined>
  plugin: FastifyPluginAsync
}

/** @param ownPort the port this process listens on, known after listening */
export function makeSamples({ dir, ownPort }: { dir: string; ownPort: () => number }): Samples {
  const drawings = scenes()
  const names = [...drawings.keys()].map((name) => `${name}.jpg`)
  const inMemory = new Map<string, Promise<Buffer>>()

  const read = async (name: string): Promise<Buffer | undefined> => {
    const svg = drawings.get(name.replace(/\.jpg$/, ''))
    if (svg === undefined || !name.endsWith('.jpg')) return undefined
    const known = inMemory.get(name)
    if (known) return known
    const drawn = readOrDraw(path.join(dir, name), svg)
    inMemory.set(name, drawn)
    drawn.catch(() => inMemory.delete(name))
    return drawn
  }

  const readByUrl = async (url: string): Promise<Buffer | undefined> => {
    if (!URL.canParse(url)) return undefined
    const parsed = new URL(url)
    if (parsed.protocol !== 'http:' || !OWN_HOSTS.has(parsed.hostname) || Number(parsed.port || 80) !== ownPort())
      return undefined
    if (!parsed.pathname.startsWith(ROUTE)) return undefined
    return read(parsed.pathname.slice(ROUTE.length))
  }

  const plugin: FastifyPluginAsync = async (app) => {
    app.get(ROUTE, async () => ({ samples: names.map((name) => `${ROUTE}${name}`) }))
    app.get<{ Params: { name: string } }>(`${ROUTE}:name`, async ({ params }, reply) => {
      const bytes = await read(params.name)
      if (!bytes) return reply.code(404).send({ error: `There is no sample picture ${params.name}. GET ${ROUTE} lists them.` })
      return reply
        .type('image/jpeg')
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
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
  await mkdir(path.dirname(file), { recursive: true })
  const aside = `${file}.${process.pid}`
  await writeFile(aside, bytes)
  await rename(aside, file)
  return bytes
}
