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
} as const
