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
import { readPinIds } from '../../input/pin-ids.js'
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
  const words = (text: string) => (text.trim() === '' ? null : text)
  const first = board && { boardId: board.id, boardSectionId: section?.id ?? null }
  const series = first && seriesOf(first, values)
  return {
    post: {
      accountId: memory.accountId,
      title: words(values.title),
      description: words(values.description),
      url: words(values.link),
      altText: words(values.altText),
      board: series ? null : first,
      series,
      when: readWhen(values),
      isSimplified: true,
      productTagPinIds: memory.productTags === undefined ? readPinIds(values.productTags) : [], // remembered for another account: this one has none
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

/**
 * Returns the core's media; without any source, an empty link, which the core refuses.
 * @param uploadIds of the files, in their order
 */
export function mediaOf(
  sources: readonly Source[],
  uploadIds: readonly string[],
): { media: MediaSource; carouselItems: MediaSource[] } {
  const ids = [...uploadIds]
  const [media = { kind: 'url', url: '', mediaType: 'image' }, ...carouselItems] = sources.map((source): MediaSource => {
    if (source.kind === 'file') return { kind: 'upload', uploadId: ids.shift() ?? '' }
    return { kind: 'url', url: source.url, mediaType: videoIn(source.url) ? 'video' : 'image' }
  })
  return { media, carouselItems }
}

/** @throws BAD_REQUEST sendAt */
export function readWhen({ when, at }: Pick<ComposerValues, 'when' | 'at'>): When {
  if (when !== 'at') return { kind: when }
  if (!at) throw badRequest('sendAt', 'Choose a date and time.')
  return { kind: 'at', at }
}
