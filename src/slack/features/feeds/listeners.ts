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
} from './feeds.js'

export const feedListeners = {
  actions: {
    [action.newFeed]: openFeedForm,
    [action.editFeed]: openFeedForm,
    [action.lookAtFeed]: lookAtFeed,
    [action.pauseFeed]: pauseFeed,
    [action.resumeFeed]: resumeFeed,
    [action.removeFeed]: removeFeed,
    [action.refreshFeeds]: refreshFeeds,
  },
  options: { [action.feedBoard]: feedBoardOptions },
  views: { [view.feed]: submitFeed },
} as const satisfies Listeners
