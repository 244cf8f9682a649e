/** The media of a new post, one or several: looked up, fetched, attached. */
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

/** A few large pictures at once would be a lot of memory. */
const AT_ONCE = 2

/** In their order. @throws CONFLICT upload_already_attached, of whichever · BAD_REQUEST the first unknown upload */
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

/** Whether there is something under each upload: a check before a charge, none of it is read. @throws BAD_REQUEST */
export async function requireBytes({ storage }: Pick<Deps, 'storage'>, media: readonly GivenMedia[]): Promise<void> {
  for (const one of media) if (one.kind === 'upload') await requireStaged(storage, one.upload, one.field)
}

type Work<T> = (prepared: PreparedMedia[]) => Promise<T>

/**
 * `work` with all media fetched, checked and stored; what was copied for them is taken away when it fails. It runs a second time when
 * media that we knew was swept before it could be attached. Not within a transaction.
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
  /** By their places. */
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
    if (refused.size > 0) throw refused.get(Math.min(...refused.keys())) // of two that are refused the first is reported
    return await work(prepared)
  } catch (error) {
    await Promise.all(Object.values(prepared).map((one) => discardMedia(deps, one)))
    throw error
  }
}

/** A video is always alone. */
export const mediaTypeOfAll = (prepared: readonly PreparedMedia[]): 'image' | 'video' =>
  prepared.some((one) => one.mediaType === 'video') ? 'video' : 'image'

/** By it all transactions take media in one order. */
export const lockKeyOf = ({ sha256, storageKey, source, original }: PreparedMedia): string =>
  `${original ? lockKeyOf(original.of) : ''}${sha256?.toString('hex') ?? storageKey} ${source.kind === 'upload' ? source.uploadId : ''}`

/**
 * As takeMedia, for each; returned in the order of `prepared`, but locked in one that all transactions share: two with the same
 * pictures could otherwise deadlock.
 */
export async function takeAllMedia(sql: Sql, actor: Actor, prepared: readonly PreparedMedia[], now: Date): Promise<PostMedia[]> {
  const named = prepared.map((one, index) => ({ prepared: one, field: mediaField(one.source, index) }))
  const taken = new Map<PreparedMedia, PostMedia>()
  for (const one of named.sort((a, b) => (lockKeyOf(a.prepared) < lockKeyOf(b.prepared) ? -1 : 1))) {
    taken.set(one.prepared, await takeMedia(sql, actor, one, now))
  }
  return prepared.flatMap((one) => taken.get(one) ?? [])
}
