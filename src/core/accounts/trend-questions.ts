/** The questions about searches: regions, kinds and interests as the platform names them. */
export const REGIONS = [
  ...(['US', 'CA', 'DE', 'FR', 'ES', 'IT', 'DE+AT+CH', 'GB+IE', 'IT+ES+PT+GR+MT', 'PL+RO+HU+SK+CZ', 'SE+DK+FI+NO'] as const),
  ...(['NL+BE+LU', 'AR', 'BR', 'CO', 'MX', 'MX+AR+CO+CL', 'AU+NZ'] as const),
] as const
export type Region = (typeof REGIONS)[number]

/** `growing`: more than before; `monthly`, `yearly`: most searched; `seasonal`: at this time of the year. */
export const TREND_TYPES = ['growing', 'monthly', 'yearly', 'seasonal'] as const
export type TrendType = (typeof TREND_TYPES)[number]

export const INTERESTS = [
  ...(['animals', 'architecture', 'art', 'beauty', 'childrens_fashion', 'design', 'diy_and_crafts', 'education'] as const),
  ...(['electronics', 'entertainment', 'event_planning', 'finance', 'food_and_drinks', 'gardening', 'health'] as const),
  ...(['home_decor', 'mens_fashion', 'parenting', 'quotes', 'sport', 'travel', 'vehicles', 'wedding', 'womens_fashion'] as const),
] as const
export type Interest = (typeof INTERESTS)[number]

/** The limit per account, because each interest costs a call a day. */
export const MOST_INTERESTS = 5

/** A question that the platform supports. `interest` null: any. */
export type Question = { region: Region; type: TrendType; interest: Interest | null }
