/** The page's renderer: what apps and people write is shown, never run. */
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { renderBlocks, type Surface } from '../../../src/sandbox/page/blocks.js'
import { mrkdwn } from '../../../src/sandbox/page/mrkdwn.js'
import type { Reader } from '../../../src/sandbox/page/reader.js'
import { slackDate } from '../../../src/sandbox/page/slack-date.js'
import type { Block } from '../../../src/sandbox/slack/block-kit.js'
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
