import { feedback } from '../../blocks/kit/feedback.js'
import { expect, test } from 'vitest'
import { checkLimits, type Surface } from '../../blocks/limits/limits.js'

const plain = (length: number) => ({ type: 'plain_text', text: 'x'.repeat(length) })
const md = (length: number) => ({ type: 'mrkdwn', text: 'x'.repeat(length) })
const modal = (blocks: object[], more: object = {}) => ({ type: 'modal', title: plain(24), submit: plain(24), blocks, ...more })
const message = (blocks: object[]) => ({ text: 'words', blocks })
const many = (count: number, make: (index: number) => object) => Array.from({ length: count }, (_, index) => make(index))
const divider = () => ({ type: 'divider' })
const section = (accessory: object) => ({ type: 'section', text: md(1), accessory })
const input = (element: object) => ({ type: 'input', label: plain(1), element })
const option = (index: number, length = 75) => ({ text: plain(length), value: String(index) })
const button = (more: object = {}) => ({ type: 'button', action_id: 'a', text: plain(75), ...more })
const select = (count: number, more: object = {}) => ({
  type: 'static_select',
  options: many(count, (index) => option(index)),
  ...more,
})

/** What Slack takes at its limit, and what it refuses just beyond. */
const table = (rows: number, cells: number) => ({
  type: 'table',
  rows: many(rows, () => many(cells, () => ({ type: 'raw_text', text: 'x' }))),
})
const dataTable = (rows: number, more: object = {}) => ({ ...table(rows, 20), type: 'data_table', caption: 'Days', ...more })
const days = (count: number) => Array.from({ length: count }, (_, index) => `Day ${index}`)
const chart = (title: number, points = 1, lines = 1, labels = days(points)) => ({
  type: 'data_visualization',
  title: 'x'.repeat(title),
  chart: {
    type: 'line',
    axis_config: { categories: days(points) },
    series: many(lines, (line) => ({ name: `Line ${line}`, data: labels.map((label) => ({ label, value: 1 })) })),
  },
})
const carousel = (cards: number, title: number) => ({
  type: 'carousel',
  elements: many(cards, () => ({ type: 'card', title: plain(title) })),
})

const container = (children: object[], more: object = {}) => ({
  type: 'container',
  title: plain(150),
  subtitle: plain(150),
  child_blocks: children,
  ...more,
})

const cases: [string, Surface, object, object][] = [
  ['50 blocks in a message', 'message', message(many(50, divider)), message(many(51, divider))],
  ['100 blocks in a modal', 'modal', modal(many(100, divider)), modal(many(101, divider))],
  ['100 blocks on Home', 'home', { type: 'home', blocks: many(100, divider) }, { type: 'home', blocks: many(101, divider) }],
  ['10 blocks in a container', 'message', message([container(many(10, divider))]), message([container(many(11, divider))])],
  [
    'a title of a container',
    'message',
    message([container([divider()])]),
    message([container([divider()], { title: plain(151) })]),
  ],
  [
    'no card in a container',
    'message',
    message([container([divider()])]),
    message([container([{ type: 'card', title: plain(1) }])]),
  ],
  ['24 characters of a title', 'modal', modal([]), modal([], { title: plain(25) })],
  ['24 characters of a submit button', 'modal', modal([]), modal([], { submit: plain(25) })],
  [
    'a submit button with an input',
    'modal',
    modal([input({ type: 'datetimepicker' })]),
    modal([input({ type: 'datetimepicker' })], { submit: undefined }),
  ],
  [
    '3,000 characters of private_metadata',
    'modal',
    modal([], { private_metadata: 'x'.repeat(3000) }),
    modal([], { private_metadata: 'x'.repeat(3001) }),
  ],
  ['a message with text', 'message', message([]), { blocks: [] }],
  [
    '13,200 characters in the blocks of a message',
    'message',
    message(many(4, () => ({ type: 'section', text: md(3000) }))),
    message(many(5, () => ({ type: 'section', text: md(3000) }))),
  ],
  [
    '3,000 characters of a section',
    'modal',
    modal([{ type: 'section', text: md(3000) }]),
    modal([{ type: 'section', text: md(3001) }]),
  ],
  ['a text that is not empty', 'modal', modal([{ type: 'section', text: md(1) }]), modal([{ type: 'section', text: md(0) }])],
  [
    '10 fields of a section',
    'modal',
    modal([{ type: 'section', fields: many(10, () => md(2000)) }]),
    modal([{ type: 'section', fields: many(11, () => md(1)) }]),
  ],
  [
    '2,000 characters of a field',
    'modal',
    modal([{ type: 'section', fields: [md(2000)] }]),
    modal([{ type: 'section', fields: [md(2001)] }]),
  ],
  [
    '150 characters of a header',
    'modal',
    modal([{ type: 'header', text: plain(150) }]),
    modal([{ type: 'header', text: plain(151) }]),
  ],
  ['plain text in a header', 'modal', modal([{ type: 'header', text: plain(1) }]), modal([{ type: 'header', text: md(1) }])],
  [
    '10 elements of a context',
    'modal',
    modal([{ type: 'context', elements: many(10, () => md(1)) }]),
    modal([{ type: 'context', elements: many(11, () => md(1)) }]),
  ],
  [
    '25 elements of actions',
    'modal',
    modal([{ type: 'actions', elements: many(25, (index) => button({ action_id: `a${index}` })) }]),
    modal([{ type: 'actions', elements: many(26, (index) => button({ action_id: `a${index}` })) }]),
  ],
  [
    'an action_id once in a block',
    'modal',
    modal([{ type: 'actions', elements: [button(), button({ action_id: 'b' })] }]),
    modal([{ type: 'actions', elements: [button(), button()] }]),
  ],
  [
    'a block_id once in a view',
    'modal',
    modal([
      { type: 'divider', block_id: 'a' },
      { type: 'divider', block_id: 'b' },
    ]),
    modal([
      { type: 'divider', block_id: 'a' },
      { type: 'divider', block_id: 'a' },
    ]),
  ],
  [
    '255 characters of a block_id',
    'modal',
    modal([{ type: 'divider', block_id: 'x'.repeat(255) }]),
    modal([{ type: 'divider', block_id: 'x'.repeat(256) }]),
  ],
  ['75 characters of a button', 'modal', modal([section(button())]), modal([section(button({ text: plain(76) }))])],
  [
    '2,000 characters of a button’s value',
    'modal',
    modal([section(button({ value: 'x'.repeat(2000) }))]),
    modal([section(button({ value: 'x'.repeat(2001) }))]),
  ],
  [
    '75 characters of an accessibility label',
    'modal',
    modal([section(button({ accessibility_label: 'x'.repeat(75) }))]),
    modal([section(button({ accessibility_label: 'x'.repeat(76) }))]),
  ],
  ['100 options of a select', 'modal', modal([section(select(100))]), modal([section(select(101))])],
  ['an option at least', 'modal', modal([section(select(1))]), modal([section(select(0))])],
  [
    '75 characters of an option',
    'modal',
    modal([section(select(1))]),
    modal([section({ type: 'static_select', options: [option(1, 76)] })]),
  ],
  [
    '10 radio buttons',
    'modal',
    modal([input({ type: 'radio_buttons', options: many(10, (index) => option(index)) })]),
    modal([input({ type: 'radio_buttons', options: many(11, (index) => option(index)) })]),
  ],
  [
    'an initial option that is offered',
    'modal',
    modal([section(select(2, { initial_option: option(1) }))]),
    modal([section(select(2, { initial_option: option(7) }))]),
  ],
  [
    'a picture with alt text',
    'message',
    message([section({ type: 'image', image_url: 'https://a.b/c.png', alt_text: 'c' })]),
    message([section({ type: 'image', image_url: 'https://a.b/c.png' })]),
  ],
  [
    'a date as ten digits',
    'modal',
    modal([input({ type: 'datetimepicker', initial_date_time: 1_772_445_600 })]),
    modal([input({ type: 'datetimepicker', initial_date_time: 1_772_445_600_000 })]),
  ],
  ['files in modals alone', 'modal', modal([input({ type: 'file_input' })]), modal([section({ type: 'file_input' })])],
  ['one table in a message', 'message', message([table(1, 1)]), message([table(1, 1), table(1, 1)])],
  ['100 rows of a table', 'message', message([table(100, 1)]), message([table(101, 1)])],
  ['20 cells of a row', 'message', message([table(1, 20)]), message([table(1, 21)])],
  ['a row of a table at least', 'message', message([table(1, 1)]), message([{ type: 'table', rows: [] }])],
  ['two charts in a message', 'message', message([chart(50), chart(50)]), message([chart(50), chart(50), chart(50)])],
  [
    '75 characters of feedback',
    'message',
    message([feedback('a', { good: 'x'.repeat(75), bad: 'y' })]),
    message([
      {
        type: 'context_actions',
        elements: [
          {
            type: 'feedback_buttons',
            positive_button: { text: plain(76), value: 'a' },
            negative_button: { text: plain(1), value: 'b' },
          },
        ],
      },
    ]),
  ],
  ['20 points of a chart', 'message', message([chart(1, 20)]), message([chart(1, 21)])],
  ['six lines of a chart', 'message', message([chart(1, 2, 6)]), message([chart(1, 2, 7)])],
  ['a point for each category', 'message', message([chart(1, 2)]), message([chart(1, 2, 1, days(1))])],
  ['101 rows of a data table', 'message', message([dataTable(101)]), message([dataTable(102)])],
  ['one row below the header', 'message', message([dataTable(2)]), message([dataTable(1)])],
  ['100 rows on a page', 'message', message([dataTable(2, { page_size: 100 })]), message([dataTable(2, { page_size: 101 })])],
  ['50 characters of a chart’s title', 'message', message([chart(50)]), message([chart(51)])],
  ['ten cards of a carousel', 'message', message([carousel(10, 150)]), message([carousel(11, 150)])],
  ['150 characters of a card’s title', 'message', message([carousel(1, 150)]), message([carousel(1, 151)])],
  [
    'five actions of a context',
    'message',
    message([{ type: 'context_actions', elements: many(5, () => ({ type: 'icon_button' })) }]),
    message([{ type: 'context_actions', elements: many(6, () => ({ type: 'icon_button' })) }]),
  ],
  [
    '200 characters of an alert',
    'modal',
    modal([{ type: 'alert', level: 'info', text: plain(200) }]),
    modal([{ type: 'alert', level: 'info', text: plain(201) }]),
  ],
  ['known types', 'modal', modal([divider()]), modal([{ type: 'nonsense' }])],
]

test.each(cases)('%s', (_what, surface, taken, refused) => {
  expect(checkLimits(taken, surface)).toEqual([])
  expect(checkLimits(refused, surface)).not.toEqual([])
})

test('an alert stands in a modal alone', () => {
  const alert = { type: 'alert', text: plain(200) }
  expect(checkLimits(modal([alert]), 'modal')).toEqual([])
  expect(checkLimits(message([alert]), 'message')).not.toEqual([])
  expect(checkLimits({ type: 'home', blocks: [alert] }, 'home')).not.toEqual([])
})

test('a view beyond 250 kB is too large', () => {
  const full = many(90, () => ({ type: 'section', text: md(3000) }))
  expect(checkLimits(modal(full), 'modal')).toEqual([expect.stringContaining('bytes')])
})
