import { z } from 'zod'
import type { BoardList } from '../../core/boards/board-lists.js'

/** @see docs/contract.md#board-lists */
export const boardListSchema = z
  .object({
    id: z.int().meta({ description: 'A number, the one id that is none of text' }),
    name: z.string(),
    accountId: z.string(),
    boards: z.array(z.object({ id: z.string(), order: z.int() })).meta({ description: 'By their order' }),
  })
  .meta({ id: 'BoardList' })

export const boardListToWire = ({ id, name, accountId, boards }: BoardList): z.output<typeof boardListSchema> => ({
  id: Number(id),
  name,
  accountId,
  boards: boards.map((board) => ({ id: board.id, order: board.order })),
})
