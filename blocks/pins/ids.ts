/** Ids in the views of pins; payloads return them. */

export const pinViews = {
  move: 'move_pin',
  outcome: 'say_outcome',
  show: 'show_pin',
  find: 'find_pins',
} as const

export const pinActions = {
  nextSlot: 'next_slot',
  move: 'open_move',
  more: 'pin_more',
  details: 'show_pin',
  undo: 'undo_change',
  pinThere: 'pin_is_there',
  pinNotThere: 'pin_is_not_there',
  series: 'show_series',
  unscheduleSeries: 'unschedule_series',
  deleteSeries: 'delete_series',
  find: 'open_find',
  queueMore: 'queue_more',
  queueThisWeek: 'queue_this_week',
  queueNextWeek: 'queue_next_week',
  homeQueue: 'home_queue',
} as const
