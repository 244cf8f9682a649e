/** The composer with values that people do type. */
import { expect, test } from 'vitest'
import { composerView } from '../../blocks/composer/view.js'
import { type PreviewModel, previewView } from '../../blocks/composer/preview.js'
import type { ComposerModel } from '../../blocks/composer/model.js'
import { MOST_WORDS } from '../../blocks/kit/words.js'
import { ALT_TEXT_LENGTH, DESCRIPTION_LENGTH, TITLE_LENGTH } from '../../src/core/posts/content.js'
import { AT, keepsLimits, type NastyView } from './nasty.js'

const accounts = (words: string) =>
  Array.from({ length: 120 }, (_, index) => ({
    id: String(index),
    username: `${index}${words}`,
    displayName: words,
    timezone: 'America/Argentina/ComodRivadavia',
    now: AT,
    isBusiness: true,
  }))

const files = (words: string) =>
  Array.from({ length: 10 }, (_, index) => ({ id: `F${index}`, name: `${words.slice(0, 40)}.jpg` }))

const composer = (words: string, change: Partial<ComposerModel> = {}): ComposerModel => ({
  scheduling: 'direct',
  defaultLink: 'https://shop.example.com/',
  accounts: accounts(words),
  memory: {
    accountId: '3',
    boardRound: 1,
    sectionRound: 2,
    fileRound: 3,
    more: true,
    files: files(words),
    responseUrl: `https://hooks.slack.com/${'x'.repeat(200)}`,
  },
  values: {
    image: 'https://example.com/a.jpg',
    keptFiles: files(words),
    files: [],
    title: words.repeat(4),
    description: words.repeat(4),
    link: 'https://example.com',
    altText: words,
    board: { id: '9'.repeat(18), name: words },
    section: { id: '8', name: words },
    alsoOn: Array.from({ length: 19 }, (_, index) => ({ id: `${index}`, name: words })),
    interval: 'monthly',
    everyDays: 90,
    placing: 'exact',
    productTags: words.repeat(4),
    slides: words.repeat(4),
    cover: '4',
    aiDisclosures: 'AI_MODIFIED SYNTHETIC_PERFORMER',
    labels: words.repeat(4),
    when: 'at',
    at: AT,
  },
  nextOpenSlot: AT,
  sectionCount: 50,
  timezone: 'America/Argentina/ComodRivadavia',
  now: AT,
  problem: { sentence: words.repeat(3), field: 'boardId' },
  ...change,
})

const SHOWN: PreviewModel['shown'][] = [
  { kind: 'drawing' },
  { kind: 'drawn', picture: { kind: 'file', id: 'F1' } },
  { kind: 'none' },
  { kind: 'video' },
  { kind: 'failed', file: { kind: 'file', id: 'F1' }, problem: null },
  { kind: 'failed', file: null, problem: '*Image link* leads to <nothing> '.repeat(20) },
]

keepsLimits([
  ...SHOWN.map(
    (shown): NastyView => [
      `preview, ${shown.kind}`,
      'modal',
      (words) => previewView({ title: words, board: words, host: words, linkOut: words, shown }),
    ],
  ),
  ['composer', 'modal', (words) => composerView(composer(words))],
  ['composer without a slot', 'modal', (words) => composerView(composer(words, { nextOpenSlot: null, sectionCount: 0 }))],
])

test('an error of the composer stands on top and under its field', () => {
  const { blocks } = composerView(composer('x', { problem: { sentence: 'No such board.', field: 'boardId' } }))
  expect(blocks[0]).toMatchObject({ type: 'alert', text: { text: 'No such board.' } })
  const at = blocks.findIndex(({ block_id: id }) => id === 'boardId.1')
  expect(blocks[at + 1]).toMatchObject({ type: 'context', elements: [{ text: ':warning: No such board.' }] })
})

test('one account needs no choice', () => {
  const { blocks } = composerView(composer('x', { accounts: accounts('x').slice(0, 1) }))
  expect(blocks.some(({ block_id: id }) => id === 'accountId')).toBe(false)
})

test('the counters of a form end where the core refuses', () => {
  expect(MOST_WORDS).toEqual({ title: TITLE_LENGTH, description: DESCRIPTION_LENGTH, altText: ALT_TEXT_LENGTH })
})

test('the preview is offered with "More" and without', () => {
  for (const more of [true, undefined] as const) {
    const { memory } = composer('x')
    const { more: _, ...rest } = memory
    const { blocks } = composerView(composer('x', { memory: more ? memory : rest }))
    expect(JSON.stringify(blocks).match(/"action_id":"composer_preview"/g)).toHaveLength(1)
  }
})

test('a preview says what it lacks, and names its picture for who hears it', () => {
  const preview = (shown: PreviewModel['shown']) =>
    JSON.stringify(previewView({ title: 'Shelf', board: null, host: 'example.com', shown }).blocks)
  expect(preview({ kind: 'none' })).toContain('*Shelf*\\nno board yet · example.com')
  expect(preview({ kind: 'drawn', picture: { kind: 'file', id: 'F1' } })).toContain('"alt_text":"Preview: Shelf"')
  expect(preview({ kind: 'failed', file: null, problem: null })).not.toContain('"image"')
})
