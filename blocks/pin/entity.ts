/**
 * A pin as a Work Object: the unfurl of its link, which all in a conversation see, and the pane beside it, which one person sees.
 * Both are made here, and so is the classic unfurl for workspaces without Work Objects.
 * @see docs/decisions.md#198-an-unfurl-shows-what-everybody-may-see
 */
import type {
  AnyBlock,
  Button,
  ContextBlock,
  EntityActionButton,
  EntityCustomField,
  EntityImageField,
  EntityMetadata,
} from '@slack/types'
import type { GivenContent } from '../../src/core/posts/content.js'
import type { Comment, CommentAuthor, Comments } from '../../src/core/posts/comments/comment.js'
import type { PostState } from '../../src/core/posts/state/state.js'
import { actions, button, clip, context, oneLine, section } from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { action, mayEdit, pinActions, pinRef } from './buttons.js'
import { pinSection } from './card.js'
import { INPUTS } from './content.js'
import { type Card, type CardPost, isChangeable, mayAll, titleOf } from './text.js'

/** Slack’s own ids of the forms of a pane. */
export const view = { pane: 'work-object-edit', paneComment: 'work-object-post-comment' } as const

/** The fields that a pane edits, by the names of the core. `seen`: what they were; it comes back as a part of the name of `url`. */
export type PaneField = 'title' | 'description' | 'url' | 'sendAt'
const SEEN_FIELDS = ['title', 'description', 'url', 'sendAt'] as const
export type PaneSeen = Record<PaneField, string>
const URL_KEY = 'url'
const NONE = '-'

/** The types of the SDK lack comments. @see https://docs.slack.dev/messaging/work-objects-comments, read 2026-11-30 */
export type PinEntity = EntityMetadata & { entity_comments?: { count: number; latest_timestamp?: number } }

type PinCard = Card & { post: CardPost & Pick<GivenContent, 'description'> & { createdAt: Date } }
/** `card` null: nothing but the number may be shown here; undefined: the pin was deleted. */
export type UnfurlModel = {
  postId: string
  /** The canonical address of the pin. */
  url: string
  /** The address as it was posted. */
  posted: string
  card: PinCard | null | undefined
  comments: Comments
  now: Date
}

const TYPE = 'slack#/entities/content_item'

type Color = 'red' | 'yellow' | 'green' | 'gray' | 'blue'
const STATES: Record<PostState['name'], readonly [words: string, color: Color]> = {
  draft: ['Draft', 'gray'],
  failed: ['Not published', 'red'],
  awaiting_approval: ['Waiting for approval', 'yellow'],
  approval_expired: ['Waiting for approval', 'yellow'],
  scheduled: ['Scheduled', 'blue'],
  waiting: ['Waiting', 'yellow'],
  publishing: ['Publishing now', 'blue'],
  unconfirmed: ['Not confirmed yet', 'yellow'],
  published: ['Published', 'green'],
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
const plain = (words: string, max: number): string => clip(oneLine(words), max)

type Known = Pick<UnfurlModel, 'postId' | 'url' | 'now'>
const envelopeOf = ({ postId, url }: Known) => ({ url, external_ref: { id: postId, type: 'pin' }, entity_type: TYPE })
const attributesOf = <Title extends object>({ postId, now }: Known, title: Title) => ({
  title,
  display_id: postId,
  display_type: 'Pin',
  product_name: 'Pinslot',
  metadata_last_modified: seconds(now),
})

/** The unfurl, for everybody in the conversation. */
export function unfurlEntity(model: UnfurlModel): PinEntity {
  const { postId, posted, card, comments } = model
  const envelope = { app_unfurl_url: posted, ...envelopeOf(model) }
  if (card) {
    const actions = { primary_actions: [detailsAction(card.post)] }
    return { ...envelope, entity_payload: { ...payloadOf(model, card, SHORT), actions }, ...commentsMark(comments) }
  }
  const attributes = attributesOf(model, { text: `Pin ${postId}` })
  const description = { value: card === undefined ? 'This pin was deleted.' : CLOSED }
  return { ...envelope, entity_payload: { attributes, fields: { description } } }
}

/** Stands where not all who read it may see the pin. */
const CLOSED = 'Open it to see what you may see.'
const SHORT = 200

/** The same for a workspace that shows no Work Objects. */
export function classicUnfurl({ postId, card }: Pick<UnfurlModel, 'postId' | 'card'>): AnyBlock[] {
  if (card === undefined) return [section(`*Pin ${postId}*\nThis pin was deleted.`)]
  if (card === null) return [section(`*Pin ${postId}*\nType \`/pin ${postId}\` to see what you may see.`)]
  const details = button({
    text: 'Details',
    actionId: action.details,
    value: pinRef(card.post, 'card'),
    label: `Details: ${titleOf(card.post)}`,
  })
  return [pinSection(card), actions([details])]
}

export type PaneModel = Known & {
  card: PinCard
  comments: Comments
  /** Fingerprints of what the reader is shown; undefined: they may edit nothing. */
  seen: PaneSeen | undefined
}

/** The pane, for one reader: with what they may change and do. */
export const paneEntity = (model: PaneModel): PinEntity => ({
  ...envelopeOf(model),
  entity_payload: {
    ...payloadOf(model, model.card, INPUTS.description.most, model.seen),
    actions: actionsOf(model.card),
  },
  ...commentsMark(model.comments),
})

/** Stands for the title; that of a pin without one is not its title. */
export const nameOf = (post: CardPost): string => plain(titleOf(post), 150) || `Pin ${post.id}`

/** @param most characters of the description, unless it is edited: an input has all of it @param seen what an edit is compared with; absent: nothing can be edited */
function payloadOf(known: Known, { post, picture, state, reader }: PinCard, most: number, seen?: PaneSeen) {
  const [name, color] = STATES[state.name]
  const at = post.sentAt ?? post.sendAt
  const { title, description, url } = INPUTS
  const edit = (value: string | null, limit?: number) =>
    seen && {
      edit: {
        enabled: true,
        optional: value === null,
        ...(limit !== undefined && (value ?? '').length <= limit && { text: { max_length: limit } }),
      },
    }
  const isMovable = seen && post.status === 'queued' && mayAll(reader)
  const custom: EntityCustomField[] = [{ key: 'state', label: 'State', type: 'string', value: name, tag_color: color }]
  if (at)
    custom.push({
      key: 'sendAt',
      label: post.sentAt ? 'Published' : 'Time',
      type: 'slack#/types/timestamp',
      value: seconds(at),
      ...(isMovable && { edit: { enabled: true } }),
    })
  if (post.boardId !== null)
    custom.push({ key: 'board', label: 'Board', type: 'string', value: plain(post.boardName ?? `board ${post.boardId}`, 150) })
  if (post.url !== null || seen)
    custom.push({
      key: seen ? `${URL_KEY}.${writeSeen(seen)}` : URL_KEY,
      label: url.label,
      type: post.url === null ? 'string' : 'slack#/types/link', // an empty text is no address
      value: post.url ?? '',
      ...edit(post.url),
    })
  const preview: EntityImageField | null = picture && {
    type: 'slack#/types/image',
    alt_text: plain(post.altText ?? titleOf(post), 500) || 'The pin’s image',
    ...(picture.kind === 'url' ? { image_url: picture.url } : { slack_file: { id: picture.id } }),
  }
  const words = post.description ?? ''
  const text = { label: description.label, value: seen ? words : clip(words, most), ...edit(post.description, description.most) }
  return {
    attributes: attributesOf(known, { text: seen && post.title ? post.title : nameOf(post), ...edit(post.title, title.most) }),
    fields: {
      ...(preview && { preview }),
      ...((post.description !== null || seen) && { description: text }),
      date_created: { value: seconds(post.createdAt) },
    },
    custom_fields: custom,
    display_order: ['preview', ...custom.map(({ key }) => key), 'description'],
  }
}

function commentsMark({ count, last }: Comments) {
  const latest = last.at(-1)?.createdAt
  return { entity_comments: { count, ...(latest && { latest_timestamp: seconds(latest) }) } }
}

const detailsAction = (post: CardPost): EntityActionButton => ({
  text: 'Details',
  action_id: action.details,
  value: pinRef(post, 'card'),
})

/** Presses that open a form: a pane is no place for the answer to others. */
const OPENS: readonly string[] = [action.edit, action.move]

function actionsOf(card: PinCard) {
  const row = pinActions(card, 'card').flatMap(({ elements }) => elements)
  const buttons = row.filter((each): each is Button => each.type === 'button' && OPENS.includes(each.action_id ?? ''))
  const primary = buttons
    .slice(0, 2)
    .map(({ text, action_id: id = '', value = '' }): EntityActionButton => ({ text: text.text, action_id: id, value }))
  return { primary_actions: primary, overflow_actions: [detailsAction(card.post)] }
}

const MARKS: Record<CommentAuthor['kind'], string> = { person: '', key: ' (API key)', agent: ' (agent)', client: ' (client)' }

/** A comment as a pane shows it. Slack names a person itself. */
export function paneComment({ id, text, createdAt }: Comment, { kind, name }: CommentAuthor) {
  const sender = kind === 'person' ? { user_id: name.split(':')[1] } : { text: `${plain(name, 100)}${MARKS[kind]}` }
  return { id, sender, timestamp: seconds(createdAt), comment: { value: text } }
}

/** Writes what was seen into the name of a field, because it is the only part of a pane that comes back with an edit. */
const writeSeen = (seen: PaneSeen): string => SEEN_FIELDS.map((field) => seen[field] || NONE).join('.')

/** Reads what a pane showed from the names of the fields that came back; undefined: none of them says it. */
export function readSeen(names: readonly string[]): PaneSeen | undefined {
  const written = names.find((name) => name.startsWith(`${URL_KEY}.`))
  const parts = written?.split('.').slice(1)
  if (parts?.length !== SEEN_FIELDS.length) return undefined
  return Object.fromEntries(SEEN_FIELDS.map((field, index) => [field, parts[index] === NONE ? '' : parts[index]])) as PaneSeen // one part a field
}

/** True when the reader may edit the pin in its pane. A saved pin has the words of its original. */
export const isPaneEditable = (card: Card): boolean =>
  isChangeable(card.post) && !card.post.savedPin && mayEdit(card.post, card.reader)

/** The error of a pane that cannot be shown, or of an edit that was not saved. */
export const paneProblem = (title: string, sentence: string) =>
  ({ status: 'custom', custom_title: title, custom_message: plain(sentence, 500) }) as const

export const CANT_OPEN = 'Can’t open this pin'
/** The same for a pin that never was, one that was deleted, and one that the reader may not see. */
export const NOT_SEEN = 'It was deleted, or you don’t have access to its account.'

/** The line with the address of the pin, to copy, and its page for this reader. */
export const addressLine = ({ address, pageHref }: { address: string; pageHref: string | undefined }): ContextBlock =>
  context(
    [`Link to share: ${linkTo(address, address, 300)}`, ...(pageHref === undefined ? [] : [linkTo(pageHref, 'Open page')])].join(
      ' · ',
    ),
  )
