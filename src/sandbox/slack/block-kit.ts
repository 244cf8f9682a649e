/** Block Kit as this workspace parses it: deliberately loose, because it accepts whatever an app sends. */
import { isDeepStrictEqual } from 'node:util'

export type Text = { type: string; text: string; emoji?: boolean; verbatim?: boolean }
export type Option = { text: Text; value: string; description?: Text; url?: string }
export type OptionGroup = { label: Text; options: Option[] }
export type Confirm = { title?: Text; text?: Text; confirm?: Text; deny?: Text; style?: string }
export type SlackFile = { id?: string; url?: string }

export type Element = {
  type: string
  action_id?: string
  text?: Text | string
  value?: string
  url?: string
  style?: unknown
  accessibility_label?: string
  confirm?: Confirm
  placeholder?: Text
  options?: Option[]
  /** The halves of feedback buttons. */
  positive_button?: Option
  negative_button?: Option
  option_groups?: OptionGroup[]
  initial_option?: Option
  initial_options?: Option[]
  initial_value?: unknown
  initial_date?: string
  initial_time?: string
  initial_date_time?: number
  initial_user?: string
  initial_users?: string[]
  initial_conversation?: string
  initial_conversations?: string[]
  initial_channel?: string
  initial_channels?: string[]
  min_query_length?: number
  max_selected_items?: number
  multiline?: boolean
  min_length?: number
  max_length?: number
  is_decimal_allowed?: boolean
  min_value?: string
  max_value?: string
  dispatch_action_config?: { trigger_actions_on?: string[] }
  filetypes?: string[]
  max_files?: number
  image_url?: string
  slack_file?: SlackFile
  alt_text?: string
  elements?: Element[]
  [key: string]: unknown
}

export type Block = {
  type: string
  block_id?: string
  text?: Text
  fields?: Text[]
  accessory?: Element
  elements?: Element[]
  /** The buttons of a card. */
  actions?: Element[]
  element?: Element
  label?: Text
  hint?: Text
  optional?: boolean
  dispatch_action?: boolean
  image_url?: string
  slack_file?: SlackFile
  alt_text?: string
  title?: Text
  [key: string]: unknown
}

export type View = {
  type: 'modal' | 'home'
  blocks: Block[]
  title?: Text
  submit?: Text
  close?: Text
  callback_id?: string
  private_metadata?: string
  external_id?: string
  notify_on_close?: boolean
  clear_on_close?: boolean
  submit_disabled?: boolean
  [key: string]: unknown
}

/** One entry of state.values, as Slack writes it. */
export type Value = { type: string; [key: string]: unknown }
/** block_id -> action_id -> value */
export type Values = Record<string, Record<string, Value>>

export type Interactive = { block: Block; blockId: string; element: Element; actionId: string }

/** Returns every element that a person can click, pick or type into, in screen order. */
export function interactives(blocks: readonly Block[]): Interactive[] {
  const found: Interactive[] = []
  for (const block of blocks.flatMap(withInner)) {
    const elements = [block.accessory, block.element, ...(isRow(block) ? (block.elements ?? []) : []), ...(block.actions ?? [])]
    for (const element of elements) {
      if (element?.action_id !== undefined && block.block_id !== undefined)
        found.push({ block, blockId: block.block_id, element, actionId: element.action_id })
    }
  }
  return found
}

/** The fields that hold blocks: a carousel's cards, a container's contents. */
const INNER: Record<string, 'elements' | 'child_blocks'> = { carousel: 'elements', container: 'child_blocks' }

/** Returns the blocks inside a block; undefined: it holds none. */
export function innerBlocks(block: Block): Block[] | undefined {
  const field = INNER[block.type]
  return field && ((block[field] ?? []) as Block[]) // the limits were checked
}
const withInner = (block: Block): Block[] => innerBlocks(block) ?? [block]

const isRow = (block: Block) => block.type === 'actions' || block.type === 'context_actions'

/** Two buttons with one id; which was pressed is told by its value, as of a menu's options. */
export function optionsOf(element: Element): Option[] {
  if (element.type === 'feedback_buttons') return [element.positive_button, element.negative_button].flatMap((half) => half ?? [])
  return [...(element.options ?? []), ...(element.option_groups ?? []).flatMap((group) => group.options)]
}

/** Gives blocks and elements without an id one, as Slack does. */
export function withIds(blocks: readonly Block[], makeId: () => string): Block[] {
  const named = (element: Element): Element =>
    element.type === 'image' || element.action_id !== undefined ? element : { ...element, action_id: makeId() }
  return blocks.map((block) => ({
    ...block,
    block_id: block.block_id ?? makeId(),
    ...(block.actions ? { actions: block.actions.map(named) } : {}),
    ...withInnerIds(block, makeId),
    ...(block.accessory ? { accessory: named(block.accessory) } : {}),
    ...(block.element ? { element: named(block.element) } : {}),
    ...(isRow(block) && block.elements ? { elements: block.elements.map(named) } : {}),
  }))
}

function withInnerIds(block: Block, makeId: () => string): Partial<Block> {
  const [field, inner] = [INNER[block.type], innerBlocks(block)]
  return field && inner ? { [field]: withIds(inner, makeId) } : {}
}

const isPressed = ({ type }: Element) => ['button', 'overflow', 'feedback_buttons', 'image'].includes(type)

/** True for a block without typed or chosen values. */
const hasButtonsAlone = (block: Block): boolean =>
  block.type !== 'input' &&
  !(block.type in INNER) &&
  [block.accessory, ...(isRow(block) ? (block.elements ?? []) : [])].every((each) => !each || isPressed(each))

/** Keeps the id of a block of buttons that is shown again unchanged, so that a click in flight still finds it, as at Slack. */
export function asShown(blocks: readonly Block[], shown: readonly Block[]): Block[] {
  const left = [...shown]
  return blocks.map((block) => {
    if (block.block_id !== undefined || !hasButtonsAlone(block)) return block
    const at = left.findIndex(({ block_id: _, ...rest }) => isDeepStrictEqual(rest, block))
    const [same] = at < 0 ? [] : left.splice(at, 1)
    return { ...block, ...(same?.block_id !== undefined && { block_id: same.block_id }) }
  })
}

/** The words of a text object or of an element's own text. */
export const wordsOf = (text: Text | string | undefined): string => (typeof text === 'string' ? text : (text?.text ?? ''))
