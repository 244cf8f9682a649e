/** The details of one pin with its history. */
import type { ActionsBlock, ContextBlock, SectionBlock } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { ShownApproval } from '../../src/core/posts/approval/status.js'
import type { Versions } from '../../src/core/posts/approval/versions.js'
import type { Comments } from '../../src/core/posts/comments/comment.js'
import type { PostChange } from '../../src/core/posts/history.js'
import type { GivenContent } from '../../src/core/posts/content.js'
import type { Post } from '../../src/core/posts/post.js'
import type { PostAction } from '../../src/core/posts/action.js'
import type { PinTotals } from '../../src/core/insight/analytics/pin-totals.js'
import { actorText } from '../kit/actor.js'
import { approvalLines } from './approval-text.js'
import { actions, context, inline, md, type Message, type Picture, picture, pictureBlock, section, text } from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { whyPaused } from '../settings/publishing.js'
import { counted } from '../kit/numbers.js'
import { type InEvergreen, STILL_CHECKING, outcomeButtons, pinActions } from './buttons.js'
import { lackLine, pinSection } from './card.js'
import { commentsOf, NO_COMMENTS } from './comments.js'
import { addressLine } from './entity.js'
import { inList } from './lists.js'
import { fitRow } from './problems/fit.js'
import { findingBlocks } from './problems/preflight.js'
import { remedyButton } from './state-text.js'
import { factOf, FACTS, labelOf } from './content.js'
import { type ShownTwin, twinBlocks } from './twin.js'
import { versionsBlocks } from './versions.js'
import { boardOf, type Card, type CardPost, mayAll, titleOf } from './text.js'
import { ago, slackDate, slackDay, timeIn, zoneName } from '../kit/times.js'

export type DetailedPost = CardPost &
  GivenContent &
  Pick<Post, 'boardSectionId' | 'productTagsState' | 'pinId' | 'sourcePostId' | 'createdAt'>
export type DetailsModel = {
  card: Card & { post: DetailedPost }
  /** The pin drawn as Pinterest shows it; without it the bare picture is shown. */
  drawn?: Picture | null | undefined
  /** The pictures of a carousel after its cover. */
  morePictures: Picture[]
  /** The link as published, with its UTM parameters; null: no link. */
  linkOut?: string | null | undefined
  /** null: in no section of its board, or not known. */
  sectionName: string | null
  account: Pick<Account, 'username' | 'timezone' | 'pausedBecause'>
  /** The reader's zone. */
  timezone: string
  /** Newest first. */
  history: PostChange[]
  /** Newest first. */
  approvals: ShownApproval[]
  comments?: Comments
  /** What was changed since the last decision or the request; null: nothing. */
  versions?: Versions | null
  /** Only set for a published pin, as the next. */
  evergreen?: InEvergreen
  receiptHref?: string | undefined
  /** The pair that it is in; null: it is in none, and could be; undefined: it cannot be, or the reader may not know. */
  twin?: ShownTwin | null | undefined
  /** The address of the pin, and that of its page for this reader; undefined: none is shown. */
  page?: { address: string; pageHref: string | undefined }
  /** True while it is unknown whether the pin was published. */
  isUnresolved?: boolean
  /** The stats of a published pin; undefined: none were read. */
  numbers?: PinTotals | undefined
  now: Date
}

export function pinDetails(model: DetailsModel): Message {
  const { card, account, history, drawn = null, now } = model
  const { post } = card
  return {
    text: `Pin ${post.id}: ${inline(titleOf(post))}, ${boardOf(post)}`,
    blocks: [
      pinSection(drawn ? { ...card, picture: null } : card),
      ...pictureBlock(drawn, altOf(post)),
      ...unresolved(model),
      ...remedy(model),
      ...lackLine(card),
      ...findingBlocks(card, 'card'),
      ...fitRow(card),
      ...otherPictures(model),
      ...describedAs(post),
      ...longFacts(post),
      ...linkOutOf(model),
      ...shortFacts(model),
      ...(model.twin ? twinBlocks({ twin: model.twin, post, reader: card.reader, now }) : []),
      ...commentsOf(card, model.comments ?? NO_COMMENTS),
      ...versionsBlocks(model.versions, post),
      ...approvalsOf(model),
      ...(history.length > 0
        ? [
            context(
              history
                .slice(0, model.twin ? BESIDE_TEST : undefined)
                .map((change) => changeLine(change, now))
                .join('\n'),
            ),
          ]
        : []),
      context([`Account ${inline(account.username)}`, `Pin ${post.id}`, ...pinterestId(post)].join(' · ')),
      ...(model.page ? [addressLine(model.page)] : []),
      ...pinActions(
        { ...card, receiptHref: model.receiptHref, isTestable: model.twin === null },
        'card',
        'details',
        model.evergreen,
      ),
    ],
  }
}

/** Changes shown beside a test: a message with everything has no room for more. */
const BESIDE_TEST = 2

/** Lets a person find the pin on Pinterest or in the stats of another program. */
const pinterestId = ({ pinId }: DetailedPost): string[] => (pinId === null ? [] : [`Pinterest ID ${inline(pinId)}`])

function approvalsOf({ approvals, now }: DetailsModel): ContextBlock[] {
  const lines = approvals.flatMap((approval) => approvalLines(approval, now))
  return lines.length === 0 ? [] : [context(lines.join('\n'))]
}

function unresolved({ card, isUnresolved = false }: DetailsModel): (SectionBlock | ActionsBlock)[] {
  if (!isUnresolved) return []
  if (!mayAll(card.reader)) return []
  return [section(STILL_CHECKING), actions(outcomeButtons(card, 'card'))]
}

/** The button that ends the wait, with the reason. It carries the reference of the details, so a press shows them again. */
function remedy({ card, account }: DetailsModel): (ContextBlock | ActionsBlock)[] {
  const button = remedyButton(card)
  if (!button) return []
  const why = card.state.cause === 'paused' ? whyPaused(account.pausedBecause).trim() : ''
  const { accountId, id: postId } = card.post
  const { blocks } = inList({ blocks: [actions([button])] }, { kind: 'details', accountId, postId })
  return [...(why === '' ? [] : [context(why)]), ...blocks]
}

const altOf = (post: DetailedPost) => post.altText ?? titleOf(post)

function otherPictures({ morePictures, card }: DetailsModel): ContextBlock[] {
  const pictures = morePictures.flatMap((shown, index) => picture(shown, `Image ${index + 2}: ${altOf(card.post)}`) ?? [])
  return pictures.length === 0 ? [] : [{ type: 'context', elements: pictures }]
}

/** Plain text, so that nothing in it is read as markup. */
const describedAs = ({ description }: DetailedPost): SectionBlock[] =>
  description === null ? [] : [{ type: 'section', text: text(description) }]

/** Long values get the whole width. */
function longFacts(post: DetailedPost): SectionBlock[] {
  if (post.savedPin) return [] // they belong to the original pin and are not known
  return FACTS.flatMap((field) => {
    const value = post[field]
    if ((Array.isArray(value) && value.length === 0) || (field === 'cover' && value === null)) return []
    return section(
      `*${labelOf(field)}*\n${(typeof value === 'string' || value === null ? asLink(value ?? '') : inline(factOf(field, value), 100)) || '–'}`,
    )
  })
}

/** The published link, if it differs from the one that was typed. */
function linkOutOf({ linkOut, card: { post } }: DetailsModel): SectionBlock[] {
  if (!linkOut || linkOut === post.url) return []
  return [section(`*${post.status === 'sent' ? 'Link as published' : 'Link with UTM parameters'}*\n${asLink(linkOut)}`)]
}

/** Links an address as it was typed; one over 500 characters becomes plain text. */
const asLink = (value: string): string =>
  /^https?:\/\/[^\s|]+$/i.test(value) && value.length <= 500 ? linkTo(value, value, 500) : inline(value, 550)

const TAGS = { pending: 'Adding product tags', added: 'Product tags', failed: 'Pinterest refused the product tags' }

function shortFacts(model: DetailsModel): SectionBlock[] {
  const { boardSectionId, productTagPinIds: tags, productTagsState, sourcePostId, createdAt } = model.card.post
  const facts: [string, string][] = timeThere(model)
  if (boardSectionId !== null) facts.push(['Section', inline(model.sectionName ?? `section ${boardSectionId}`)])
  if (tags.length > 0) facts.push([TAGS[productTagsState ?? 'added'], inline(tags.join(', '), 1100)])
  if (model.numbers) facts.push(['Stats', numbersText(model.numbers)])
  if (sourcePostId !== null) facts.push(['Evergreen', `Repeats pin ${sourcePostId}`])
  if (model.evergreen === 'in') facts.push(['Evergreen', 'In the pool'])
  if (!model.history.some(({ action }) => action === 'create')) facts.push(['Created', slackDate(createdAt)])
  return facts.length === 0 ? [] : [{ type: 'section', fields: facts.map(([name, value]) => md(`*${name}*\n${value}`)) }]
}

/** `1,204 impressions · 31 saves · 4 link clicks, as of Mar 4`. */
const numbersText = ({ impressions, saves, outboundClicks, readAt }: PinTotals): string =>
  `${counted(impressions, 'impression')} · ${counted(saves, 'save')} · ${counted(outboundClicks, 'link click')}, as of ${slackDay(readAt)}`

/** Adds the time in the account's zone if that differs from the reader's, which Slack shows. */
function timeThere({ card: { post }, account, timezone, now }: DetailsModel): [string, string][] {
  const at = post.sentAt ?? post.sendAt
  if (at === null || account.timezone === null || account.timezone === timezone) return []
  return [[inline(zoneName(account.timezone)), timeIn(at, account.timezone, now)]]
}

const DONE: Record<PostAction, string> = {
  create: 'Created',
  edit: 'Edited',
  schedule: 'Scheduled',
  reschedule: 'Moved',
  unschedule: 'Unscheduled',
  delete: 'Deleted',
  editPublished: 'Edited on Pinterest',
  deletePublished: 'Deleted from Pinterest',
  findDeleted: 'Found deleted on Pinterest',
  undo: 'Undid a change',
  sayThere: 'Marked as published',
  sayThereUnchecked: 'Marked as published (not checked)',
  sayNotThere: 'Marked as not published',
}

const doneText = ({ action, newMedia, alsoEdited }: PostChange): string => {
  if (alsoEdited) return `Edited and ${DONE[action].toLowerCase()}`
  if (!newMedia) return DONE[action]
  return newMedia.isAll ? `${newMedia.kind === 'video' ? 'Video' : 'Image'} changed` : `Edited with a new ${newMedia.kind}`
}

const changeLine = (change: PostChange, now: Date): string => {
  const { at, via, actor, keyName, isUndone } = change
  return `${doneText(change)} by ${actorText(via, actor, keyName)} ${ago(at, now)}${isUndone ? ' (undone)' : ''}`
}
