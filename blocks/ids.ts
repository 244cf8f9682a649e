/** Every name that a view carries out and a payload brings back: written here alone. */

/** Inputs are called after the field of the core they fill, so an error finds its place by its field. */
export const field = {
  account: 'accountId',
  image: 'mediaUrl',
  title: 'title',
  description: 'description',
  link: 'url',
  altText: 'altText',
  productTags: 'productTagPinIds',
  board: 'boardId',
  section: 'boardSectionId',
  when: 'when',
  time: 'sendAt',
  tool: 'tool',
  files: 'uploadId',
  keptFiles: 'keptFiles',
  alsoOn: 'intervalBoards',
  interval: 'intervalType',
  everyDays: 'intervalDays',
  placing: 'intervalMode',
  simplified: 'isSimplifiedPin',
  pin: 'postId',
  words: 'words',
} as const

export const command = { pin: '/pin' } as const

export const shortcut = { newPin: 'new_pin', makePin: 'make_pin' } as const

export const view = {
  composer: 'composer',
  move: 'move_pin',
  edit: 'edit_pin',
  show: 'show_pin',
  find: 'find_pins',
  report: 'report_issue',
  home: 'home',
} as const

export const action = {
  /** The one action id of an input that only holds a value. */
  value: 'value',
  composerAccount: 'composer_account',
  composerBoard: 'composer_board',
  composerSection: 'composer_section',
  composerAlsoOn: 'composer_also_on',
  composerMoreBoards: 'composer_more_boards',
  composerMoreOptions: 'composer_more_options',
  newPin: 'open_composer',
  useSlot: 'use_slot',
  nextSlot: 'next_slot',
  move: 'open_move',
  edit: 'open_edit',
  editBoard: 'edit_board',
  editSection: 'edit_section',
  more: 'pin_more',
  details: 'show_pin',
  undo: 'undo_change',
  series: 'show_series',
  unscheduleSeries: 'unschedule_series',
  deleteSeries: 'delete_series',
  find: 'open_find',
  report: 'open_report',
  queueMore: 'queue_more',
  homeAccount: 'home_account',
  homePage: 'home_page',
  homeFirst: 'home_first',
} as const

/** Values of "When". */
export const when = { draft: 'draft', nextOpenSlot: 'next_open_slot', at: 'at' } as const

/** What the menu of a pin offers, where three buttons are not enough. */
export const more = { unschedule: 'unschedule', delete: 'delete', details: 'details', series: 'series' } as const
