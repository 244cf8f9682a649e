/** The composer at its fullest is still what Slack takes. */
import { expect, test } from 'vitest'
import { composerView } from '../../../blocks/composer/view.js'
import { type ComposerModel, EMPTY_COMPOSER, newMemory, rememberFiles } from '../../../blocks/composer/model.js'
import { checkLimits } from '../../../blocks/limits/limits.js'

const long = (start: string) => start + 'ü"<'.repeat(200)
const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(10n ** 17n + BigInt(index)), name: long(`${index}`) }))
const files = rememberFiles(named(30).map(({ id, name }) => ({ id: `F${id}`, name: `${name}.jpeg`, from: 'message' as const })))

const full: ComposerModel = {
  scheduling: 'direct',
  accounts: named(150).map(({ id, name }, index) => ({
    id,
    username: name,
    displayName: name,
    timezone: 'Asia/Kathmandu',
    isBusiness: index === 0,
  })),
  memory: {
    ...newMemory(String(10n ** 17n)),
    boardId: '1'.repeat(40),
    responseUrl: `https://hooks.slack.com/commands/${'x'.repeat(200)}`,
    files,
    more: true,
    productTags: '7'.repeat(1000),
    wish: { when: 'nextOpenSlot', at: 1_772_699_400 },
  },
  values: {
    ...EMPTY_COMPOSER,
    image: `https://pictures.test/${'x'.repeat(2900)}`,
    keptFiles: files.slice(1),
    title: long('t').repeat(9),
    description: long('d').repeat(9),
    link: `https://example.com/${'x'.repeat(2900)}`,
    altText: long('a').repeat(9),
    board: named(1)[0]!,
    section: named(1)[0]!,
    alsoOn: named(19),
    everyDays: 90,
    placing: 'exact',
    productTags: '123 '.repeat(2000),
    when: 'at',
    at: new Date('2036-03-01T00:00:00Z'),
  },
  nextOpenSlot: new Date('2026-03-03T14:00:00Z'),
  sectionCount: 500,
  defaultLink: null,
  timezone: 'America/Argentina/ComodRivadavia',
  now: new Date('2026-03-01T00:00:00Z'),
  problem: { sentence: long('p'), field: 'uploadId' },
}

test('at its fullest it keeps the limits of Slack', () => {
  expect(checkLimits(composerView(full), 'modal')).toEqual([])
})

test('empty, too', () => {
  const memory = newMemory(full.accounts[0]!.id)
  const { timezone, now } = full
  const empty = {
    scheduling: 'asks' as const,
    accounts: full.accounts.slice(0, 1),
    memory,
    values: EMPTY_COMPOSER,
    nextOpenSlot: null,
    sectionCount: undefined,
    defaultLink: null,
    timezone,
    now,
  }
  expect(checkLimits(composerView(empty), 'modal')).toEqual([])
})

test.each([
  [{ type: 'file_input', max_files: 11 }, 'max_files must be a whole number from 1 to 10'],
  [{ type: 'file_input', filetypes: [] }, 'filetypes must be file extensions without their dot'],
  [{ type: 'file_input', filetypes: ['.jpg'] }, 'filetypes must be file extensions without their dot'],
  [{ type: 'number_input' }, 'is_decimal_allowed is required'],
  [{ type: 'number_input', is_decimal_allowed: false, min_value: '9', max_value: '1' }, 'min_value is above max_value'],
  [{ type: 'number_input', is_decimal_allowed: false, initial_value: 'x' }, 'initial_value must be a number in a string'],
  [{ type: 'multi_external_select', max_selected_items: 0 }, 'max_selected_items must be a whole number from 1'],
  [
    { type: 'multi_external_select', initial_options: [{ text: { type: 'plain_text', text: 'x'.repeat(76) }, value: '1' }] },
    'initial_options/0/text/text has 76 characters',
  ],
])('what Slack refuses of an input is told: %j', (element, problem) => {
  const text = (words: string) => ({ type: 'plain_text', text: words })
  const blocks = [{ type: 'input', label: text('It'), element }]
  const view = { type: 'modal', title: text('It'), submit: text('Go'), blocks }
  expect(checkLimits(view, 'modal')).toEqual([expect.stringContaining(`/blocks/0/element/${problem}`)])
})
