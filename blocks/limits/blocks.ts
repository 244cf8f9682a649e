/** Slack's limits for each kind of block. */
import { inspectElement } from './elements.js'
import { inspectRich } from './rich-blocks.js'
import { elementsOf, type Json, lengthProblem, listProblem, requireText, type Surface } from './rules.js'

const MESSAGES_ONLY = [
  'markdown',
  'table',
  'context_actions',
  'plan',
  'task_card',
  'file',
  'container',
  'data_visualization',
  'data_table',
]
const SURFACES: Record<string, Surface[]> = {
  ...Object.fromEntries(MESSAGES_ONLY.map((type) => [type, ['message']])),
  alert: ['modal'],
  carousel: ['message', 'home'],
}
const KNOWN = ['actions', 'context', 'divider', 'header', 'image', 'input', 'rich_text', 'section', 'video', 'card', 'layout']

export function inspectBlock(block: Json, at: string, surface: Surface): string[] {
  const { type } = block
  if (typeof type !== 'string') return [`${at}/type is missing`]
  const surfaces = SURFACES[type]
  if (!surfaces && !KNOWN.includes(type)) return [`${at} is of the unknown type ${type}`]
  const misplaced = surfaces && !surfaces.includes(surface) ? [`${at} of type ${type} is not taken in a ${surface}`] : []
  return [
    ...misplaced,
    ...lengthProblem(block['block_id'], `${at}/block_id`, 1, 255),
    ...inspectContent(block, type, at, surface),
  ]
}

function inspectContent(block: Json, type: string, at: string, surface: Surface): string[] {
  switch (type) {
    case 'section':
      return inspectSection(block, at, surface)
    case 'header':
      return requireText(block['text'], `${at}/text`, { max: 150, plain: true })
    case 'alert':
      return requireText(block['text'], `${at}/text`, { max: 200 })
    case 'image':
      return [
        ...inspectElement(block, at, surface, 'block'),
        ...(block['title'] === undefined ? [] : requireText(block['title'], `${at}/title`, { max: 2000, plain: true })),
      ]
    case 'context':
      return [...listProblem(block['elements'], `${at}/elements`, 1, 10), ...inspectContext(block, at, surface)]
    case 'actions':
      return [...listProblem(block['elements'], `${at}/elements`, 1, 25), ...inspectActions(block, at, surface)]
    case 'input':
      return inspectInput(block, at, surface)
    case 'container':
      return inspectContainer(block, at, surface)
    default:
      return inspectRich(block, type, at)
  }
}

function inspectSection(block: Json, at: string, surface: Surface): string[] {
  const { text, fields, accessory } = block
  const problems: string[] = []
  if (text === undefined && fields === undefined) problems.push(`${at} needs text or fields`)
  if (text !== undefined) problems.push(...requireText(text, `${at}/text`, { max: 3000 }))
  if (fields !== undefined) {
    problems.push(...listProblem(fields, `${at}/fields`, 1, 10))
    for (const [index, one] of elementsOf(fields).entries())
      problems.push(...requireText(one, `${at}/fields/${index}`, { max: 2000 }))
  }
  if (accessory !== undefined) problems.push(...inspectElement(accessory, `${at}/accessory`, surface, 'section'))
  return problems
}

function inspectContext(block: Json, at: string, surface: Surface): string[] {
  return elementsOf(block['elements']).flatMap((element, index) => {
    const place = `${at}/elements/${index}`
    return element['type'] === 'image'
      ? inspectElement(element, place, surface, 'context')
      : requireText(element, place, { max: 3000 })
  })
}

function inspectActions(block: Json, at: string, surface: Surface): string[] {
  const elements = elementsOf(block['elements'])
  const ids = elements.map((element) => element['action_id']).filter((id) => id !== undefined)
  return [
    ...(new Set(ids).size < ids.length ? [`${at} uses an action_id twice`] : []),
    ...elements.flatMap((element, index) => inspectElement(element, `${at}/elements/${index}`, surface, 'actions')),
  ]
}

function inspectInput(block: Json, at: string, surface: Surface): string[] {
  return [
    ...requireText(block['label'], `${at}/label`, { max: 2000, plain: true }),
    ...(block['hint'] === undefined ? [] : requireText(block['hint'], `${at}/hint`, { max: 2000, plain: true })),
    ...inspectElement(block['element'], `${at}/element`, surface, 'input'),
  ]
}

/** What both the documentation and Slack's own check take inside. */
const IN_CONTAINER = ['actions', 'context', 'divider', 'header', 'image', 'section', 'table', 'video']

function inspectContainer({ title, subtitle, child_blocks: inside }: Json, at: string, surface: Surface): string[] {
  return [
    ...requireText(title, `${at}/title`, { max: 150, plain: true }),
    ...(subtitle === undefined ? [] : requireText(subtitle, `${at}/subtitle`, { max: 150 })),
    ...listProblem(inside, `${at}/child_blocks`, 1, 10),
    ...elementsOf(inside).flatMap((child, index) => {
      const place = `${at}/child_blocks/${index}`
      return IN_CONTAINER.includes(String(child['type']))
        ? inspectBlock(child, place, surface)
        : [`${place} of type ${String(child['type'])} is not taken in a container`]
    }),
  ]
}
