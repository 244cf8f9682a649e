/** The private metadata of the composer. */
import { z } from 'zod'
import { homePage } from '../pin/home-memory.js'
import { viewMemory } from '../kit/memory.js'

/** The metadata of any form with a board and a section. `boardId`: set if the form does not show the board. */
const place = z.object({ accountId: z.string(), boardId: z.string().exactOptional() })
export const placeMemory = viewMemory(place)

export const chosenFile = z.object({
  id: z.string(),
  name: z.string(),
  from: z.enum(['message', 'dm']).exactOptional(),
  isSeen: z.literal(true).exactOptional(),
})

/** `…Round`: a number in the input's block_id that grows when its value must be emptied. */
const composer = place.extend({
  responseUrl: z.string().exactOptional(),
  boardRound: z.number(),
  sectionRound: z.number(),
  fileRound: z.number(),
  /** The round of the description; grows when a word is added to it. */
  wordRound: z.number().exactOptional(),
  /** The options of "Files already added". */
  files: z.array(chosenFile).exactOptional(),
  /** "More" is open. It stays open, so that nothing typed there is lost. */
  more: z.literal(true).exactOptional(),
  /** The form has an input for an image link, because it began with one. */
  image: z.literal(true).exactOptional(),
  /** Another person's pin as inspiration; it is shown, and never part of the pin. */
  inspiration: z
    .object({ title: z.string(), url: z.string().exactOptional(), picture: z.string().exactOptional() })
    .exactOptional(),
  /** The data of the link's page, used for fields left empty. */
  page: z
    .object({
      link: z.string(),
      title: z.string().nullable(),
      description: z.string().nullable(),
      altText: z.string().nullable(),
      pictureUrl: z.string().nullable(),
    })
    .exactOptional(),
  /** Whether the person chose the board, or it was `guessed` from the words of the page. */
  board: z.enum(['chosen', 'guessed']).exactOptional(),
  /** Kept from before an account was chosen that cannot have product tags. */
  productTags: z.string().exactOptional(),
  /** Kept from before an account was chosen on which this person may only save drafts. `at`: Unix seconds. */
  wish: z.object({ when: z.enum(['draft', 'nextOpenSlot', 'at']), at: z.number().nullable() }).exactOptional(),
  /** The form was opened from Home, so the response goes there. */
  onHome: z.literal(true).exactOptional(),
  /** The page of Home that the form was opened from; undefined: the first. */
  homePage: homePage.exactOptional(),
})
export type ComposerMemory = z.infer<typeof composer>
export const composerMemory = viewMemory(composer)

/** Stores the page if it fits the metadata beside the rest; otherwise it is read again when the form is submitted. */
export function rememberPage(memory: ComposerMemory, page: NonNullable<ComposerMemory['page']>): ComposerMemory {
  const { page: _, ...rest } = memory
  const kept = { ...rest, page }
  return composerMemory.room(kept) < ROOM_FOR_THE_REST ? rest : kept
}
const ROOM_FOR_THE_REST = 300
