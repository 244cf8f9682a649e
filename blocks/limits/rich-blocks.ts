/** Slack's limits for the blocks that hold more than a line: tables, charts, cards, Markdown. */
import { inspectChart, inspectDataTable, inspectRows } from './figures.js'
import { elementsOf, type Json, lengthProblem, listProblem, requireText } from './rules.js'

/** Returns no problem for types without limits of their own. */
export function inspectRich(block: Json, type: string, at: string): string[] {
  switch (type) {
    case 'markdown':
      return lengthProblem(block['text'] ?? '', `${at}/text`, 1, 12_000)
    case 'rich_text':
      return listProblem(block['elements'], `${at}/elements`, 1, Infinity)
    case 'context_actions':
      return [
        ...listProblem(block['elements'], `${at}/elements`, 1, 5),
        ...elementsOf(block['elements']).flatMap((one) => inspectFeedback(one, at)),
      ]
    case 'table':
      return inspectRows(block['rows'], at, { rows: 100, cells: 20, characters: 10_000 })
    case 'data_table':
      return inspectDataTable(block, at)
    case 'data_visualization':
      return inspectChart(block, at)
    case 'card':
      return inspectCard(block, at)
    case 'carousel':
      return [
        ...listProblem(block['elements'], `${at}/elements`, 1, 10),
        ...elementsOf(block['elements']).flatMap((card, index) => inspectCard(card, `${at}/elements/${index}`)),
      ]
    case 'video':
      return [
        ...requireText(block['title'], `${at}/title`, { max: 199, plain: true }),
        ...lengthProblem(block['alt_text'] ?? '', `${at}/alt_text`, 1, 200),
        ...lengthProblem(block['author_name'], `${at}/author_name`, 0, 49),
        ...lengthProblem(block['provider_name'], `${at}/provider_name`, 0, 49),
      ]
    default:
      return []
  }
}

function inspectFeedback({ type, positive_button: good, negative_button: bad }: Json, at: string): string[] {
  if (type !== 'feedback_buttons') return type === 'icon_button' ? [] : [`${at} of type ${String(type)} is not taken there`]
  return [good, bad].flatMap((half) => {
    const { text, value } = (half ?? {}) as Json // each field is checked
    return [...requireText(text, `${at}/text`, { max: 75, plain: true }), ...lengthProblem(value ?? '', `${at}/value`, 1, 2000)]
  })
}

function inspectCard(card: Json, at: string): string[] {
  const part = (name: string, max: number) => (card[name] === undefined ? [] : requireText(card[name], `${at}/${name}`, { max }))
  return [
    ...part('title', 150),
    ...part('subtitle', 150),
    ...part('body', 200),
    ...(card['actions'] === undefined ? [] : listProblem(card['actions'], `${at}/actions`, 1, 3)),
  ]
}

/** The most blocks of a type in one message. */
const AT_MOST: Record<string, number> = { table: 1, data_visualization: 2 }

export const tooManyOf = (blocks: readonly Json[]): string[] =>
  Object.entries(AT_MOST).flatMap(([type, most]) => {
    const count = blocks.filter((block) => block['type'] === type).length
    return count > most ? [`/blocks has ${count} of type ${type}, at most ${most} fit a message`] : []
  })
