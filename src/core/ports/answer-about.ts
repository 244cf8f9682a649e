/** One table, for pins, saves, boards, reads and uploads, of refusals that concern something other than what was sent. */

/**
 * Why the platform refuses our app: not approved for this operation, no access to the feature, Trial access (no pins in
 * production), no reads for accounts that are no business, no declarations about AI, or a wrong id or secret. `other`: the platform gives no reason.
 */
export type AppRefusal =
  | 'consumer_type'
  | 'restricted_feature'
  | 'trial_access'
  | 'pinner_data'
  | 'ai_disclosures'
  | 'credentials'
  | 'other'

/**
 * Why the platform takes nothing from an account: its spam guard, a review, a rejected review, a suspension, a limit on what it
 * may write, terms not accepted or broken, unpaid ads.
 */
export const HOLD_REASONS = ['spam', 'under_review', 'disapproved', 'suspended', 'restricted', 'terms', 'billing'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

export type About =
  /** The platform refuses everything else that this account sends, too. */
  | { about: 'account'; reason: HoldReason }
  | { about: 'app'; refusal: AppRefusal }
  /** The token works, but its holder has not granted this permission. */
  | { about: 'scope' }
  | { about: 'rate' }
  /** The platform could not fetch a picture; a retry a little later often works. */
  | { about: 'image' }

type Answer = { status: number; code: number | string | null; message: string }
type Row = {
  statuses: readonly number[]
  /** Absent: any code matches. */
  code?: number
  says?: RegExp
  /** Words in the message that make the refusal about what was sent after all. */
  unless?: RegExp
  /** Matches only if the message speaks of the account or its holder. */
  ofAccount?: true
  /** Set when a body without a code matches, too. */
  ofAnybody?: true
  means: About
}

const REFUSALS = [400, 401, 402, 403, 423, 429, 451]
const ACCOUNT =
  /\b(accounts?|profiles?|users?|you['’]?(re|ve)|you (are|have|must|need|can['’]?t|cannot|may))\b|account_|_account|user_/i
/** Matches a message about one of these things: its rule is about the thing, not the account. */
const THING = /\b(this pin|board|section|image|picture|photo|video|link|url|domain|website|title|description|resource)\b/i
/** Matches the same, messages about rates, and about users that somebody else has blocked. */
const THING_OR_RATE = new RegExp(`${THING.source}|rate limit|too many requests|quota|blocked you`, 'i')

const account = (reason: HoldReason): About => ({ about: 'account', reason })
const app = (refusal: AppRefusal): About => ({ about: 'app', refusal })

/** The first row that fits decides. The texts are Pinterest’s, as far as they are known. @see test/platform/error-rows.md */
const ROWS: readonly Row[] = [
  { statuses: [400], says: /\bai_disclosures?\b/i, means: app('ai_disclosures') }, // an app that does not know the field
  { statuses: [403], says: /PINNER_DATA_ACCESS_DENIED/i, means: app('pinner_data') }, // nobody has seen its code
  { statuses: [401], code: 3, says: /consumer type/i, means: app('consumer_type') },
  { statuses: [401], code: 3, says: /restricted feature/i, means: app('restricted_feature') },
  { statuses: [403], code: 29, says: /apps? with trial access/i, means: app('trial_access') },
  { statuses: [401], code: 3, says: /scopes?\b|sufficient permissions/i, means: { about: 'scope' } },
  { statuses: [401, 403], says: /\b(your|this|the) app(lication)?\b/i, means: app('other') },
  { statuses: [429], says: /spam/i, ofAnybody: true, means: account('spam') }, // although its words blame the pin: the next one is refused too
  { statuses: REFUSALS, code: 2626, means: account('under_review') },
  { statuses: REFUSALS, code: 2625, means: account('disapproved') },
  { statuses: REFUSALS, says: /\b(billing|payment|unpaid|past due)\b/i, unless: THING, means: account('billing') },
  {
    statuses: REFUSALS,
    says: /suspend|deactivat|disabled|banned|terminated|\blocked\b/i,
    ofAccount: true,
    unless: THING,
    means: account('suspended'),
  },
  {
    statuses: REFUSALS,
    says: /disapproved|not (been )?approved/i,
    ofAccount: true,
    unless: THING,
    means: account('disapproved'),
  },
  {
    statuses: REFUSALS,
    says: /(under|in|pending|for|being) review(ed)?\b|\bbeing reviewed/i,
    ofAccount: true,
    unless: THING,
    means: account('under_review'),
  },
  { statuses: REFUSALS, says: /\bterms\b|guidelines|polic(y|ies)/i, ofAccount: true, unless: THING, means: account('terms') },
  {
    statuses: REFUSALS,
    says: /restricted|limited|write access|(not allowed|unable|can['’]?t|cannot|may not) (to )?(create|save|post|publish|write|add)/i,
    ofAccount: true,
    unless: THING_OR_RATE,
    means: account('restricted'),
  },
  {
    statuses: [403, 429],
    says: /spam|suspicious|unusual activity|automated|(blocked|slow down|too (fast|quickly)|try( this)?( again)? (again|later|in))/i,
    unless: THING_OR_RATE,
    means: account('spam'),
  },
  { statuses: [401], code: 3, means: app('other') },
  { statuses: [429], means: { about: 'rate' } },
  { statuses: [400], code: 1, says: /could not fetch the image|unable to reach the url/i, means: { about: 'image' } },
]

/** @returns undefined when the refusal concerns what was sent, the token, or the platform itself */
export function aboutOthers(answer: Answer): About | undefined {
  const { status, code, message } = answer
  return ROWS.find(
    (row) =>
      row.statuses.includes(status) &&
      (row.code === undefined || row.code === code) &&
      (row.says === undefined || row.says.test(message)) &&
      (row.unless === undefined || !row.unless.test(message)) &&
      (row.ofAccount === undefined || ACCOUNT.test(message)) &&
      (row.means.about !== 'account' || row.ofAnybody || isOfPlatform(answer)),
  )?.means
}

/**
 * True for answers of the platform itself. A body without a code comes from a proxy, unless it begins with an error word of the
 * platform.
 */
const isOfPlatform = ({ code, message }: Answer): boolean => code !== null || /^[A-Z]+(_[A-Z]+)+\b/.test(message)
