/** The media of a new post, one or several: found, fetched, attached. */
import type { Actor } from '../../lib/actor.js'
import { mapConcurrently } from '../../lib/work/concurrency.js'
import { DomainError } from '../../lib/errors.js'
import { discardMedia, prepareMedia, takeMedia } from '../../media/media.js'
import type { GivenMedia } from '../../media/prepare-image.js'
import type { PreparedMedia } from '../../media/prepared.js'
import { isSwept } from '../../media/media-rows.js'
import { requireStaged } from '../../media/staged.js'
import { requireUpload } from '../../media/uploads.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { mediaField } from '../carousel.js'
import type { MediaSource, PostMedia } from '../../media/post-media.js'

/** The pictures of one post that are prepared at once, because large ones take a lot of memory. */
const AT_ONCE = 2

/** Finds the uploads in order. @throws CONFLICT upload_already_attached, of any · BAD_REQUEST the first unknown upload */
export async function lookUpMedia(sql: Sql, actor: Actor, sources: readonly MediaSource[], now: Date): Promise<GivenMedia[]> {
  const seen: GivenMedia[] = []
  const refusals: unknown[] = []
  for (const [index, source] of sources.entries()) {
    const field = mediaField(source, index)
    if (source.kind === 'url') {
      seen.push({ ...source, field })
      continue
    }
    try {
      seen.push({ ...source, field, upload: await requireUpload(sql, actor, source.uploadId, field, now) })
    } catch (error) {
      refusals.push(error)
    }
  }
  if (refusals.length > 0) throw refusals.find(isConflict) ?? refusals[0]
  return seen
}

const isConflict = (error: unknown) => error instanceof DomainError && error.code === 'CONFLICT'

/** Checks before a charge that each upload has bytes, without reading them. @throws BAD_REQUEST */
export async function requireBytes({ storage }: Pick<Deps, 'storage'>, media: readonly GivenMedia[]): Promise<void> {
  for (const one of media) if (one.kind === 'upload') await requireStaged(storage, one.upload, one.field)
}

type Work<T> = (prepared: PreparedMedia[]) => Promise<T>

/**
 * Runs `work` with all media fetched, checked and stored, outside any transaction; the copies are removed when it fails. It runs
 * `work` a second time when known media were swept before they could be attached.
 */
export async function withMedia<T>(deps: Deps, actor: Actor, media: readonly GivenMedia[], work: Work<T>): Promise<T> {
  try {
    return await withPrepared(deps, actor, media, work)
  } catch (error) {
    if (!isSwept(error)) throw error
    return withPrepared(deps, actor, media, work)
  }
}

async function withPrepared<T>(deps: Deps, actor: Actor, media: readonly GivenMedia[], work: Work<T>): Promise<T> {
  /** The prepared media by position. */
  const prepared: PreparedMedia[] = []
  const refused = new Map<number, unknown>()
  try {
    await mapConcurrently(media, AT_ONCE, async (given, index) => {
      if (refused.size > 0) return
      try {
        prepared[index] = await prepareMedia(deps, actor, given)
      } catch (error) {
        refused.set(index, error)
      }
    })
    if (refused.size > 0) throw refused.get(Math.min(...refused.keys())) // the first of several refusals is reported
    return await work(prepared)
  } catch (error) {
    await Promise.all(Object.values(prepared).map((one) => discardMedia(deps, one)))
    throw error
  }
}

/** Returns the media type of a post: a video is always alone. */
export const mediaTypeOfAll = (prepared: readonly PreparedMedia[]): 'image' | 'video' =>
  prepared.some((one) => one.mediaType === 'video') ? 'video' : 'image'

/** The key of the order in which all transactions take media. */
export const lockKeyOf = ({ sha256, storageKey, source, original }: PreparedMedia): string =>
  `${original ? lockKeyOf(original.of) : ''}${sha256?.toString('hex') ?? storageKey} ${source.kind === 'upload' ? source.uploadId : ''}`

/**
 * Takes each as takeMedia does, in an order that all transactions share: two with the same pictures could otherwise deadlock.
 * @returns them in the order of `prepared`
 */
export async function takeAllMedia(sql: Sql, actor: Actor, prepared: readonly PreparedMedia[], now: Date): Promise<PostMedia[]> {
  const named = prepared.map((one, index) => ({ prepared: one, field: mediaField(one.source, index) }))
  const taken = new Map<PreparedMedia, PostMedia>()
  for (const one of named.sort((a, b) => (lockKeyOf(a.prepared) < lockKeyOf(b.prepared) ? -1 : 1))) {
    taken.set(one.prepared, await takeMedia(sql, actor, one, now))
  }
  return prepared.flatMap((one) => taken.get(one) ?? [])
}
