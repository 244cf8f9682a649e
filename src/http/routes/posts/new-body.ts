/** The body of "create a post", and its conversion to the core's tagged unions. */
import { z } from 'zod'
import type { NewBatchPost } from '../../../core/many/batch/model.js'
import { EMPTY_CONTENT, ORIGINAL_FIELDS } from '../../../core/posts/content.js'
import type { NewPost } from '../../../core/posts/create/create.js'
import { MOST_BOARDS, MOST_DAYS } from '../../../core/posts/schedule/series-interval.js'
import { INTERVAL_PRESETS, type IntervalPreset, type Series } from '../../../core/posts/post.js'
import type { MediaSource } from '../../../core/media/post-media.js'
import { CREATED, givenIn } from '../../post-content.js'
import { anId, boardId, instant } from '../../schemas.js'
import { mediaFields, readMedia, readWhen, requireMediaFields, sectionOf } from './fields.js'

// Object.keys() returns strings, not the keys' type
const PRESETS = Object.keys(INTERVAL_PRESETS) as IntervalPreset[]

const intervalBoard = z.strictObject({
  boardId: boardId(),
  boardSectionId: anId().optional().meta({ description: 'A section of this board; left out: the board root' }),
})

const ONE_TIME = 'useNextOpenSlot and sendAt exclude each other: send one'
const SECTION_ALONE = 'boardSectionId requires boardId: send the board of the section too'

const LIST = new Intl.ListFormat('en-GB') // without a comma before “and”
const savePinId = anId()
  .min(1)
  .meta({
    description: `Id or URL of someone else’s public pin, which is saved to the board instead of creating a new pin. Exclusive with ${LIST.format(['media', ...ORIGINAL_FIELDS])}`,
  })

type WithSource = Parameters<typeof requireMediaFields>[0] & { savePinId?: string | undefined }

/** Requires media or a pin to save; if both are given, the core's refusal names the one to leave out. */
function requireSource(body: WithSource, context: z.RefinementCtx): void {
  if (body.savePinId === undefined) return requireMediaFields(body, context)
  if (body.mediaType !== undefined)
    context.addIssue({ code: 'custom', path: ['mediaType'], message: 'mediaType is not used with savePinId: leave it out' })
}

/** Returns no media for a saved pin. */
const readSources = (body: WithSource): MediaSource[] =>
  body.savePinId !== undefined && body.mediaUrl === undefined && body.uploadId === undefined && !body.carouselItems
    ? []
    : readMedia(body)

const { productTagPinIds, ...others } = CREATED

/** Fields of every new post, besides media and boards. */
const ownFields = {
  savePinId: savePinId.optional(),
  ...others,
  sendAt: instant()
    .optional()
    .meta({ description: 'When to publish: in the future, within 10 years; exclusive with useNextOpenSlot' }),
  useNextOpenSlot: z.boolean().optional().meta({ description: 'Publish at the next open smart slot; false counts as absent' }),
  isSimplifiedPin: z.boolean().default(true).meta({ description: 'Whether it is a simplified pin rather than a standard one' }),
  productTagPinIds,
}

/**
 * Checks what only this entry point can get wrong; rules that both share are the core's, and their numbers are only documented
 * here.
 * @see docs/contract.md#create, rules 1 to 7
 */
export const newPostBody = z
  .strictObject({
    ...mediaFields,
    ...ownFields,
    boardId: boardId()
      .optional()
      .meta({ description: 'Required when scheduling, unless intervalBoards is given; exclusive with it' }),
    boardSectionId: anId().optional().meta({ description: 'A section of boardId; not used with intervalBoards' }),
    intervalBoards: z.array(intervalBoard).optional().meta({
      minItems: 1,
      maxItems: MOST_BOARDS,
      description:
        'The same pin on several boards, one interval apart, in this order; the first is the pin’s own board. Needs intervalType and sendAt or useNextOpenSlot. No board may repeat',
    }),
    intervalType: z
      .enum(PRESETS)
      .optional()
      .meta({
        description: `Spacing in days: ${Object.entries(INTERVAL_PRESETS)
          .map(([name, days]) => `${name} ${days}`)
          .join(', ')}. Only with intervalBoards`,
      }),
    intervalDays: z.int().optional().meta({
      minimum: 1,
      maximum: MOST_DAYS,
      description: 'An exact number of days that overrides intervalType. Only with intervalBoards',
    }),
    intervalMode: z.enum(['slots', 'exact']).optional().meta({
      description:
        'slots (default): each board after the first takes the first open slot at or after its time; exact: its exact time. Only with intervalBoards',
    }),
  })
  .superRefine(requireSource)
  .superRefine((body, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const { intervalBoards: boards } = body
    if (body.sendAt !== undefined && body.useNextOpenSlot === true) refuse('useNextOpenSlot', ONE_TIME)
    if (boards && body.boardSectionId !== undefined)
      refuse('boardSectionId', 'boardSectionId is not used with intervalBoards: put it on the entry of its board')
    if (!boards && body.boardSectionId !== undefined && body.boardId === undefined) refuse('boardSectionId', SECTION_ALONE)
    if (boards && body.intervalType === undefined)
      refuse('intervalType', `intervalType is required with intervalBoards: send ${PRESETS.join(', ')}`)
    for (const field of ['intervalType', 'intervalDays', 'intervalMode'] as const)
      if (!boards && body[field] !== undefined)
        refuse(field, `${field} is only valid with intervalBoards: send them, or leave it out`)
  })

/** A post of a batch: the same without a series. */
export const batchPostBody = z
  .strictObject({
    ...mediaFields,
    ...ownFields,
    boardId: boardId().optional().meta({ description: 'Required when scheduling' }),
    boardSectionId: anId().optional().meta({ description: 'A section of boardId' }),
  })
  .superRefine(requireSource)
  .superRefine((body, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (body.sendAt !== undefined && body.useNextOpenSlot === true) refuse('useNextOpenSlot', ONE_TIME)
    if (body.boardSectionId !== undefined && body.boardId === undefined) refuse('boardSectionId', SECTION_ALONE)
  })

/** Converts a post of a batch to the core's form. */
export function readBatchPost(body: z.output<typeof batchPostBody>): NewBatchPost {
  const { accountId: _, series: __, ...post } = readNewPost('', body)
  return post
}

type Body = z.output<typeof newPostBody> | (z.output<typeof batchPostBody> & { [Name in SeriesField]?: undefined })
type SeriesField = 'intervalBoards' | 'intervalType' | 'intervalDays' | 'intervalMode'

export function readNewPost(accountId: string, body: Body): NewPost {
  const [media = null, ...carouselItems] = readSources(body)
  return {
    ...EMPTY_CONTENT,
    ...givenIn(body),
    accountId,
    media,
    carouselItems,
    savePinId: body.savePinId ?? null,
    board: body.boardId === undefined ? null : { boardId: body.boardId, boardSectionId: sectionOf(body.boardSectionId) },
    series: readSeries(body),
    when: readWhen(body) ?? { kind: 'draft' },
    isSimplified: body.isSimplifiedPin,
  }
}

function readSeries({ intervalBoards, intervalType, intervalDays, intervalMode }: Body): Series | null {
  if (!intervalBoards || !intervalType) return null // newPostBody requires both or neither
  return {
    boards: intervalBoards.map((entry) => ({ boardId: entry.boardId, boardSectionId: sectionOf(entry.boardSectionId) })),
    intervalType,
    intervalDays: intervalDays ?? null,
    mode: intervalMode ?? 'slots',
  }
}
