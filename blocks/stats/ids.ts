/** Ids in the views of stats; payloads return them. */

export const statsActions = {
  stats: 'show_stats',
  statsAccount: 'stats_account',
  topAccount: 'top_pins_account',
  stats7: 'stats_7_days',
  stats30: 'stats_30_days',
  stats90: 'stats_90_days',
  topPins: 'show_top_pins',
  topSort: 'top_pins_sort',
  homeNumbers: 'home_numbers',
  /** On a digest and a nudge: about their account, whichever the reader works with. */
  digestAccount: 'digest_account',
  /** Of one account, or of all. */
  digestOf: 'show_digest',
  digestFix: 'digest_fix',
  digestFill: 'digest_fill_slots',
  digestSettings: 'digest_settings',
} as const
