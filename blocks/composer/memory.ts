/** What the composer carries for itself. */
import { z } from 'zod'
import { homePage } from '../pin/home-memory.js'
import { viewMemory } from '../kit/memory.js'

/** What any form carries in which a board and its section are chosen; `boardId`: where that is not to be seen in it. */
const place = z.object({ accountId: z.string(), boardId: z.string().exactOptional() })
export const placeMemory = viewMemory(place)

export const chosenFile = z.object({
  id: z.string(),
  name: z.string(),
  from: z.enum(['message', 'dm']).exactOptional(),
  isSeen: z.literal(true).exactOptional(),
})

/** `…Round`: an input gets a new block_id when its value must go. */
const composer = place.extend({
  responseUrl: z.string().exactOptional(),
  boardRound: z.number(),
  sectionRound: z.number(),
  fileRound: z.number(),
  /** Of the description, when a word was added to it. */
  wordRound: z.number().exactOptional(),
  /** All that may be ticked under "Files already added". */
  files: z.array(chosenFile).exactOptional(),
  /** Whether it shows what few pins need. Once open it stays open: nothing typed into it can be folded away. */
  more: z.literal(true).exactOptional(),
  /** Whether it asks for the link of a picture, because it began with one. */
  image: z.literal(true).exactOptional(),
  /** A pin of somebody else's that it began with: to be looked at, and never part of the pin. */
  inspiration: z
    .object({ title: z.string(), url: z.string().exactOptional(), picture: z.string().exactOptional() })
    .exactOptional(),
  /** What the page of its link says, for what is left empty. */
  page: z
    .object({
      link: z.string(),
      title: z.string().nullable(),
      description: z.string().nullable(),
      altText: z.string().nullable(),
      pictureUrl: z.string().nullable(),
    })
    .exactOptional(),
  /** Whether the person chose the board; `guessed`: it is ours, by the words of the page. */
  board: z.enum(['chosen', 'guessed']).exactOptional(),
  /** Typed before an account was chosen that cannot have them. */
  productTags: z.string().exactOptional(),
  /** Chosen before an account was chosen on which this person saves drafts alone. `at`: Unix seconds. */
  wish: z.object({ when: z.enum(['draft', 'nextOpenSlot', 'at']), at: z.number().nullable() }).exactOptional(),
  /** It was opened from Home, and the answer is said there. */
  onHome: z.literal(true).exactOptional(),
  /** Where the Home stood that it was opened from; none: on its first page. */
  homePage: homePage.exactOptional(),
})
export type ComposerMemory = z.infer<typeof composer>
export const composerMemory = viewMemory(composer)

/** The page as a form can remember it beside all else; what is too long for that is read once more when the form is sent. */
export function rememberPage(memory: ComposerMemory, page: NonNullable<ComposerMemory['page']>): ComposerMemory {
  const { page: _, ...rest } = memory
  const kept = { ...rest, page }
  return composerMemory.room(kept) < ROOM_FOR_THE_REST ? rest : kept
}
const ROOM_FOR_THE_REST = 300
