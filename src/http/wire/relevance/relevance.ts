import { z } from 'zod'
import type { BoardRelevance } from '../../../core/insight/relevance/board/board-relevance.js'
import { MOST_PINS } from '../../../core/insight/relevance/board/score-board.js'
import { TIERS } from '../../../core/insight/relevance/tiers.js'

const pinSchema = z.object({
  pinId: z.string().meta({ description: 'Pinterest’s id of the pin' }),
  destinationUrl: z.string().optional().meta({ description: 'Absent if the pin has no link' }),
  relevance: z.enum(TIERS).exclude(['poor']),
})

const absentSchema = z
  .object({ state: z.literal('absent') })
  .meta({ description: 'No pin of the board can be read, or the keyword has no words: no evidence either way. Not charged' })

const scoredSchema = z.object({
  state: z.literal('scored'),
  relevance: z.enum(TIERS).meta({ description: 'Based on the share of contributing pins and how well they match' }),
  contributingPinCount: z.int().meta({ description: 'Pins rated fair or better' }),
  scoredPinCount: z.int().meta({ description: 'Pins with any text to score: the total that contributing pins are a share of' }),
  truncated: z
    .boolean()
    .meta({ description: `The board has more pins than one request reads (${MOST_PINS}): a sample was scored` }),
  pins: z.array(pinSchema).meta({ description: 'The contributing pins, best first' }),
})

/** @see docs/contract.md#board-relevance */
export const relevanceSchema = z
  .discriminatedUnion('state', [scoredSchema, absentSchema])
  .meta({ id: 'BoardRelevance', description: 'How well a board fits a keyword' })

export function relevanceToWire(board: BoardRelevance): z.output<typeof relevanceSchema> {
  if (board.state === 'absent') return { state: 'absent' }
  const { state, relevance, contributingPinCount, scoredPinCount, truncated } = board
  const pins = board.pins.map((pin) => ({
    pinId: pin.pinId,
    ...(pin.destinationUrl && { destinationUrl: pin.destinationUrl }),
    relevance: pin.relevance,
  }))
  return { state, relevance, contributingPinCount, scoredPinCount, truncated, pins }
}
