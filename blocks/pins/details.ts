/** Everything there is to know of one pin, and who did what to it. */
import type { ActionsBlock, ContextBlock, SectionBlock } from '@slack/types'
import type { Approval } from '../../src/core/posts/approval/model.js'
import type { PostChange } from '../../src/core/posts/history.js'
import type { Post } from '../../src/core/posts/post.js'
import type { PostAction } from '../../src/core/posts/action.js'
import { actorText } from '../kit/actor.js'
import { approvalLines } from '../approval/text.js'
import { actions, context, inline, md, type Message, type Picture, picture, section, text } from '../kit/kit.js'
import { type InEvergreen, STILL_CHECKING, outcomeButtons, pinActions } from './buttons.js'
import { pinSection } from './card.js'
import { boardOf, type Card, type CardPost, mayAll, titleOf } from './text.js'
import { ago, slackDate, timeIn } from '../kit/times.js'

export type DetailedPost = CardPost &
  Pick<Post, 'description' | 'boardSectionId' | 'productTagPinIds' | 'productTagsState' | 'pinId' | 'sourcePostId' | 'createdAt'>
export type DetailsModel = {
  card: Card & { post: DetailedPost }
  /** Of a carousel: the pictures after the cover. */
  morePictures: Picture[]
  /** null: at the root of its board, or not known. */
  sectionName: string | null
  account: { username: string; timezone: string | null }
  /** The reader's own. */
  timezone: string
  /** Newest first. */
  history: PostChange[]
  /** Newest first. */
  approvals: Approval[]
  /** Of a published pin. */
  evergreen?: InEvergreen
  /** Being published, and nobody knows whether it was. */
  isUnresolved?: boolean
  now: Date
}

export function pinDetails(model: DetailsModel): Message {
  const { card, account, history, now } = model
  const { post } = card
  return {
    text: `Pin ${post.id}: ${inline(titleOf(post))}, ${boardOf(post)}`,
    blocks: [
      pinSection(card),
      ...unresolved(model),
      ...otherPictures(model),
      ...describedAs(post),
      ...longFacts(post),
      shortFacts(model),
      ...approvalsOf(model),
      ...(history.length > 0 ? [context(history.map((change) => changeLine(change, now)).join('\n'))] : []),
      context(`Account ${inline(account.username)} · Pin ${post.id}`),
      ...pinActions(post, 'card', 'details', model.evergreen, card.reader),
    ],
  }
}

/** Those that are shown fit into one line of small words. */
function approvalsOf({ approvals, now }: DetailsModel): ContextBlock[] {
  const lines = approvals.flatMap((approval) => approvalLines(approval, now))
  return lines.length === 0 ? [] : [context(lines.join('\n'))]
}

function unresolved({ card: { post, reader }, isUnresolved = false }: DetailsModel): (SectionBlock | ActionsBlock)[] {
  if (!isUnresolved) return []
  if (!mayAll(reader))
    return [section(':mag: We don’t know yet whether this was published: Pinterest didn’t answer. We keep checking.')]
  return [
    section(`:mag: We don’t know yet whether this was published: Pinterest didn’t answer. ${STILL_CHECKING}`),
    actions(outcomeButtons(post, 'card')),
  ]
}

const altOf = (post: DetailedPost) => post.altText ?? titleOf(post)

function otherPictures({ morePictures, card }: DetailsModel): ContextBlock[] {
  const pictures = morePictures.flatMap((shown, index) => picture(shown, `Picture ${index + 2}: ${altOf(card.post)}`) ?? [])
  return pictures.length === 0 ? [] : [{ type: 'context', elements: pictures }]
}

/** As it was written, read as nothing. */
const describedAs = ({ description }: DetailedPost): SectionBlock[] =>
  description === null ? [] : [{ type: 'section', text: text(description) }]

/** The long ones get the whole width. */
function longFacts({ url, altText }: DetailedPost): SectionBlock[] {
  const facts: [string, string | null][] = [
    ['Destination link', url],
    ['Alt text', altText],
  ]
  return facts.map(([name, value]) => section(`*${name}*\n${value === null ? '–' : inline(value, 550)}`))
}

const TAGS = { pending: 'Adding product tags', added: 'Product tags', failed: 'Pinterest refused the product tags' }

function shortFacts(model: DetailsModel): SectionBlock {
  const { boardSectionId, productTagPinIds: tags, productTagsState, pinId, sourcePostId, createdAt } = model.card.post
  const facts: [string, string][] = timeThere(model)
  if (boardSectionId !== null) facts.push(['Section', inline(model.sectionName ?? `section ${boardSectionId}`)])
  if (tags.length > 0) facts.push([TAGS[productTagsState ?? 'added'], inline(tags.join(', '), 1100)])
  if (pinId !== null) facts.push(['Pin on Pinterest', inline(pinId)])
  if (sourcePostId !== null) facts.push(['Evergreen', `Repeats pin ${sourcePostId}`])
  if (model.evergreen === 'in') facts.push(['Evergreen', 'In the pool'])
  facts.push(['Created', slackDate(createdAt)])
  return { type: 'section', fields: facts.map(([name, value]) => md(`*${name}*\n${value}`)) }
}

/** Slack shows the reader's own time; the account's is added where its zone is another. */
function timeThere({ card: { post }, account, timezone, now }: DetailsModel): [string, string][] {
  const at = post.sentAt ?? post.sendAt
  if (at === null || account.timezone === null || account.timezone === timezone) return []
  return [[`In ${inline(account.timezone)}`, timeIn(at, account.timezone, now)]]
}

const DONE: Record<PostAction, string> = {
  create: 'Created',
  edit: 'Edited',
  schedule: 'Scheduled',
  reschedule: 'Moved',
  unschedule: 'Unscheduled',
  delete: 'Deleted',
  undo: 'Undid a change',
  sayThere: 'Marked as published',
  sayNotThere: 'Marked as not published',
}

const changeLine = ({ action, at, via, actor, keyName, isUndone }: PostChange, now: Date): string =>
  `${DONE[action]} by ${actorText(via, actor, keyName)} ${ago(at, now)}${isUndone ? ' (undone)' : ''}`
