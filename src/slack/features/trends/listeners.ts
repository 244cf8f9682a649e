/** Listeners of what people search for. */
import { action } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { draftFromTrend, showTrendsBelow, switchTrends } from './trends.js'

export const trendListeners = {
  actions: {
    [action.trends]: showTrendsBelow,
    [action.trendsGrowing]: switchTrends,
    [action.trendsMonthly]: switchTrends,
    [action.trendsYearly]: switchTrends,
    [action.trendsSeasonal]: switchTrends,
    [action.trendsAll]: switchTrends,
    [action.trendsMore]: showTrendsBelow,
    [action.trendsAgain]: switchTrends,
    [action.trendsAccount]: switchTrends,
    [action.useTrend]: draftFromTrend,
  },
} as const satisfies Listeners
