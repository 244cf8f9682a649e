import { z } from 'zod'
import type { Board } from '../../core/boards/board.js'
import { secondsOrNull, secondsSchema } from './time.js'

/** A board in the listing. @see decisions.md section 2 */
export const boardSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    privacy: z.string().meta({ examples: ['public'] }),
    pinCount: z.int(),
    followerCount: z.int(),
    isCollaborator: z.boolean(),
    isSecret: z.boolean(),
    pinsModifiedAt: secondsSchema.nullable(),
  })
  .meta({ id: 'Board' })

export const boardToWire = (board: Board): z.output<typeof boardSchema> => ({
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
