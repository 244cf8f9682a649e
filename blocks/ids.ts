/** Ids that several views have. An id that one view alone has is beside that view. */

/** Inputs are named after the core's field they fill, so an error is shown under its input. */
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
  /** One of the open slots. */
  slot: 'slot',
  /** A pin to swap times with. */
  otherPin: 'otherPostId',
  tool: 'tool',
  files: 'uploadId',
  keptFiles: 'keptFiles',
  /** A second file field, as Slack takes ten files in one. */
  moreFiles: 'moreUploadIds',
  alsoOn: 'intervalBoards',
  interval: 'intervalType',
  everyDays: 'intervalDays',
  placing: 'intervalMode',
  pin: 'postId',
  words: 'words',
  day: 'dayPreference',
  hour: 'time',
  timezone: 'timezone',
  days: 'days',
  whilePaused: 'whilePaused',
  /** The end of a pause, of a hold, or of repeats. */
  until: 'until',
  /** The other limits of a pin in the pool. */
  atMost: 'atMost',
  months: 'months',
  channel: 'notifyChannelId',
  defaultLink: 'defaultLink',
  approvalPolicy: 'approvalPolicy',
  approvalReminders: 'remindsApprovers',
  approvalsChannel: 'approvalsChannelId',
  /** Why a pin is rejected or changes are requested. */
  reason: 'reason',
  /** The contact and the end of a client link. */
  contactName: 'contactName',
  email: 'email',
  expiresInDays: 'expiresInDays',
  /** A comment, and who sees it. */
  comment: 'text',
  audience: 'audience',
  /** The requests that are decided at once, in groups: a number follows the name. */
  requests: 'requests',
  decision: 'decision',
  pinsPerDay: 'pinsPerDay',
  /** The drafts a day of a feed. */
  perDay: 'perDay',
  /** The guard of an account. */
  samePicture: 'samePicturePerMonth',
  blackoutFrom: 'blackouts.from',
  blackoutTo: 'blackouts.to',
  blackoutNote: 'blackouts.note',
  endedBlackouts: 'blackouts.removed',
  /** The fields of the weekly digest and the nudge. */
  digest: 'digest',
  weekday: 'weekday',
  minute: 'minute',
  nudge: 'nudge',
  utmSource: 'source',
  utmMedium: 'medium',
  utmCampaign: 'campaign',
  utmContent: 'content',
  /** The name of a board, a section, and others. */
  name: 'name',
  privacy: 'privacy',
  person: 'person',
  group: 'group',
  role: 'role',
  /** The expiry of an API key. */
  expires: 'expiresAt',
  /** The role of an API key, or that of its owner. */
  access: 'access',
  /** The accounts on which an API key has its role. */
  accounts: 'accounts',
  /** The events and accounts of a webhook. */
  events: 'events',
  accountsOfWebhook: 'accountIds',
  /** The filter and action of a bulk edit. */
  status: 'filter.status',
  pins: 'ids',
  onBoard: 'filter.boardId',
  from: 'filter.from',
  to: 'filter.to',
  deed: 'action',
  /** A column of an import; its id also names the field. */
  column: 'column',
  /** A pin on Pinterest, by its id or address. */
  platformPin: 'pinId',
  /** The resolution of a report. */
  note: 'note',
  keyword: 'keyword',
  trendRegion: 'trendRegion',
  trendInterests: 'trendInterests',
} as const

export const command = { pin: '/pin' } as const

export const shortcut = { newPin: 'new_pin', makePin: 'make_pin', makePins: 'make_pins' } as const

/** The action ids that views of several folders have. */
export const shared = {
  /** The action id of every input that only holds a value. */
  value: 'value',
  composerBoard: 'composer_board',
  newPin: 'open_composer',
  homeQueue: 'home_queue',
  digestSettings: 'digest_settings',
} as const

/** The values of "When". */
export const when = { draft: 'draft', nextOpenSlot: 'next_open_slot', slot: 'slot', swap: 'swap', at: 'at' } as const

/** The choices of a pin's menu, beside its three buttons. */
export const more = {
  publish: 'publish',
  duplicate: 'duplicate',
  unschedule: 'unschedule',
  delete: 'delete',
  details: 'details',
  series: 'series',
} as const

/** The choices of the menu of an evergreen slot or a spacing rule. */
export const change = { edit: 'edit', delete: 'delete' } as const

/** The choices of the menu of a pin in the evergreen pool. */
export const ofPool = { limits: 'limits', remove: 'remove' } as const

/** The choices of a board's menu. */
export const ofBoard = { rename: 'rename', sections: 'sections', fit: 'fit', ideas: 'ideas', utm: 'utm' } as const
