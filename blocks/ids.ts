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
  day: 'dayPreference',
  hour: 'time',
  timezone: 'timezone',
  days: 'days',
  whilePaused: 'whilePaused',
  channel: 'notifyChannelId',
  pinsPerDay: 'pinsPerDay',
  /** Of a board, and of a section. */
  name: 'name',
  privacy: 'privacy',
  /** A pin of the platform's, by its number or address. */
  platformPin: 'pinId',
} as const

export const command = { pin: '/pin' } as const

export const shortcut = { newPin: 'new_pin', makePin: 'make_pin' } as const

export const view = {
  composer: 'composer',
  move: 'move_pin',
  edit: 'edit_pin',
  outcome: 'say_outcome',
  show: 'show_pin',
  find: 'find_pins',
  report: 'report_issue',
  evergreen: 'evergreen',
  evergreenSlot: 'evergreen_slot',
  settings: 'settings',
  connect: 'connect_account',
  zone: 'account_zone',
  channel: 'account_channel',
  pause: 'pause_publishing',
  whilePaused: 'while_paused',
  spacing: 'spacing_rules',
  spacingRule: 'spacing_rule',
  slots: 'slots',
  slot: 'edit_slot',
  newSlot: 'add_slot',
  suggestions: 'suggested_slots',
  rebuild: 'rebuild_slots',
  rebuildPreview: 'rebuild_preview',
  boards: 'boards',
  newBoard: 'new_board',
  renameBoard: 'rename_board',
  boardSections: 'board_sections',
  newSection: 'new_section',
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
  pinThere: 'pin_is_there',
  pinNotThere: 'pin_is_not_there',
  series: 'show_series',
  unscheduleSeries: 'unschedule_series',
  deleteSeries: 'delete_series',
  find: 'open_find',
  report: 'open_report',
  queueMore: 'queue_more',
  homeAccount: 'home_account',
  homePage: 'home_page',
  homeFirst: 'home_first',
  homeSchedule: 'home_schedule',
  homeBack: 'home_back',
  homeQueue: 'home_queue',
  homeResume: 'home_resume',
  openSettings: 'open_settings',
  connect: 'open_connect',
  /** Leads to the platform; that it was pressed is told too. */
  connectGo: 'go_to_platform',
  openEvergreen: 'open_evergreen',
  openSlots: 'open_slots',
  zone: 'time_zone',
  evergreenState: 'evergreen_state',
  evergreenPage: 'evergreen_page',
  evergreenFirst: 'evergreen_first',
  evergreenNewSlot: 'evergreen_new_slot',
  evergreenSlot: 'evergreen_slot',
  evergreenSlotsPage: 'evergreen_slots_page',
  evergreenSlotsFirst: 'evergreen_slots_first',
  evergreenAdd: 'evergreen_add',
  evergreenDrop: 'evergreen_drop',
  /** On the card of a published pin. */
  evergreenPut: 'evergreen_put',
  evergreenTake: 'evergreen_take',
  settingsZone: 'open_zone',
  settingsChannel: 'open_channel',
  settingsPause: 'open_pause',
  settingsResume: 'resume_publishing',
  settingsWhilePaused: 'open_while_paused',
  calendarMake: 'make_calendar_link',
  calendarRenew: 'renew_calendar_link',
  calendarRemove: 'remove_calendar_link',
  spacing: 'open_spacing',
  spacingPage: 'spacing_page',
  spacingFirst: 'spacing_first',
  spacingNew: 'spacing_new',
  spacingDefault: 'spacing_default',
  spacingRule: 'spacing_rule',
  spacingFind: 'spacing_find',
  slotsPart: 'slots_part',
  addSlot: 'open_add_slot',
  deleteSlot: 'delete_slot',
  suggestions: 'open_suggestions',
  takeSuggestion: 'take_suggestion',
  rebuild: 'open_rebuild',
  changeRebuild: 'change_rebuild',
  openBoards: 'open_boards',
  boardsPage: 'boards_page',
  boardsFirst: 'boards_first',
  boardsAll: 'boards_all',
  newBoard: 'new_board',
  boardMenu: 'board_menu',
  boardSections: 'board_sections',
  sectionsPage: 'sections_page',
  sectionsFirst: 'sections_first',
  newSection: 'new_section',
  deleteSection: 'delete_section',
  stats: 'show_stats',
  stats7: 'stats_7_days',
  stats30: 'stats_30_days',
  stats90: 'stats_90_days',
  topPins: 'show_top_pins',
  topSort: 'top_pins_sort',
  homeNumbers: 'home_numbers',
} as const

/** Buttons of one row; each needs an action id of its own there. */
export const SLOTS_IN_ROW = 25
/** @param place in its row, 0 to 24 */
export const openSlotAction = (place: number): string => `open_slot_${place}`

/** Values of "When". */
export const when = { draft: 'draft', nextOpenSlot: 'next_open_slot', at: 'at' } as const

/** What the menu of a pin offers, where three buttons are not enough. */
export const more = { unschedule: 'unschedule', delete: 'delete', details: 'details', series: 'series' } as const

/** What the menu of an evergreen slot, and of a spacing rule, offers. */
export const change = { edit: 'edit', delete: 'delete' } as const

/** What the menu of a board offers. */
export const ofBoard = { rename: 'rename', sections: 'sections' } as const
