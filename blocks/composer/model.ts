/** The model of the composer. */
import type { Locale } from '../kit/times.js'
import type { ComposerMemory } from './memory.js'
import type { Account } from '../../src/core/accounts/account.js'
import type { FileOrigin } from '../../src/core/sources/review/model.js'
import type { IntervalPreset, Series } from '../../src/core/posts/post.js'
import type { Warning } from '../../src/core/posts/state/warning.js'
import type { Named } from '../boards/inputs.js'
import type { Problem } from '../kit/problem.js'
import type { Picture } from '../kit/kit.js'
import { type ContentValues, contentValues } from '../pin/content.js'
import type { WhenChoice } from '../pin/when.js'

/**
 * A Slack file. `from`: it comes from a message in a conversation, or a direct one, not from this form. `isSeen`: the app is
 * known to see it; files chosen in a form are always seen.
 */
export type ChosenFile = Named & { from?: FileOrigin; isSeen?: true }

/** The choices of the composer; a specific slot can be chosen once the pin exists. */
export type ComposerChoice = Extract<WhenChoice, 'nextOpenSlot' | 'at' | 'draft'>

export type ComposerValues = ContentValues & {
  image: string
  /** Files chosen in an earlier view, as a view cannot put them back into its file field. */
  keptFiles: ChosenFile[]
  files: ChosenFile[]
  board: Named | null
  section: Named | null
  /** Further boards, in order of choice. */
  alsoOn: Named[]
  interval: IntervalPreset
  everyDays: number | null
  placing: Series['mode']
  when: ComposerChoice
  at: Date | null
}
export const EMPTY_COMPOSER: ComposerValues = {
  ...contentValues(() => ''),
  image: '',
  keptFiles: [],
  files: [],
  board: null,
  section: null,
  alsoOn: [],
  interval: 'weekly',
  everyDays: null,
  placing: 'slots',
  when: 'draft',
  at: null,
}

/** What this reader's time does: `direct` schedules, `asks` requests approval, `never` saves a draft. */
export type Scheduling = 'direct' | 'asks' | 'never'

export const newMemory = (accountId: string): ComposerMemory => ({ accountId, boardRound: 0, sectionRound: 0, fileRound: 0 })

export type ComposerModel = {
  accounts: Pick<Account, 'id' | 'username' | 'displayName' | 'timezone' | 'isBusiness'>[]
  memory: ComposerMemory
  values: ComposerValues
  /** null: no slot is open; undefined: not known (yet). */
  nextOpenSlot: Date | null | undefined
  /** The link of a pin without one; null: none. */
  defaultLink: string | null
  /** The number of sections of the chosen board; undefined: no board chosen. */
  sectionCount: number | undefined
  /** The reader's zone, in which Slack shows the time field. */
  timezone: string
  /** The reader's, for 12 or 24 hours. */
  locale?: Locale | undefined
  now: Date
  scheduling: Scheduling
  /** Warnings about the chosen time, if it is known. */
  warnings?: Warning[]
  /** Why the pin cannot be scheduled now, as plain text. */
  denied?: string | undefined
  /** Trending words that the description lacks. */
  suggested?: string[]
  /** The picture of the link's page; null: none is known. */
  pagePicture?: Picture | null
  /** The picture of the inspiration; null: there is none (yet). */
  inspiring?: Picture | null
  /** The form was just opened, so the first empty text field gets the cursor. */
  isNew?: true
  problem?: Problem
  /** The files of the original message that were not taken, as plain text. */
  note?: string
}

/** True when the pin is scheduled or sent for approval, and so must be complete. */
export const isScheduled = ({ values, scheduling }: Pick<ComposerModel, 'values' | 'scheduling'>): boolean =>
  scheduling !== 'never' && values.when !== 'draft'

/** The chosen time; null: not known, or none. */
export const timeOf = ({ values: { when, at }, nextOpenSlot }: Pick<ComposerModel, 'values' | 'nextOpenSlot'>): Date | null =>
  when === 'at' ? at : when === 'nextOpenSlot' ? (nextOpenSlot ?? null) : null

const SHORT_NAME = 40
const MOST_KEPT = 10
/** Shortens names before the extension, because private metadata holds 3,000 characters. */
export function rememberFiles(files: readonly ChosenFile[]): ChosenFile[] {
  const once = new Map(files.map((file) => [file.id, file]))
  return [...once.values()].slice(0, MOST_KEPT).map((file) => ({ ...file, name: shorten(file.name) }))
}

function shorten(name: string): string {
  if (name.length <= SHORT_NAME) return name
  const [extension = ''] = /\.[a-z0-9]{1,5}$/i.exec(name) ?? []
  return `${name.slice(0, SHORT_NAME - 1 - extension.length).toWellFormed()}…${extension}`
}

/** The data of the link's page; undefined: not read, or the link has changed since. */
export const pageOf = ({
  memory: { page },
  values: { link },
}: Pick<ComposerModel, 'memory' | 'values'>): ComposerMemory['page'] => (page?.link === link ? page : undefined)
