/** Pins of every kind, queued, with their bytes behind them. */
import sharp from 'sharp'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import type { Post } from '../../../src/core/posts/post.js'
import { aDraft, aMedia, type DraftFields } from '../../support/factories.js'
import { aVideo } from '../../support/videos.js'
import type { World } from '../../support/world.js'
import { givePicture, MINUTE_MS, type PublishWorld } from './support.js'

type Fields = DraftFields & { at?: Date; tags?: string[] }

/** Two to five pictures, distinguished by their widths: 200, 220, … */
export async function aCarousel(world: World, { pictures, ...fields }: Fields & { pictures: number }): Promise<Post> {
  const mediaIds = []
  for (let n = 0; n < pictures; n++) {
    const mediaId = await aMedia(world)
    const bytes = await sharp({ create: { width: 200 + 20 * n, height: 300, channels: 3, background: 'olive' } })
      .jpeg()
      .toBuffer()
    await world.deps.storage.put(await storageKeyOf(world, mediaId), bytes, 'image/jpeg')
    mediaIds.push(mediaId)
  }
  return queued(world, fields, 'image', mediaIds)
}

export async function aVideoPin(world: World, { bytes = aFilm(), ...fields }: Fields & { bytes?: Buffer } = {}): Promise<Post> {
  const mediaId = await aMedia(world, { durationMs: FILM_MS, bytes: bytes.length })
  await world.deps.storage.put(await storageKeyOf(world, mediaId), bytes, 'video/mp4')
  return queued(world, fields, 'video', [mediaId])
}

export async function aTaggedPin(world: World, fields: Fields): Promise<Post> {
  const post = await queued(world, fields, 'image', [await aMedia(world)])
  await givePicture(world)
  return post
}

async function storageKeyOf({ deps, organizationId }: World, mediaId: string): Promise<string> {
  const [media] = await deps.db.sql<[{ key: string }]>`
    select storage_key as key from media where organization_id = ${organizationId} and id = ${mediaId}`
  return media.key
}

async function queued(world: World, { at, tags = [], ...fields }: Fields, mediaType: Post['mediaType'], mediaIds: string[]) {
  const { deps, actor, organizationId, accountId, clock } = world
  const { id: postId } = await aDraft(world, fields)
  const { sql } = deps.db
  await sql`
    update posts
       set media_type = ${mediaType}, product_tag_pin_ids = ${tags}
     where organization_id = ${organizationId} and id = ${postId}`
  await sql`delete from post_media where organization_id = ${organizationId} and post_id = ${postId}`
  for (const [position, mediaId] of mediaIds.entries())
    await sql`
      insert into post_media (organization_id, post_id, position, media_id)
      values (${organizationId}, ${postId}, ${position}, ${mediaId})`
  const when = { kind: 'at', at: at ?? new Date(clock.now.getTime() + 20 * MINUTE_MS) } as const
  return schedulePost(deps, actor, { accountId, postId, when })
}

export const FILM_MS = 42_000

export const aFilm = ({ pictureBytes = 5_000 } = {}): Buffer =>
  aVideo({ durationMs: FILM_MS, width: 720, height: 1280, mdatBytes: pictureBytes })

/** How often all of a video's bytes reached the platform. */
export async function uploadsOf({ simulator }: PublishWorld): Promise<number> {
  const { media } = await simulator.state()
  return media.reduce((sum, { uploads }) => sum + uploads, 0)
}

/** Of the pins with this post's link. */
export async function mediaOf({ simulator }: PublishWorld, { url }: Pick<Post, 'url'>) {
  const { pins } = await simulator.state()
  return pins.filter((pin) => pin.link === url).map((pin) => pin.media)
}

export const jobsOf = async ({ deps, organizationId }: World, { id }: Pick<Post, 'id'>) => [
  ...(await deps.db.sql<{ state: string; platform_media_id: string }[]>`
    select state, platform_media_id from video_jobs where organization_id = ${organizationId} and post_id = ${id}`),
]
