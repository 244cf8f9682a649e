/** Ids in the views of trends; payloads return them. */

export const trendActions = {
  trends: 'show_trends',
  trendsGrowing: 'trends_growing',
  trendsMonthly: 'trends_monthly',
  trendsYearly: 'trends_yearly',
  trendsSeasonal: 'trends_seasonal',
  trendsAll: 'trends_all',
  trendsMore: 'trends_more',
  trendsAgain: 'trends_again',
  trendsAccount: 'trends_account',
  useTrend: 'use_trend',
  addWord1: 'add_word_1',
  addWord2: 'add_word_2',
  addWord3: 'add_word_3',
  addWord4: 'add_word_4',
  addWord5: 'add_word_5',
} as const
