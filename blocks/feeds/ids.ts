/** Ids in the views of feeds; payloads return them. */

export const feedViews = { feeds: 'feeds', feed: 'feed' } as const

export const feedActions = {
  newFeed: 'new_feed',
  editFeed: 'edit_feed',
  lookAtFeed: 'look_at_feed',
  pauseFeed: 'pause_feed',
  resumeFeed: 'resume_feed',
  removeFeed: 'remove_feed',
  refreshFeeds: 'refresh_feeds',
  feedsAccount: 'feeds_account',
  reviewFeeds: 'review_feeds',
  useNamedFeed: 'use_named_feed',
  feedBoard: 'feed_board',
} as const
