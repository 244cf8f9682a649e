/** Listeners of feeds. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import {
  feedBoardOptions,
  lookAtFeed,
  openFeedForm,
  pauseFeed,
  refreshFeeds,
  removeFeed,
  resumeFeed,
  submitFeed,
  switchFeeds,
  useFeedOfPage,
} from './feeds.js'
import { reviewFeeds } from './review.js'

export const feedListeners = {
  actions: {
    [action.newFeed]: openFeedForm,
    [action.editFeed]: openFeedForm,
    [action.lookAtFeed]: lookAtFeed,
    [action.pauseFeed]: pauseFeed,
    [action.resumeFeed]: resumeFeed,
    [action.removeFeed]: removeFeed,
    [action.refreshFeeds]: refreshFeeds,
    [action.feedsAccount]: switchFeeds,
    [action.reviewFeeds]: reviewFeeds,
    [action.useNamedFeed]: useFeedOfPage,
  },
  options: { [action.feedBoard]: feedBoardOptions },
  views: { [view.feed]: submitFeed },
} as const satisfies Listeners
