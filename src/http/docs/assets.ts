/** The files of the reference: the installed Swagger UI and our own. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const OWN = fileURLToPath(new URL('./client/', import.meta.url))
const installed = () => path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const JS = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const FILES = {
  'swagger-ui-bundle.js': { type: JS, folder: installed },
  'swagger-ui.css': { type: CSS, folder: installed },
  'reference.js': { type: JS, folder: () => OWN },
  'reference.css': { type: CSS, folder: () => OWN },
} as const
type Name = keyof typeof FILES

export type Asset = { type: string; version: string; plain(): Promise<Buffer>; gzipped(): Promise<Buffer> }
export type Assets = {
  /** The address changes with the content, so the file may be cached forever. */
  href(name: Name): string
  /** undefined if there is no such file. */
  find(name: string): Asset | undefined
}

const compress = promisify(gzip)

/** Compresses each file once, because they are the same for everybody as long as the process lives. */
export function openAssets(): Assets {
  const assets = new Map(
    Object.entries(FILES).map(([name, { type, folder }]) => {
      const file = path.join(folder(), name)
      let packed: Promise<Buffer> | undefined
      const asset: Asset = {
        type,
        version: createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12),
        plain: () => readFile(file),
        gzipped: () => (packed ??= readFile(file).then((bytes) => compress(bytes, { level: 9 }))),
      }
      return [name, asset] as const
    }),
  )
  return {
    href: (name) => `/docs/assets/${name}?v=${assets.get(name)!.version}`,
    find: (name) => assets.get(name),
  }
}
