/** The building blocks of views. User text is cut to Slack's limits here and never read as markup. */
import { asTyped, escapeSigns, withLookalikes } from './as-typed.js'
import type {
  ActionsBlock,
  ActionsBlockElement,
  AlertBlock,
  AnyBlock,
  Button,
  ContainerBlock,
  ContextBlock,
  DividerBlock,
  HeaderBlock,
  ImageBlock,
  ImageElement,
  InputBlock,
  InputBlockElement,
  ModalView,
  MrkdwnElement,
  PlainTextElement,
  RichTextBlock,
  PlainTextOption,
  SectionBlock,
  SectionBlockAccessory,
} from '@slack/types'

export type Message = { text: string; blocks: AnyBlock[] }

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts to `max` UTF-16 units, which is how Slack counts at its strictest, but never within a character. */
export function clip(words: string, max: number): string {
  if (words.length <= max) return words
  let kept = ''
  for (const { segment } of segmenter.segment(words)) {
    if (kept.length + segment.length > max - 1) break
    kept += segment
  }
  return `${kept}…`
}

/** User text inside mrkdwn comes out as it was typed: `<!channel>` must never ping, and `*this*` is not bold. */
export const escape = (words: string): string => asTyped(words, Math.max(words.length, 60))

/**
 * User text on one line. Characters that change the direction of writing would affect our text and ids behind it as well;
 * letters keep their own.
 */
export const oneLine = (words: string): string =>
  words
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\u200e\u200f\s]+/, '')
    .trim()

/** User text on one line of mrkdwn. A line break would end a quote or a bold passage. */
export const inline = (words: string, max = 150): string => asTyped(clip(oneLine(words), max), max)

/** User text on one line as the label of a link, where marks cannot be kept. */
export const label = (words: string, max = 150): string => withLookalikes(escapeSigns(clip(oneLine(words), max)))

export const text = (words: string, max = 3000): PlainTextElement => ({
  type: 'plain_text',
  text: clip(words.trim() === '' ? ' ' : words, max),
  emoji: false,
})

/** Matches a date form or an escape that was cut in two, which would show as text. */
const CUT_IN_TWO = /(?:<[^<>]*|&[a-z]*)…$/

/** Cuts markup, but never within a mark. */
export const clipMarkup = (markup: string, max: number): string =>
  markup.length > max ? clip(markup, max).replace(CUT_IN_TWO, '…') : markup

/** Markup of the app; user text in it must have passed inline() or escape(). */
export const md = (markup: string): MrkdwnElement => ({
  type: 'mrkdwn',
  text: markup.trim() === '' ? ' ' : clipMarkup(markup, 3000),
  verbatim: true,
})

export const header = (words: string): HeaderBlock => ({ type: 'header', text: text(words, 150) })
export const divider = (): DividerBlock => ({ type: 'divider' })
export const alert = (level: AlertBlock['level'] & string, words: string): AlertBlock => ({
  type: 'alert',
  level,
  text: text(words, 200),
})

export const section = (markup: string, accessory?: SectionBlockAccessory, blockId?: string): SectionBlock => ({
  type: 'section',
  text: md(markup),
  ...(accessory && { accessory }),
  ...(blockId !== undefined && { block_id: blockId }),
})

export const context = (markup: string): ContextBlock => ({ type: 'context', elements: [md(markup)] })

export const actions = (elements: ActionsBlockElement[], blockId?: string): ActionsBlock => ({
  type: 'actions',
  elements,
  ...(blockId !== undefined && { block_id: blockId }),
})

type ButtonFields = { text: string; actionId: string; value?: string; style?: 'primary' | 'danger'; label?: string }
/** `label`: the text for screen readers, for buttons with the same visible text. */
export const button = ({ text: shown, actionId, value, style, label: spoken }: ButtonFields): Button => ({
  type: 'button',
  text: text(shown, 75),
  action_id: actionId,
  ...(value !== undefined && { value }),
  ...(style && { style }),
  ...(spoken !== undefined && { accessibility_label: clip(named(shown, spoken), 75) }),
})

/** The label contains the visible text, so that people who use voice control can speak it. */
const named = (shown: string, spoken: string): string =>
  spoken.toLowerCase().includes(shown.toLowerCase()) ? spoken : `${shown}: ${spoken}`

export const option = (words: string, value: string, description?: string): PlainTextOption => ({
  text: text(words, 75),
  value,
  ...(description !== undefined && { description: text(description, 75) }),
})

/** An image that Slack loads from a URL, or a file that the app uploaded to the workspace. */
export type Picture = { kind: 'url'; url: string } | { kind: 'file'; id: string }

/** @returns undefined if there is no picture */
export const picture = (shown: Picture | null, altText: string): ImageElement | undefined =>
  shown === null
    ? undefined
    : {
        type: 'image',
        ...(shown.kind === 'url' ? { image_url: shown.url } : { slack_file: { id: shown.id } }),
        alt_text: clip(altText.trim() === '' ? 'The pin’s image' : altText, 2000),
      }

/** The picture over the whole width. */
export const pictureBlock = (shown: Picture | null, altText: string): ImageBlock[] => {
  const image = picture(shown, altText)
  return image ? [image] : []
}

type InputFields = {
  blockId: string
  label: string
  element: InputBlockElement
  hint?: string
  optional?: boolean
  /** Slack reports a change to the app at once. */
  dispatches?: boolean
}
export const input = ({ blockId, label, element, hint, optional = false, dispatches = false }: InputFields): InputBlock => ({
  type: 'input',
  block_id: blockId,
  label: text(label, 2000),
  element,
  optional,
  ...(hint !== undefined && { hint: text(hint, 2000) }),
  ...(dispatches && { dispatch_action: true }),
})

type FormFields = {
  callbackId: string
  title: string
  submit: string
  memory: string
  blocks: ModalView['blocks']
  /** Slack reports when a person closes the form without submitting it. */
  tellsClosed?: boolean
}
/** A modal with a submit button. `memory`: the metadata as its ViewMemory wrote it. */
export const form = ({ callbackId, title, submit, memory, blocks, tellsClosed }: FormFields): ModalView => ({
  type: 'modal',
  callback_id: callbackId,
  title: text(title, 24),
  submit: text(submit, 24),
  close: text('Cancel', 24),
  private_metadata: memory,
  ...(tellsClosed && { notify_on_close: true }),
  blocks,
})

/** Shown verbatim and easy to copy. */
export const preformatted = (words: string): RichTextBlock => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: words }] }],
})

type Folded = {
  /** Plain words: dates in markup are documented for the blocks inside only. */
  title: string
  subtitle: string
  /** Up to ten. */
  blocks: ContainerBlock['child_blocks']
}

/** Blocks behind a line that opens them. @see https://docs.slack.dev/reference/block-kit/blocks/container-block */
export const folded = ({ title, subtitle, blocks }: Folded): AnyBlock => ({
  type: 'container',
  title: text(clip(oneLine(title), 150), 150),
  subtitle: text(subtitle, 150),
  is_collapsible: true,
  default_collapsed: true,
  child_blocks: blocks,
})

/** The length of all texts, as Slack counts it. */
export function charactersIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + charactersIn(each), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [key, each]) => sum + (key === 'text' && typeof each === 'string' ? each.length : charactersIn(each)),
    0,
  )
}
