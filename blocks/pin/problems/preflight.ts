/** The findings of preflight as sentences for people, each with the button that fixes it. */
import { action as connectAction } from '../../admin/connect.js'
import type { Button, ContextBlock, SectionBlock } from '@slack/types'
import type { Finding, FindingCode, OtherPin, RedirectKind, Unreachable } from '../../../src/core/posts/state/finding.js'
import { button, context, inline, section } from '../../kit/kit.js'
import { linkTo } from '../../kit/link.js'
import { lengthOf, slackDate } from '../../kit/times.js'
import { action as pinButtonsAction, mayEdit, type Origin, pinRef } from '../buttons.js'
import type { EditPart } from '../failure-text.js'
import { type Card, isChangeable, mayAll, titleOf } from '../text.js'
import { statusText } from './status-text.js'

/** Declares that AI made or changed the media. */
export const action = { disclose: 'disclose_ai' } as const

/** Returns markup; Slack shows its dates in the reader's own zone. */
export function findingText(finding: Finding): string {
  switch (finding.code) {
    case 'link_unreachable':
      return UNREACHABLE[finding.because]
    case 'link_status':
      return `The link returns ${statusText(finding.status)}.`
    case 'link_redirects':
      return REDIRECTS[finding.kind](finding)
    case 'link_sold_out':
      return 'The linked product is sold out.'
    case 'link_nopin':
      return 'The linked page blocks saving its images to Pinterest.'
    case 'link_insecure':
      return 'The link starts with http, not https. Browsers warn people about such pages.'
    case 'link_shortened':
      return `Pinterest blocks links shortened by ${inline(finding.host, 60)}. Use the full link.`
    case 'page_title_overrides':
      return `Pinterest may show the page’s own title: “${inline(finding.title, 60)}”.`
    case 'duplicate_picture':
      return `${pinOf(finding.pin)} has the same image on this board${dateOf(finding.pin)}.`
    case 'duplicate_link':
      return `${pinOf(finding.pin)} has the same link on this board${dateOf(finding.pin)}.`
    case 'board_gone':
      return 'The board was deleted from Pinterest.'
    case 'section_gone':
      return 'The section was deleted from this board.'
    case 'connection_ends':
      return finding.at === null
        ? 'This account is disconnected.'
        : `The account’s connection ends ${slackDate(new Date(finding.at))}, before this pin goes out.`
    case 'picture_small':
      return `${pictureOf(finding)} is only ${finding.width} × ${finding.height} pixels. It looks blurred on Pinterest.`
    case 'picture_ratio':
      return finding.height > finding.width
        ? `${pictureOf(finding)} is very tall. Pinterest cuts off its bottom.`
        : `${pictureOf(finding)} is very wide. Pinterest shows it small.`
    case 'video_length':
      return `${videoLength(finding)} Pinterest accepts videos of 4 seconds to 15 minutes.`
    case 'video_ratio':
      return finding.height > finding.width
        ? 'The video is more than twice as tall as it is wide. Pinterest may reject it.'
        : 'The video is more than 1.91 times as wide as it is tall. Pinterest may reject it.'
    case 'video_codec':
      return `The video is encoded as ${inline(finding.codec, 4)}. Pinterest may reject it. Export it as H.264.`
    case 'ai_undeclared':
      return `${finding.mediaType === 'video' ? 'The video' : pictureOf(finding)} says that it was made with AI.`
    case 'text_cut':
      return `Pinterest cuts off the title: “${inline(finding.shown, 60)}…”`
  }
}

const UNREACHABLE: Record<Unreachable, string> = {
  private_address: 'The link leads to a private address. Nobody else can open it.',
  dns: 'The link leads to a website that doesn’t exist.',
  refused: 'The linked website doesn’t respond.',
  timeout: 'The linked page takes too long to respond.',
  tls: 'The linked website has no valid certificate.',
  reset: 'The linked website drops the connection.',
}

type Redirects = Extract<Finding, { code: 'link_redirects' }>
const toOf = ({ to }: Redirects): string => (to === null ? '' : `: ${linkTo(to, to, 80)}`)
const REDIRECTS: Record<RedirectKind, (finding: Redirects) => string> = {
  loop: () => 'The link redirects in a loop, so it never opens.',
  too_many: ({ redirects }) => `The link redirects more than ${redirects} times.`,
  elsewhere: (finding) => `The link leads to another website${toOf(finding)}`,
  home: (finding) => `The link leads to the home page${toOf(finding)}`,
  several: (finding) => `The link redirects ${finding.redirects} times${toOf(finding)}`,
}

const pinOf = ({ title }: OtherPin): string => `“${inline(titleOf({ title }), 60)}”`
const dateOf = ({ at }: OtherPin): string => (at === null ? '' : ` (${slackDate(new Date(at))})`)
/** Rounds away from the limits, so that it never names a valid length. */
const videoLength = ({ durationMs }: Extract<Finding, { code: 'video_length' }>): string =>
  durationMs < 60_000
    ? `The video is only ${Math.floor(durationMs / 100) / 10} seconds long.`
    : `The video is ${lengthOf(Math.ceil(durationMs / 1000) * 1000)} long.`
const pictureOf = ({ picture }: { picture: number }): string => (picture === 1 ? 'The image' : `Image ${picture}`)

/** The text of the button, and the part of the edit form that it opens. */
const LINK = ['Change link', 'link'] as const
const IMAGE = ['Change image', 'media'] as const
const VIDEO = ['Change video', 'media'] as const
const FIXES: Record<Exclude<FindingCode, 'connection_ends' | 'ai_undeclared'>, readonly [says: string, on: EditPart]> = {
  link_unreachable: LINK,
  link_status: LINK,
  link_redirects: LINK,
  link_sold_out: LINK,
  link_nopin: LINK,
  link_insecure: LINK,
  link_shortened: LINK,
  page_title_overrides: ['Change title', 'title'],
  duplicate_picture: IMAGE,
  duplicate_link: LINK,
  board_gone: ['Choose board', 'board'],
  section_gone: ['Choose section', 'board'],
  picture_small: IMAGE,
  picture_ratio: IMAGE,
  video_length: VIDEO,
  video_ratio: VIDEO,
  video_codec: VIDEO,
  text_cut: ['Shorten title', 'title'],
}

const ICON = { blocking: ':no_entry:', warning: ':warning:', info: ':bulb:' }
const lineOf = (finding: Finding): string =>
  `${ICON[finding.severity]} ${findingText(finding)}${finding.holds ? ' We won’t publish this pin until it’s fixed.' : ''}`

const MOST_IN_DETAILS = 6

/** One line for a card: the worst problem, with a button to the details if there are more. Leaves out severity `info`. */
export const findingLine = (card: Pick<Card, 'post' | 'findings'>): (ContextBlock | SectionBlock)[] =>
  worstFinding(card).map((words) =>
    problemsOf(card).length > 1
      ? section(
          words,
          button({
            text: 'Details',
            actionId: pinButtonsAction.details,
            value: pinRef(card.post, 'card'),
            label: `Details: ${titleOf(card.post)}`,
          }),
        )
      : context(words),
  )

/** The worst problem and the number of others; empty if there is none. */
export function worstFinding(card: Pick<Card, 'post' | 'findings'>): string[] {
  const [worst, ...more] = problemsOf(card)
  const rest = more.length === 0 ? '' : more.length === 1 ? ' 1 more problem.' : ` ${more.length} more problems.`
  return worst ? [`${lineOf(worst)}${rest}`] : []
}

const problemsOf = ({ post, findings = [] }: Pick<Card, 'post' | 'findings'>): readonly Finding[] =>
  isChangeable(post) ? findings.filter((finding) => finding.severity !== 'info' && !isDisconnected(finding)) : []

/** The findings for the details, each with its button if the reader may use it. */
export const findingBlocks = (card: Card, from: Origin): SectionBlock[] =>
  isChangeable(card.post)
    ? (card.findings ?? []).slice(0, MOST_IN_DETAILS).map((finding) => {
        const fix = fixButton(finding, card, from)
        const byAdmin = finding.code === 'connection_ends' && !fix ? ' An admin can reconnect it with /pin connect.' : ''
        return section(`${lineOf(finding)}${byAdmin}`, fix)
      })
    : []

/** The state of the pin and the warnings about its time already say this. */
const isDisconnected = (finding: Finding): boolean => finding.code === 'connection_ends' && finding.at === null

function fixButton(finding: Finding, { post, reader }: Card, from: Origin): Button | undefined {
  if (finding.code === 'connection_ends') {
    if (!mayAll(reader)) return undefined
    return button({
      text: 'Reconnect',
      actionId: connectAction.connect,
      value: post.accountId,
      label: `Reconnect the account of ${titleOf(post)}`,
    })
  }
  if (!mayEdit(post, reader)) return undefined
  if (finding.code === 'ai_undeclared')
    return button({
      text: 'Add the disclosure',
      actionId: action.disclose,
      value: pinRef(post, from),
      label: `Add the disclosure: ${titleOf(post)}`,
    })
  const [words, on] = FIXES[finding.code]
  return button({
    text: words,
    actionId: pinButtonsAction.edit,
    value: pinRef(post, from, on),
    label: `${words}: ${titleOf(post)}`,
  })
}
