/** A world with the real pictures, videos and storage, whose files a test can read. */
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { MEDIA_LIMITS } from '../../../../src/core/media/formats.js'
import { requestUpload, type Upload } from '../../../../src/core/media/uploads.js'
import type { Pool } from '../../../../src/db/pool.js'
import { makePictures } from '../../../../src/media/pictures.js'
import { makeVideos } from '../../../../src/media/videos.js'
import { makeLocalStorage } from '../../../../src/storage/local.js'
import { aWorld, type World } from '../../../support/world.js'

export type MediaWorld = World & {
  /** By url. */
  samples: Map<string, Buffer>
  /** Names of all files of the storage. */
  files: () => Promise<string[]>
  staged: (bytes: Buffer, extension: string) => Promise<Upload>
  put: (upload: Upload, bytes: Buffer) => Promise<unknown>
}

export async function aMediaWorld(db: Pool): Promise<MediaWorld> {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-media-test-'))
  const samples = new Map<string, Buffer>()
  const readSample = async (url: string) => samples.get(url)
  const [pictures, videos] = [
    makePictures({ limits: MEDIA_LIMITS, readSample }),
    makeVideos({ limits: MEDIA_LIMITS, readSample }),
  ]
  const world = await aWorld(db)
  const { clock } = world.deps
  const storage = makeLocalStorage({ dir, publicUrl: () => '', secret: Buffer.alloc(32, 1), clock })
  afterAll(async () => {
    await Promise.all([pictures.close(), videos.close()])
    rmSync(dir, { recursive: true, force: true })
  })
  const deps = { ...world.deps, storage, pictures, videos }
  const put = async ({ uploadUrl, contentType }: Upload, bytes: Buffer) =>
    storage.receivePut?.({ path: uploadUrl, contentType, contentLength: bytes.length, body: Readable.from([bytes]) })
  return {
    ...world,
    deps,
    samples,
    put,
    async files() {
      const found = await readdir(dir, { recursive: true, withFileTypes: true })
      return found.filter((one) => one.isFile()).map(({ name }) => name)
    },
    async staged(bytes, extension) {
      const upload = await requestUpload(deps, world.actor, { extension })
      await put(upload, bytes)
      return upload
    },
  }
}

export const aPicture = (format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg', background = '#3377aa'): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 900, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
