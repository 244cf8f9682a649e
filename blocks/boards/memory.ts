/** The private metadata of the views of boards. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'

/** Carried by every view of boards, so that the list below it can be refreshed. */
const boards = z.object({
  accountId: z.string(),
  /** The search words; '' lists all boards. */
  words: z.string(),
  /** Where the page begins. */
  at: z.number(),
  /** The search field gets a new id whenever its words are set here; otherwise Slack keeps what was typed. */
  round: z.number(),
  /** The URL of the command that opened the view, for responses that are messages. */
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
  /** Fingerprints of what the person saw: only fields they changed are sent. */
  seen: z.object({ name: z.string(), description: z.string(), defaultLink: z.string() }),
  below: boards,
})
export type RenameMemory = z.infer<typeof rename>
export const renameMemory = viewMemory(rename)
