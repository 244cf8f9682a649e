/** Blocks as HTML. */
import { type Block, type Element, innerBlocks, type Text, type Values, wordsOf } from '../slack/block-kit.js'
import { pictureUrl, renderElement } from './elements.js'
import type { Field } from './field.js'
import { renderChart, renderTable } from './figures.js'
import { attributes, escape, safeUrl } from '../html.js'
import { mrkdwn, renderText } from './mrkdwn.js'
import type { Reader } from './reader.js'
import { withEmoji } from './emoji.js'
import { slackDate } from './slack-date.js'

export type Surface = {
  /** 'view:V1' or 'message:C1:1.2' */
  place: string
  values: Values
  errors: Record<string, string>
  reader: Reader
  choices: Field['choices']
}

export function renderBlocks(blocks: readonly Block[], surface: Surface): string {
  return `<div class="blocks" data-place="${escape(surface.place)}">${blocks.map((block) => frame(block, surface)).join('')}</div>`
}

function frame(block: Block, surface: Surface): string {
  const id = block.block_id ?? ''
  const level = block.type === 'alert' ? ` ${typeof block['level'] === 'string' ? block['level'] : 'default'}` : ''
  return `<div${attributes({ class: `block ${block.type}${level}`, 'data-block': id, id: `b-${surface.place}-${id}` })}>${renderBlock(block, surface)}</div>`
}

function renderBlock(block: Block, surface: Surface): string {
  const { reader } = surface
  switch (block.type) {
    case 'header':
      return `<h3>${renderText(block.text, reader)}</h3>`
    case 'section':
      return section(block, surface)
    case 'divider':
      return '<hr>'
    case 'image': {
      const title = block.title ? `<figcaption>${renderText(block.title, reader)}</figcaption>` : ''
      return `<figure>${title}<img${attributes({ src: pictureUrl(block), alt: block.alt_text ?? '' })}></figure>`
    }
    case 'context':
      return (block.elements ?? []).map((each) => contextPiece(each, reader)).join('')
    case 'actions':
    case 'context_actions':
      return (block.elements ?? []).map((each) => control(block, each, surface, nameBeside(each))).join('')
    case 'input':
      return input(block, surface)
    case 'rich_text':
      return richText((block.elements ?? []) as Rich[], reader) // rich text elements, validated by the renderer
    case 'alert':
      return `<p role="status">${renderText(block.text, reader)}</p>`
    case 'card':
      return card(block, surface)
    case 'carousel':
      return `<div class="cards" role="group" aria-label="Cards" tabindex="0">${inside(block, surface)}</div>`
    case 'container':
      return container(block, surface)
    case 'table':
    case 'data_table':
      return renderTable(block)
    case 'data_visualization':
      return renderChart(block)
    case 'markdown':
      return `<div>${escape(wordsOf(block.text)).replace(/\n/g, '<br>')}</div>`
    default:
      return `<span class="unknown">${escape(block.type)} is not shown here</span>`
  }
}

const inside = (block: Block, surface: Surface): string => (innerBlocks(block) ?? []).map((one) => frame(one, surface)).join('')

function container(block: Block, surface: Surface): string {
  const { title, subtitle, is_collapsible: folds, default_collapsed: isFolded } = block as Container
  const small = subtitle ? ` <small>${renderText(subtitle, surface.reader)}</small>` : ''
  const head = `<b>${renderText(title, surface.reader)}</b>${small}`
  if (folds !== true) return `<div>${head}</div>${inside(block, surface)}`
  return `<details${isFolded === true ? '' : ' open'}><summary>${head}</summary>${inside(block, surface)}</details>`
}
type Container = Block & { subtitle?: Text; is_collapsible?: boolean; default_collapsed?: boolean }

function section(block: Block, surface: Surface): string {
  const { reader } = surface
  const text = block.text ? `<div class="text">${renderText(block.text, reader)}</div>` : ''
  const fields = block.fields?.length
    ? `<div class="fields">${block.fields.map((field) => `<div>${renderText(field, reader)}</div>`).join('')}</div>`
    : ''
  const beside = block.accessory
    ? `<div class="beside">${control(block, block.accessory, surface, nameBeside(block.accessory) || firstLine(block))}</div>`
    : ''
  return `<div class="says">${text}${fields}</div>${beside}`
}

function card(block: Block, surface: Surface): string {
  const { hero_image: hero, icon, title, subtitle, body, actions } = block as Card
  const words = (name: string, text: Text | undefined) =>
    text ? `<div class="${name}">${renderText(text, surface.reader)}</div>` : ''
  const image = (name: string, shown: Element | undefined) =>
    shown ? `<img${attributes({ class: name, src: pictureUrl(shown), alt: shown.alt_text ?? '' })}>` : ''
  const buttons = (actions ?? []).map((each) => control(block, each, surface, nameBeside(each))).join('')
  return `${image('hero', hero)}<div class="about">${image('icon', icon)}${words('title', title)}${words('subtitle', subtitle)}${words('body', body)}</div>${buttons && `<div class="buttons">${buttons}</div>`}`
}
type Card = Block & { hero_image?: Element; icon?: Element; title?: Text; subtitle?: Text; body?: Text }

const firstLine = (block: Block): string => wordsOf(block.text).split('\n')[0]?.replace(/[*_~]/g, '') ?? ''
/** Buttons and boxes need no label, because they show their own name. */
const nameBeside = (element: Element): string => element.placeholder?.text ?? ''

const contextPiece = (element: Element, reader: Reader): string =>
  element.type === 'image'
    ? `<img${attributes({ src: pictureUrl(element), alt: element.alt_text ?? '' })}>`
    : `<span>${element.type === 'mrkdwn' ? mrkdwn(wordsOf(element.text), reader) : renderText({ type: 'plain_text', text: wordsOf(element.text) }, reader)}</span>`

function input(block: Block, surface: Surface): string {
  const { element } = block
  if (!element) return ''
  const error = surface.errors[block.block_id ?? '']
  const id = fieldId(surface.place, block, element)
  const label = `${renderText(block.label, surface.reader)}${block.optional ? ' <small>(optional)</small>' : ''}`
  const isGroup = element.type === 'radio_buttons' || element.type === 'checkboxes'
  const head = isGroup ? `<span class="label">${label}</span>` : `<label class="label" for="${escape(id)}">${label}</label>`
  const hint = block.hint ? `<p class="hint">${renderText(block.hint, surface.reader)}</p>` : ''
  const banner = error === undefined ? '' : `<p class="error" role="alert" id="${escape(id)}-error">${escape(error)}</p>`
  return head + control(block, element, surface, isGroup ? wordsOf(block.label) : '') + banner + hint
}

const fieldId = (place: string, block: Block, element: Element): string =>
  `f-${place}-${block.block_id ?? ''}-${element.action_id ?? ''}`.replace(/\s/g, '_')

function control(block: Block, element: Element, surface: Surface, name: string): string {
  return renderElement({
    id: fieldId(surface.place, block, element),
    element,
    value: surface.values[block.block_id ?? '']?.[element.action_id ?? ''],
    reader: surface.reader,
    name,
    isInvalid: block.type === 'input' && surface.errors[block.block_id ?? ''] !== undefined,
    optional: block.optional === true,
    choices: surface.choices,
  })
}

/** rich_text blocks, the form of people's own messages. */
type Style = { bold?: boolean; italic?: boolean; strike?: boolean; code?: boolean }
type Rich = {
  type: string
  text?: string
  url?: string
  name?: string
  unicode?: string
  user_id?: string
  channel_id?: string
  range?: string
  timestamp?: number
  format?: string
  fallback?: string
  indent?: number
  style?: Style | string
  elements?: Rich[]
}

const richText = (elements: readonly Rich[], reader: Reader): string => elements.map((each) => richBlock(each, reader)).join('')

function richBlock(block: Rich, reader: Reader): string {
  const inside = (block.elements ?? []).map((each) => richPiece(each, reader)).join('')
  switch (block.type) {
    case 'rich_text_section':
      return `<div>${inside}</div>`
    case 'rich_text_preformatted':
      return `<pre>${inside}</pre>`
    case 'rich_text_quote':
      return `<blockquote>${inside}</blockquote>`
    case 'rich_text_list': {
      const tag = block.style === 'ordered' ? 'ol' : 'ul'
      const items = (block.elements ?? []).map((each) => `<li>${richBlock(each, reader)}</li>`).join('')
      return `<${tag} class="indent-${Math.min(block.indent ?? 0, 4)}">${items}</${tag}>`
    }
    default:
      return inside
  }
}

function richPiece(piece: Rich, reader: Reader): string {
  switch (piece.type) {
    case 'text':
      return styled(breaks(escape(withEmoji(piece.text ?? ''))), piece.style)
    case 'link': {
      const url = safeUrl(piece.url)
      const words = escape(piece.text ?? piece.url ?? '')
      return styled(
        url === undefined ? words : `<a href="${escape(url)}" target="_blank" rel="noopener noreferrer">${words}</a>`,
        piece.style,
      )
    }
    case 'emoji':
      return escape(withEmoji(`:${piece.name ?? ''}:`))
    case 'user':
      return `<span class="mention">@${escape(reader.userName(piece.user_id ?? ''))}</span>`
    case 'channel':
      return `<span class="mention">#${escape(reader.channelName(piece.channel_id ?? ''))}</span>`
    case 'broadcast':
      return `<span class="mention loud">@${escape(piece.range ?? '')}</span>`
    case 'date':
      return escape(slackDate(piece.timestamp ?? 0, piece.format ?? '{date}', reader))
    default:
      return escape(piece.text ?? piece.fallback ?? '')
  }
}

const breaks = (html: string): string => html.replace(/\n/g, '<br>')

function styled(html: string, style: Style | string | undefined): string {
  if (typeof style !== 'object') return html
  const tags = (['code', 'strike', 'italic', 'bold'] as const).filter((name) => style[name])
  const names = { bold: 'b', italic: 'i', strike: 's', code: 'code' }
  return tags.reduce((inside, name) => `<${names[name]}>${inside}</${names[name]}>`, html)
}
