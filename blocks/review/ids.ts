/** Ids in the views of a review; payloads return them. */

export const reviewViews = {
  bulk: 'bulk_pins',
  reviewPicture: 'review_picture',
  reviewWords: 'review_words',
  reviewTime: 'review_time',
} as const

export const reviewActions = {
  newPins: 'open_bulk',
  pageBoard: 'page_board',
  pageAgain: 'page_again',
  reviewBoard: 'review_board',
  reviewLeaveOut: 'review_leave_out',
  reviewMore: 'review_more',
  reviewSpread: 'review_spread',
  reviewOpen: 'review_open',
  reviewAgain: 'review_again',
  reviewAddPicture: 'review_add_picture',
  reviewSameWords: 'review_same_words',
  reviewSchedule: 'review_schedule',
  reviewAsk: 'review_ask',
  reviewKeep: 'review_keep',
  reviewUndo: 'review_undo',
  reviewRefresh: 'review_refresh',
  reviewNext: 'review_next',
  reviewFirst: 'review_first',
} as const
