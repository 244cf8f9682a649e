/** What the views of boards remember. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** What every view of the boards carries, so that the list below it can be refreshed. */
const boards = z.object({
  accountId: z.string(),
  /** '': all boards are listed. */
  words: z.string(),
  /** Where the page begins. */
  at: z.number(),
  /** The search has another name after each change of its words by us, or Slack would keep what was typed. */
  round: z.number(),
  /** Of the command it was opened by: where answers go that are messages. */
  responseUrl: z.string().exactOptional(),
})
export type BoardsMemory = z.infer<typeof boards>
export const boardsMemory = viewMemory(boards)

const sections = z.object({ boardId: z.string(), at: z.number(), below: boards })
export type SectionsMemory = z.infer<typeof sections>
export const sectionsMemory = viewMemory(sections)

const boardUtm = z.object({ accountId: z.string(), boardId: z.string(), below: boards })
export const boardUtmMemory = viewMemory(boardUtm)

const newBoard = z.object({ below: boards })
export type NewBoardMemory = z.infer<typeof newBoard>
export const newBoardMemory = viewMemory(newBoard)

const rename = z.object({
  boardId: z.string(),
  /** What the person saw, as fingerprints: only what they changed since is sent. */
  seen: z.object({ name: z.string(), description: z.string(), defaultLink: z.string() }),
  below: boards,
})
export type RenameMemory = z.infer<typeof rename>
export const renameMemory = viewMemory(rename)
