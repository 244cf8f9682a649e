/** @see docs/contract.md#recommended-pins */
import { z } from 'zod'
import type { RecommendedPin } from '../../../core/insight/relevance/recommended/recommended-pins.js'

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
