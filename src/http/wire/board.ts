import { z } from 'zod'
import type { Board, BoardSection } from '../../core/boards/board.js'
import { secondsOrNull, secondsSchema } from './time.js'

const fields = {
  id: z.string().meta({ description: 'Pinterest’s id of the board' }),
  name: z.string().meta({ description: 'Its name on Pinterest' }),
  description: z.string().nullable().meta({ description: 'Null if the board has none' }),
  privacy: z.string().meta({ description: 'public, protected or secret', examples: ['public'] }),
  pinCount: z.int().meta({ description: 'As of when the board was read' }),
  defaultLink: z
    .string()
    .nullable()
    .meta({ description: 'The destination link proposed in Slack for its pins without one; null: the account’s' }),
}

/** A board as a write returns it. @see docs/contract.md#boards */
export const boardSchema = z.object(fields).meta({ id: 'Board', description: 'A board, as returned by a write' })

/** A board in the listing. @see docs/contract.md#boards */
export const listedBoardSchema = z
  .object({
    ...fields,
    followerCount: z.int().meta({ description: 'As of when the board was read' }),
    isCollaborator: z.boolean().meta({ description: 'Whether it is someone else’s board that the account collaborates on' }),
    isSecret: z.boolean().meta({ description: 'Whether privacy is secret' }),
    pinsModifiedAt: secondsSchema.nullable().meta({ description: 'When its pins last changed, Unix seconds' }),
  })
  .meta({ id: 'ListedBoard', description: 'A board in the listing' })

export const boardSectionSchema = z
  .object({
    id: z.string().meta({ description: 'Pinterest’s id of the section' }),
    name: z.string().meta({ description: 'Its name on Pinterest' }),
  })
  .meta({ id: 'BoardSection', description: 'A section of a board' })

export const boardToWire = ({ id, name, description, privacy, pinCount, defaultLink }: Board): z.output<typeof boardSchema> => ({
  id,
  name,
  description,
  privacy,
  pinCount,
  defaultLink,
})

/** Avoids a spread, which takes a hundred times as long for each of a thousand boards. */
export const listedBoardToWire = (board: Board): z.output<typeof listedBoardSchema> => ({
  id: board.id,
  name: board.name,
  description: board.description,
  privacy: board.privacy,
  pinCount: board.pinCount,
  defaultLink: board.defaultLink,
  followerCount: board.followerCount,
  isCollaborator: board.isCollaborator,
  isSecret: board.privacy === 'secret',
  pinsModifiedAt: secondsOrNull(board.pinsModifiedAt),
})

export const boardSectionToWire = ({ id, name }: BoardSection): z.output<typeof boardSectionSchema> => ({ id, name })
