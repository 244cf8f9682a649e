/** What the composer shows and holds. */
import type { Locale } from '../kit/times.js'
import type { ComposerMemory } from './memory.js'
import type { Account } from '../../src/core/accounts/account.js'
import type { FileOrigin } from '../../src/core/sources/review/model.js'
import type { IntervalPreset, Series } from '../../src/core/posts/post.js'
import type { Warning } from '../../src/core/posts/state/warning.js'
import type { Named } from '../boards/inputs.js'
import type { Problem } from '../kit/problem.js'
import type { Picture } from '../kit/kit.js'
import type { WhenChoice } from '../pin/when.js'

/**
 * A file of Slack's, by its id there. `from`: it was not chosen in this form, but stands in a message of a conversation, or of a direct one.
 * `isSeen`: Slack shows it to the app, as far as that is known; what was chosen in a form it shows anyway.
 */
export type ChosenFile = Named & { from?: FileOrigin; isSeen?: true }

/** Which of the open slots is chosen once the pin is there. */
export type ComposerChoice = Extract<WhenChoice, 'nextOpenSlot' | 'at' | 'draft'>

export type ComposerValues = {
  image: string
  /** Chosen before this view was made; a view cannot put them back into its file field. */
  keptFiles: ChosenFile[]
  files: ChosenFile[]
  title: string
  description: string
  link: string
  altText: string
  board: Named | null
  section: Named | null
  /** Further boards, in the order they were chosen. */
  alsoOn: Named[]
  interval: IntervalPreset
  everyDays: number | null
  placing: Series['mode']
  /** As typed: pin ids or the addresses of pins. */
  productTags: string
  when: ComposerChoice
  at: Date | null
}
export const EMPTY_COMPOSER: ComposerValues = {
  image: '',
  keptFiles: [],
  files: [],
  title: '',
  description: '',
  link: '',
  altText: '',
  board: null,
  section: null,
  alsoOn: [],
  interval: 'weekly',
  everyDays: null,
  placing: 'slots',
  productTags: '',
  when: 'draft',
  at: null,
}

/** At once; as an approval request; or not at all: drafts alone. */
export type Scheduling = 'direct' | 'asks' | 'never'

export const newMemory = (accountId: string): ComposerMemory => ({ accountId, boardRound: 0, sectionRound: 0, fileRound: 0 })

export type ComposerModel = {
  accounts: Pick<Account, 'id' | 'username' | 'displayName' | 'timezone' | 'isBusiness'>[]
  memory: ComposerMemory
  values: ComposerValues
  /** null: no slot is open; undefined: not known (yet). */
  nextOpenSlot: Date | null | undefined
  /** What a pin without a link gets; null: nothing. */
  defaultLink: string | null
  /** How many sections the chosen board has; undefined: no board chosen. */
  sectionCount: number | undefined
  /** The reader's own, in which Slack shows the time field. */
  timezone: string
  /** Of the reader: their clock. */
  locale?: Locale | undefined
  now: Date
  /** What becomes of a time that this reader chooses. */
  scheduling: Scheduling
  /** Of the time chosen, as far as it is known. */
  warnings?: Warning[]
  /** Why the pin could not be scheduled now; plain text. */
  denied?: string | undefined
  /** Words that people search for, which the description does not say yet. */
  suggested?: string[]
  /** Of the page of the link; null: it has none that is known. */
  pagePicture?: Picture | null
  /** Of the inspiration; null: there is none (yet). */
  inspiring?: Picture | null
  /** It has just been opened: the cursor goes to the first field that has something to type. */
  isNew?: true
  problem?: Problem
  /** What of the message it began with is not chosen; plain text. */
  note?: string
}

/** Whether the pin goes on the schedule, or into an approval: then it needs all that a pin of Pinterest's has here. */
export const isScheduled = ({ values, scheduling }: Pick<ComposerModel, 'values' | 'scheduling'>): boolean =>
  scheduling !== 'never' && values.when !== 'draft'

/** When the chosen time is, as far as it is known. */
export const timeOf = ({ values: { when, at }, nextOpenSlot }: Pick<ComposerModel, 'values' | 'nextOpenSlot'>): Date | null =>
  when === 'at' ? at : when === 'nextOpenSlot' ? (nextOpenSlot ?? null) : null

const SHORT_NAME = 40
const MOST_KEPT = 10
/** Slack's own limit for what a view remembers is 3000 characters: names are shortened at their end, where the extension is not. */
export function rememberFiles(files: readonly ChosenFile[]): ChosenFile[] {
  const once = new Map(files.map((file) => [file.id, file]))
  return [...once.values()].slice(0, MOST_KEPT).map((file) => ({ ...file, name: shorten(file.name) }))
}

function shorten(name: string): string {
  if (name.length <= SHORT_NAME) return name
  const [extension = ''] = /\.[a-z0-9]{1,5}$/i.exec(name) ?? []
  return `${name.slice(0, SHORT_NAME - 1 - extension.length).toWellFormed()}…${extension}`
}

/** What the page of the link says; undefined: another link stands there by now, or it was not read. */
export const pageOf = ({
  memory: { page },
  values: { link },
}: Pick<ComposerModel, 'memory' | 'values'>): ComposerMemory['page'] => (page?.link === link ? page : undefined)
