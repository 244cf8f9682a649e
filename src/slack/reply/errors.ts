/**
 * Turns domain errors into sentences for people in Slack, with the next step. Anything unknown becomes an apology with a
 * reference.
 */
import { randomBytes } from 'node:crypto'
import type { Connects } from '../../../blocks/admin/connect.js'
import { UnreadableMemory } from '../../../blocks/kit/memory.js'
import { CONTENT_LABELS } from '../../../blocks/pin/content.js'
import { type Called, codeRow, say } from '../../core/lib/codes.js'
import { databaseAway } from '../../core/lib/database-away.js'
import { badRequest, DomainError, type Issue, type Thing } from '../../core/lib/errors.js'
import { type Denial, denialOf, findRow, type ReasonRow } from '../../core/lib/reasons.js'
import { issuesOf } from '../../core/lib/rows/read-all.js'
import type { Deps } from '../../core/ports/deps.js'
import { DeadConnection, NoAccount } from '../accounts.js'
import { slackProblemOf } from './slack-problems.js'

/** The error shown to a person, in plain text without markup. `field`: the input it belongs under, by the core's name. */
export type Explanation = {
  sentence: string
  field?: string
  /** Other issues of the same form, each under its own input. */
  others?: { sentence: string; field: string }[]
  /** True when a form was opened too late, so that another click is needed. */
  isLate?: boolean
  /** The account to connect first, if this person may do that. */
  connects?: Connects
}

/** Labels of fields on our screens. */
const LABEL: Record<string, string> = {
  mediaUrl: 'Image link',
  uploadId: 'Image or video',
  mediaType: 'Image or video',
  carouselItems: 'Image or video',
  ...CONTENT_LABELS,
  boardId: 'Board',
  boardSectionId: 'Section',
  intervalBoards: 'Also on',
  intervalType: 'How often',
  intervalDays: 'Days between',
  intervalMode: 'Times',
  isSimplifiedPin: 'Pin type',
  fit: 'Image',
  sendAt: 'Time',
  useNextOpenSlot: 'Next open slot',
  accountId: 'Account',
  postId: 'Pin',
  otherPostId: 'The other pin',
  words: 'Words',
  label: 'Label',
  'filter.text': 'Words',
  days: 'Days',
  whilePaused: 'Pins due while paused',
  samePicturePerMonth: 'Same picture in 30 days',
  blackouts: 'Blackouts',
  until: 'Resumes',
  atMost: 'At most',
  months: 'Months',
  dayPreference: 'Day',
  time: 'Time',
  timezone: 'Time zone',
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  content: 'Content',
  notifyChannelId: 'Channel',
  defaultLink: 'Destination link',
  approvalsChannelId: 'Channel',
  pinsPerDay: 'Pins per day',
  perDay: 'Drafts per day',
  tool: 'Command or button',
  note: 'Note',
  reason: 'Reason',
  text: 'Comment',
  contactName: 'Your client’s name',
  email: 'Your client’s email',
  expiresInDays: 'Works for',
  audience: 'Who sees it',
  keyword: 'Keyword',
  trendRegion: 'Region',
  trendInterests: 'Topics',
  name: 'Name',
  privacy: 'Visibility',
  pinId: 'Pin link',
  savePinId: 'Pin link',
  sectionId: 'Section',
  person: 'Person',
  group: 'User group',
  role: 'Role',
  expiresAt: 'Expires',
  accounts: 'Accounts',
  accountIds: 'Accounts',
  events: 'Events',
  from: 'From',
  to: 'To',
  ids: 'Pins',
  csv: 'The file',
  mapping: 'the form “Columns”',
  dateOrder: 'Dates such as 3/4/2027',
}

/** Returns the label of an entry of a list: the cover is the first image, and the pin's own board the first of a series. */
function labelOf(field: string): string | undefined {
  const [, list = '', index = '', part = ''] =
    /^(carouselItems|intervalBoards|blackouts)\[(\d{1,3})\](?:\.(\w+))?$/.exec(field) ?? []
  const [, slide, name = ''] = /^slides\[(\d)\]\.(\w+)$/.exec(field) ?? []
  if (slide !== undefined) return `${name === 'link' ? 'Link' : (LABEL[name] ?? '')} of slide ${Number(slide) + 1}`
  if (list === 'carouselItems') return `Image ${Number(index) + 2}`
  if (list === 'intervalBoards') return `${part === 'boardSectionId' ? 'Section of board' : 'Board'} ${Number(index) + 1}`
  if (list === 'blackouts') return part === 'from' ? 'The first day' : part === 'to' ? 'The last day' : 'The note'
  return LABEL[field.endsWith('].name') ? 'name' : field]
}

/** Names of things on our screens: a post of the API is a pin. */
const THINGS: Record<string, string> = { post: 'pin', posts: 'pins', Post: 'Pin' }

const called: Called = (name) => labelOf(name) ?? THINGS[name] ?? name

const asItSays = ({ sentence }: DomainError) => say(sentence, called)

function notThere(error: DomainError): string {
  const { thing } = error.details
  return thing === undefined ? asItSays(error) : `${asItSays(error)} ${NOT_THERE[thing]}`
}

/**
 * Returns the sentence of a refused input: a rule of ours names its field and the fix, a refusal of the platform may name
 * nothing.
 */
function inputRefused(error: DomainError): string {
  const { field, rule } = error.details
  if (rule === 'needed_to_schedule' && field !== undefined) return `Add ${neededWords([field])} to schedule this pin.`
  const words = asItSays(error)
  if (error.details.field !== undefined) return words
  return `${words}${/[.!?]$/.test(words) ? '' : '.'} Change your input. If that doesn’t help, tell us with /pin help report.`
}

const NEEDED: Record<string, string> = { title: 'a title', description: 'a description', url: 'a link', boardId: 'a board' }

/** Returns words such as `a title, a link and a board`. @param fields that a pin lacks to be scheduled, by the core's names */
export function neededWords(fields: readonly string[]): string {
  const words = fields.map((field) => NEEDED[field] ?? field)
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words).replace(/,( and )/, '$1')
}

/** Returns the sentence of an error without the next step, for where that is shown beside it. */
export function errorText(error: DomainError): string {
  const denial = denialOf(error.details.reason)
  return denial ? deniedText(denial, error.details) : (ownWords(error) ?? asItSays(error))
}

/** Returns the row of the reason, or of the code. */
const rowFor = ({ code, details: { reason } }: DomainError): Partial<ReasonRow> => findRow(reason) ?? codeRow(code)

/** Returns Slack’s own sentence; undefined: there is none, because that of the API serves here too. */
function ownWords(error: DomainError): string | undefined {
  const { slack } = rowFor(error)
  return typeof slack === 'function' ? slack(error.details) : slack
}

type Told = Pick<DomainError['details'], 'credit'> & {
  /** Another possible step, in the same sentence. */
  orElse?: string
}

/** Returns why no more pins can be scheduled, and who can help: people buy nothing here. */
export const deniedText = ({ lacks, ask }: Denial, { credit, orElse = '' }: Told = {}): string =>
  `${credit ? `There is credit for ${credit.fits} of these ${credit.count} pins.` : lacks} ${ask}${orElse}.`

/** Returns the sentence with the next step: that of the reason, or that of the code. */
function sentenceOf(error: DomainError): string {
  const { code, details } = error
  const { slackNext, denial } = rowFor(error)
  if (denial) return `${deniedText(denial, { ...details, orElse: ', or save a draft' })} ${denial.page}`
  const own = ownWords(error)
  if (own !== undefined) return own
  if (slackNext !== undefined) return `${asItSays(error)} ${slackNext}`
  if (code === 'NOT_FOUND') return notThere(error)
  return code === 'BAD_REQUEST' && details.reason === undefined ? inputRefused(error) : asItSays(error)
}

/**
 * Returns the text of an error for a person. An internal error becomes a reference, and its log line has the rest.
 * @param facts further fields of the log line
 */
export function explain({ settings, log }: Pick<Deps, 'settings' | 'log'>, error: unknown, facts: object): Explanation {
  if (error instanceof UnreadableMemory) {
    log.warn({ err: error, ...facts }, 'a view of another version was used')
    return { sentence: 'Pinslot was updated since this form was opened. Close it and open it again.' }
  }
  const away = databaseAway(error)
  if (away) {
    log.error({ err: error, ...facts }, 'slack listener failed')
    return explain({ settings, log }, away, facts)
  }
  if (!(error instanceof DomainError)) {
    const reference = randomBytes(4).toString('hex')
    const slackProblem = slackProblemOf(error)
    if (slackProblem) {
      log.warn({ err: error, reference, ...facts }, 'slack call failed')
      return {
        sentence: `${slackProblem.sentence} If it keeps happening, report it with reference ${reference}.`,
        isLate: slackProblem.isLate,
      }
    }
    log.error({ err: error, reference, ...facts }, 'slack listener failed')
    return {
      sentence: `Sorry, something went wrong on our side. Try again. If it keeps happening, report it with reference ${reference}.`,
    }
  }
  const { field, resolvePath } = error.details
  const sentence = sentenceOf(error)
  const resolved = resolvePath === undefined ? sentence : `${sentence} ${settings.publicUrl}${resolvePath}`
  const connects = connectsBy(error)
  const [, ...others] = issuesOf(error)
  return {
    sentence: resolved,
    ...(field !== undefined && { field: inputOf(field) }),
    ...(others.length > 0 && { others: others.map(ofIssue) }),
    ...(connects !== undefined && { connects }),
  }
}

const ofIssue = ({ field, sentence, rule }: Issue) => ({
  field: inputOf(field),
  sentence: inputRefused(badRequest(field, sentence, rule)),
})

/** All slides have one input. */
const inputOf = (field: string): string => field.replace(/^slides\[.*$/, 'slides')

function connectsBy(error: DomainError): Connects | undefined {
  if (error instanceof DeadConnection) return error.account
  return error instanceof NoAccount && error.canConnect ? null : undefined
}

/** Rewrites a denial for an existing draft, for which "save a draft" is no advice. Other errors are returned unchanged. */
export function asOfADraft(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'PAYMENT_REQUIRED') return error
  const { reason, resolvePath } = error.details
  const denial = denialOf(reason)
  if (!denial || resolvePath === undefined) return error
  return new DomainError(error.code, `${deniedText(denial, error.details)} Until then, it stays a draft. ${denial.page}`, {
    resolvePath,
  })
}

/**
 * Sentences about what may have happened to a missing thing, and where to check. A new thing without its text does not compile.
 */
const NOT_THERE: Record<Thing, string> = {
  Account: 'It may have been removed: Home shows your accounts.',
  Approval: 'Its pin may have been deleted.',
  Batch: 'Batches are kept for 90 days.',
  Board: 'It may have been deleted: see /pin boards.',
  'Board section': 'It may have been deleted: /pin boards shows each board’s sections.',
  'Board list': 'It may have been deleted.',
  Edit: 'This pin was not changed on Pinterest by Pinslot.',
  Pin: 'It may have been deleted on Pinterest, or it belongs to another account.',
  Post: 'It may have been deleted: see /pin queue.',
  Timeslot: 'It may have been deleted: see /pin slots.',
  Resource: 'It may have been deleted.',
  'Review link': 'It may have been deleted: /pin approvals shows the client links.',
  'Version test': 'It may have been ended.',
}
