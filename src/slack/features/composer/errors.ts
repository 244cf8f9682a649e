/** Rewrites the core's refusals of a new pin for the composer: the input, and the file or board. */
import { field } from '../../../../blocks/ids.js'
import type { ComposerValues } from '../../../../blocks/composer/model.js'
import { type Called, say } from '../../../core/lib/codes.js'
import type { Reason } from '../../../core/lib/reasons.js'
import { badRequest, type BrokenRule, DomainError, type Issue } from '../../../core/lib/errors.js'
import { issuesOf, withIssues } from '../../../core/lib/rows/read-all.js'
import { unseenText } from '../../pictures/unseen.js'
import { coverAmong, type PinInput } from './to-new-post.js'
import { videoIn } from '../../input/links.js'

type Asked = Pick<PinInput, 'sources' | 'boards'> & { values: Pick<ComposerValues, 'when' | 'placing'> }
/** `words`: a person's name for it; absent if the label is enough. */
type Place = { field: string; words?: string }

/** @returns the error to throw instead, with all issues; an error that is no refusal of the core is returned unchanged */
export function inForm(error: unknown, requested: Asked): unknown {
  const { boards, values } = requested
  if (!(error instanceof DomainError)) return error
  const { reason, thing, isGuarded } = error.details
  if (error.code === 'NOT_FOUND' && thing === 'Board')
    return badRequest(field.board, 'One of the boards was deleted. Choose another one.')
  const unslotted = reason && boards.length > 1 && values.placing === 'slots' ? inOpenSlots(reason, values, isGuarded) : undefined
  if (unslotted) return unslotted
  const [first, ...others] = issuesOf(error).map((issue) => issueInForm(issue, requested))
  if (!first) return error
  return withIssues(badRequest(first.field, first.sentence, first.rule), [first, ...others])
}

const MEDIA_FIELD = /^(?:mediaUrl|uploadId|mediaType|carouselItems|cover\.)\b/

/** Rewrites media errors of another form that takes media; other errors are returned unchanged. */
export function mediaInForm(error: unknown, sources: PinInput['sources']): unknown {
  const isAboutMedia = error instanceof DomainError && issuesOf(error).some(({ field: name }) => MEDIA_FIELD.test(name))
  return isAboutMedia ? inForm(error, { sources, boards: [], values: { when: 'draft', placing: 'slots' } }) : error
}

function issueInForm({ field: name, sentence, rule }: Issue, requested: Asked): Issue {
  const place = placeOf(name, requested)
  if (requested.sources.length === 0 && name === 'mediaUrl') return { field: field.files, sentence: NO_MEDIA }
  if (rule === 'needed_to_schedule') return { field: place.field, sentence, rule }
  if (rule) return { field: place.field, sentence: BROKEN[rule](requested, { name, words: place.words ?? 'This' }) }
  const calledHere = (other: Called) => (it: string) => (it === name && place.words !== undefined ? place.words : other(it))
  return { field: place.field, sentence: (of) => say(sentence, calledHere(of)) }
}

const NO_MEDIA = 'Add an image or video.'

/**
 * Suggests an exact time for a series that finds no open slot. A time set for the first board alone still sends the further
 * boards to slots.
 */
function inOpenSlots(reason: Reason, { when }: Asked['values'], isGuarded = false): DomainError | undefined {
  const isSet = when === 'at'
  const place = isSet ? field.placing : field.when
  const choices = isSet ? '“Exact time”' : '“Exact time”, also for the other boards'
  const noSlot = `No open slots${isSet ? ' for these boards' : ''}.`
  const closed = isGuarded ? ' Blackouts and the limit of a day close slots, too: see /pin settings.' : ''
  if (reason === 'no_open_slot') return badRequest(place, `${noSlot}${closed} Choose ${choices}, or add slots.`)
  if (reason !== 'slot_resolution_timeout') return undefined
  return badRequest(place, `Finding open slots took too long. Nothing was saved: try again, or choose ${choices}.`)
}

/** Replaces sentences of the core that are meant for developers. `name`: the field that broke the rule; `words`: its label. */
const BROKEN = {
  board_named_twice: ({ boards }, { name }) => `“${boards[entryOf(name)]?.name}” is listed twice. Choose each board once.`,
  carousel_has_video: ({ sources }) => otherKindThanItsEnding(sources),
  carousel_too_long: ({ sources }) => `Use up to 5 images; you have ${sources.length}.`,
  file_unseen: (_, { words }) => unseenText('file_unseen', words),
  file_unseen_dm: (_, { words }) => unseenText('file_unseen_dm', words),
  link_of_other_kind: ({ sources }) => otherKindThanItsEnding(sources),
  section_not_on_board: () => 'This section isn’t on that board. Choose another one, or none.',
  series_as_draft: () => 'Pins for several boards can’t be drafts. Pick a time.',
  upload_of_other_kind: (_, { words }) => `${words} isn’t the file type its name says. Choose another file.`,
  upload_unknown: (_, { words }) => `${words} can’t be used anymore. Choose another file.`,
} satisfies Record<Exclude<BrokenRule, 'needed_to_schedule'>, (requested: Asked, at: { name: string; words: string }) => string>

/** Returns the index in a field's name: 2 for `intervalBoards[2].boardId`. */
const entryOf = (name: string): number => Number(/\[(\d+)\]/.exec(name)?.[1])

/** Explains a link that leads to another kind of file than its ending says; only the bytes show the kind. */
function otherKindThanItsEnding(sources: PinInput['sources']): string {
  const [cover, ...others] = sources
  if (others.length > 0 && coverAmong(sources) === undefined)
    return 'Carousels can only have images. Remove this video, or the files.'
  return cover?.kind === 'link' && videoIn(cover.url)
    ? 'This link ends like a video’s but leads to an image. Add the image as a file.'
    : 'This link leads to a video but doesn’t end in .mp4 or .mov. Add the video as a file.'
}

function placeOf(name: string, { sources, boards }: Asked): Place {
  const [, item, board] = /^(?:carouselItems\[(\d+)\]|intervalBoards\[(\d+)\])\./.exec(name) ?? []
  if (board !== undefined) return boardPlace(Number(board), name, boards)
  if (item !== undefined) return mediaPlace(sources[Number(item) + 1])
  const cover = coverAmong(sources)
  if (name.startsWith('cover.')) return mediaPlace(sources[cover ?? 0])
  if (name === 'mediaUrl' || name === 'uploadId') return mediaPlace(sources[cover === 0 ? 1 : 0])
  if (name === 'carouselItems') return { field: field.files }
  if (name === 'mediaType') return { field: field.image }
  return { field: name }
}

const mediaPlace = (source: PinInput['sources'][number] | undefined): Place =>
  source?.kind === 'link' && source.isOfPage
    ? { field: field.files, words: 'The page’s image' }
    : source?.kind === 'file'
      ? { field: field.files, words: `“${source.file.name}”` }
      : { field: field.image, words: 'Image link' }

/** Finds the input of a board: the first board of a series has inputs of its own for board and section. */
function boardPlace(index: number, name: string, boards: PinInput['boards']): Place {
  if (index === 0) return { field: name.endsWith('boardSectionId') ? field.section : field.board }
  return { field: field.alsoOn, words: `“${boards[index]?.name}”` }
}
