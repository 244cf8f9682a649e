import { z } from 'zod'
import type { BoardList } from '../../core/boards/board-lists.js'

/** @see docs/contract.md#board-lists */
export const boardListSchema = z
  .object({
    id: z.int().meta({ description: 'A number, the one id that is none of text' }),
    name: z.string().meta({ description: 'What people see it by' }),
    accountId: z.string().meta({ description: 'Id of its account' }),
    boards: z
      .array(
        z.object({ id: z.string().meta({ description: 'Id of the board' }), order: z.int().meta({ description: 'Its place' }) }),
      )
      .meta({ description: 'By their order' }),
  })
  .meta({ id: 'BoardList', description: 'Boards under a name, in an order of your own' })

export const boardListToWire = ({ id, name, accountId, boards }: BoardList): z.output<typeof boardListSchema> => ({
  id: Number(id),
  name,
  accountId,
  boards: boards.map((board) => ({ id: board.id, order: board.order })),
})
