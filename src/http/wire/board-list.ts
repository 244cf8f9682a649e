import { z } from 'zod'
import type { BoardList } from '../../core/boards/board-lists.js'

/** @see docs/contract.md#board-lists */
export const boardListSchema = z
  .object({
    id: z.int().meta({ description: 'A number: the only id that is not a string' }),
    name: z.string().meta({ description: 'Its name' }),
    accountId: z.string().meta({ description: 'Id of its account' }),
    boards: z
      .array(
        z.object({
          id: z.string().meta({ description: 'Id of the board' }),
          order: z.int().meta({ description: 'Its position' }),
        }),
      )
      .meta({ description: 'In their order' }),
  })
  .meta({ id: 'BoardList', description: 'A named list of boards in your own order' })

export const boardListToWire = ({ id, name, accountId, boards }: BoardList): z.output<typeof boardListSchema> => ({
  id: Number(id),
  name,
  accountId,
  boards: boards.map((board) => ({ id: board.id, order: board.order })),
})
