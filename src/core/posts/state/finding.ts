/** What may be wrong with a pin before it is published. A finding refuses nothing: people see it with how to fix it. */

export const FINDING_CODES = [
  'link_unreachable',
  'link_status',
  'link_redirects',
  'link_sold_out',
  'link_nopin',
  'link_insecure',
  'link_shortened',
  'page_title_overrides',
  'duplicate_picture',
  'duplicate_link',
  'board_gone',
  'section_gone',
  'connection_ends',
  'picture_small',
  'picture_ratio',
  'video_length',
  'video_ratio',
  'video_codec',
  'ai_undeclared',
  'text_cut',
] as const
export type FindingCode = (typeof FINDING_CODES)[number]

/**
 * `blocking`: the pin cannot be published or its link does not work. `warning`: it is published, but does less than it could.
 * `info`: good to know.
 */
export const SEVERITIES = ['info', 'warning', 'blocking'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Why a page gave no answer. */
export const UNREACHABLE = ['private_address', 'dns', 'refused', 'timeout', 'tls', 'reset'] as const
export type Unreachable = (typeof UNREACHABLE)[number]

/**
 * `loop`, `too_many`: it never ends. `elsewhere`: on another site. `home`: to the home page of its own site. `several`: after
 * some steps.
 */
export type RedirectKind = 'loop' | 'too_many' | 'elsewhere' | 'home' | 'several'

/**
 * Another pin of that board: a post of ours, or a live pin (`pinId`) that no post of ours made. `at`: when it is or was
 * published, ISO 8601.
 */
export type OtherPin = { title: string | null; at: string | null } & (
  | { postId: string; pinId?: never }
  | { postId: null; pinId: string }
)

/** A stored finding: the facts, from which every entry point makes its own sentence. */
export type Finding = {
  severity: Severity /** True when the account holds the pin for it: computed for each reader, never stored. */
  holds?: true
} & (
  | { code: 'link_unreachable'; because: Unreachable }
  | { code: 'link_status'; status: number }
  | { code: 'link_redirects'; kind: RedirectKind; redirects: number; to: string | null }
  | { code: 'link_sold_out' }
  | { code: 'link_nopin' }
  | { code: 'link_insecure'; https: string }
  | { code: 'link_shortened'; host: string; to: string | null }
  | { code: 'page_title_overrides'; title: string }
  | { code: 'duplicate_picture'; pin: OtherPin }
  | { code: 'duplicate_link'; pin: OtherPin }
  | { code: 'board_gone' }
  | { code: 'section_gone' }
  /** null: the connection has ended already. */
  | { code: 'connection_ends'; at: string | null }
  /** `picture`: its position in the carousel, from 1. */
  | { code: 'picture_small'; picture: number; width: number; height: number }
  | { code: 'picture_ratio'; picture: number; width: number; height: number }
  | { code: 'video_length'; durationMs: number }
  | { code: 'video_ratio'; width: number; height: number }
  /** The name in the video's index. */
  | { code: 'video_codec'; codec: string }
  | { code: 'ai_undeclared'; picture: number; mediaType: 'image' | 'video' }
  | { code: 'text_cut'; shown: string }
)

/** Statuses of a page that is gone. */
const GONE = new Set([404, 410])

/** Why a link is dead: the status of its page, or null when its website does not exist. */
export type LinkDeath = { status: number | null }

/**
 * Returns how a link is dead, only on clear evidence: not when it is slow, fails, refuses programs or our own network may be the
 * cause.
 * @see docs/decisions.md#29-dead-links
 */
export const deathBy = (answered: { status: number } | { because: string }): LinkDeath | undefined => {
  if ('status' in answered) return GONE.has(answered.status) ? { status: answered.status } : undefined
  return answered.because === 'dns' ? { status: null } : undefined
}

export const isDeadLink = (finding: Finding): boolean =>
  (finding.code === 'link_status' || finding.code === 'link_unreachable') && deathBy(finding) !== undefined

/** The input that fixes it, by the names of the contract, and its new value where that is known. */
export type Fix = {
  field: 'url' | 'title' | 'boardId' | 'boardSectionId' | 'mediaUrl' | 'aiDisclosures' | 'account'
  value?: string
}

/** Returns how to fix a finding; undefined: nothing here does. */
export function fixOf(finding: Finding): Fix | undefined {
  switch (finding.code) {
    case 'link_unreachable':
    case 'link_status':
    case 'link_sold_out':
    case 'link_nopin':
    case 'duplicate_link':
      return { field: 'url' }
    case 'link_redirects':
    case 'link_shortened':
      return { field: 'url', ...(finding.to !== null && { value: finding.to }) }
    case 'link_insecure':
      return { field: 'url', value: finding.https }
    case 'page_title_overrides':
    case 'text_cut':
      return { field: 'title' }
    case 'duplicate_picture':
    case 'picture_small':
    case 'picture_ratio':
    case 'video_length':
    case 'video_ratio':
    case 'video_codec':
      return { field: 'mediaUrl' }
    case 'ai_undeclared':
      return { field: 'aiDisclosures', value: 'AI_MODIFIED' }
    case 'board_gone':
      return { field: 'boardId' }
    case 'section_gone':
      return { field: 'boardSectionId' }
    case 'connection_ends':
      return { field: 'account' }
  }
}

/** The text for clients of the API; `blocks/pin/problems/preflight.ts` has the one for people. */
export function messageOf(finding: Finding): string {
  switch (finding.code) {
    case 'link_unreachable':
      return UNREACHABLE_MESSAGES[finding.because]
    case 'link_status':
      return `The link returns status ${finding.status}.`
    case 'link_redirects':
      return redirectMessage(finding)
    case 'link_sold_out':
      return 'The linked product is sold out.'
    case 'link_nopin':
      return 'The linked page blocks saving its images to Pinterest (nopin).'
    case 'link_insecure':
      return 'The link starts with http, not https: browsers warn people about such pages.'
    case 'link_shortened':
      return `The link goes through ${finding.host}. Pinterest blocks shortened links.`
    case 'page_title_overrides':
      return `Pinterest may show the page’s own title, “${finding.title}”, instead of the post’s.`
    case 'duplicate_picture':
      return `${otherName(finding.pin)} has the same image on this board.`
    case 'duplicate_link':
      return `${otherName(finding.pin)} has the same url on this board.`
    case 'board_gone':
      return 'The board was deleted or is no longer shared with the account.'
    case 'section_gone':
      return 'The section was deleted from the board.'
    case 'connection_ends':
      return finding.at === null
        ? 'The account is disconnected.'
        : `The account’s connection ends at ${finding.at}, before this post goes out.`
    case 'picture_small':
      return `${pictureName(finding)} is ${finding.width} × ${finding.height} pixels. It looks blurred on Pinterest.`
    case 'picture_ratio':
      return finding.height > finding.width
        ? `${pictureName(finding)} is very tall. Pinterest cuts off its bottom.`
        : `${pictureName(finding)} is very wide. Pinterest shows it small.`
    case 'video_length':
      return `The video is ${finding.durationMs / 1000} seconds long. Pinterest accepts 4 seconds to 15 minutes.`
    case 'video_ratio':
      return `The video is ${finding.width} × ${finding.height} pixels. Pinterest accepts videos up to twice as tall as wide, and up to 1.91 times as wide as tall.`
    case 'video_codec':
      return `The video is encoded as ${finding.codec}. Pinterest accepts H.264 and H.265.`
    case 'ai_undeclared':
      return `${finding.mediaType === 'video' ? 'The video' : pictureName(finding)} says that AI made or changed it. Add AI_MODIFIED to aiDisclosures, or leave it if that is wrong.`
    case 'text_cut':
      return `Pinterest cuts off the title: “${finding.shown}…”.`
  }
}

const otherName = ({ postId, pinId }: OtherPin): string => (postId === null ? `The published pin ${pinId}` : `Post ${postId}`)
const pictureName = ({ picture }: { picture: number }): string => (picture === 1 ? 'The image' : `Image ${picture}`)

const UNREACHABLE_MESSAGES: Record<Unreachable, string> = {
  private_address: 'The link leads to a private address that nobody else can open (private_address).',
  dns: 'The link leads to a website that does not exist (dns).',
  refused: 'The linked website does not respond (refused).',
  timeout: 'The linked page takes too long to respond (timeout).',
  tls: 'The linked website has no valid certificate (tls).',
  reset: 'The linked website drops the connection (reset).',
}

function redirectMessage({ kind, redirects, to }: Extract<Finding, { code: 'link_redirects' }>): string {
  switch (kind) {
    case 'loop':
      return 'The link redirects in a loop, so it never opens.'
    case 'too_many':
      return `The link redirects more than ${redirects} times.`
    case 'elsewhere':
      return `The link leads to another website: ${to}`
    case 'home':
      return `The link leads to the home page of its website: ${to}`
    case 'several':
      return `The link redirects ${redirects} times before it arrives at ${to}`
  }
}

/** Orders findings by severity, then in the order of the codes. */
export const byUrgency = (one: Finding, other: Finding): number =>
  SEVERITIES.indexOf(other.severity) - SEVERITIES.indexOf(one.severity) ||
  FINDING_CODES.indexOf(one.code) - FINDING_CODES.indexOf(other.code)
