/** Slack's limits for the contents of a block: buttons, fields, selects, pictures. */
import { elementsOf, type Json, lengthProblem, listProblem, requireText, type Surface } from './rules.js'

type Place = 'section' | 'actions' | 'input' | 'context' | 'block'

const SELECTS = ['static_select', 'external_select', 'users_select', 'conversations_select', 'channels_select']
const CHOICES = [...SELECTS, ...SELECTS.map((type) => `multi_${type}`), 'radio_buttons', 'checkboxes', 'datepicker', 'timepicker']
const TYPED = ['plain_text_input', 'url_text_input', 'email_text_input', 'number_input']
const TYPES: Record<Place, string[]> = {
  section: ['button', 'image', 'overflow', 'workflow_button', ...CHOICES],
  actions: ['button', 'overflow', 'workflow_button', 'datetimepicker', 'rich_text_input', ...CHOICES],
  input: ['datetimepicker', 'rich_text_input', 'file_input', ...TYPED, ...CHOICES],
  context: ['image'],
  block: ['image'],
}
/** The most options of each type of element. */
const MAX_OPTIONS: Record<string, number> = {
  static_select: 100,
  multi_static_select: 100,
  radio_buttons: 10,
  checkboxes: 10,
  overflow: 5,
}

export function inspectElement(value: unknown, at: string, surface: Surface, place: Place): string[] {
  if (typeof value !== 'object' || value === null) return [`${at} is missing`]
  const element = value as Json // each field is checked
  const type = String(element['type'])
  if (!TYPES[place].includes(type)) return [`${at} of type ${type} is not taken there`]
  if (type === 'image') return inspectPicture(element, at)
  const { placeholder, confirm } = element
  return [
    ...(element['action_id'] === undefined ? [] : lengthProblem(element['action_id'], `${at}/action_id`, 1, 255)),
    ...(placeholder === undefined ? [] : requireText(placeholder, `${at}/placeholder`, { max: 150, plain: true })),
    ...(confirm === undefined ? [] : inspectConfirm(confirm, `${at}/confirm`)),
    ...inspectByType(element, type, at, surface),
  ]
}

function inspectByType(element: Json, type: string, at: string, surface: Surface): string[] {
  switch (type) {
    case 'button':
      return [
        ...requireText(element['text'], `${at}/text`, { max: 75, plain: true }),
        ...lengthProblem(element['value'], `${at}/value`, 0, 2000),
        ...lengthProblem(element['url'], `${at}/url`, 1, 3000),
        ...lengthProblem(element['accessibility_label'], `${at}/accessibility_label`, 1, 75),
      ]
    case 'plain_text_input':
      return [
        ...lengthProblem(element['initial_value'], `${at}/initial_value`, 0, 3000),
        ...(Number(element['max_length'] ?? 0) > 3000 ? [`${at}/max_length is above 3000`] : []),
      ]
    case 'datetimepicker':
      return /^([0-9]{10}|)$/.test(JSON.stringify(element['initial_date_time']) ?? '')
        ? []
        : [`${at}/initial_date_time must be ten digits of Unix seconds`]
    case 'file_input':
      return [...(surface === 'modal' ? [] : [`${at} file_input works in modals only`]), ...inspectFiles(element, at)]
    case 'number_input':
      return inspectNumber(element, at)
    case 'external_select':
      return element['initial_option'] === undefined ? [] : inspectOption(element['initial_option'], `${at}/initial_option`)
    case 'multi_external_select':
      return [
        ...countProblem(element['max_selected_items'], `${at}/max_selected_items`, 1, Infinity),
        ...elementsOf(element['initial_options']).flatMap((one, index) => inspectOption(one, `${at}/initial_options/${index}`)),
      ]
    default:
      return type in MAX_OPTIONS ? inspectOptions(element, type, at) : []
  }
}

function inspectFiles({ max_files: most, filetypes }: Json, at: string): string[] {
  const names: unknown[] = Array.isArray(filetypes) ? filetypes : []
  const isList = filetypes === undefined || (names.length > 0 && names.every((name) => /^[a-z0-9]+$/.test(String(name))))
  return [
    ...countProblem(most, `${at}/max_files`, 1, 10),
    ...(isList ? [] : [`${at}/filetypes must be file extensions without their dot`]),
  ]
}

function inspectNumber({ is_decimal_allowed: decimals, ...numeric }: Json, at: string): string[] {
  const given = ['min_value', 'max_value', 'initial_value'].filter((key) => numeric[key] !== undefined)
  return [
    ...(typeof decimals === 'boolean' ? [] : [`${at}/is_decimal_allowed is required`]),
    ...given.flatMap((key) =>
      /^-?\d+(\.\d+)?$/.test(String(numeric[key])) ? [] : [`${at}/${key} must be a number in a string`],
    ),
    ...(Number(numeric['min_value']) > Number(numeric['max_value']) ? [`${at}/min_value is above max_value`] : []),
  ]
}

function countProblem(value: unknown, at: string, min: number, max: number): string[] {
  if (value === undefined || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max)) return []
  return [`${at} must be a whole number from ${min}${max === Infinity ? '' : ` to ${max}`}`]
}

function inspectOptions(element: Json, type: string, at: string): string[] {
  const { options, option_groups: groups } = element
  if (groups !== undefined) {
    return [
      ...listProblem(groups, `${at}/option_groups`, 1, 100),
      ...elementsOf(groups).flatMap((group, index) => [
        ...requireText(group['label'], `${at}/option_groups/${index}/label`, { max: 75, plain: true }),
        ...inspectList(group['options'], `${at}/option_groups/${index}/options`, 100),
      ]),
    ]
  }
  return [...inspectList(options, `${at}/options`, MAX_OPTIONS[type] ?? 100), ...inspectInitial(element, at)]
}

function inspectList(options: unknown, at: string, max: number): string[] {
  const values = elementsOf(options).map((one) => one['value'])
  return [
    ...listProblem(options, at, 1, max),
    ...(new Set(values).size < values.length ? [`${at} has a value twice`] : []),
    ...elementsOf(options).flatMap((one, index) => inspectOption(one, `${at}/${index}`)),
  ]
}

/** Slack requires that an initial option is exactly one of the options. */
function inspectInitial(element: Json, at: string): string[] {
  const initial = [element['initial_option'], ...elementsOf(element['initial_options'])].filter((one) => one !== undefined)
  const offered = elementsOf(element['options']).map((one) => JSON.stringify(one))
  return initial.some((one) => !offered.includes(JSON.stringify(one))) ? [`${at}/initial_option is none of the options`] : []
}

function inspectOption(value: unknown, at: string): string[] {
  const option = value as Json // each field is checked
  return [
    ...requireText(option['text'], `${at}/text`, { max: 75 }),
    ...lengthProblem(option['value'] ?? '', `${at}/value`, 1, 75),
    ...(option['description'] === undefined ? [] : requireText(option['description'], `${at}/description`, { max: 75 })),
  ]
}

function inspectPicture(element: Json, at: string): string[] {
  const { image_url: url, slack_file: file, alt_text: alt } = element
  return [
    ...lengthProblem(alt ?? '', `${at}/alt_text`, 1, 2000),
    ...lengthProblem(url, `${at}/image_url`, 1, 3000),
    ...((url === undefined) === (file === undefined) ? [`${at} needs image_url or slack_file`] : []),
    ...(typeof url === 'string' && !/^https?:\/\//.test(url) ? [`${at}/image_url must be http or https`] : []),
  ]
}

function inspectConfirm(value: unknown, at: string): string[] {
  const confirm = value as Json // each field is checked
  return [
    ...requireText(confirm['title'], `${at}/title`, { max: 100, plain: true }),
    ...requireText(confirm['text'], `${at}/text`, { max: 300 }),
    ...requireText(confirm['confirm'], `${at}/confirm`, { max: 30, plain: true }),
    ...requireText(confirm['deny'], `${at}/deny`, { max: 30, plain: true }),
  ]
}
