/** @see docs/contract.md#recommended-pins */
import { z } from 'zod'
import type { RecommendedPin } from '../../../core/relevance/recommended/recommended-pins.js'

const recommendedPinSchema = z
  .object({
    id: z.string().meta({ description: 'Pinterest’s id, not that of a post' }),
    title: z.string().nullable().meta({ description: 'Null when it has none' }),
    description: z.string().nullable().meta({ description: 'Null when it has none' }),
    link: z.string().nullable().meta({ description: 'Destination URL when set; http or https' }),
    thumbnailUrl: z.string().nullable().meta({ description: "At the platform; somebody else's picture" }),
    relevance: z
      .enum(['excellent', 'very-good', 'good', 'fair'])
      .meta({ description: 'To the keyword, by words alone; the same over all keywords and boards' }),
  })
  .meta({ id: 'RecommendedPin', description: "A public pin from across the platform, not the account's own" })

export const recommendedPinsSchema = z.object({
  pins: z.array(recommendedPinSchema).meta({ description: 'Strongest first. Empty: nothing on the topic cleared the threshold' }),
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
