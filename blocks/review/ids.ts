/** Ids in the views of a review; payloads return them. */

export const reviewViews = {
  bulk: 'bulk_pins',
  reviewPicture: 'review_picture',
  reviewWords: 'review_words',
} as const

export const reviewActions = {
  newPins: 'open_bulk',
  pageBoard: 'page_board',
  pageAgain: 'page_again',
  reviewBoard: 'review_board',
  reviewLeaveOut: 'review_leave_out',
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
  reviewWord1: 'review_word_1',
  reviewWord2: 'review_word_2',
  reviewWord3: 'review_word_3',
} as const
