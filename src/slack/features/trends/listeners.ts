/** Listeners of trends. */
import { action } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { draftFromTrend, showTrendsBelow, switchTrends } from './trends.js'
import { addWord } from './words.js'

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
    [action.addWord1]: addWord,
    [action.addWord2]: addWord,
    [action.addWord3]: addWord,
    [action.addWord4]: addWord,
    [action.addWord5]: addWord,
  },
} as const satisfies Listeners
