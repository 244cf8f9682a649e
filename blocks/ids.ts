/** Every id in a view that a payload returns: of each feature in its own folder, together here. */
import { adminActions, adminViews } from './admin/ids.js'
import { approvalActions, approvalViews } from './approval/ids.js'
import { boardActions, boardViews } from './boards/ids.js'
import { bulkActions, bulkViews } from './bulk/ids.js'
import { composerActions, composerViews } from './composer/ids.js'
import { editActions, editViews } from './edit/ids.js'
import { evergreenActions, evergreenViews } from './evergreen/ids.js'
import { feedActions, feedViews } from './feeds/ids.js'
import { homeActions, homeViews } from './home/ids.js'
import { importActions, importViews } from './imports/ids.js'
import { pinActions, pinViews } from './pins/ids.js'
import { relevanceActions, relevanceViews } from './relevance/ids.js'
import { reportActions, reportViews } from './reports/ids.js'
import { reviewActions, reviewViews } from './review/ids.js'
import { saveActions, saveViews } from './saves/ids.js'
import { settingsActions, settingsViews } from './settings/ids.js'
import { slotActions, slotViews } from './slots/ids.js'
import { statsActions } from './stats/ids.js'
import { trendActions } from './trends/ids.js'
import { webhookActions, webhookViews } from './webhooks/ids.js'

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
  /** One of the open slots. */
  slot: 'slot',
  /** A pin to change places with. */
  otherPin: 'otherPostId',
  tool: 'tool',
  files: 'uploadId',
  keptFiles: 'keptFiles',
  /** Slack takes ten in one. */
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
  channel: 'notifyChannelId',
  defaultLink: 'defaultLink',
  approvalPolicy: 'approvalPolicy',
  approvalsChannel: 'approvalsChannelId',
  /** Why a pin does not go out as it is. */
  reason: 'reason',
  pinsPerDay: 'pinsPerDay',
  /** Drafts of a feed. */
  perDay: 'perDay',
  /** Of the weekly digest. */
  digest: 'digest',
  weekday: 'weekday',
  minute: 'minute',
  nudge: 'nudge',
  utmSource: 'source',
  utmMedium: 'medium',
  utmCampaign: 'campaign',
  utmContent: 'content',
  /** Of a board, and of a section. */
  name: 'name',
  privacy: 'privacy',
  person: 'person',
  group: 'group',
  role: 'role',
  /** Of an API key. */
  expires: 'expiresAt',
  /** Of a key: whose roles it has, or which. */
  access: 'access',
  /** Of a key: where its role holds. */
  accounts: 'accounts',
  /** Of a webhook: what it is told of, and of which accounts. */
  events: 'events',
  accountsOfWebhook: 'accountIds',
  /** Of a change of many pins: which, and what is done to them. */
  status: 'filter.status',
  pins: 'ids',
  onBoard: 'filter.boardId',
  from: 'filter.from',
  to: 'filter.to',
  deed: 'action',
  /** Of a file of pins, with the field that it has. */
  column: 'column',
  /** A pin of the platform's, by its number or address. */
  platformPin: 'pinId',
  /** What became of a report. */
  note: 'note',
  keyword: 'keyword',
  trendRegion: 'trendRegion',
  trendInterests: 'trendInterests',
} as const

export const command = { pin: '/pin' } as const

export const shortcut = { newPin: 'new_pin', makePin: 'make_pin', makePins: 'make_pins' } as const

export const view = {
  ...adminViews,
  ...approvalViews,
  ...boardViews,
  ...bulkViews,
  ...composerViews,
  ...editViews,
  ...evergreenViews,
  ...feedViews,
  ...homeViews,
  ...importViews,
  ...pinViews,
  ...relevanceViews,
  ...reportViews,
  ...reviewViews,
  ...saveViews,
  ...settingsViews,
  ...slotViews,
  ...webhookViews,
} as const

export const action = {
  /** The one action id of an input that only holds a value. */
  value: 'value',
  ...adminActions,
  ...approvalActions,
  ...boardActions,
  ...bulkActions,
  ...composerActions,
  ...editActions,
  ...evergreenActions,
  ...feedActions,
  ...homeActions,
  ...importActions,
  ...pinActions,
  ...relevanceActions,
  ...reportActions,
  ...reviewActions,
  ...saveActions,
  ...settingsActions,
  ...slotActions,
  ...statsActions,
  ...trendActions,
  ...webhookActions,
} as const

/** Values of "When". */
export const when = { draft: 'draft', nextOpenSlot: 'next_open_slot', slot: 'slot', swap: 'swap', at: 'at' } as const

/** What the menu of a pin offers, where three buttons are not enough. */
export const more = {
  publish: 'publish',
  duplicate: 'duplicate',
  unschedule: 'unschedule',
  delete: 'delete',
  details: 'details',
  series: 'series',
} as const

/** What the menu of an evergreen slot, and of a spacing rule, offers. */
export const change = { edit: 'edit', delete: 'delete' } as const
