/** Turns the composer's values into the core's input. Empty fields are left out; the core checks all rules. */
import type { ComposerForm } from './form.js'
import type { Named } from '../../../../blocks/boards/inputs.js'
import type { ChosenFile, ComposerValues } from '../../../../blocks/composer/model.js'
import { badRequest } from '../../../core/lib/errors.js'
import type { NewPost } from '../../../core/posts/create/create.js'
import type { BoardChoice } from '../../../core/boards/board.js'
import type { Series } from '../../../core/posts/post.js'
import type { MediaSource } from '../../../core/media/post-media.js'
import type { When } from '../../../core/posts/when.js'
import { newContent } from '../../forms/content.js'
import { videoIn } from '../../input/links.js'

/**
 * One medium of a pin; the first is the cover. `isOfPage`: the picture comes from the page of the link, because none was given.
 */
export type Source = { kind: 'link'; url: string; isOfPage?: true } | { kind: 'file'; file: ChosenFile }
export type PinInput = {
  /** Everything except the media, which may still have to be fetched. */
  post: Omit<NewPost, 'media' | 'carouselItems'>
  sources: Source[]
  /** The pin's own board first, then the further boards. */
  boards: Named[]
}

/** @throws BAD_REQUEST boardId, boardSectionId, sendAt: values that cannot make a pin */
export function pinInput({ memory, values }: ComposerForm): PinInput {
  const { board, section, alsoOn } = values
  if (section && !board) throw badRequest('boardSectionId', 'Choose the section’s board, or clear the section.')
  if (alsoOn.length > 0 && !board) throw badRequest('boardId', 'Choose the first board.')
  const first = board && { boardId: board.id, boardSectionId: section?.id ?? null }
  const series = first && seriesOf(first, values)
  return {
    post: {
      ...newContent(values),
      ...(memory.productTags !== undefined && { productTagPinIds: [] }), // remembered for another account: this one has none
      accountId: memory.accountId,
      board: series ? null : first,
      series,
      when: readWhen(values),
    },
    sources: sourcesOf(values),
    boards: [...(board ? [board] : []), ...alsoOn],
  }
}

function seriesOf(first: BoardChoice, { alsoOn, interval, everyDays, placing }: ComposerValues): Series | null {
  if (alsoOn.length === 0) return null
  const further = alsoOn.map(({ id }) => ({ boardId: id, boardSectionId: null }))
  return { boards: [first, ...further], intervalType: interval, intervalDays: everyDays, mode: placing }
}

/** Lists the media; a kept file that was chosen again counts once. */
export function sourcesOf({ image, keptFiles, files }: Pick<ComposerValues, 'image' | 'keptFiles' | 'files'>): Source[] {
  const once = new Map([...keptFiles, ...files].map((file) => [file.id, file]))
  const link: Source[] = image === '' ? [] : [{ kind: 'link', url: image }]
  return [...link, ...[...once.values()].map((file): Source => ({ kind: 'file', file }))]
}

export const isVideo = (source: Source): boolean =>
  source.kind === 'link' ? videoIn(source.url) : /\.(mp4|m4v|mov|qt)$/i.test(source.file.name)

/** Returns the position of the image that is given together with one video, whose cover it becomes; undefined: there is none. */
export function coverAmong(sources: readonly Source[]): number | undefined {
  const [first, second] = sources
  if (sources.length !== 2 || !first || !second || isVideo(first) === isVideo(second)) return undefined
  return isVideo(first) ? 1 : 0
}

/**
 * Returns the core's media; without any source, an empty link, which the core refuses.
 * @param uploadIds of the files, in their order
 */
export function mediaOf(
  sources: readonly Source[],
  uploadIds: readonly string[],
): { media: MediaSource; carouselItems: MediaSource[]; coverPicture?: MediaSource } {
  const ids = [...uploadIds]
  const all = sources.map((source): MediaSource => {
    if (source.kind === 'file') return { kind: 'upload', uploadId: ids.shift() ?? '' }
    return { kind: 'url', url: source.url, mediaType: videoIn(source.url) ? 'video' : 'image' }
  })
  const cover = coverAmong(sources)
  const [media = { kind: 'url', url: '', mediaType: 'image' }, ...carouselItems] = all.filter((_, index) => index !== cover)
  const coverPicture = cover === undefined ? undefined : all[cover]
  return { media, carouselItems, ...(coverPicture && { coverPicture }) }
}

/** @throws BAD_REQUEST sendAt */
export function readWhen({ when, at }: Pick<ComposerValues, 'when' | 'at'>): When {
  if (when !== 'at') return { kind: when }
  if (!at) throw badRequest('sendAt', 'Choose a date and time.')
  return { kind: 'at', at }
}
