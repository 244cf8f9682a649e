/** The rankings of pins: their names, and the words that people type for them. */
import type { TopPinSort } from '../../src/core/ports/platform.js'

type Sort = {
  /** The name of the metric in Pinterest's response. */
  metric: string
  name: string
  one: string
  many: string
  /** Other words for the metric, in lower case. */
  also: readonly string[]
}

/** The rankings in the order offered. */
export const SORTS: Record<TopPinSort, Sort> = {
  ENGAGEMENT: {
    metric: 'engagement',
    name: 'Engagement',
    one: 'engagement',
    many: 'engagements',
    also: ['engaged', 'interactions', 'interaction'],
  },
  SAVE: { metric: 'save', name: 'Saves', one: 'save', many: 'saves', also: ['saved', 'repins', 'repin', 'likes'] },
  IMPRESSION: {
    metric: 'impression',
    name: 'Impressions',
    one: 'impression',
    many: 'impressions',
    also: ['views', 'view', 'seen', 'reach'],
  },
  OUTBOUND_CLICK: {
    metric: 'outboundClick',
    name: 'Outbound clicks',
    one: 'outbound click',
    many: 'outbound clicks',
    also: ['outbound', 'visits', 'visit', 'link clicks', 'link', 'links', 'traffic', 'outclicks'],
  },
  PIN_CLICK: {
    metric: 'pinClick',
    name: 'Pin clicks',
    one: 'pin click',
    many: 'pin clicks',
    also: ['clicks', 'click', 'closeups', 'closeup', 'opens'],
  },
}
export const SORT_NAMES = Object.keys(SORTS) as TopPinSort[] // of the object just above

/** The ranking for each word. */
export const SORT_WORDS = new Map<string, TopPinSort>(
  SORT_NAMES.flatMap((sort) => [SORTS[sort].one, SORTS[sort].many, ...SORTS[sort].also].map((word) => [word, sort] as const)),
)
