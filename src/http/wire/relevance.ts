import { z } from 'zod'
import type { BoardRelevance } from '../../core/insight/relevance/board-relevance.js'
import { MOST_PINS } from '../../core/insight/relevance/score-board.js'
import { TIERS } from '../../core/insight/relevance/tiers.js'
import type { RecommendedPin } from '../../core/insight/relevance/recommended/recommended-pins.js'

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

/** @see docs/contract.md#recommended-pins */
const recommendedPinSchema = z
  .object({
    id: z.string().meta({ description: 'Pinterest’s id, not that of a post' }),
    title: z.string().nullable().meta({ description: 'Null if it has none' }),
    description: z.string().nullable().meta({ description: 'Null if it has none' }),
    link: z.string().nullable().meta({ description: 'Destination URL, if set; http or https' }),
    thumbnailUrl: z.string().nullable().meta({ description: 'URL on Pinterest; the image belongs to someone else' }),
    relevance: z
      .enum(['excellent', 'very-good', 'good', 'fair'])
      .meta({ description: 'Relevance to the keyword, by words only; comparable across keywords and boards' }),
  })
  .meta({ id: 'RecommendedPin', description: 'A public pin from across Pinterest, not one of the account’s own' })

export const recommendedPinsSchema = z.object({
  pins: z.array(recommendedPinSchema).meta({ description: 'Best first. Empty: nothing on the topic cleared the threshold' }),
})

export const recommendedPinsToWire = (pins: readonly RecommendedPin[]): z.output<typeof recommendedPinsSchema> => ({
  pins: pins.map(({ id, title, description, link, thumbnailUrl, relevance }) => ({
    id,
    title,
    description,
    link,
    thumbnailUrl,
    relevance,
  })),
})
