/** GET /trends/keywords/{region}/top/{type}: made-up searches with seasons, the same for everybody on one day. */
import { z } from 'zod'
import type { Serve } from './endpoints.js'
import { invalidRequest } from './faults/refusals.js'
import { DAY_MS } from '../../core/lib/duration.js'

// Searches of a year, by topics with a season. Pure: the same day has the same numbers.

export const REGIONS = [
  ...(['US', 'CA', 'DE', 'FR', 'ES', 'IT', 'DE+AT+CH', 'GB+IE', 'IT+ES+PT+GR+MT', 'PL+RO+HU+SK+CZ', 'SE+DK+FI+NO'] as const),
  ...(['NL+BE+LU', 'AR', 'BR', 'CO', 'MX', 'MX+AR+CO+CL', 'AU+NZ'] as const),
] as const
export const TYPES = ['growing', 'monthly', 'yearly', 'seasonal'] as const
export const INTERESTS = [
  ...(['animals', 'architecture', 'art', 'beauty', 'childrens_fashion', 'design', 'diy_and_crafts', 'education'] as const),
  ...(['electronics', 'entertainment', 'event_planning', 'finance', 'food_and_drinks', 'gardening', 'health'] as const),
  ...(['home_decor', 'mens_fashion', 'parenting', 'quotes', 'sport', 'travel', 'vehicles', 'wedding', 'womens_fashion'] as const),
] as const

type Interest = (typeof INTERESTS)[number]
/**
 * `peak`: the week of the year in which most people search; `breadth`: weeks to both sides; `yearly`: percent more than a year
 * before.
 */
type Topic = { keyword: string; interest: Interest; peak: number; breadth: number; volume: number; yearly: number }

const SEASONAL = 8
const TOPICS: readonly Topic[] = `
  christmas cookies; food_and_drinks; 50; 3; 90; 10 | thanksgiving recipes; food_and_drinks; 46; 2; 80; 5 | pumpkin soup; food_and_drinks; 41; 5; 40; 15
  summer salads; food_and_drinks; 27; 6; 45; 8 | easy weeknight dinners; food_and_drinks; 4; 30; 95; 12 | valentines desserts; food_and_drinks; 6; 2; 35; 3
  iced coffee; food_and_drinks; 25; 8; 50; 20 | sourdough bread; food_and_drinks; 3; 25; 60; 30
  christmas decor; home_decor; 48; 4; 99; 6 | fall porch decor; home_decor; 38; 4; 60; 9 | spring decor; home_decor; 12; 5; 55; 4
  small living room ideas; home_decor; 2; 28; 85; 7 | kitchen shelf ideas; home_decor; 5; 26; 50; 18 | halloween decorations; home_decor; 42; 3; 88; 2
  cozy bedroom; home_decor; 45; 14; 70; 11 | vase arrangements; home_decor; 17; 10; 30; 25
  christmas gifts diy; diy_and_crafts; 47; 4; 75; 14 | crochet blanket pattern; diy_and_crafts; 44; 12; 65; 22 | easter crafts; diy_and_crafts; 13; 3; 50; 5
  paper flowers; diy_and_crafts; 18; 9; 35; 16 | advent calendar diy; diy_and_crafts; 46; 3; 60; 12 | friendship bracelets; diy_and_crafts; 26; 7; 40; 40
  raised garden beds; gardening; 14; 6; 70; 13 | indoor plants; gardening; 6; 24; 60; 3 | bulb planting; gardening; 40; 4; 25; 8 | balcony garden; gardening; 18; 6; 45; 21
  winter outfits; womens_fashion; 47; 7; 90; 8 | wedding guest dress; womens_fashion; 22; 9; 80; 10 | fall outfits; womens_fashion; 37; 6; 92; 4
  christmas nails; beauty; 49; 3; 85; 15 | summer nails; beauty; 25; 6; 88; 9 | short haircuts; beauty; 10; 26; 75; 2 | winter skincare; beauty; 48; 7; 40; 26
  wedding table decor; wedding; 16; 12; 55; 6 | winter wedding; wedding; 45; 8; 40; 10 | bridal shower ideas; wedding; 14; 9; 50; 4
  christmas market trip; travel; 46; 4; 35; 19 | summer packing list; travel; 24; 5; 45; 7 | weekend getaways; travel; 20; 20; 40; 5
  new year quotes; quotes; 52; 2; 60; 1 | birthday quotes; quotes; 26; 40; 50; 2 | advent activities for kids; parenting; 47; 3; 40; 12
  back to school lunch; parenting; 33; 4; 55; 6 | home workout; health; 1; 6; 70; 9 | healthy breakfast; health; 2; 20; 65; 11
  dog sweaters; animals; 45; 7; 25; 17 | watercolor ideas; art; 8; 28; 55; 14 | party decorations; event_planning; 20; 35; 50; 6`
  .split(/[|\n]/)
  .map((line) => line.trim())
  .filter((line) => line !== '')
  .map((line): Topic => {
    const [keyword = '', interest = '', peak, breadth, volume, yearly] = line.split(';').map((part) => part.trim())
    const [known] = INTERESTS.filter((one) => one === interest)
    if (known === undefined) throw new Error(`${line} is of no interest`)
    return {
      keyword,
      interest: known,
      peak: Number(peak),
      breadth: Number(breadth),
      volume: Number(volume),
      yearly: Number(yearly),
    }
  })

const IN_OTHER_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DE: {
    'christmas cookies': 'plätzchen rezepte',
    'christmas decor': 'weihnachtsdeko',
    'pumpkin soup': 'kürbissuppe',
    'small living room ideas': 'kleines wohnzimmer ideen',
    'raised garden beds': 'hochbeet bauen',
    'advent calendar diy': 'adventskalender basteln',
  },
  FR: {
    'christmas cookies': 'biscuits de noël',
    'christmas decor': 'déco de noël',
    'pumpkin soup': 'soupe de potiron',
    'small living room ideas': 'petit salon idées',
  },
}
const wordsIn = (region: string): Readonly<Record<string, string>> => IN_OTHER_WORDS[region.slice(0, 2)] ?? {}

export type Trend = { keyword: string; weekly: number; monthly: number; yearly: number; weeks: { week: string; value: number }[] }

const WEEKS = 52

/** Sorts by the measure of the type, the strongest first. Weeks end on Sundays, the last one before today. */
export function trendsOf(
  { region, type, interests }: { region: string; type: (typeof TYPES)[number]; interests?: readonly Interest[] | undefined },
  now: Date,
): Trend[] {
  const all = TOPICS.filter(({ interest }) => !interests || interests.includes(interest)).map((topic) => {
    const searched = weekEnds(now).map((end) => ({ week: end.toISOString().slice(0, 10), searches: searchesOf(topic, end) }))
    const most = Math.max(...searched.map(({ searches }) => searches))
    const last = (from: number, to?: number) => sum(searched.slice(from, to).map(({ searches }) => searches))
    return {
      topic,
      volume: { month: last(-4), year: last(0) },
      keyword: wordsIn(region)[topic.keyword] ?? topic.keyword,
      weekly: growth(last(-1), last(-2, -1)),
      monthly: growth(last(-4), last(-8, -4)),
      yearly: topic.yearly,
      weeks: searched.map(({ week, searches }) => ({ week, value: Math.round((100 * searches) / most) })),
    }
  })
  const isWanted = type === 'seasonal' ? (one: (typeof all)[number]) => one.topic.breadth <= SEASONAL : () => true
  const rank = {
    growing: (one: (typeof all)[number]) => one.yearly + one.monthly,
    monthly: (one: (typeof all)[number]) => one.volume.month,
    yearly: (one: (typeof all)[number]) => one.volume.year,
    seasonal: (one: (typeof all)[number]) => one.monthly,
  }[type]
  return all
    .filter(isWanted)
    .sort((a, b) => rank(b) - rank(a) || (a.keyword < b.keyword ? -1 : 1))
    .map(({ topic: _topic, volume: _volume, ...trend }) => trend)
}

function weekEnds(now: Date): Date[] {
  const sunday = Math.floor(now.getTime() / DAY_MS) - ((now.getUTCDay() + 6) % 7) - 1
  return Array.from({ length: WEEKS }, (_, at) => new Date((sunday - 7 * (WEEKS - 1 - at)) * DAY_MS))
}

/** A bell curve around the peak, above a constant level. */
function searchesOf({ peak, breadth, volume }: Topic, end: Date): number {
  const week = (end.getTime() - Date.UTC(end.getUTCFullYear(), 0, 1)) / (7 * DAY_MS)
  const away = Math.min(Math.abs(week - peak), WEEKS - Math.abs(week - peak))
  return volume * (0.08 + Math.exp(-(away ** 2) / (2 * breadth ** 2)))
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
const growth = (now: number, before: number) => Math.round(100 * (now / before - 1))

const question = z.object({
  region: z.enum(REGIONS),
  type: z.enum(TYPES),
  interests: z
    .union([z.string(), z.array(z.string())])
    .transform((told) => [told].flat().flatMap((text) => text.split(',')))
    .pipe(z.array(z.enum(INTERESTS)))
    .optional(),
  limit: z.coerce.number().int().min(1).max(50).default(50),
})

export function trendRoutes(serve: Serve): void {
  serve(
    {
      method: 'GET',
      url: '/trends/keywords/:region/top/:type',
      scopes: ['user_accounts:read'],
      call: 'trending_keywords',
      category: 'trends_read',
    },
    async ({ params, query, now }) => {
      const parsed = question.safeParse({ ...params, ...(query as object) })
      if (!parsed.success) throw invalidRequest('Invalid trending keywords request parameters')
      const { limit, ...asked } = parsed.data
      const trends = trendsOf(asked, now).slice(0, limit)
      return {
        trends: trends.map(({ keyword, weekly, monthly, yearly, weeks }) => ({
          keyword,
          pct_growth_wow: weekly,
          pct_growth_mom: monthly,
          pct_growth_yoy: yearly,
          time_series: Object.fromEntries(weeks.map(({ week, value }) => [week, value])),
        })),
      }
    },
  )
}
