/** Creating posts with real pictures, drawn to measure, and a real storage. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, expect } from 'vitest'
import { MEDIA_LIMITS } from '../../../../src/core/media/formats.js'
import { requestUpload } from '../../../../src/core/media/uploads.js'
import { EMPTY_CONTENT } from '../../../../src/core/posts/content.js'
import { createPosts, type NewPost } from '../../../../src/core/posts/create/create.js'
import type { Placed, Post } from '../../../../src/core/posts/post.js'
import type { MediaSource } from '../../../../src/core/media/post-media.js'
import type { Pool } from '../../../../src/db/pool.js'
import { makePictures } from '../../../../src/media/pictures.js'
import { makeVideos } from '../../../../src/media/videos.js'
import { makeLocalStorage } from '../../../../src/storage/local.js'
import { aWorld, type World, type WorldOptions } from '../../../support/world.js'

/** `fetched`: the requested addresses, in order; `onFetch` runs at each. */
export type Studio = World & { fetched: string[]; onFetch: (url: string) => void }

const pictures = new Map<string, Buffer>()
async function drawn(width: number, height: number, color = 'a33'): Promise<Buffer> {
  const name = `${width} ${height} ${color}`
  const known = pictures.get(name)
  if (known) return known
  const bytes = await sharp({ create: { width, height, channels: 3, background: `#${color}` } })
    .jpeg()
    .toBuffer()
  pictures.set(name, bytes)
  return bytes
}

/** The boxes of an MP4 with its size and length (42 s), and bytes for the pictures. */
function filmed(width: number, height: number): Buffer {
  const box = (type: string, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(content.length + 8)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const mvhd = Buffer.alloc(100)
  mvhd.writeUInt32BE(1000, 12)
  mvhd.writeUInt32BE(42_000, 16)
  const tkhd = Buffer.alloc(84)
  tkhd.writeUInt8(1, 3)
  tkhd.writeUInt32BE(0x10000, 40)
  tkhd.writeUInt16BE(width, 76)
  tkhd.writeUInt16BE(height, 80)
  const hdlr = Buffer.alloc(25)
  hdlr.write('vide', 8, 'latin1')
  const moov = box('moov', box('mvhd', mvhd), box('trak', box('tkhd', tkhd), box('mdia', box('hdlr', hdlr))))
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isom')), moov, box('mdat', Buffer.alloc(5000, 7))])
}

/** To be called at the top of a test file: gives the maker of studios. */
export function openStudios(db: Pool): (options?: WorldOptions) => Promise<Studio> {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-create-'))
  const shutdown: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of shutdown) await close()
    rmSync(dir, { recursive: true })
  })
  return async (options = {}) => {
    const fetched: string[] = []
    const readSample = async (url: string) => {
      fetched.push(url)
      studio.onFetch(url)
      if (url === FILM.url) return filmed(720, 1280)
      const [, width, height, color] = /^https:\/\/(?:pictures|busy)\.test\/(\d+)x(\d+)(?:-(\w+))?$/.exec(url) ?? []
      return width ? drawn(Number(width), Number(height), color) : Buffer.from('not a picture')
    }
    const [studioPictures, videos] = [
      makePictures({ limits: MEDIA_LIMITS, readSample }),
      makeVideos({ limits: MEDIA_LIMITS, readSample }),
    ]
    shutdown.push(
      () => studioPictures.close(),
      () => videos.close(),
    )
    const clock = () => studio.clock.now
    const storage = makeLocalStorage({ dir, publicUrl: () => 'https://pinslot.test', secret: Buffer.alloc(32, 1), clock })
    const world = await aWorld(db, { ...options, parts: { storage, pictures: studioPictures, videos, ...options.parts } })
    const studio: Studio = { ...world, fetched, onFetch: () => undefined }
    return studio
  }
}

/** 720 by 1280, 42 s. */
export const FILM = { kind: 'url', url: 'https://pictures.test/film.mp4', mediaType: 'video' } as const
/** Of 200 by 300 pixels. */
export const SAMPLE = picture(200, 300)
export function picture(width: number, height: number, color?: string): Extract<MediaSource, { kind: 'url' }> {
  return { kind: 'url', url: `https://pictures.test/${width}x${height}${color ? `-${color}` : ''}`, mediaType: 'image' }
}

const complete: Omit<NewPost, 'accountId'> = {
  ...EMPTY_CONTENT,
  media: SAMPLE,
  carouselItems: [],
  title: 'Shelves',
  description: 'Seven of them',
  url: 'https://example.com/shelves',
  board: { boardId: '101', boardSectionId: null },
  series: null,
  when: { kind: 'draft' },
}

export const createAll = ({ deps, actor, accountId }: World, input: Partial<NewPost> = {}): Promise<Placed[]> =>
  createPosts(deps, actor, { accountId, ...complete, ...input })

/** A complete draft but for what is given. */
export async function create(world: World, input: Partial<NewPost> = {}): Promise<Post> {
  const [post] = await createAll(world, input)
  return post!
}

export async function refused(world: World, input: Partial<NewPost>, field: string): Promise<void> {
  await expect(createAll(world, input), field).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
}

/** Its bytes are PUT unless `put` is false. */
export async function anUpload(
  { deps, actor }: World,
  { width = 200, height = 300, color, extension = 'jpg', put = true }: UploadOptions = {},
): Promise<{ kind: 'upload'; uploadId: string }> {
  const { uploadUrl, uploadId, contentType } = await requestUpload(deps, actor, { extension })
  if (!put) return { kind: 'upload', uploadId }
  const bytes = extension === 'mp4' ? filmed(width, height) : await drawn(width, height, color)
  const { pathname } = new URL(uploadUrl)
  await deps.storage.receivePut!({ path: pathname, contentType, contentLength: bytes.length, body: Readable.from([bytes]) })
  return { kind: 'upload', uploadId }
}
export type UploadOptions = { width?: number; height?: number; color?: string; extension?: string; put?: boolean }

/** Boards '201', '202' and so on, in the cache. */
export async function boardsOf({ deps, organizationId, accountId, clock }: World, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => String(201 + index))
  for (const id of ids) {
    await deps.db.sql`
      insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
      values (${organizationId}, ${accountId}, ${id}, ${`Board ${id}`}, 'public', ${clock.now})`
  }
  return ids
}

/** Everything a create writes, by count. */
export async function writtenIn({ deps, organizationId }: World): Promise<Record<string, number>> {
  const [row] = await deps.db.sql<[Record<string, number>]>`
    select (select count(*)::int from posts where organization_id = ${organizationId}) as posts,
           (select count(*)::int from post_media where organization_id = ${organizationId}) as "postMedia",
           (select count(*)::int from media where organization_id = ${organizationId}) as media,
           (select count(*)::int from credit_ledger where organization_id = ${organizationId} and kind = 'charge') as charges,
           (select count(*)::int from uploads where organization_id = ${organizationId} and attached_at is not null) as attached,
           (select count(*)::int from audit where organization_id = ${organizationId} and subject like 'post:%') as audited`
  return row
}
export const NOTHING = { posts: 0, postMedia: 0, media: 0, charges: 0, attached: 0, audited: 0 }
