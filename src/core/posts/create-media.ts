/** The media of a new post, one or several: looked up, fetched, taken. */
import type { Actor } from '../actor.js'
import { discardMedia, prepareMedia, takeMedia, type PreparedMedia } from '../media/media.js'
import { requireUpload } from '../media/uploads.js'
import type { Deps, Sql } from '../ports.js'
import { mediaField } from './carousel.js'
import type { MediaSource, PostMedia } from './post.js'

/** A few large pictures at once would be a lot of memory. */
const AT_ONCE = 2

/** What each source is, before a byte is read. @throws BAD_REQUEST an unknown upload · CONFLICT upload_already_attached */
export async function readMediaTypes(
  sql: Sql,
  actor: Actor,
  sources: readonly MediaSource[],
  now: Date,
): Promise<('image' | 'video')[]> {
  const mediaTypes: ('image' | 'video')[] = []
  for (const [index, source] of sources.entries()) {
    if (source.kind === 'url') mediaTypes.push(source.mediaType)
    else mediaTypes.push((await requireUpload(sql, actor, source.uploadId, mediaField(source, index), now)).mediaType)
  }
  return mediaTypes
}

/** `work` with all media fetched, checked and stored; what was copied for them is taken away when it fails. Not within a transaction. */
export async function withMedia<T>(
  deps: Deps,
  actor: Actor,
  sources: readonly MediaSource[],
  work: (prepared: PreparedMedia[]) => Promise<T>,
): Promise<T> {
  const prepared: PreparedMedia[] = []
  try {
    for (let from = 0; from < sources.length; from += AT_ONCE) {
      const some = sources
        .slice(from, from + AT_ONCE)
        .map((source, index) => ({ source, field: mediaField(source, from + index) }))
      const outcomes = await Promise.allSettled(some.map(({ source, field }) => prepareMedia(deps, actor, source, field)))
      prepared.push(...outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : [])))
      const refused = outcomes.find((outcome) => outcome.status === 'rejected')
      if (refused) throw refused.reason // of two that are refused the first is told
    }
    return await work(prepared)
  } catch (error) {
    await Promise.all(prepared.map((one) => discardMedia(deps, one)))
    throw error
  }
}

/**
 * As takeMedia, for each; given back in the order of `prepared`, but taken in one that all transactions share: two that take the same
 * pictures otherwise could wait for each other.
 */
export async function takeAllMedia(sql: Sql, actor: Actor, prepared: readonly PreparedMedia[], now: Date): Promise<PostMedia[]> {
  const keyOf = ({ storageKey, source }: PreparedMedia) => `${storageKey} ${source.kind === 'upload' ? source.uploadId : ''}`
  const taken = new Map<PreparedMedia, PostMedia>()
  for (const one of [...prepared].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    taken.set(one, await takeMedia(sql, actor, one, now))
  }
  return prepared.flatMap((one) => taken.get(one) ?? [])
}
