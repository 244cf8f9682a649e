/** Every name that a view carries out and a payload brings back: written here alone. */

/** Inputs are called after the field of the core they fill, so an error finds its place by its field. */
export const field = {
  account: 'accountId',
  image: 'mediaUrl',
  title: 'title',
  description: 'description',
  link: 'url',
  altText: 'altText',
  board: 'boardId',
  section: 'boardSectionId',
  when: 'when',
  time: 'sendAt',
  tool: 'tool',
} as const

export const command = { pin: '/pin' } as const

export const shortcut = { newPin: 'new_pin', makePin: 'make_pin' } as const

export const view = { composer: 'composer', move: 'move_pin', report: 'report_issue', home: 'home' } as const

export const action = {
  /** The one action id of an input that only holds a value. */
  value: 'value',
  composerAccount: 'composer_account',
  composerBoard: 'composer_board',
  composerSection: 'composer_section',
  newPin: 'open_composer',
  useSlot: 'use_slot',
  nextSlot: 'next_slot',
  move: 'open_move',
  report: 'open_report',
  queueMore: 'queue_more',
  homeAccount: 'home_account',
} as const

/** Values of "When". */
export const when = { draft: 'draft', nextOpenSlot: 'next_open_slot', at: 'at' } as const
