/**
 * Unfurls below a message, and panes of Work Objects, drawn with blocks. Slack draws them in forms of its own, and a pane beside the
 * messages instead of above them.
 */
import type { Sql } from '../../../core/ports/deps.js'
import { parseUrl } from '../../../core/lib/http/parse-url.js'
import { type Block, type Element, type Interactive, type Values, type View, withIds } from '../block-kit.js'
import { touch } from '../changes.js'
import { randomBlockId } from '../random-id.js'
import type { Message } from './messages.js'
import { escapeText } from './say.js'

type Edit = { enabled: boolean; optional?: boolean; text?: { max_length?: number } }
type Field = {
  key: string
  label?: string
  type?: string
  value?: string | number
  image_url?: string
  slack_file?: { id?: string }
  alt_text?: string
  edit?: Edit
}
type Action = { text: string; action_id: string; value?: string; url?: string; style?: string }
/** A Work Object as the app sends it, of the type Content Item alone. */
export type Entity = {
  url: string
  app_unfurl_url?: string
  external_ref: { id: string; type?: string }
  entity_payload: {
    attributes: { title: { text: string; edit?: Edit }; display_type?: string; display_id?: string }
    fields?: Record<string, Omit<Field, 'key'>>
    custom_fields?: Field[]
    display_order?: string[]
    actions?: { primary_actions?: Action[]; overflow_actions?: Action[] }
  }
  entity_comments?: { count: number }
}

/** The ids of Slack’s own buttons: one opens the pane of an unfurl, with the object’s address as its value, the other the comments in it. */
export const OPEN = 'slack_open_pane'
export const COMMENTS = 'slack_open_comments'
const UNFURL = 'unfurl:'
export const isUnfurl = ({ block_id: id = '' }: Pick<Block, 'block_id'>): boolean => id.startsWith(UNFURL)
/** Returns the address that the block unfurls, as it was posted. */
export const unfurledBy = ({ blockId }: Interactive): string | undefined =>
  blockId.startsWith(UNFURL) ? blockId.slice(UNFURL.length).replace(/#\d+$/, '') : undefined

/** Finds the addresses of a domain in a message. */
export const linksOf = ({ text }: Pick<Message, 'text'>, domain: string): string[] =>
  [...text.matchAll(/<(https?:[^>|]+)/g)].flatMap(([, url = '']) => {
    const plain = url.replaceAll('&amp;', '&')
    return parseUrl(plain)?.hostname === domain ? [plain] : []
  })

/** Shows these unfurls below the message, in place of earlier ones of the same addresses. */
export async function unfurl(sql: Sql, message: Message, unfurls: ReadonlyMap<string, Block[]>): Promise<void> {
  const kept = message.blocks.filter((block) => {
    const url = unfurledBy({ blockId: block.block_id ?? '' } as Interactive)
    return url === undefined || !unfurls.has(url)
  })
  const added = [...unfurls].flatMap(([url, blocks]) =>
    blocks.map((block, index) => ({ ...block, block_id: `${UNFURL}${url}#${index}` })),
  )
  const blocks = withIds([...kept, ...added], randomBlockId)
  await sql`
    update slk_messages
       set blocks = ${sql.json(blocks as never)}
     where channel_id = ${message.channelId} and ts = ${message.ts}`
  await touch(sql)
}

const plain = (text: string) => ({ type: 'plain_text', text: text === '' ? ' ' : text })

export function entityBlocks(entity: Entity): Block[] {
  const { attributes, actions } = entity.entity_payload
  const fields = fieldsOf(entity)
  const preview = fields.find(isImage)
  const open = { type: 'button', action_id: OPEN, text: plain('Open'), value: entity.url }
  const comments = entity.entity_comments ? [line(countOf(entity.entity_comments))] : []
  return [
    { type: 'section', text: plain(attributes.title.text), ...(preview && { accessory: imageOf(preview) }) },
    ...fields.filter((field) => !isImage(field)).map(factBlock),
    ...comments,
    { type: 'actions', elements: [open, ...buttonsOf(actions)] },
  ]
}

export const isEntityView = (view: View): view is View & { entity: Entity } => 'entity' in view

/** The pane of an object; what can be edited is an input. */
export function paneView(entity: Entity): View {
  const { attributes, actions } = entity.entity_payload
  const title: Field = { key: 'title', label: 'Title', type: 'string', value: attributes.title.text, ...pick(attributes.title) }
  const fields = [title, ...fieldsOf(entity)]
  const comments = entity.entity_comments && { type: 'button', action_id: COMMENTS, text: plain(countOf(entity.entity_comments)) }
  const buttons = [...buttonsOf(actions), ...(comments ? [comments] : [])]
  const isEdited = fields.some(({ edit }) => edit?.enabled)
  return {
    type: 'modal',
    title: plain(attributes.display_type ?? 'Item'),
    callback_id: 'work-object-edit',
    close: plain('Close'),
    ...(isEdited && { submit: plain('Save') }),
    entity,
    blocks: [
      ...fields.map((field) => (field.edit?.enabled ? inputBlock(field) : isImage(field) ? imageOf(field) : factBlock(field))),
      ...(buttons.length > 0 ? [{ type: 'actions', elements: buttons }] : []),
    ],
  }
}

/** The pane of an object that cannot be shown. */
export const problemView = ({ custom_title: title, custom_message: words, status }: Record<string, string>): View => ({
  type: 'modal',
  title: plain((title ?? 'Can’t open this').slice(0, 24)),
  close: plain('Close'),
  blocks: [{ type: 'section', text: plain(words ?? `Slack: ${status}`) }],
})

export type PaneComment = { sender: { user_id?: string; text?: string }; comment: { value: string } }
const INPUT = { block: 'comment_input_block', action: 'comment_input_action' }

/** The comments in a pane. Slack’s input takes rich text; here it takes plain text, which is sent as such. */
export const commentsView = (entity: Entity, comments: readonly PaneComment[], canPost: boolean): View => ({
  type: 'modal',
  title: plain('Comments'),
  callback_id: 'work-object-post-comment',
  close: plain('Back'),
  ...(canPost && { submit: plain('Post') }),
  entity,
  blocks: [
    ...comments.map(({ sender, comment }) =>
      line(
        `${sender.user_id === undefined ? escapeText(sender.text ?? '') : `<@${sender.user_id}>`}: ${escapeText(comment.value)}`,
      ),
    ),
    ...(canPost
      ? [
          {
            type: 'input',
            block_id: INPUT.block,
            label: plain('Comment'),
            element: { type: 'plain_text_input', action_id: INPUT.action },
          },
        ]
      : []),
  ],
})

/** The values of a form of a pane, in Slack’s own form. */
export function paneValues(values: Values): Values {
  const typed = values[INPUT.block]?.[INPUT.action]?.['value']
  if (typed === undefined) return values
  const text = { type: 'rich_text_section', elements: [{ type: 'text', text: typed }] }
  return {
    [INPUT.block]: { [INPUT.action]: { type: 'rich_text_input', rich_text_value: { type: 'rich_text', elements: [text] } } },
  }
}

const countOf = ({ count }: { count: number }): string => `${count} ${count === 1 ? 'comment' : 'comments'}`
const pick = ({ edit }: { edit?: Edit }) => (edit ? { edit } : {})
const isImage = ({ type }: Field): boolean => type === 'slack#/types/image'
const line = (markup: string): Block => ({ type: 'context', elements: [{ type: 'mrkdwn', text: markup }] })

function fieldsOf({ entity_payload: { fields = {}, custom_fields: custom = [], display_order: order = [] } }: Entity): Field[] {
  const standard = Object.entries(fields).map(([key, field]) => ({ ...field, key, label: field.label ?? key.replace('_', ' ') }))
  const place = ({ key }: Field) => (order.includes(key) ? order.indexOf(key) : order.length)
  return [...standard.filter(({ key }) => key !== 'date_created'), ...custom].sort((a, b) => place(a) - place(b))
}

const imageOf = ({ image_url: url, slack_file: file, alt_text: alt = '' }: Field): Element & Block => ({
  type: 'image',
  alt_text: alt,
  ...(url !== undefined && { image_url: url }),
  ...(file && { slack_file: file }),
})

const factBlock = ({ label = '', type, value = '' }: Field): Block => ({
  type: 'section',
  text:
    type === 'slack#/types/timestamp'
      ? { type: 'mrkdwn', text: `${label}: <!date^${value}^{date_short_pretty} at {time}|${value}>` }
      : plain(`${label}: ${value}`),
})

function inputBlock({ key, label = key, type, value, edit }: Field): Block {
  const element: Element =
    type === 'slack#/types/timestamp'
      ? { type: 'datetimepicker', initial_date_time: Number(value) }
      : {
          type: type === 'slack#/types/link' ? 'url_text_input' : 'plain_text_input',
          ...(value !== '' && { initial_value: value }),
          ...(edit?.text?.max_length !== undefined && { max_length: edit.text.max_length }),
          ...(key === 'description' && { multiline: true }),
        }
  return {
    type: 'input',
    block_id: key,
    label: plain(label),
    optional: edit?.optional ?? false,
    element: { ...element, action_id: `${key}.input` },
  }
}

const buttonsOf = ({
  primary_actions: first = [],
  overflow_actions: rest = [],
}: NonNullable<Entity['entity_payload']['actions']> = {}) =>
  [...first, ...rest].map(({ text, ...action }): Element => ({ type: 'button', text: plain(text), ...action }))
