import { z } from 'zod'
import type { Board, BoardSection } from '../../core/boards/board.js'
import { secondsOrNull, secondsSchema } from './time.js'

const fields = {
  id: z.string(),
  name: z.string(),
  description: z.string().nullable().meta({ description: 'Null when the board has none' }),
  privacy: z.string().meta({ description: 'public, protected or secret', examples: ['public'] }),
  pinCount: z.int(),
}

/** As a write gives it. @see docs/contract.md#boards */
export const boardSchema = z.object(fields).meta({ id: 'Board' })

/** A board in the listing. @see docs/contract.md#boards */
export const listedBoardSchema = z
  .object({
    ...fields,
    followerCount: z.int(),
    isCollaborator: z.boolean().meta({ description: "Somebody else's board, on which the account collaborates" }),
    isSecret: z.boolean(),
    pinsModifiedAt: secondsSchema.nullable(),
  })
  .meta({ id: 'ListedBoard' })

export const boardSectionSchema = z.object({ id: z.string(), name: z.string() }).meta({ id: 'BoardSection' })

export const boardToWire = ({ id, name, description, privacy, pinCount }: Board): z.output<typeof boardSchema> => ({
  id,
  name,
  description,
  privacy,
  pinCount,
})

/** Without a spread, which takes a hundred times as long for each of a thousand boards. */
export const listedBoardToWire = (board: Board): z.output<typeof listedBoardSchema> => ({
  id: board.id,
  name: board.name,
  description: board.description,
  privacy: board.privacy,
  pinCount: board.pinCount,
  followerCount: board.followerCount,
  isCollaborator: board.isCollaborator,
  isSecret: board.privacy === 'secret',
  pinsModifiedAt: secondsOrNull(board.pinsModifiedAt),
})

export const boardSectionToWire = ({ id, name }: BoardSection): z.output<typeof boardSectionSchema> => ({ id, name })
