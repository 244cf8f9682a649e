/** The page's renderer: what apps and people write is shown, never run. */
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { renderBlocks, type Surface } from '../../../src/sandbox/page/blocks.js'
import { mrkdwn } from '../../../src/sandbox/page/mrkdwn.js'
import type { Reader } from '../../../src/sandbox/page/reader.js'
import { slackDate } from '../../../src/sandbox/page/slack-date.js'
import { type Block, interactives } from '../../../src/sandbox/slack/block-kit.js'
import { typedMessage } from '../../../src/sandbox/slack/messages/say.js'
import { stateValues } from '../../../src/sandbox/slack/state.js'

const now = DateTime.fromISO('2026-03-02T10:00:00Z')
const reader: Reader = { zone: 'America/New_York', now, userName: () => 'Ada <Admin>', channelName: () => 'general' }
const render = (blocks: Block[], more: Partial<Surface> = {}) =>
  renderBlocks(blocks, {
    place: 'view:V1',
    values: stateValues(blocks, {}),
    errors: {},
    reader,
    choices: { users: [], channels: [] },
    ...more,
  })
const EVIL = `"><img src=x onerror=alert(1)>'&lt;script&gt;`
/** What a browser would read as a tag with a handler, or as the tag we tried to smuggle in. */
const smuggled = (html: string) => html.replace(/="[^"]*"/g, '').match(/<[a-z][^>]*\bon\w+|<img src=x|<script/gi) ?? []

test.each([
  ['*bold* _it_ ~no~ `a*b*`', '<b>bold</b> <i>it</i> <s>no</s> <code>a*b*</code>'],
  ['snake_case_name 2*3*4', 'snake_case_name 2*3*4'],
  ['*_both_*', '<b><i>both</i></b>'],
  ['a &lt;b&gt; &amp;amp; "q"', 'a &lt;b&gt; &amp;amp; &quot;q&quot;'],
  [
    '<https://a.test/?x=1&amp;y=2|the *link*>',
    '<a href="https://a.test/?x=1&amp;y=2" target="_blank" rel="noopener noreferrer">the *link*</a>',
  ],
  ['<javascript:alert(1)|press>', 'press'],
  [
    '<@U1> <#C1> <!channel>',
    '<span class="mention">@Ada &lt;Admin&gt;</span> <span class="mention">#general</span> <span class="mention loud">@channel</span>',
  ],
  ['&gt; quoted\nnot', '<blockquote>quoted</blockquote>not'],
  ['```x < y```', '<pre>x &lt; y</pre>'],
  [':pushpin: :unknown_one:', '📌 :unknown_one:'],
])('mrkdwn %s', (source, html) => {
  expect(mrkdwn(source, reader)).toBe(html)
})

test('dates are shown in the reader’s zone, by name where they are near', () => {
  const at = Math.floor(Date.parse('2026-03-03T15:30:00Z') / 1000)
  expect(mrkdwn(`<!date^${at}^{date_short_pretty} at {time}|later>`, reader)).toContain('>Tomorrow at 10:30 AM</time>')
  expect(mrkdwn(`out <!date^${at}^{date_pretty}|later>`, reader)).toContain('>tomorrow</time>')
  expect(slackDate(at, '{date_long}, {time}', { zone: 'Europe/Berlin', now })).toBe('Tuesday, March 3, 2026, 4:30 PM')
  expect(mrkdwn('<!date^nonsense^{date}|fallback>', reader)).toBe('fallback')
})

const NUMBERS = { type: 'raw_number', value: 400, text: '400' }
const CHART = {
  type: 'data_visualization',
  block_id: 'C',
  title: 'Saves by day',
  chart: {
    type: 'line',
    axis_config: { categories: ['Mar 1', 'Mar 2'] },
    series: [
      {
        name: 'Saves',
        data: [
          { label: 'Mar 1', value: 3 },
          { label: 'Mar 2', value: 6 },
        ],
      },
    ],
  },
}

test('a table has its caption, and its first row and column are headings', () => {
  const words = (text: string) => ({ type: 'raw_text', text })
  const html = render([
    {
      type: 'data_table',
      caption: 'Days',
      rows: [
        [words('Day'), words('Saves')],
        [words('Mar 1'), NUMBERS],
      ],
    },
  ])
  expect(html).toContain('<caption>Days</caption>')
  expect(html).toContain('<thead><tr><th scope="col">Day</th><th scope="col">Saves</th></tr></thead>')
  expect(html).toContain('<tbody><tr><th scope="row">Mar 1</th><td>400</td></tr></tbody>')
})

test('a chart says its numbers to who does not see it, and its lines have names', () => {
  const html = render([CHART as unknown as Block])
  expect(html).toContain('aria-label="Saves by day. Saves: Mar 1 3, Mar 2 6"')
  expect(html).toContain('<li class="s0"><span>Saves</span></li>')
  expect(html).toContain('<title>Mar 2: 6</title>')
  const bars = render([{ ...CHART, chart: { ...CHART.chart, type: 'bar' } } as unknown as Block])
  expect(bars.match(/<rect/g)).toHaveLength(2)
  const pie = { type: 'pie', segments: [{ label: EVIL, value: 2 }] }
  expect(smuggled(render([{ ...CHART, title: EVIL, chart: pie } as unknown as Block]))).toEqual([])
})

test('nothing an app or a person writes becomes markup or an attribute', () => {
  const words = { type: 'plain_text', text: EVIL }
  const marked = { type: 'mrkdwn', text: EVIL }
  const option = { text: words, value: EVIL }
  const html = render(
    [
      { type: 'header', block_id: EVIL, text: words },
      {
        type: 'section',
        block_id: 'b',
        text: marked,
        fields: [marked],
        accessory: { type: 'overflow', action_id: EVIL, options: [option] },
      },
      {
        type: 'context',
        block_id: 'c',
        elements: [
          { type: 'mrkdwn', text: EVIL },
          { type: 'image', image_url: EVIL, alt_text: EVIL },
        ],
      },
      {
        type: 'actions',
        block_id: 'd',
        elements: [
          { type: 'button', action_id: 'x', text: words, url: 'javascript:alert(1)', confirm: { title: words } },
          { type: 'static_select', action_id: 'y', placeholder: words, options: [option] },
          { type: 'external_select', action_id: 'z', initial_option: option },
        ],
      },
      {
        type: 'input',
        block_id: 'e',
        label: words,
        hint: words,
        element: { type: 'plain_text_input', action_id: 'v', multiline: true, initial_value: `</textarea>${EVIL}` },
      },
      { type: 'input', block_id: 'f', label: words, element: { type: 'checkboxes', action_id: 'v', options: [option] } },
      { type: 'image', block_id: 'g', image_url: 'https://a.test/"onload="x', alt_text: EVIL, title: words },
      { type: EVIL, block_id: 'h' },
      ...typedMessage(EVIL).blocks,
    ],
    { errors: { e: EVIL } },
  )
  expect(smuggled(html)).toEqual([])
  expect(html).not.toContain('<script')
  expect(html).not.toContain('javascript:')
  expect(html.match(/<\/textarea>/g)).toHaveLength(1)
})

test('a field shows its value, its label is tied to it and its error is announced', () => {
  const blocks: Block[] = [
    {
      type: 'input',
      block_id: 'at',
      label: { type: 'plain_text', text: 'When' },
      element: { type: 'datetimepicker', action_id: 'v', initial_date_time: 1772449200 },
    },
  ]
  const html = render(blocks, { errors: { at: 'Too late.' } })
  expect(html).toContain('<label class="label" for="f-view:V1-at-v">When</label>')
  expect(html).toContain('value="2026-03-02T06:00"')
  expect(html).toContain('America/New_York')
  expect(html).toContain('aria-invalid="true" aria-describedby="f-view:V1-at-v-error"')
  expect(html).toContain('role="alert" id="f-view:V1-at-v-error">Too late.</p>')
})

test('a container is folded where the app says it, shows what is in it, and its buttons are found', () => {
  const inside: Block = {
    type: 'section',
    block_id: 'S',
    text: { type: 'mrkdwn', text: `*Oak* ${EVIL}` },
    accessory: { type: 'button', action_id: 'a', text: { type: 'plain_text', text: 'Open' } },
  }
  const container = { type: 'container', block_id: 'C', title: { type: 'plain_text', text: EVIL }, child_blocks: [inside] }
  const folded = render([{ ...container, is_collapsible: true, default_collapsed: true }])
  expect(folded).toContain('<details><summary>')
  expect(folded).toContain('<b>Oak</b>')
  expect(smuggled(folded)).toEqual([])
  expect(render([{ ...container, is_collapsible: true }])).toContain('<details open>')
  expect(render([container])).not.toContain('<details')
  expect(interactives([container]).map(({ actionId }) => actionId)).toEqual(['a'])
})
