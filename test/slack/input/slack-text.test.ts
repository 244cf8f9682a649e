/** What people wrote comes out of what Slack sends of it: the same by its blocks and by its text alone. */
import { expect, test } from 'vitest'
import { readCommandText, readMessageText } from '../../../src/slack/input/slack-text.js'
import { typedCommand, typedMessage } from '../../../src/sandbox/slack/messages/say.js'

const OAK = 'https://shop.example.com/oak-shelf'
const directory = { users: [{ id: 'U1', name: 'ada' }], channels: [{ id: 'C1', name: 'general' }] }

test.each([
  [
    'Spring *lamp* is _warm_ and ~old~ :tada: ok\n> quoted words\n`code`',
    'Spring lamp is warm and old 🎉 ok\nquoted words\ncode',
  ],
  ['*_both_* _*both*_ ~*_all_*~', 'both both all'],
  ['*two words* and _three of them_', 'two words and three of them'],
  ['snake_case_name 2*3*4 a~b~c * not bold * _ nor this _', 'snake_case_name 2*3*4 a~b~c * not bold * _ nor this _'],
  ['(*bold*), “_it_”!', '(bold), “it”!'],
  ['> one\n> two\nthree', 'one\ntwo\nthree'],
  ['- oak\n- ash\nand more', 'oak\nash\nand more'],
  ['1. oak\n2. ash', '1. oak\n2. ash'],
  ['```\nconst a = *b*\n```', 'const a = *b*'],
  ['Tom & Jerry <3 > 2', 'Tom & Jerry <3 > 2'],
  [`Oak *${OAK}* shelf`, 'Oak shelf'],
  [`Oak (${OAK}) shelf`, 'Oak shelf'],
  [`Oak “${OAK}”.`, 'Oak.'],
  ['Thanks @ada, see #general', 'Thanks , see'],
  ['Sale :party_parrot: now', 'Sale now'],
])('%j is %j', (typed, words) => {
  const { text, blocks } = typedMessage(typed, { directory })
  expect(readMessageText({ text, blocks }).words).toBe(words)
  if (!typed.includes('#')) expect(readMessageText({ text }).words).toBe(words) // a channel has its name in the text, and not in the blocks
})

test.each([`*${OAK}*`, `“${OAK}”`, `(${OAK})`, `${OAK},`, `\`${OAK}\``, `> ${OAK}`, `_*${OAK}*_`, `- ${OAK}`])(
  'the link of %j is found',
  (typed) => {
    const { text, blocks } = typedMessage(typed)
    for (const message of [{ text, blocks }, { text }]) expect(readMessageText(message).links).toEqual([OAK])
  },
)

test.each([
  ['<https://shop.example.com/oak-shelf|our shelf> is new', 'our shelf is new', [OAK]],
  ['<https://shop.example.com/oak-shelf|shop.example.com/oak-shelf> is new', 'is new', [OAK]],
  ['*<https://shop.example.com/oak-shelf|our *oak* shelf>*', 'our *oak* shelf', [OAK]],
  ['<https://shop.example.com/a?b=1&amp;c=2>', '', ['https://shop.example.com/a?b=1&c=2']],
  ['<mailto:ada@example.com|ada@example.com> &lt;3', 'ada@example.com <3', []],
  ['<!here> <@U1> <@U2|milo> <!subteam^S1|@team> <#C1|general> Oak', 'milo @team general Oak', []],
  ['&gt;&gt;&gt; all of it\nis quoted', 'all of it\nis quoted', []],
])('a message that has no blocks, %j, is read by its marks', (text, words, links) => {
  expect(readMessageText({ text })).toEqual({ words, links })
})

test('of blocks that an app made the text is read, and what is no block at all is left out', () => {
  expect(readMessageText({ text: '*Oak*', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*Ash*' } }] }).words).toBe(
    'Oak',
  )
  expect(
    readMessageText({
      text: 'Oak',
      blocks: [
        null,
        1,
        {
          type: 'rich_text',
          elements: [null, 'x', { type: 'rich_text_section', elements: [{ type: 'text', text: 'Ash' }, { type: 'new_kind' }] }],
        },
      ],
    }).words,
  ).toBe('Ash') // prettier-ignore
  expect(readMessageText({}).words).toBe('')
})

test('emoji are read by the characters that Slack names, also where it knows some that we do not', () => {
  const elements = [
    { type: 'emoji', name: 'brand_new', unicode: '1f996-200d-2640-fe0f' },
    { type: 'emoji', name: 'wave', skin_tone: 3 },
    { type: 'emoji', name: 'ours' },
    { type: 'emoji', name: 'evil', unicode: 'ffffffff' },
  ]
  const blocks = [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }]
  expect(readMessageText({ text: '', blocks }).words).toBe('🦖‍♀️👋🏼')
})

test.each([
  [':tada: Spring <sale> & more', '🎉 Spring <sale> & more'],
  [`new “Oak” ${OAK}?a=1&b=2`, `new “Oak” ${OAK}?a=1&b=2`],
  ['*stays* as _it_ is', '*stays* as _it_ is'],
  ['thanks @ada in #general', 'thanks @ada in #general'],
])('a command %j is read as typed, whether Slack escapes links and mentions or not', (typed, read) => {
  for (const shouldEscape of [false, true]) expect(readCommandText(typedCommand(typed, { shouldEscape, directory }))).toBe(read)
})

test('marks that are opened and never closed are read in time that grows with their length', () => {
  const began = performance.now()
  for (const part of ['*', '*a ', '_a_', '`', '```', '<', '<https://a.b|', '&gt;', '• ', '(https://a.b', '[a](', '\n '])
    readMessageText({ text: part.repeat(20_000) })
  expect(performance.now() - began).toBeLessThan(8_000)
})
